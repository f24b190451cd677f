// "Add existing link": takes in a payment link that was made elsewhere, since the service cannot list any.
import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { isSameUuid, readTypedLink } from '../../../shared/checkout-url.ts';
import type { LinkDraft } from '../../../shared/payment-link.ts';
import type { Problem } from '../../../shared/problem.ts';
import { call } from '../../bridge.ts';
import { fieldsOf, focusFirstWrong, submitOnCtrlEnter } from '../../components/form.ts';
import { ProblemAlert } from '../../components/ProblemAlert.tsx';
import { toast } from '../../components/toast.tsx';
import { useFrame } from '../../state/frame.ts';
import { go } from '../../state/route.ts';
import { blankLink, type FormErrors, formPaths, type LinkTyped, metadataRows, readLink } from './link-form.ts';
import { MetadataFields } from './MetadataFields.tsx';
import { PriceFields } from './PriceFields.tsx';
import { ProductSelect } from './ProductSelect.tsx';

/** The prices may all stay empty: the seller may not know them. */
function read(typed: LinkTyped) {
  const isUnknown = typed.prices.every(({ price, hasDiscount }) => price.trim() === '' && !hasDiscount);
  if (!isUnknown) return readLink(typed);
  const stated = typed.prices.slice(0, 1).map((price) => ({ ...price, currencyId: '2', price: '1' }));
  const rest = readLink({ ...typed, prices: stated });
  return rest.ok ? { ok: true as const, draft: { ...rest.draft, prices: [] as LinkDraft['prices'] } } : rest;
}

interface AddExistingLinkProps {
  close(): void;
  /** Asks first where something is typed that would be lost. */
  leave(then: () => void): void;
}

export function AddExistingLink({ close, leave }: AddExistingLinkProps) {
  const element = useRef<HTMLFormElement>(null);
  const { currencies } = useFrame().settings;
  const [typed, setTyped] = useState(() => blankLink(null, currencies));
  const [paymentLink, setPaymentLink] = useState('');
  const [errors, setErrors] = useState<FormErrors>({});
  const [problem, setProblem] = useState<Problem | null>(null);
  const [takenBy, setTakenBy] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const change = (part: Partial<LinkTyped>) => {
    setTyped({ ...typed, ...part });
    setErrors({});
    setProblem(null);
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setProblem(null);
    setTakenBy(null);
    const draft = read(typed);
    const missing = paymentLink.trim() === '' ? { paymentLink: "Enter the payment link's address" } : {};
    setErrors({ ...(draft.ok ? {} : draft.errors), ...missing });
    if (!draft.ok || typed.productId === null || paymentLink.trim() === '') return focusFirstWrong(element.current);
    setBusy(true);
    const { productId } = typed;
    const answer = await call('links.addExisting', { productId, paymentLink, ...draft.draft });
    setBusy(false);
    if (answer.ok) {
      toast('success', 'Payment link added. Nothing was sent.');
      close();
      return go(`#/links/${answer.value.id}`);
    }
    setProblem(answer.problem);
    setErrors(formPaths(fieldsOf(answer.problem), metadataRows(typed)));
    setTakenBy(answer.problem.fields?.paymentLink === undefined ? null : await linkWith(paymentLink));
    focusFirstWrong(element.current);
  };

  return (
    <form ref={element} onSubmit={(event) => void submit(event)} onKeyDown={submitOnCtrlEnter} noValidate>
      <Stack gap={16}>
        <Text size="sm" c="dimmed">
          For a link made on the service's own pages or on another computer. Nothing is sent.
        </Text>
        <ProductSelect
          label="Product"
          placeholder="Choose a product"
          choosesOnly
          value={typed.productId}
          error={errors.productId}
          onChange={(productId) => change({ productId })}
        />
        <div>
          <TextInput
            label="Payment link"
            description="Its whole address, with uuid=… in it"
            placeholder="https://…"
            inputMode="url"
            spellCheck={false}
            autoComplete="off"
            value={paymentLink}
            error={errors.paymentLink}
            onChange={({ currentTarget: { value } }) => {
              setPaymentLink(value);
              setTakenBy(null);
              setErrors({});
              setProblem(null);
            }}
            data-autofocus
          />
          {takenBy !== null && (
            <Button
              variant="default"
              size="compact-sm"
              mt={8}
              onClick={() =>
                leave(() => {
                  close();
                  go(`#/links/${takenBy}`);
                })
              }
            >
              Show that link
            </Button>
          )}
        </div>
        <Text size="sm" c="dimmed">
          What you know of it. Leave the price empty where you do not know it.
        </Text>
        <PriceFields prices={typed.prices} errors={errors} onChange={(prices) => change({ prices })} />
        <Checkbox
          label="Single use"
          checked={typed.useOnce}
          onChange={(event) => change({ useOnce: event.currentTarget.checked })}
        />
        <MetadataFields metadata={typed.metadata} errors={errors} onChange={(metadata) => change({ metadata })} />
        <ProblemAlert title="The payment link was not added" problem={problem} />
        <Group gap={8} justify="flex-end">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={busy}>
            Add link
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** The link in the list that has the uuid of this address, if any. The search finds a pasted address by its uuid. */
async function linkWith(paymentLink: string): Promise<string | null> {
  const read = readTypedLink(paymentLink.trim());
  if (!read.ok) return null;
  const found = await call('links.list', {
    ...{ offset: 0, limit: 20, search: paymentLink.trim().slice(0, 2_000) },
    ...{ productId: null, sync: 'all', useOnce: null, sold: false },
  });
  if (!found.ok) return null;
  return found.value.rows.find(({ uuid }) => isSameUuid(uuid, read.uuid))?.id ?? null;
}
