// "Set default price": the price of the basic checkout link, sent with the undocumented product update.
import { Text } from '@mantine/core';
import { USD_CURRENCY_ID } from '../../../shared/money.ts';
import type { ProductView } from '../../../shared/product.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { openDialog } from '../../kit/dialogs.tsx';
import { DialogForm, type FieldErrors, useDialogForm } from '../../kit/form.tsx';
import { LoadedRecord } from '../../kit/loaded.tsx';
import { notify } from '../../kit/notify.tsx';
import { useFrame } from '../../state/frame.ts';
import { asTyped, blankLink, linkContent, readLink, typedPrice } from '../links/link-form.ts';
import { PriceFields } from '../links/PriceFields.tsx';

const t = texts.products.defaultPrice;

interface DefaultPriceFormProps {
  readonly product: ProductView;
  readonly refused: FieldErrors | undefined;
  close(): void;
}

function DefaultPriceForm({ product, refused, close }: DefaultPriceFormProps) {
  const { currencies } = useFrame().settings;
  const { id, defaultPrices, fields, state } = product;
  const blank = blankLink(id, currencies);
  const form = useDialogForm({
    initial: defaultPrices.length > 0 ? { ...blank, prices: defaultPrices.map(typedPrice) } : blank,
    check: (typed) => readLink(typed, currencies),
    save: async ({ draft }, typed) =>
      asTyped(typed, await call('products.setDefaultPrice', { id, prices: draft.prices })),
    saved: () => {
      notify('success', t.saved);
      close();
    },
    refused,
    content: linkContent,
  });
  const { prices } = form.values;
  const hasDollars = prices.some(({ currencyId }) => currencyId === String(USD_CURRENCY_ID));
  return (
    <DialogForm form={form} submit={t.save} close={close}>
      <Text size="sm" c="dimmed">
        {t.whatFor({ title: fields.productTitle })}
      </Text>
      <PriceFields prices={prices} errors={form.errors} onChange={(next) => form.setValues({ prices: next })} />
      {!hasDollars && state === 'draft' && <Text size="sm">{t.staysDraft}</Text>}
    </DialogForm>
  );
}

/** "Set default price", if the undocumented product update is on. Saving a rejected price sends it again. */
export function openDefaultPrice(productId: string): void {
  openDialog(texts.products.setDefaultPrice, 560, (close) => (
    <LoadedRecord channel="products.get" id={productId}>
      {(product, refused) => <DefaultPriceForm {...{ product, refused, close }} />}
    </LoadedRecord>
  ));
}
