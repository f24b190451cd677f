// The private note in the details of a link or a product. It is never sent.
import { Button, Stack, Text, Textarea } from '@mantine/core';
import { IconNote } from '@tabler/icons-react';
import { z } from 'zod';
import { noteSchema } from '../../../shared/text.ts';
import { texts } from '../../../shared/texts/window.ts';
import type { Result } from '../../bridge.ts';
import { openDialog } from '../../kit/dialogs.tsx';
import { checkedBy, DialogForm, useDialogForm } from '../../kit/form.tsx';
import { notify } from '../../kit/notify.tsx';

const t = texts.notes;

interface NoteProps {
  save(note: string): Promise<Result<unknown>>;
  /** The name of the record. */
  readonly about: string;
  readonly note: string;
}

export function PrivateNote(props: NoteProps) {
  const { note } = props;
  const edit = () => openDialog(t.title, 480, (close) => <NoteForm {...props} close={close} />);
  return (
    <Stack component="section" aria-label={t.title} gap={8} align="flex-start">
      <Text fw={600}>{t.title}</Text>
      {note !== '' && (
        <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {note}
        </Text>
      )}
      <Button size="xs" variant="default" leftSection={<IconNote size={14} aria-hidden />} onClick={edit}>
        {note === '' ? t.add : t.edit}
      </Button>
      <Text size="xs" c="dimmed">
        {t.whoSees}
      </Text>
    </Stack>
  );
}

/** Puts the cursor at the end, so that typing continues the note. */
function startAtEnd(field: HTMLTextAreaElement | null): void {
  field?.setSelectionRange(field.value.length, field.value.length);
}

function NoteForm({ save, about, note, close }: NoteProps & { close(): void }) {
  const form = useDialogForm({
    initial: { note },
    check: (typed) => checkedBy(z.object({ note: noteSchema }), typed),
    save: (typed) => save(typed.note),
    saved: () => {
      notify('success', t.saved);
      close();
    },
  });
  return (
    <DialogForm form={form} submit={t.save} close={close}>
      <Text fw={600} style={{ overflowWrap: 'anywhere' }} dir="auto">
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
