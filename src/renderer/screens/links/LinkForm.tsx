// The payment link form, and the dialog "New payment link".
import { Checkbox, Skeleton, Text } from '@mantine/core';
import type { FormErrors } from '@mantine/form';
import { useEffect, useRef, useState } from 'react';
import type { LinkDraft, LinkView } from '../../../shared/payment-link.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { openDialog } from '../../kit/dialogs.tsx';
import { DialogForm, type FieldErrors, focusFirst, type Saved, useDialogForm } from '../../kit/form.tsx';
import { notify } from '../../kit/notify.tsx';
import { RichText } from '../../kit/parts.tsx';
import { PriceText } from '../../kit/values.tsx';
import { useFrame } from '../../state/frame.ts';
import { go, shownLink } from '../../state/route.ts';
import { lastUsed, useLastUsed } from './last-used.ts';
import { copyNewLink } from './link-actions.tsx';
import {
  asTyped,
  emptyMetadata,
  type LinkTyped,
  likeLink,
  linkAfter,
  linkContent,
  nextLink,
  readablePrices,
  readLink,
  withLastUsed,
} from './link-form.ts';
import { focusNewRow } from './new-row.ts';
import { PairRows } from './PairRows.tsx';
import { PriceFields } from './PriceFields.tsx';
import { ProductSelect } from './ProductSelect.tsx';

const t = texts.linkForm;

interface LinkFormProps {
  readonly initial: LinkTyped;
  /** The title of a fixed product; if null, the form asks for the product. */
  readonly productTitle: string | null;
  readonly submitLabel: string;
  /** What the service rejected, by field. */
  readonly refused?: FieldErrors | undefined;
  /** Which field gets the focus first; by default the first empty one. */
  readonly startAt?: 'price' | 'metadata';
  /** Whether the form can create one link after another. */
  readonly isForMany?: boolean;
  /** Saves the validated draft. A failure stays in the form. */
  save(productId: string, draft: LinkDraft): Promise<Saved<unknown>>;
  close(): void;
}

export function LinkForm(props: LinkFormProps) {
  const { initial, productTitle, submitLabel, refused, startAt, save, close } = props;
  const { isForMany = false } = props;
  const { currencies } = useFrame().settings;
  const [created, setCreated] = useState(0);
  const offered = useRef(initial.prices[0]?.currencyId);
  const form = useDialogForm({
    initial,
    check: (typed) => readLink(typed, currencies),
    save: async ({ productId, draft }, typed) => asTyped(typed, await save(productId, draft)),
    refused,
    saved: (_, more) => {
      if (!more) return close();
      form.begin(nextLink(form.getValues()));
      setCreated((count) => count + 1);
    },
    content: linkContent,
  });
  useEffect(() => {
    if (created > 0) focusFirst(form.ref.current);
  }, [created, form.ref]);
  const choose = async (productId: string | null) => {
    form.setValues({ productId });
    if (productId === null || !isForMany) return;
    const last = await lastUsed(productId);
    const now = form.getValues();
    if (now.productId !== productId) return;
    const change = withLastUsed(now, last, offered.current);
    offered.current = change.prices?.[0]?.currencyId ?? offered.current;
    form.begin(change);
  };
  const typed = form.values;
  const first = created > 0 && typed.metadata[0]?.offered ? 'metadata' : startAt;
  const prices = readablePrices(typed.prices, currencies);
  return (
    <DialogForm
      form={form}
      preview={
        <section aria-label={t.buyersSee}>
          <Text size="xs" c="dimmed">
            {t.buyersSee}
          </Text>
          <Text component="div" fz={16} lh="24px" fw={600} style={{ overflowWrap: 'anywhere' }}>
            {prices.length > 0 ? <PriceText prices={prices} /> : '–'}
          </Text>
        </section>
      }
      submit={submitLabel}
      submitMore={isForMany ? t.createAnother : undefined}
      close={close}
    >
      {productTitle === null ? (
        <ProductSelect
          label={texts.links.facts.product}
          placeholder={t.product.choose}
          value={typed.productId}
          error={form.errors.productId}
          onChange={(productId) => void choose(productId)}
        />
      ) : (
        <Text size="sm" truncate title={productTitle}>
          <RichText of={t.forProduct({ product: <strong>{productTitle}</strong> })} />
        </Text>
      )}
      <LinkFields typed={typed} errors={form.errors} first={first} change={form.setValues} />
    </DialogForm>
  );
}

