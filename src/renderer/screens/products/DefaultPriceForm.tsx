// "Set default price": what the basic checkout link shows; sent with the undocumented product update.
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { USD_CURRENCY_ID } from '../../../shared/money.ts';
import type { ProductView } from '../../../shared/product.ts';
import { call, type Problem } from '../../bridge.ts';
import { fieldsOf, focusFirstWrong, submitOnCtrlEnter, useFirstField } from '../../components/form.ts';
import { ProblemAlert } from '../../components/ProblemAlert.tsx';
import { ServiceAnswer } from '../../components/ServiceAnswer.tsx';
import { whenSent } from '../../components/sending.ts';
import { toast } from '../../components/toast.tsx';
import { useFrame } from '../../state/frame.ts';
import { useLoaded } from '../../state/loaded.ts';
import { blankLink, type FormErrors, formPaths, type LinkTyped, readLink, typedPrice } from '../links/link-form.ts';
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
  const element = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState<LinkTyped>(() => {
    const blank = blankLink(product.id, currencies);
    return product.defaultPrices.length > 0 ? { ...blank, prices: product.defaultPrices.map(typedPrice) } : blank;
  });
  const [errors, setErrors] = useState<FormErrors>({});
  const [tried, setTried] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  useFirstField(element);

  const check = (next: LinkTyped) => {
    const read = readLink(next);
    setErrors(read.ok ? {} : read.errors);
    return read;
  };
  const change = (prices: LinkTyped['prices']) => {
    const next = { ...typed, prices };
    setTyped(next);
    if (tried) check(next);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setTried(true);
    setProblem(null);
    const read = check(typed);
    if (!read.ok) return focusFirstWrong(element.current);
    setBusy(true);
    const answer = await call('products.setDefaultPrice', { id: product.id, prices: read.draft.prices });
    setBusy(false);
    if (answer.ok) {
      toast('success', `Default price saved. ${whenSent()}`);
      return close();
    }
    setProblem(answer.problem);
    setErrors(formPaths(fieldsOf(answer.problem)));
    focusFirstWrong(element.current);
  };

  const hasDollars = typed.prices.some(({ currencyId }) => currencyId === String(USD_CURRENCY_ID));
  return (
    <form
      ref={element}
      onSubmit={(event) => void submit(event)}
      onChange={() => setProblem(null)}
      onKeyDown={submitOnCtrlEnter}
      noValidate
    >
      <Stack gap={16}>
        {product.sync === 'rejected' && product.actionId && <ServiceAnswer actionId={product.actionId} />}
        <Text size="sm" c="dimmed">
          The basic checkout page of {product.fields.productTitle} shows this price. A price in USD publishes the
          product.
        </Text>
        <PriceFields prices={typed.prices} errors={errors} onChange={change} />
        {!hasDollars && product.state === 'draft' && (
          <Text size="sm">Without a price in USD the product stays a draft.</Text>
        )}
        <ProblemAlert title="The default price was not saved" problem={problem} />
        <Group gap={8} justify="flex-end">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={busy}>
            Save default price
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
