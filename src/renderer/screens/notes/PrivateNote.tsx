// The private note of a link or a product, a section of its details.
import { Button, Skeleton, Text, Textarea } from '@mantine/core';
import { IconNote } from '@tabler/icons-react';
import { z } from 'zod';
import { noteSchema } from '../../../shared/text.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { openDialog } from '../../components/dialogs.tsx';
import { checkedBy, DialogForm, useDialogForm } from '../../components/form.tsx';
import { notify } from '../../components/notify.tsx';
import { ProblemAlert } from '../../components/parts.tsx';
import { useAnswer } from '../../state/live.ts';
import { named } from '../links/link-actions.tsx';
import styles from './notes.module.css';

const t = texts.notes;

export function PrivateNote({ of, note }: { readonly of: Noted; readonly note: string }) {
  return (
    <section aria-label={t.title} className={styles.note}>
      <Text fw={600}>{t.title}</Text>
      {note !== '' && <Text className={styles.text ?? ''}>{note}</Text>}
      <Button size="xs" variant="default" leftSection={<IconNote size={14} aria-hidden />} onClick={() => openNote(of)}>
        {note === '' ? t.add : t.edit}
      </Button>
      <Text size="xs" c="dimmed">
        {t.whoSees}
      </Text>
    </section>
  );
}

const GET = { link: 'links.get', product: 'products.get' } as const;

const save = ({ kind, id }: Noted, note: string) =>
  kind === 'link' ? call('links.setNote', { id, note }) : call('products.setPrivate', { id, values: { note } });

/** The record that a note belongs to. */
interface Noted {
  readonly kind: 'link' | 'product';
  readonly id: string;
}

/** The form of a private note, which is never sent. */
function NoteForm({ of, close }: { readonly of: Noted; close(): void }) {
  const { data, problem } = useAnswer(GET[of.kind], { id: of.id });
  if (problem) return <ProblemAlert problem={problem} />;
  if (data === undefined) return <Skeleton height={200} />;
  if (data === null) return <Text size="sm">{texts.common.gone}</Text>;
  const about = 'fields' in data ? data.fields.productTitle : named(data);
  return <Loaded of={of} about={about} note={data.note} close={close} />;
}

/** Typing continues the note. */
function startAtEnd(field: HTMLTextAreaElement | null): void {
  field?.setSelectionRange(field.value.length, field.value.length);
}

interface LoadedProps {
  readonly of: Noted;
  /** Names the record. */
  readonly about: string;
  readonly note: string;
  close(): void;
}

function Loaded({ of, about, note, close }: LoadedProps) {
  const form = useDialogForm({
    initial: { note },
    check: (typed) => checkedBy(z.object({ note: noteSchema }), typed),
    save: ({ note: typed }) => save(of, typed),
    saved: () => {
      notify('success', t.saved);
      close();
    },
  });
  return (
    <DialogForm form={form} submit={t.save} close={close}>
      <Text fw={600} className={styles.about ?? ''} dir="auto">
        {about}
      </Text>
      <Textarea
        label={t.title}
        description={t.whoSees}
        autosize
        minRows={4}
        maxRows={12}
        ref={startAtEnd}
        {...form.getInputProps('note')}
      />
    </DialogForm>
  );
}

/** Opens "Private note" from anywhere in the window. */
function openNote(of: Noted): void {
  openDialog(t.title, 480, (close) => <NoteForm of={of} close={close} />);
}