interface LinkFieldsProps {
  readonly typed: LinkTyped;
  readonly errors: FormErrors;
  /** The fields that get the focus first. */
  readonly first?: 'price' | 'metadata' | undefined;
  change(part: Partial<LinkTyped>): void;
}

export const LinkFields = ({ typed, errors, first, change }: LinkFieldsProps) => (
  <>
    <PriceFields
      prices={typed.prices}
      errors={errors}
      first={first === 'price'}
      onChange={(prices) => change({ prices })}
    />
    <Checkbox
      label={texts.links.facts.singleUse}
      checked={typed.useOnce}
      onChange={(event) => change({ useOnce: event.currentTarget.checked })}
    />
    <PairRows
      title={texts.links.facts.metadata}
      hint={t.metadata.hint}
      words={t.metadata}
      rows={typed.metadata}
      errorsAt={(index) => ({
        key: errors[`metadata.${index}.key`],
        value: errors[`metadata.${index}.value`] ?? errors.metadata !== undefined,
      })}
      error={errors.metadata}
      // The metadata tells the new link from the original.
      first={first === 'metadata'}
      blank={emptyMetadata}
      onChange={(metadata) => change({ metadata })}
    />
  </>
);

interface ForProduct {
  readonly id: string;
  readonly title: string;
}

interface NewLinkProps {
  readonly product: ForProduct | null;
  /** "Create similar link": the form starts with the values of this link. */
  readonly like?: LinkView;
  close(): void;
  created(id: string): void;
}

function NewLink({ product, like, close, created }: NewLinkProps) {
  const { currencies } = useFrame().settings;
  const last = useLastUsed(product?.id ?? null);
  if (!last) return <Skeleton height={320} />;
  const initial = like ? likeLink(like.productId, like, currencies) : linkAfter(last, currencies);
  return (
    <LinkForm
      initial={initial}
      productTitle={product?.title ?? null}
      submitLabel={t.create}
      isForMany
      {...startOf(initial)}
      close={close}
      save={async (productId, draft) => {
        const result = await call('links.create', { productId, draft });
        if (!result.ok) return result;
        created(result.value.id);
        await toastLinkSaved(productId, result.value.id);
        // If details are open beside the list, those of the new link replace them.
        if (shownLink() !== null) go(`#/links/${result.value.id}`);
        return result;
      }}
    />
  );
}

/** The field that most likely differs from the previous link; by default the first empty one, which is the product. */
function startOf({ productId, prices, metadata }: LinkTyped): Pick<LinkFormProps, 'startAt'> {
  if (productId === null) return {};
  return { startAt: prices[0]?.price !== '' && metadata[0]?.value !== '' ? 'metadata' : 'price' };
}

/** Shows that the link is saved; if its product is stuck, offers to review that. `newId`: a new link, which can be copied. */
export async function toastLinkSaved(productId: string, newId?: string): Promise<void> {
  const answer = await call('products.get', { id: productId });
  const product = answer.ok ? answer.value : null;
  const changeId = product?.changeId ?? null;
  const isStuck = product?.serverId === null && (product.sync === 'needs-review' || product.sync === 'rejected');
  if (!isStuck || changeId === null) {
    if (newId === undefined) return notify('success', texts.parts.linkSaved);
    return notify('success', texts.parts.linkCreated, { action: copyNewLink(newId) });
  }
  const action = { label: texts.common.review, run: () => go(`#/sync/${encodeURIComponent(changeId)}`) };
  notify('attention', texts.parts.linkSavedButStuck, { action });
}

/** "New payment link". Without a product the dialog asks for it. */
export const openNewLink = (product: ForProduct | null): void => open({ product });

/** "New payment link" with the values of another link, which stays unchanged. */
export const openSimilarLink = (like: LinkView): void => open({ product: null, like });

function open(of: Pick<NewLinkProps, 'product' | 'like'>): void {
  let newest: string | null = null;
  const created = (id: string) => {
    newest = id;
  };
  openDialog(
    texts.links.newLink,
    600,
    (close) => <NewLink {...of} close={close} created={created} />,
    () => newest !== null && focusNewRow(newest),
  );
}
