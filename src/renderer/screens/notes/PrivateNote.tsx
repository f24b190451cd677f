// The private note of a link or a product, a section of its details.
import { Button, Text } from '@mantine/core';
import { IconNote } from '@tabler/icons-react';
import { texts } from '../../../shared/texts/window.ts';
import type { Noted } from './NoteForm.tsx';
import styles from './notes.module.css';
import { openNote } from './open-note.tsx';

const t = texts.notes;

export function PrivateNote({ of, note }: { readonly of: Noted; readonly note: string }) {
  return (
    <section aria-label={t.title} className={styles.note}>
      <Text fw={600}>{t.title}</Text>
      {note !== '' && <Text className={styles.text ?? ''}>{note}</Text>}
      <Button
        size="xs"
        variant="default"
        leftSection={<IconNote size={14} aria-hidden />}
        onClick={() => openNote(of)}
        title={t.whoSees}
      >
        {note === '' ? t.add : t.edit}
      </Button>
      <Text size="xs" c="dimmed">
        {t.whoSees}
      </Text>
    </section>
  );
}
