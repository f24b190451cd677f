// The form of a payment link: for a new one, and for one that has not left yet.
import { Checkbox, Text } from '@mantine/core';
import { useId } from 'react';
import type { LinkDraft } from '../../../shared/payment-link.ts';
import type { Result } from '../../../shared/problem.ts';
import { texts } from '../../../shared/texts/window.ts';
import { DialogForm, useDialogForm } from '../../components/dialog-form.tsx';
import type { FieldErrors } from '../../components/form.ts';
import { PriceText } from '../../components/Money.tsx';
import { Phrase } from '../../components/Phrase.tsx';
import { useFrame } from '../../state/frame.ts';
import styles from './LinkForm.module.css';
import {
  asTyped,
  type LinkTyped,
  linkContent,
  linkTypedSchema,
  noPreview,
  readablePrices,
  readLink,
} from './link-form.ts';
import { MetadataFields } from './MetadataFields.tsx';
import { PriceFields } from './PriceFields.tsx';
import { ProductSelect } from './ProductSelect.tsx';

const words = texts.linkForm;

export interface LinkFormProps {
  readonly initial: LinkTyped;
  /** The product's title where it is settled; else it is chosen in the form. */
  readonly productTitle: string | null;
  readonly submitLabel: string;
  /** The name under which what is typed outlives a crash of the window. */
  readonly draft?: string;
  /** What the service refused, by field. */
  readonly refused?: FieldErrors | undefined;
  /** Where the keyboard begins; left out, at the first empty field. */
  readonly startAt?: 'price' | 'metadata';
  /** Hands the checked draft over; a refusal stays in the form. */
  save(productId: string, draft: LinkDraft): Promise<Result<unknown>>;
  close(): void;
}

export function LinkForm({ initial, productTitle, submitLabel, draft, refused, startAt, save, close }: LinkFormProps) {
  const { currencies } = useFrame().settings;
  const form = useDialogForm({
    initial,
    draft: draft === undefined ? undefined : { name: draft, schema: linkTypedSchema },
    check: (typed) => readLink(typed, currencies),
    save: async (read, typed) => asTyped(typed, await save(read.productId, read.draft)),
    refused,
    saved: close,
    content: linkContent,
  });
  const singleUseHint = useId();
  const typed = form.values;
  const prices = readablePrices(typed.prices, currencies);
  return (
    <DialogForm form={form} failed={words.notSaved} submit={submitLabel} close={close}>
      {productTitle === null ? (
        <ProductSelect
          label={texts.links.facts.product}
          placeholder={words.product.choose}
          choosesOnly
          value={typed.productId}
          error={form.errors.productId}
          onChange={(productId, byItself) => (byItself ? form.begin : form.setValues)({ productId })}
        />
      ) : (
        <Text size="sm" truncate title={productTitle}>
          <Phrase of={words.forProduct(<strong>{productTitle}</strong>)} />
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
          {words.singleUseHint}
        </Text>
      </div>
      <MetadataFields
        metadata={typed.metadata}
        errors={form.errors}
        first={startAt === 'metadata'}
        onChange={(next) => form.setValues({ metadata: next })}
      />
      <section className={styles.preview} aria-label={words.preview}>
        <Text size="xs" c="dimmed">
          {words.buyersSee}
        </Text>
        <div className={styles.previewPrice}>
          {prices.length > 0 ? (
            <PriceText prices={prices} />
          ) : (
            <Text c="dimmed">{noPreview(typed.prices, currencies)}</Text>
          )}
        </div>
      </section>
    </DialogForm>
  );
}
