// The search text of a sale: its product, amount and metadata, and the values of its event's body.
import { centsToText } from '../../shared/money.ts';
import type { LinkRecord, SaleRecord } from './records.ts';
import { type SearchText, searchText } from './search.ts';

/** Limits of what is searched of a body. */
const SEARCHED = { characters: 8_000, values: 500 };
/** Longer values, and addresses, are searched by long words only. */
const SHORT = 200;

/** What the event says, else what a buyer pays for a link with one price. */
export function amountOf({ event }: SaleRecord, link: LinkRecord | undefined) {
  if (event.amount) return event.amount;
  const [price, second] = link?.prices ?? [];
  return price && !second ? { currencyId: price.currencyId, cents: price.discountCents ?? price.priceCents } : null;
}

export function saleText(
  sale: SaleRecord,
  link: LinkRecord | undefined,
  titleOf: (productId: string) => string,
): SearchText {
  const { event } = sale;
  const amount = amountOf(sale, link);
  const values = valuesOf(event.body);
  const lines = [
    ...(event.product ? [event.product] : []),
    ...(link ? [titleOf(link.productId)] : []),
    ...event.metadata.flatMap(({ key, value }) => [value, `${key} ${value}`, `${key}: ${value}`]),
    ...(amount ? [centsToText(amount.cents), (amount.cents / 100).toFixed(2)] : []),
    ...values.filter((value) => !isLong(value)),
  ];
  const address = [link?.paymentLink ?? '', ...values.filter(isLong)].join('\n');
  return searchText(
    lines.map((line) => line.replace(/\p{Cc}+/gu, ' ')),
    address.replace(/[^\P{Cc}\n]+/gu, ' '),
  );
}

const isLong = (value: string): boolean => value.length > SHORT || value.includes('://');

/** The texts and numbers in a body, at any depth. A body that was cut is searched as it is. */
function valuesOf(body: string): string[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    return body === '' ? [] : [body.slice(0, SEARCHED.characters)];
  }
  const found: string[] = [];
  const queue: unknown[] = [parsed];
  for (
    let at = 0, left = SEARCHED.characters;
    at < queue.length && found.length < SEARCHED.values && left > 0;
    at += 1
  ) {
    const value = queue[at];
    if (typeof value === 'string' || typeof value === 'number') {
      found.push(String(value).slice(0, left));
      left -= String(value).length;
    } else if (typeof value === 'object' && value !== null)
      queue.push(...Object.values(value).slice(0, SEARCHED.values));
  }
  return found;
}
