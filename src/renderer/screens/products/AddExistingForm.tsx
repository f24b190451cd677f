// "Add existing product": adds a product that was created elsewhere, because the service cannot list its products.
import { Stack, Text, TextInput } from '@mantine/core';
import { existingProductSchema } from '../../../shared/product.ts';
import { plainText } from '../../../shared/text.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { openDialog } from '../../kit/dialogs.tsx';
import { checkedBy, DialogForm, useDialogForm } from '../../kit/form.tsx';
import { notify } from '../../kit/notify.tsx';

const t = texts.products.existing;
const { fields } = texts.products;

const BLANK = { serverId: '', title: '', checkoutAddress: '' };

/** Anything but plain digits becomes NaN, for which the schema has a message. */
const read = ({ serverId, title, checkoutAddress }: typeof BLANK) => ({
  serverId: /^\d{1,15}$/.test(plainText(serverId)) ? Number(plainText(serverId)) : Number.NaN,
  title,
  checkoutAddress,
});

function AddExistingForm({ close }: { close(): void }) {
  const form = useDialogForm({
    initial: BLANK,
    check: (typed) => checkedBy(existingProductSchema, read(typed)),
    save: (product) => call('products.addExisting', product),
    saved: () => {
      notify('success', t.added);
      close();
    },
  });
  return (
    <DialogForm form={form} submit={t.add} close={close}>
      <Stack gap={12}>
        <Text size="sm" c="dimmed">
          {t.whatFor}
        </Text>
        <TextInput label={fields.id} description={t.idHint} inputMode="numeric" {...form.getInputProps('serverId')} />
        <TextInput label={fields.title} {...form.getInputProps('title')} />
        <TextInput
          label={fields.checkoutAddress}
          description={t.checkoutAddressHint}
          placeholder="https://…"
          inputMode="url"
          spellCheck={false}
          {...form.getInputProps('checkoutAddress')}
        />
      </Stack>
    </DialogForm>
  );
}

export function openAddExistingProduct(): void {
  openDialog(texts.products.addExisting, 480, (close) => <AddExistingForm close={close} />);
}
