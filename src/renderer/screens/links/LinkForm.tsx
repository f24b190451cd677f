// The payment link form, and the dialog "New payment link".
import { Checkbox, Text } from '@mantine/core';
import { useId, useState } from 'react';
import type { LinkDraft, LinkView } from '../../../shared/payment-link.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { DialogForm, type Saved, useDialogForm } from '../../components/dialog-form.tsx';
import { type FieldErrors, startAt } from '../../components/form.ts';
import { PriceText } from '../../components/Money.tsx';
import { notify } from '../../components/notify.tsx';
import { Phrase } from '../../components/parts.tsx';
import { openDialog } from '../../state/dialogs.ts';
import { useFrame } from '../../state/frame.ts';
import { go, shownLink } from '../../state/route.ts';
import styles from './LinkForm.module.css';
import { useLastCurrency } from './last-currency.ts';
import { copyNewLink } from './link-actions.tsx';
import {
  asTyped,
  blankLink,
  type LinkTyped,
  likeLink,
  linkContent,
  noPreview,
  readablePrices,
  readLink,
} from './link-form.ts';
import { MetadataFields } from './MetadataFields.tsx';
import { PriceFields } from './PriceFields.tsx';
import { ProductSelect } from './ProductSelect.tsx';

const t = texts.linkForm;

interface LinkFormProps {
  readonly initial: LinkTyped;
  /** The product's title when it is fixed; otherwise the form asks for it. */
  readonly productTitle: string | null;
  readonly submitLabel: string;
  /** Field errors of the service. */
  readonly refused?: FieldErrors | undefined;
  /** Where the focus starts; by default at the first empty field. */
  readonly startAt?: 'price' | 'metadata';
  /** Starts with the currency that was used last. */
  readonly suggestsCurrency?: boolean;
  /** Submits the validated draft; an error stays in the form. */
  save(productId: string, draft: LinkDraft): Promise<Saved<unknown>>;
  close(): void;
}

/** The only product chose itself, so the seller starts with the price, unless she is in a field or in the list of products already. */
function toPrice(form: HTMLElement | null): void {
  const { activeElement } = document;
  const isInField =
    form?.contains(activeElement) && !activeElement?.matches('[aria-haspopup="listbox"][aria-expanded="false"]');
  if (!isInField) startAt(form?.querySelector<HTMLElement>('[data-amount="0"]'));
}

export function LinkForm(props: LinkFormProps) {
  const { initial, productTitle, submitLabel, refused, startAt, save, close } = props;
  const { suggestsCurrency = false } = props;
  const { currencies } = useFrame().settings;
  const form = useDialogForm({
    initial,
    check: (typed) => readLink(typed, currencies),
    save: async ({ productId, draft }, typed) => asTyped(typed, await save(productId, draft)),
    refused,
    saved: close,
    content: linkContent,
  });
  useLastCurrency(form, suggestsCurrency);
  const singleUseHint = useId();
  const typed = form.values;
  const prices = readablePrices(typed.prices, currencies);
  return (
    <DialogForm
      form={form}
      failed={t.notSaved}
      preview={
        <section aria-label={t.preview}>
          <Text size="xs" c="dimmed">
            {t.buyersSee}
          </Text>
          <div className={styles.previewPrice}>
            {prices.length > 0 ? (
              <PriceText prices={prices} />
            ) : (
              <Text c="dimmed">{noPreview(typed.prices, currencies)}</Text>
            )}
          </div>
        </section>
      }
      submit={submitLabel}
      close={close}
    >
      {productTitle === null ? (
        <ProductSelect
          label={texts.links.facts.product}
          placeholder={t.product.choose}
          choosesOnly
          value={typed.productId}
          error={form.errors.productId}
          onChange={(productId, byItself) => {
            (byItself ? form.begin : form.setValues)({ productId });
            if (byItself) toPrice(form.ref.current);
          }}
        />
      ) : (
        <Text size="sm" truncate title={productTitle}>
          <Phrase of={t.forProduct({ product: <strong>{productTitle}</strong> })} />
        </Text>
      )}
      <PriceFields
        prices={typed.prices}
        errors={form.errors}
        first={startAt === 'price'}
        onChange={(next) => form.setValues({ prices: next })}
      />
      <div>
        <Checkbox
          label={texts.links.facts.singleUse}
          aria-describedby={singleUseHint}
          checked={typed.useOnce}
          onChange={(event) => form.setValues({ useOnce: event.currentTarget.checked })}
        />
        <Text id={singleUseHint} size="xs" c="dimmed" pl={32}>
          {t.singleUseHint}
        </Text>
      </div>
      <MetadataFields
        metadata={typed.metadata}
        errors={form.errors}
        first={startAt === 'metadata'}
        onChange={(next) => form.setValues({ metadata: next })}
      />
    </DialogForm>
  );
}

interface ForProduct {
  readonly id: string;
  readonly title: string;
}

interface NewLinkProps {
  readonly product: ForProduct | null;
  /** "Create similar link": the form starts with the values of this link. */
  readonly like?: LinkView;
  close(): void;
}

function NewLink({ product, like, close }: NewLinkProps) {
  const { currencies } = useFrame().settings;
  const [initial] = useState(() =>
    like ? likeLink(like.productId, like, currencies) : blankLink(product?.id ?? null, currencies),
  );
  return (
    <LinkForm
      initial={initial}
      productTitle={product?.title ?? null}
      submitLabel={t.create}
      suggestsCurrency={like === undefined}
      {...(like ? { startAt: startOf(like) } : {})}
      close={close}
      save={async (productId, draft) => {
        const result = await call('links.create', { productId, draft });
        if (!result.ok) return result;
        await toastLinkSaved(productId, result.value.id);
        // Beside the list, the details of the new link take the place of those of the link that it is like.
        if (like && shownLink() !== null) go(`#/links/${result.value.id}`);
        return result;
      }}
    />
  );
}

/** The field that most likely differs from the original link. */
const startOf = ({ metadata }: LinkView) => (metadata.length > 0 ? 'metadata' : 'price');

/** Says that the link is saved, or what holds it back, with a link there. `newId`: just created, so it can be copied. */
export async function toastLinkSaved(productId: string, newId?: string): Promise<void> {
  const answer = await call('products.get', { id: productId });
  const product = answer.ok ? answer.value : null;
  const actionId = product?.actionId ?? null;
  const isStuck = product?.serverId === null && (product.sync === 'needs-review' || product.sync === 'rejected');
  if (!isStuck || actionId === null) {
    if (newId === undefined) return notify('success', texts.parts.linkSaved);
    return notify('success', texts.parts.linkCreated, { action: copyNewLink(newId) });
  }
  const action = { label: texts.common.review, run: () => go(`#/sync/${encodeURIComponent(actionId)}`) };
  notify('attention', texts.parts.linkSavedButStuck, { action });
}

/** "New payment link"; without a product the dialog asks for it. */
export function openNewLink(product: ForProduct | null): void {
  openDialog(texts.links.newLink, 600, (close) => <NewLink product={product} close={close} />);
}

/** "New payment link" with the values of another link, which stays unchanged. */
export function openSimilarLink(link: LinkView): void {
  openDialog(texts.links.newLink, 600, (close) => <NewLink product={null} like={link} close={close} />);
}
