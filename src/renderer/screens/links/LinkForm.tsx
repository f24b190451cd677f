// The form of a payment link: for a new one, and for one that has not left yet.
import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { type FormEvent, useId, useRef, useState } from 'react';
import type { LinkDraft } from '../../../shared/payment-link.ts';
import type { Problem, Result } from '../../../shared/problem.ts';
import { fieldsOf, focusFirstWrong, submitOnCtrlEnter, useFirstField, useTypedAlready } from '../../components/form.ts';
import { PriceText } from '../../components/Money.tsx';
import { ProblemAlert } from '../../components/ProblemAlert.tsx';
import { useKeptDraft, useLeftDraft } from '../../state/draft.ts';
import styles from './LinkForm.module.css';
import {
  type FormErrors,
  formPaths,
  type LinkTyped,
  linkTypedSchema,
  metadataRows,
  readablePrices,
  readLink,
  rekeyed,
} from './link-form.ts';
import { MetadataFields } from './MetadataFields.tsx';
import { PriceFields } from './PriceFields.tsx';
import { ProductSelect } from './ProductSelect.tsx';

export interface LinkFormProps {
  readonly initial: LinkTyped;
  /** The product's title where it is settled; else it is chosen in the form. */
  readonly productTitle: string | null;
  readonly submitLabel: string;
  /** The name under which what is typed outlives a crash of the window. */
  readonly draft?: string;
  /** Where the keyboard begins; left out, at the first empty field. */
  readonly startAt?: 'price' | 'metadata';
  /** Hands the checked draft over; a refusal stays in the form. */
  save(productId: string, draft: LinkDraft): Promise<Result<unknown>>;
  close(): void;
}

export function LinkForm({ initial, productTitle, submitLabel, draft, startAt, save, close }: LinkFormProps) {
  const element = useRef<HTMLFormElement>(null);
  const left = useLeftDraft(draft, linkTypedSchema);
  const [typed, setTyped] = useState(() => (left ? rekeyed(left) : initial));
  useKeptDraft(draft, left !== null || typed !== initial ? typed : null);
  const [errors, setErrors] = useState<FormErrors>({});
  const [tried, setTried] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const singleUseHint = useId();
  useFirstField(element);
  useTypedAlready(element, left !== null);
  // Sentences at the fields come with the first try and then follow the typing. Not the leaving of a field: a form that
  // moves between the press and the release of the mouse loses the click.
  const change = (part: Partial<LinkTyped>) => {
    const next = { ...typed, ...part };
    setTyped(next);
    setProblem(null);
    if (!tried) return;
    const read = readLink(next);
    setErrors(read.ok ? {} : read.errors);
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setTried(true);
    setProblem(null);
    const read = readLink(typed);
    setErrors(read.ok ? {} : read.errors);
    if (!read.ok || typed.productId === null) return focusFirstWrong(element.current);
    setBusy(true);
    const result = await save(typed.productId, read.draft);
    setBusy(false);
    if (result.ok) return close();
    setProblem(result.problem);
    setErrors(formPaths(fieldsOf(result.problem, 'draft'), metadataRows(typed)));
    focusFirstWrong(element.current);
  };

  const prices = readablePrices(typed.prices);
  return (
    <form ref={element} onSubmit={(event) => void submit(event)} onKeyDown={submitOnCtrlEnter} noValidate>
      <Stack gap={16}>
        {productTitle === null ? (
          <ProductSelect
            label="Product"
            placeholder="Choose a product"
            choosesOnly
            value={typed.productId}
            error={errors.productId}
            onChange={(productId) => change({ productId })}
          />
        ) : (
          <Text size="sm" truncate title={productTitle}>
            For <strong>{productTitle}</strong>
          </Text>
        )}
        <PriceFields
          prices={typed.prices}
          errors={errors}
          first={startAt === 'price'}
          onChange={(next) => change({ prices: next })}
        />
        <div>
          <Checkbox
            label="Single use"
            aria-describedby={singleUseHint}
            checked={typed.useOnce}
            onChange={(event) => change({ useOnce: event.currentTarget.checked })}
          />
          <Text id={singleUseHint} size="xs" c="dimmed" pl={32}>
            The link is limited to a single sale
          </Text>
        </div>
        <MetadataFields
          metadata={typed.metadata}
          errors={errors}
          first={startAt === 'metadata'}
          onChange={(next) => change({ metadata: next })}
        />
        <section className={styles.preview} aria-label="Preview">
          <Text size="xs" c="dimmed">
            Buyers see
          </Text>
          <div className={styles.previewPrice}>
            {prices.length > 0 ? <PriceText prices={prices} /> : <Text c="dimmed">The price, once it is typed</Text>}
          </div>
        </section>
        <ProblemAlert title="The payment link was not saved" problem={problem} />
        <Group gap={8} justify="flex-end">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={busy}>
            {submitLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
