// "Replace with a new price": the prices of the new links, and what happens to the selected ones.
import { Progress, Skeleton, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Output } from '../../../shared/contract.ts';
import { type Currency, MAX_CENTS } from '../../../shared/money.ts';
import { changesOf, type NewPriceChanges, type PriceRules } from '../../../shared/new-prices.ts';
import type { Price } from '../../../shared/payment-link.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { DialogForm, useDialogForm } from '../../components/dialog-form.tsx';
import { notify, shownStoreId } from '../../components/notify.tsx';
import { ProblemAlert } from '../../components/ProblemAlert.tsx';
import { useFrame } from '../../state/frame.ts';
import { useAnswer } from '../../state/live.ts';
import { LinkWarningAlert } from '../share/LinkWarningAlert.tsx';
import { asTyped, blankLink, emptyPrice, type LinkTyped, linkContent, readablePrices, readLink } from './link-form.ts';
import { DiscountRule, NewPriceRules } from './NewPriceRules.tsx';
import { OldPrices } from './OldPrices.tsx';
import { PriceFields } from './PriceFields.tsx';

const t = texts.replacementOfMany;
const laterWords = texts.newPrice;

type Before = Output<'links.beforeReplace'>;

interface ReplaceLinksProps {
  readonly ids: readonly string[];
  close(): void;
  replaced(): void;
}

export function ReplaceLinks(props: ReplaceLinksProps) {
  const { data: before, problem } = useAnswer('links.beforeReplace', { ids: [...props.ids] });
  if (problem) return <ProblemAlert title={t.notRead} problem={problem} />;
  if (!before) return <Skeleton height={280} />;
  if (before.toReplace > 0) return <PriceForm before={before} {...props} />;
  return (
    <Stack gap={8}>
      <Text size="sm" fw={600}>
        {t.none}
      </Text>
      <Left {...before.left} />
    </Stack>
  );
}

/** An incomplete amount counts as one that keeps every discount. */
const setPrices = ({ prices }: LinkTyped, currencies: readonly Currency[]): Price[] =>
  prices
    .filter(({ currencyId }) => currencyId !== '')
    .map((row) => {
      const [readable] = readablePrices([row], currencies);
      return readable ?? { currencyId: Number(row.currencyId), priceCents: MAX_CENTS, discountCents: null };
    });

/** The currency that most links have a price in; none if there is no price. */
function inMost(byPrices: Before['byPrices']): number[] {
  const linksIn = new Map<number, number>();
  for (const { prices, links } of byPrices) {
    for (const { currencyId } of prices) linksIn.set(currencyId, (linksIn.get(currencyId) ?? 0) + links);
  }
  const [most] = [...linksIn].sort(([, a], [, b]) => b - a);
  return most ? [most[0]] : [];
}

const RULES: PriceRules = { addMissing: false, keepOthers: true, keepDiscounts: false };

type Typed = LinkTyped & { readonly rules: PriceRules };

function PriceForm({ ids, before, close, replaced }: ReplaceLinksProps & { readonly before: Before }) {
  const { currencies } = useFrame().settings;
  const { byPrices, toReplace, left } = before;
  const changes = (typed: Typed) => changesOf(byPrices, setPrices(typed, currencies), typed.rules);
  // Does not ask for a product: each new link keeps that of the old one.
  const [storeId] = useState(shownStoreId);
  const [initial] = useState((): Typed => {
    const blank = { ...blankLink('', currencies), rules: RULES };
    const [first, ...rest] = byPrices;
    const inAll = (first?.prices ?? []).filter(({ currencyId }) =>
      rest.every(({ prices }) => prices.some((price) => price.currencyId === currencyId)),
    );
    const start = inAll.length > 0 ? inAll.map(({ currencyId }) => currencyId) : inMost(byPrices);
    return start.length === 0 ? blank : { ...blank, prices: start.map(emptyPrice) };
  });
  const form = useDialogForm({
    initial,
    check: (typed) => {
      const read = readLink(typed, currencies);
      if (!read.ok || changes(typed).replaced > 0) return read;
      return { ok: false, errors: { prices: t.nothingChanges } };
    },
    save: async ({ draft: { prices } }, typed) =>
      asTyped(typed, await call('links.replaceMany', { ids: [...ids], prices, rules: typed.rules })),
    saved: (answer) => {
      close();
      replaced();
      toastReplaced(storeId, answer);
    },
    content: linkContent,
  });
  const typed = form.values;
  const now = changes(typed);
  const setRules = (rules: PriceRules) => form.setValues({ rules });
  const isReadable = readablePrices(typed.prices, currencies).length === typed.prices.length;
  /** How many links have a discount in a currency that gets a new price without one. */
  const discounted = byPrices.reduce((sum, { prices, links }) => {
    const isOpen = ({ currencyId, discountCents }: Price) =>
      discountCents !== null &&
      typed.prices.some((price) => price.currencyId === String(currencyId) && !price.hasDiscount);
    return prices.some(isOpen) ? sum + links : sum;
  }, 0);
  return (
    <DialogForm
      form={form}
      failed={t.notReplaced}
      preview={
        <Text size="sm" fw={600} aria-live="polite">
          {t.question({ links: now.replaced, unchanged: toReplace - now.replaced })}
        </Text>
      }
      submit={t.submit}
      close={close}
    >
      <Stack gap={8}>
        <Text size="sm">{t.whatHappens}</Text>
        <Left {...left} />
      </Stack>
      <LinkWarningAlert of={now.sold > 0 ? soldWarning(now) : null} />
      <OldPrices byPrices={byPrices} set={isReadable ? setPrices(typed, currencies) : null} rules={typed.rules} />
      {discounted > 0 && (
        <DiscountRule changes={now} rules={typed.rules} onChange={setRules} {...{ discounted, isReadable }} />
      )}
      <PriceFields prices={typed.prices} errors={form.errors} first onChange={(prices) => form.setValues({ prices })} />
      <NewPriceRules changes={now} rules={typed.rules} onChange={setRules} />
      {form.slow && <Progress value={100} animated aria-label={t.replacing} />}
    </DialogForm>
  );
}

function soldTitle(sold: number, once: number): string {
  const { title, titleWithOnce, titleAllOnce } = laterWords.sold;
  if (once === 0) return title({ sold });
  return once < sold ? titleWithOnce({ sold, once }) : titleAllOnce({ sold });
}

const soldWarning = ({ sold, soldOnce }: NewPriceChanges) => ({
  title: soldTitle(sold, soldOnce),
  body: laterWords.sold.body({ once: soldOnce }),
});

/** The links that cannot be replaced, by reason. */
function Left(left: Before['left']) {
  const reasons = ['leaving', 'unsent', 'withoutUuid'] as const;
  return reasons.map(
    (reason) =>
      left[reason] > 0 && (
        <Text key={reason} size="sm">
          {t[reason]({ links: left[reason] })}
        </Text>
      ),
  );
}

function toastReplaced(storeId: string, { ids, left }: Output<'links.replaceMany'>): void {
  const undo = async () => {
    const answer = await call('links.undoReplaceMany', { storeId, ids });
    if (!answer.ok) return notify('error', answer.problem.message);
    const { undone, deleted, late } = answer.value;
    notify(late === 0 ? 'success' : 'attention', undone === 0 ? t.noneUndone : t.undone({ undone, deleted, late }));
  };
  const action = ids.length === 0 ? undefined : { label: texts.common.undo, run: () => void undo() };
  notify('success', t.done({ replaced: ids.length, left }), { action });
}
