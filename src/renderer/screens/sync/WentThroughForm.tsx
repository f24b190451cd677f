// "It went through": the seller has found on the service what the lost answer would have told.
import { Text, TextInput } from '@mantine/core';
import type { ActionDetail } from '../../../shared/action.ts';
import { call } from '../../bridge.ts';
import { atField, DialogForm, useDialogForm } from '../../components/dialog-form.tsx';
import { toast } from '../../components/toast.tsx';

type Wanted = NonNullable<ActionDetail['can']['wentThrough']>;

const WORDS: Readonly<Record<Wanted, { label: string; description: string; missing: string }>> = {
  productId: {
    label: 'Product id',
    description: 'The number that the service gave the product',
    missing: 'Enter the product id',
  },
  paymentLink: {
    label: 'Payment link',
    description: 'The whole address of the link, as your store shows it',
    missing: 'Enter the payment link',
  },
};

interface WentThroughFormProps {
  readonly id: string;
  readonly title: string;
  readonly wanted: Wanted;
  close(): void;
}

export function WentThroughForm({ id, title, wanted, close }: WentThroughFormProps) {
  const words = WORDS[wanted];
  const form = useDialogForm({
    initial: { answer: '' },
    save: async ({ answer }) =>
      answer.trim() === ''
        ? { ok: false, errors: { answer: words.missing } }
        : atField(await call('sync.wentThrough', { id, answer }), 'answer'),
    saved: () => {
      toast('success', 'Recorded: the service has this change. It is not sent again.');
      close();
    },
  });
  return (
    <DialogForm form={form} failed="This was not recorded" submit="Save" close={close}>
      <Text size="sm">
        {title}. If you see it on your store's page, tell the app what it is there, and it is not sent a second time.
      </Text>
      <TextInput
        label={words.label}
        description={words.description}
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('answer')}
      />
    </DialogForm>
  );
}
