// The values of the payment link form as text, and their conversion to a draft or to field errors.
import { type ParsedAmount, readAmount } from '../../../shared/amount.ts';
import { type Currency, centsToText, formatMoney, USD_CURRENCY_ID } from '../../../shared/money.ts';
import { type LinkDraft, linkDraftSchema, type MetadataEntry, type Price } from '../../../shared/payment-link.ts';
import { fieldErrors } from '../../../shared/problem.ts';
import { texts as shared } from '../../../shared/texts/main.ts';
import { texts } from '../../../shared/texts/window.ts';
import { type Checked, type FieldErrors, fieldsOf, type Saved } from '../../kit/form.tsx';

export interface PriceTyped {
  /** The React key, which stays when a row above is removed. */
  readonly rowKey: string;
  readonly currencyId: string;
  readonly price: string;
  readonly hasDiscount: boolean;
  readonly discount: string;
}

export interface MetadataTyped extends MetadataEntry {
  /** The React key, which stays when a row above is removed. */
  readonly rowKey: string;
  /** A key that the form offered. The row counts as blank while it has no value. */
  readonly offered?: string;
}

export interface LinkTyped {
  readonly productId: string | null;
  readonly prices: readonly PriceTyped[];
  readonly useOnce: boolean;
  readonly metadata: readonly MetadataTyped[];
}

export interface LinkRead {
  readonly productId: string;
  readonly draft: LinkDraft;
}

let keys = 0;
function nextKey(): string {
  keys += 1;
  return `row-${keys}`;
}

export const emptyPrice = (currencyId: number | undefined): PriceTyped => ({
  rowKey: nextKey(),
  currencyId: currencyId === undefined ? '' : String(currencyId),
  price: '',
  hasDiscount: false,
  discount: '',
});

export const emptyMetadata = (): MetadataTyped => ({ rowKey: nextKey(), key: '', value: '' });

/** What the seller used last, and will probably use again. */
export interface LastUsed {
  readonly productId: string | null;
  readonly currencyId?: number | undefined;
  /** The metadata keys of the product's newest link. */
  readonly keys: readonly string[];
}

/** A blank form: one price, in USD if the seller has it, and one metadata row, which may stay blank. */
export function blankLink(productId: string | null, currencies: readonly Currency[]): LinkTyped {
  return linkAfter({ productId, keys: [] }, currencies);
}

/** A blank form with what the seller used last. */
export function linkAfter({ productId, currencyId, keys }: LastUsed, currencies: readonly Currency[]): LinkTyped {
  const known = (wanted: number | undefined) => currencies.find(({ id }) => id === wanted);
  const currency = known(currencyId) ?? known(USD_CURRENCY_ID) ?? currencies[0];
  return { productId, prices: [emptyPrice(currency?.id)], useOnce: false, metadata: offeredRows(keys) };
}

const offeredRows = (keys: readonly string[]): MetadataTyped[] =>
  keys.length === 0 ? [emptyMetadata()] : keys.map((key) => ({ ...emptyMetadata(), key, offered: key }));

/** What another product changes: only fields that are still blank. `offered`: the currency that the form chose. */
export function withLastUsed(typed: LinkTyped, last: LastUsed, offered: string | undefined): Partial<LinkTyped> {
  const [price, ...others] = typed.prices;
  const isOpen = others.length === 0 && price?.price === '' && price.currencyId === offered;
  const rows = offeredRows(last.keys).map((row, index) => ({
    ...row,
    rowKey: typed.metadata[index]?.rowKey ?? row.rowKey,
  }));
  const more = typed.metadata.slice(rows.length).map(({ rowKey }) => ({ rowKey, key: '', value: '' }));
  return {
    ...(isOpen && last.currencyId !== undefined && { prices: [{ ...price, currencyId: String(last.currencyId) }] }),
    ...(typed.metadata.every(isBlank) && { metadata: [...rows, ...more] }),
  };
}

/** The form for the next link of the same kind: the same metadata keys, without values. */
export const nextLink = (typed: LinkTyped): LinkTyped => ({
  ...typed,
  metadata: offeredRows(typed.metadata.map(({ key }) => key.trim()).filter((key) => key !== '')),
});

export const typedPrice = ({ currencyId, priceCents, discountCents }: Price): PriceTyped => ({
  rowKey: nextKey(),
  currencyId: String(currencyId),
  price: centsToText(priceCents),
  hasDiscount: discountCents !== null,
  discount: discountCents === null ? '' : centsToText(discountCents),
});

/** A form with the values of another link, which has no prices if it was added without them. */
export function likeLink(productId: string, draft: LinkDraft, currencies: readonly Currency[]): LinkTyped {
  const typed = typedLink(productId, draft);
  return draft.prices.length > 0 ? typed : { ...typed, prices: blankLink(null, currencies).prices };
}

/** A form with the values of an unsent link. */
export const typedLink = (productId: string, draft: LinkDraft): LinkTyped => ({
  productId,
  prices: draft.prices.map(typedPrice),
  useOnce: draft.useOnce,
  metadata: [...draft.metadata.map((entry) => ({ ...entry, rowKey: nextKey() })), emptyMetadata()],
});

