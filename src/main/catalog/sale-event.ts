// Parses an after-sell event. The document shows none of its fields (section 6.5), so metadata and addresses with a uuid are
// looked for at any depth.
import { createHash } from 'node:crypto';
import { linkUuid, uuidKey } from '../../shared/checkout-url.ts';
import { MAX_CENTS } from '../../shared/money.ts';
import { cutInMiddle } from '../../shared/text.ts';
import { eventOf, isObject } from './event-body.ts';
import { hashOf, metadataKey } from './link-keys.ts';
import type { SaleRecord } from './records.ts';

/** Values of these fields are not searched for links, because they may contain any address. */
const BUYER_FIELDS = new Set(['metadata', 'fields', 'customer', 'buyer']);
const LINK_KEY = /(?:payment_?link|link_?uuid)$/i;
const SHOWN_LIMIT = { entries: 50, characters: 500 };
const MAX_TEXT_LENGTH = 4_000;
const MAX_VALUES = 10_000;
/** Longer texts, and those with spaces, cannot be uuids. */
const MAX_UUID_LENGTH = 100;
const MOST_NAMES = 100;
const MAX_ID_LENGTH = 500;

const hasText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

export type SaleEvent = NonNullable<ReturnType<typeof readSaleEvent>>;

/** Null if the body cannot be read. */
export function readSaleEvent(body: string) {
  const parsed = eventOf(body);
  if (!parsed) return null;
  const { event, isWrapped } = parsed;
  const uuids: string[] = [];
  const texts: string[] = [];
  let metadata: Record<string, unknown> | null = null;
  let product: string | null = null;
  let productId: number | null = null;
  const amounts: SaleRecord['event']['amount'][] = [];
  const queue: { readonly value: unknown; readonly ofLink: boolean }[] = [{ value: event, ofLink: false }];
  for (const [index, { value, ofLink }] of queue.entries()) {
    if (index === MAX_VALUES) break;
    if (typeof value === 'string' && value.length <= MAX_TEXT_LENGTH) {
      const uuid = linkUuid(value) ?? (ofLink && hasText(value) ? value : null);
      if (uuid !== null) uuids.push(uuid);
      else if (value.length <= MAX_UUID_LENGTH && !/\s/.test(value)) texts.push(value);
    } else if (Array.isArray(value)) {
      for (const item of value) queue.push({ value: item, ofLink });
    } else if (isObject(value)) {
      // Breadth first: the metadata nearest to the top is the event's.
      if (isObject(value.metadata)) metadata ??= value.metadata;
      if (hasText(value.product_title)) product ??= shortened(value.product_title);
      productId ??= productIdIn(value);
      if (isId(value.currency_id)) amounts.push(amountOf(value));
      for (const [key, item] of Object.entries(value)) {
        if (!BUYER_FIELDS.has(key.toLowerCase())) queue.push({ value: item, ofLink: LINK_KEY.test(key) });
      }
    }
  }
  const [amount = null, second] = amounts;
  const { eventId, isOwnId } = idIn(event);
  return {
    /** The part that a sale stores. */
    facts: {
      ...{ eventId, product, productId },
      // Null unless the event has exactly one price in the form of section 2.
      amount: second === undefined ? amount : null,
      metadata: Object.entries(metadata ?? {})
        .slice(0, SHOWN_LIMIT.entries)
        .map(([key, value]) => ({
          key: shortened(key),
          value: shortened(typeof value === 'string' ? value : JSON.stringify(value)),
        })),
      names: {
        uuids: uuids.slice(0, MOST_NAMES),
        texts: texts.slice(0, MOST_NAMES),
        metadata: metadata && hashOfMetadata(metadata),
      },
    } satisfies Partial<SaleRecord['event']>,
    /** `eventId` identifies the event. */
    isOwnId,
    event,
    /** The body, or the inner body of a wrapped one. */
    text: isWrapped ? JSON.stringify(event) : body,
    /** Marked as a test, as the practice store does. */
    isTest: isTest(event),
    /** Marked as an after-sell event, or names a payment link. */
    isSale: isAfterSell(event) || uuids.length > 0,
  };
}

function productIdIn({ product_id, product }: Record<string, unknown>): number | null {
  const id = product_id ?? (isObject(product) ? product.id : undefined);
  return isId(id) ? Number(id) : null;
}

/** Accepts numbers as text, because forms have no others. */
const isId = (value: unknown): boolean =>
  typeof value === 'string' ? /^[1-9]\d{0,14}$/.test(value) : Number.isSafeInteger(value) && Number(value) > 0;

