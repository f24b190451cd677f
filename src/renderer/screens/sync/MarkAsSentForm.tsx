// "Mark as sent": the seller enters what the service created.
import { Text, TextInput } from '@mantine/core';
import type { ChangeDetail } from '../../../shared/change.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { openDialog } from '../../kit/dialogs.tsx';
import { DialogForm, useDialogForm } from '../../kit/form.tsx';
import { decide } from './decision-questions.tsx';
import { StorePageButton } from './StorePageButton.tsx';

const t = texts.sync.markAsSent;

interface MarkAsSentFormProps {
  readonly change: ChangeDetail;
  readonly wanted: 'productId' | 'paymentLink';
  close(): void;
}

function MarkAsSentForm({ change: { id, title }, wanted, close }: MarkAsSentFormProps) {
  const form = useDialogForm({
    initial: { answer: '' },
    save: async ({ answer }) => {
      const result = await call('sync.markAsSent', { found: [{ id, answer }] });
      const [refused] = result.ok ? result.value.refused : [];
      return refused ? { ok: false, errors: { answer: refused.message } } : result;
    },
    saved: close,
  });
  return (
    <DialogForm form={form} failed={texts.sync.notDecided} submit={t.save} close={close}>
      <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
        {title}
      </Text>
      <Text size="sm">{t.about}</Text>
      <div>
        <StorePageButton />
      </div>
      <TextInput label={t.fields[wanted]} autoComplete="off" spellCheck={false} {...form.getInputProps('answer')} />
    </DialogForm>
  );
}

export function openMarkAsSent(change: ChangeDetail): void {
  const wanted = change.can.markAsSent;
  if (wanted === 'nothing') void decide('markAsSent', [change.id]);
  else if (wanted !== null)
    openDialog(texts.sync.decisions.markAsSent, 480, (close) => <MarkAsSentForm {...{ change, wanted, close }} />);
}
