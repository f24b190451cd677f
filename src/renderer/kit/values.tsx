// Times, prices and metadata as sellers and buyers see them.

import { VisuallyHidden } from '@mantine/core';
import { Fragment, useEffect, useReducer } from 'react';
import { formatMoney } from '../../shared/money.ts';
import type { MetadataEntry, Price } from '../../shared/payment-link.ts';
import { enumerated } from '../../shared/sentences.ts';
import { localeInUse } from '../../shared/texts/catalog.ts';
import { texts as shared } from '../../shared/texts/main.ts';
import { texts } from '../../shared/texts/window.ts';
import { useFrame } from '../state/frame.ts';
import styles from './values.module.css';

const locale = localeInUse();
const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' });
const exact = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' });
const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
const seconds = new Intl.NumberFormat(locale, { style: 'unit', unit: 'second', maximumSignificantDigits: 2 });

const STEPS = [
  { unit: 'second', ms: 1_000, until: 60_000 },
  { unit: 'minute', ms: 60_000, until: 3_600_000 },
  { unit: 'hour', ms: 3_600_000, until: 86_400_000 },
] as const;

const DAY_MS = 86_400_000;
/** A calendar day as a number, which daylight saving time does not change. */
const dayOf = (at: number): number => {
  const local = new Date(at);
  return Date.UTC(local.getFullYear(), local.getMonth(), local.getDate()) / DAY_MS;
};

/** `at` and `now` in ms since 1970. Counts calendar days from one day on; from a week on, gives the date. */
export function relativeTime(at: number, now: number): string {
  const away = at - now;
  if (away <= 0 && away > -5_000) return texts.parts.justNow;
  const step = STEPS.find(({ until }) => Math.abs(away) < until);
  // Without the full stop of an abbreviation: it may end a sentence.
  if (step) return relative.format(Math.trunc(away / step.ms), step.unit).replace(/\.$/, '');
  const days = dayOf(at) - dayOf(now);
  return Math.abs(days) < 7 ? relative.format(days, 'day') : day.format(at);
}

/** The date and time in full, to the second. */
export const exactTime = (at: number): string => exact.format(at);

/** `at` in ms since 1970. Updates every second within a minute of that time, otherwise every half minute. */
export function RelativeTime({ at }: { readonly at: number }) {
  const [, tick] = useReducer((ticks: number) => ticks + 1, 0);
  // Read at each render, because `at` may be newer than the last tick.
  const now = Date.now();
  const soon = Math.abs(at - now) < 60_000;
  useEffect(() => {
    const timer = setInterval(tick, soon ? 1_000 : 30_000);
    return () => clearInterval(timer);
  }, [soon]);
  return (
    <time dateTime={new Date(at).toISOString()} title={exactTime(at)}>
      {relativeTime(at, now)}
    </time>
  );
}

/** `ms` in milliseconds: "0.34 sec", "3.1 sec". */
export const durationText = (ms: number): string => seconds.format(ms / 1_000);

/** All prices on one line, each regular price followed by the one to pay. `figures`: a narrow column may cut it off. */
export function PriceText({ prices, figures }: { readonly prices: readonly Price[]; readonly figures?: boolean }) {
  const { currencies } = useFrame().settings;
  const all = prices.map(({ currencyId, priceCents, discountCents }) => {
    const regular = formatMoney(priceCents, currencyId, currencies);
    if (discountCents === null) return { currencyId, toPay: regular, regular: null, words: regular };
    const toPay = formatMoney(discountCents, currencyId, currencies);
    return { currencyId, toPay, regular, words: texts.parts.discounted({ price: toPay, regular }).join('') };
  });
  const whole = enumerated(all.map(({ words }) => words));
  const isDiscounted = all.some(({ regular }) => regular !== null);
  return (
    <span className={styles.prices} data-figures={figures} title={whole}>
      {isDiscounted && <VisuallyHidden>{whole}</VisuallyHidden>}
      <span aria-hidden={isDiscounted}>
        {all.map(({ currencyId, toPay, regular }, index) => (
          <Fragment key={currencyId}>
            {index > 0 && ' · '}
            {regular !== null && <s className={styles.regular}>{regular}</s>}
            <span>{toPay}</span>
          </Fragment>
        ))}
      </span>
    </span>
  );
}

interface Props {
  readonly metadata: readonly MetadataEntry[];
}

export const metadataText = (metadata: readonly MetadataEntry[]): string =>
  enumerated(metadata.map(({ key, value }) => (key === '' ? value : `${key}: ${value}`)));

export const MetadataLine = ({ metadata }: Props) => (
  <span className={styles.line} title={metadataText(metadata)}>
    <FirstEntry metadata={metadata} />
    {metadata.length > 1 && (
      <span className={styles.others}>
        {shared.values.comma}
        <OtherEntries metadata={metadata} />
      </span>
    )}
  </span>
);

const ORDER_KEY = /order|bestell|auftrag|pedido|commande|注文/i;

/** The entry with the order, or else the first one, comes before the others. */
function orderFirst(metadata: readonly MetadataEntry[]): readonly MetadataEntry[] {
  const order = metadata.find(({ key }) => ORDER_KEY.test(key));
  return order ? [order, ...metadata.filter((entry) => entry !== order)] : metadata;
}

/** Cuts off the beginning of a long order number, because orders differ in their end. */
export function FirstEntry({ metadata }: Props) {
  const [first] = orderFirst(metadata);
  if (!first) return null;
  return (
    <span className={styles.first} data-number={/\d/.test(first.value) || undefined} title={metadataText([first])}>
      {first.key !== '' && <VisuallyHidden>{`${first.key}: `}</VisuallyHidden>}
      <bdi>{first.value}</bdi>
    </span>
  );
}

export function OtherEntries({ metadata }: Props) {
  const text = metadataText(orderFirst(metadata).slice(1));
  return <span title={text}>{text}</span>;
}
