// The private note of a link or a product, a section of its details.
import { Button, Text } from '@mantine/core';
import { IconNote } from '@tabler/icons-react';
import { texts } from '../../../shared/texts/window.ts';
import type { Noted } from './NoteForm.tsx';
import styles from './notes.module.css';
import { openNote } from './open-note.tsx';

const words = texts.notes;

export function PrivateNote({ of, note }: { readonly of: Noted; readonly note: string }) {
  return (
    <section aria-label={words.title} className={styles.note}>
      <Text fw={600}>{words.title}</Text>
      {note !== '' && <Text className={styles.text ?? ''}>{note}</Text>}
      <Button
        size="xs"
        variant="default"
        leftSection={<IconNote size={14} aria-hidden />}
        onClick={() => openNote(of)}
        title={words.whoSees}
      >
        {note === '' ? words.add : words.edit}
      </Button>
      <Text size="xs" c="dimmed">
        {words.whoSees}
      </Text>
    </section>
  );
}
