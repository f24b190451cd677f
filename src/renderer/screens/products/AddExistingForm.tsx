// "Add existing product": takes in a product that was made elsewhere, since the service cannot list any.
import { Stack, Text, TextInput } from '@mantine/core';
import { z } from 'zod';
import { contract } from '../../../shared/contract.ts';
import { call } from '../../bridge.ts';
import { checkedBy, DialogForm, useDialogForm } from '../../components/dialog-form.tsx';
import { toast } from '../../components/toast.tsx';

const { input: schema } = contract['products.addExisting'];

const BLANK = { serverId: '', title: '', checkoutAddress: '' };

const DRAFT = {
  name: 'add-product',
  schema: z.object({ serverId: z.string(), title: z.string(), checkoutAddress: z.string() }),
};

/** The typed id as a number; what is not plain digits becomes NaN, which the schema refuses in words. */
const read = ({ serverId, title, checkoutAddress }: typeof BLANK) => ({
  serverId: /^\d{1,15}$/.test(serverId.trim()) ? Number(serverId.trim()) : Number.NaN,
  title,
  checkoutAddress,
});

export function AddExistingForm({ close }: { close(): void }) {
  const form = useDialogForm({
    initial: BLANK,
    draft: DRAFT,
    check: (typed) => checkedBy(schema, read(typed)),
    save: (product) => call('products.addExisting', product),
    saved: () => {
      toast('success', 'Product added. You can make payment links for it now.');
      close();
    },
  });
  return (
    <DialogForm form={form} failed="The product was not added" submit="Add product" close={close}>
      <Stack gap={12}>
        <Text size="sm" c="dimmed">
          For a product made on the service's own pages or on another computer. Nothing is sent.
        </Text>
        <TextInput
          label="Product id"
          description="The number that the service gave it"
          inputMode="numeric"
          {...form.getInputProps('serverId')}
        />
        <TextInput label="Product title" {...form.getInputProps('title')} />
        <TextInput
          label="Checkout address"
          description="Optional; one of its payment links will do"
          placeholder="https://…"
          inputMode="url"
          spellCheck={false}
          {...form.getInputProps('checkoutAddress')}
        />
      </Stack>
    </DialogForm>
  );
}
