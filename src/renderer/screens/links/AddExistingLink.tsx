// "Add existing link": adds a payment link that was created elsewhere, because the service cannot list its links.
import { Skeleton, Text, TextInput } from '@mantine/core';
import { type Currency, USD_CURRENCY_ID } from '../../../shared/money.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { openDialog } from '../../kit/dialogs.tsx';
import { type Checked, DialogForm, useDialogForm } from '../../kit/form.tsx';
import { notify } from '../../kit/notify.tsx';
import { useFrame } from '../../state/frame.ts';
import { go } from '../../state/route.ts';
import { LinkFields } from './LinkForm.tsx';
import { useLastUsed } from './last-used.ts';
import {
  asTyped,
  emptyPrice,
  type LastUsed,
  type LinkRead,
  type LinkTyped,
  linkAfter,
  linkContent,
  readLink,
} from './link-form.ts';
import { ProductSelect } from './ProductSelect.tsx';

const t = texts.linkForm.addExisting;

interface Typed extends LinkTyped {
  readonly paymentLink: string;
}

/** All prices may stay empty, because the seller may not know them. */
function read(typed: Typed, currencies: readonly Currency[]): Checked<LinkRead> {
  if (typed.prices.some(({ price, hasDiscount }) => price.trim() !== '' || hasDiscount))
    return readLink(typed, currencies);
  // Validates the other fields with a stand-in for the unknown prices.
  const checked = readLink({ ...typed, prices: [{ ...emptyPrice(USD_CURRENCY_ID), price: '1' }] }, currencies);
  if (!checked.ok) return checked;
  const { productId, draft } = checked.value;
  return { ok: true, value: { productId, draft: { ...draft, prices: [] } } };
}

function AddExistingLink({ close }: { close(): void }) {
  const last = useLastUsed(null);
  return last ? <Loaded last={last} close={close} /> : <Skeleton height={320} />;
}

function Loaded({ last, close }: { readonly last: LastUsed; close(): void }) {
  const { currencies } = useFrame().settings;
  const form = useDialogForm({
    initial: { ...linkAfter(last, currencies), paymentLink: '' },
    check: (typed: Typed) => read(typed, currencies),
    save: async ({ productId, draft }, typed) =>
      asTyped(typed, await call('links.addExisting', { productId, paymentLink: typed.paymentLink, ...draft })),
    saved: ({ id }) => {
      notify('success', t.added);
      close();
      go(`#/links/${id}`);
    },
    content: (typed) => [typed.paymentLink, linkContent(typed)],
  });
  const typed = form.values;
  return (
    <DialogForm form={form} submit={t.submit} close={close}>
      <Text size="sm" c="dimmed">
        {t.forWhat}
      </Text>
      <ProductSelect
        label={texts.links.facts.product}
        placeholder={texts.linkForm.product.choose}
        value={typed.productId}
        error={form.errors.productId}
        onChange={(productId) => form.setValues({ productId })}
      />
      <TextInput
        label={t.address}
        description={t.addressHint}
        placeholder="https://…"
        inputMode="url"
        spellCheck={false}
        autoComplete="off"
        data-first
        {...form.getInputProps('paymentLink')}
      />
      <Text size="sm" c="dimmed">
        {t.whatYouKnow}
      </Text>
      <LinkFields typed={typed} errors={form.errors} change={form.setValues} />
    </DialogForm>
  );
}

export function openAddExistingLink(): void {
  openDialog(texts.links.addExisting, 600, (close) => <AddExistingLink close={close} />);
}