const isBlank = ({ key, value, offered = '' }: Omit<MetadataTyped, 'rowKey'>): boolean =>
  value.trim() === '' && ['', offered].includes(key.trim());

/** The form's values, without row keys and blank metadata rows. */
export const linkContent = ({ productId, prices, useOnce, metadata }: LinkTyped): unknown => [
  ...[productId, useOnce],
  prices.map(({ currencyId, price, hasDiscount, discount }) => [
    currencyId,
    price,
    hasDiscount && discount,
    hasDiscount,
  ]),
  metadata.filter((entry) => !isBlank(entry)).map(({ key, value }) => [key, value]),
];

/**
 * Validates the form. Errors have the form's field names: `productId`, `prices.0.price`, `prices.0.discount`,
 * `prices.0.currencyId`, `metadata.0.key`, `metadata.0.value`, `metadata`. Skips blank metadata rows.
 */
export function readLink(typed: LinkTyped, currencies: readonly Currency[]): Checked<LinkRead> {
  const errors: Record<string, string> = {};
  if (typed.productId === null) errors.productId = texts.linkForm.product.choose;
  const prices = typed.prices.map((row, index) => {
    const price = readTyped(row.price, row.currencyId, currencies);
    const discount = row.hasDiscount ? readTyped(row.discount, row.currencyId, currencies) : null;
    if (!price.ok) errors[`prices.${index}.price`] = price.message;
    if (discount && !discount.ok) errors[`prices.${index}.discount`] = discount.message;
    return {
      currencyId: row.currencyId === '' ? Number.NaN : Number(row.currencyId),
      priceCents: price.ok ? price.cents : Number.NaN,
      discountCents: discount ? (discount.ok ? discount.cents : Number.NaN) : null,
    };
  });
  const filled = typed.metadata.flatMap((entry, index) => (isBlank(entry) ? [] : [{ entry, index }]));
  // The service accepts an empty value, but then it could not tell which order was paid.
  for (const { entry, index } of filled)
    if (entry.value.trim() === '') errors[`metadata.${index}.value`] = shared.fields.metadata.enterValue;
  const checked = linkDraftSchema.safeParse({
    prices,
    useOnce: typed.useOnce,
    metadata: filled.map(({ entry: { key, value } }) => ({ key, value })),
  });
  if (!checked.success) {
    const byField = formPaths(
      fieldErrors(checked.error),
      filled.map(({ index }) => index),
    );
    for (const [path, message] of Object.entries(byField)) errors[path] ??= message;
  }
  return checked.success && typed.productId !== null && Object.keys(errors).length === 0
    ? { ok: true, value: { productId: typed.productId, draft: checked.data } }
    : { ok: false, errors };
}

/** Turns the draft's field paths into the form's. `rows` has the form's row for each metadata entry of the draft. */
function formPaths(fields: FieldErrors, rows: readonly number[]): Record<string, string> {
  const named: Record<string, string> = {};
  for (const [path, message] of Object.entries(fields)) {
    const name = path
      .replace(/^(prices\.\d+)\.priceCents$/, '$1.price')
      .replace(/^(prices\.\d+)\.discountCents$/, '$1.discount')
      .replace(/^metadata\.(\d+)\./, (_all, index: string) => `metadata.${rows[Number(index)] ?? index}.`);
    named[name] = message;
  }
  return named;
}

/** Turns the fields of a problem into the form's. The draft leaves out blank rows. */
export function asTyped<R>({ metadata }: Pick<LinkTyped, 'metadata'>, result: Saved<R>): Saved<R> {
  if (result.ok || !result.problem) return result;
  const rows = metadata.flatMap((entry, index) => (isBlank(entry) ? [] : [index]));
  return { ...result, errors: formPaths(fieldsOf(result.problem), rows) };
}

/** A form has no other amounts that show a decimal sign, so the one of money in the app counts. */
export const readTyped = (text: string, currencyId: string, currencies: readonly Currency[]): ParsedAmount =>
  readAmount(text, {
    currency: currencies.find(({ id }) => String(id) === currencyId) ?? null,
    currencies,
    decimal: null,
    isShown: true,
  });

const PLAIN = /^\s*\d+(?:\.\d{1,2})?\s*$/;

/** The parsed amount for display; null if it is invalid or looks the same as typed. */
export function understood(text: string, currencyId: string, currencies: readonly Currency[]): string | null {
  const read = PLAIN.test(text) || currencyId === '' ? null : readTyped(text, currencyId, currencies);
  return read?.ok ? formatMoney(read.cents, Number(currencyId), currencies) : null;
}

/** The valid prices, for the preview. */
export const readablePrices = (typed: readonly PriceTyped[], currencies: readonly Currency[]): Price[] =>
  typed.flatMap((row) => {
    const price = readTyped(row.price, row.currencyId, currencies);
    if (!price.ok || row.currencyId === '') return [];
    const discount = row.hasDiscount ? readTyped(row.discount, row.currencyId, currencies) : null;
    const lower = discount?.ok && discount.cents < price.cents ? discount.cents : null;
    return [{ currencyId: Number(row.currencyId), priceCents: price.cents, discountCents: lower }];
  });
