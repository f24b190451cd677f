// "Mark as sent": the seller enters what the lost response would have said.
import { Text, TextInput } from '@mantine/core';
import type { ActionDetail } from '../../../shared/action.ts';
import { cutTitle } from '../../../shared/text.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { atField, DialogForm, useDialogForm } from '../../components/dialog-form.tsx';
import { notify } from '../../components/notify.tsx';
import { openDialog } from '../../state/dialogs.ts';
import { askAboutMany } from './decide-many.tsx';
import { StorePageButton } from './StorePageButton.tsx';

type Wanted = Exclude<ActionDetail['can']['markAsSent'], 'nothing' | null>;

const t = texts.sync.markAsSent;

interface MarkAsSentFormProps {
  readonly id: string;
  readonly title: string;
  readonly wanted: Wanted;
  close(): void;
}

function MarkAsSentForm({ id, title, wanted, close }: MarkAsSentFormProps) {
  const field = t.fields[wanted];
  const form = useDialogForm({
    initial: { answer: '' },
    save: async ({ answer }) =>
      answer.trim() === ''
        ? { ok: false, errors: { answer: field.missing } }
        : atField(await call('sync.markAsSent', { id, answer }), 'answer'),
    saved: () => {
      notify('success', t.recorded);
      close();
    },
  });
  return (
    <DialogForm form={form} failed={t.notRecorded} submit={t.save} close={close}>
      <Text size="sm">{t.about({ change: cutTitle(title) })}</Text>
      <div>
        <StorePageButton />
      </div>
      <TextInput
        label={field.label}
        description={field.description}
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('answer')}
      />
    </DialogForm>
  );
}

export function openMarkAsSent({ id, title, can: { markAsSent } }: ActionDetail): void {
  if (!markAsSent) return;
  if (markAsSent === 'nothing') {
    void askAboutMany('markAsSent', [id], () => undefined);
    return;
  }
  openDialog(texts.sync.decisions.markAsSent, 480, (close) => (
    <MarkAsSentForm id={id} title={title} wanted={markAsSent} close={close} />
  ));
}
