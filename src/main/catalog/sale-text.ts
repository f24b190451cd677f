// The search text of a sale: its product, amount and metadata, and the values of its event's body.
import type { LinkRecord, SaleRecord } from './records.ts';
import { type SearchText, searchText } from './search.ts';

/** Search covers this many characters of a body. */
const SEARCHED = 8_000;
/** Only long words are searched in longer values and in addresses. */
const SHORT = 200;

/** The event's amount, or else what a buyer pays for a link with one price. */
export function amountOf({ event }: SaleRecord, link: LinkRecord | undefined) {
  if (event.amount) return event.amount;
  const [price, second] = link?.prices ?? [];
  return price && !second ? { currencyId: price.currencyId, cents: price.discountCents ?? price.priceCents } : null;
}

/** `title`: of the link's product. */
export function saleText(sale: SaleRecord, link: LinkRecord | undefined, title: string | null): SearchText {
  const { product, metadata, body } = sale.event;
  const amount = amountOf(sale, link);
  const values = valuesOf(body);
  const lines = [
    ...[product, title].filter((text) => text !== null),
    ...metadata.map(({ key, value }) => `${key}: ${value}`),
    ...(amount ? [(amount.cents / 100).toFixed(2)] : []),
    ...values.filter((value) => !isLong(value)),
  ];
  const address = [link?.paymentLink ?? '', ...values.filter(isLong)].join('\n');
  return searchText(
    lines.map((line) => line.replace(/\p{Cc}+/gu, ' ')),
    address.replace(/[^\P{Cc}\n]+/gu, ' '),
  );
}

const isLong = (value: string): boolean => value.length > SHORT || value.includes('://');

/** The texts and numbers in a JSON body, at any depth. Any other body, such as a form or a cut one, counts as one text. */
function valuesOf(body: string): string[] {
  const values: string[] = [];
  try {
    JSON.parse(body, (_key, value: unknown) => {
      if (typeof value === 'string' || typeof value === 'number') values.push(String(value));
      return null;
    });
  } catch {
    values.push(body);
  }
  return values.join('\n').slice(0, SEARCHED).split('\n');
}