/**
 * The same for the same event, however often and to whichever computer it is delivered. An event without an id of its own is
 * identified by its delivery's id and its fingerprint, or else by its text. Two stores may use the same event ids, so the id
 * covers the link's uuids and metadata.
 */
export function saleIdOf(event: SaleEvent, deliveryId: string | null, at: number): string {
  const { isOwnId, text } = event;
  const { eventId, names } = event.facts;
  if (isOwnId) return sha256(['event', eventId, names.uuids.map(uuidKey).sort(), names.metadata]);
  return sha256(deliveryId === null ? ['body', text] : ['delivery', deliveryId, fingerprintOf(event, at)]);
}

/** Keys whose values change from one attempt to deliver an event to the next. */
const OF_ATTEMPT =
  /attempt|retr(?:y|ies)|^tr(?:y|ies)$|deliver|^webhook$|(?:request|webhook|message|notification)_?id/i;
/** A short text with hours and minutes is a time. */
const TIME = /^(?=.*\d:\d\d).{1,40}$/s;
/** A number this close to the delivery is a time, in ms. Senders try again for days. */
const NEAR_MS = 7 * 24 * 60 * 60_000;

/** Equal for events that differ in times and attempts only, not in metadata. `at`: when the event was delivered. */
export function fingerprintOf({ event, facts }: SaleEvent, at: number): string {
  const isTime = (value: unknown): boolean => {
    if (typeof value === 'string') return TIME.test(value) || (/^\d{10,13}$/.test(value) && isTime(Number(value)));
    return typeof value === 'number' && [value, value * 1_000].some((ms) => Math.abs(ms - at) < NEAR_MS);
  };
  const lasting = (value: unknown): unknown => {
    if (isTime(value)) return null;
    if (Array.isArray(value)) return value.map(lasting);
    if (!isObject(value)) return value;
    const entries = Object.entries(value).filter(([key]) => !OF_ATTEMPT.test(key));
    return entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, item]) => [key, lasting(item)]);
  };
  return sha256(['same', lasting(event), facts.names.metadata]);
}

const sha256 = (parts: readonly unknown[]): string => createHash('sha256').update(JSON.stringify(parts)).digest('hex');

const shortened = (text: string): string => cutInMiddle(text, SHOWN_LIMIT.characters, SHOWN_LIMIT.characters);

/** "45.50". Any other separator would be ambiguous. */
const PLAIN_DECIMAL = /^\d+(\.\d{1,2})?$/;

/** What the buyer paid according to a price object: the discounted price if there is one. */
function amountOf({ currency_id, price, is_discount_price, discount_price, amount }: Record<string, unknown>) {
  const value = is_discount_price === true || is_discount_price === 'true' ? discount_price : (price ?? amount);
  const paid = typeof value === 'string' && PLAIN_DECIMAL.test(value) ? Number(value) : value;
  const cents = typeof paid === 'number' ? Math.round(paid * 100) : 0;
  const isAmount = cents > 0 && cents <= MAX_CENTS && cents / 100 === paid;
  return isAmount ? { currencyId: Number(currency_id), cents } : null;
}

/**
 * The first id in the body, and whether it identifies the event: a plain `id` may belong to the product or link, which
 * many purchases share.
 */
function idIn({ event_id, sale_id, id }: Record<string, unknown>): { eventId: string | null; isOwnId: boolean } {
  const isId = (value: unknown) => (hasText(value) && value.length <= MAX_ID_LENGTH) || Number.isInteger(value);
  const own = [event_id, sale_id].find(isId);
  const eventId = own ?? (isId(id) ? id : null);
  return { eventId: eventId === null ? null : String(eventId), isOwnId: own !== undefined };
}

const isTest = ({ event, event_type, type, test, is_test }: Record<string, unknown>): boolean =>
  [event, event_type, type].includes('test') || test === true || is_test === true;

const isAfterSell = ({ event, type }: Record<string, unknown>): boolean =>
  [event, type].some((name) => typeof name === 'string' && /^after[_-]sell$/i.test(name));

/** Null if there is no metadata or a value is not text: this app sends only texts. */
function hashOfMetadata(metadata: Record<string, unknown>): string | null {
  const entries = Object.entries(metadata);
  if (entries.length === 0 || entries.some(([, value]) => typeof value !== 'string')) return null;
  return hashOf(metadataKey(entries.map(([key, value]) => ({ key, value: String(value) }))));
}
