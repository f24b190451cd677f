// "Set default price": what the basic checkout link shows; sent with the undocumented product update.
import { Skeleton, Text } from '@mantine/core';
import { useState } from 'react';
import { USD_CURRENCY_ID } from '../../../shared/money.ts';
import type { ProductView } from '../../../shared/product.ts';
import { call } from '../../bridge.ts';
import { DialogForm, useDialogForm } from '../../components/dialog-form.tsx';
import { ProblemAlert } from '../../components/ProblemAlert.tsx';
import { ServiceAnswer } from '../../components/ServiceAnswer.tsx';
import { whenSent } from '../../components/sending.ts';
import { toast } from '../../components/toast.tsx';
import { useFrame } from '../../state/frame.ts';
import { useLoaded } from '../../state/loaded.ts';
import { asTyped, blankLink, linkContent, linkTypedSchema, readLink, typedPrice } from '../links/link-form.ts';
import { PriceFields } from '../links/PriceFields.tsx';

export function DefaultPriceForm({ id, close }: { readonly id: string; close(): void }) {
  const { data: product, problem } = useLoaded('products.get', id);
  if (problem) return <ProblemAlert title="The product could not be opened" problem={problem} />;
  if (product === undefined) return <Skeleton height={160} />;
  if (product === null) return <Text size="sm">This product is no longer on this computer.</Text>;
  return <LoadedForm product={product} close={close} />;
}

function LoadedForm({ product, close }: { readonly product: ProductView; close(): void }) {
  const { currencies } = useFrame().settings;
  const { id, defaultPrices, fields, sync, actionId, state } = product;
  const [initial] = useState(() => {
    const blank = blankLink(id, currencies);
    return defaultPrices.length > 0 ? { ...blank, prices: defaultPrices.map(typedPrice) } : blank;
  });
  const form = useDialogForm({
    initial,
    draft: { name: `default-price:${id}`, schema: linkTypedSchema },
    check: readLink,
    save: async ({ draft }, typed) =>
      asTyped(typed, await call('products.setDefaultPrice', { id, prices: draft.prices })),
    saved: () => {
      toast('success', `Default price saved. ${whenSent()}`);
      close();
    },
    content: linkContent,
  });
  const { prices } = form.values;
  const hasDollars = prices.some(({ currencyId }) => currencyId === String(USD_CURRENCY_ID));
  return (
    <DialogForm form={form} failed="The default price was not saved" submit="Save default price" close={close}>
      {sync === 'rejected' && actionId && <ServiceAnswer actionId={actionId} />}
      <Text size="sm" c="dimmed">
        The basic checkout page of {fields.productTitle} shows this price. A price in USD publishes the product.
      </Text>
      <PriceFields prices={prices} errors={form.errors} onChange={(next) => form.setValues({ prices: next })} />
      {!hasDollars && state === 'draft' && <Text size="sm">Without a price in USD the product stays a draft.</Text>}
    </DialogForm>
  );
}
