// What an after-sell event says about a sale. The document shows none of its fields (section 6.5), so nothing is taken
// for granted: addresses with a uuid and metadata are looked for wherever they stand.
import { linkUuid } from '../../shared/checkout-url.ts';
import type { DeliveryEvent } from '../../shared/inbox.ts';
import { MAX_CENTS } from '../../shared/money.ts';
import { cutInMiddle } from '../../shared/text.ts';
import { metadataKey } from '../catalog/link-keys.ts';

export interface SaleEvent {
  /** Tells two deliveries of one event; null where the body has none. */
  readonly eventId: string | null;
  /** It calls itself a test, as the practice store's test event does. */
  readonly isTest: boolean;
  /** It calls itself an after-sell event, as the practice store's sales do. */
  readonly saysSale: boolean;
  /** Uuids that it clearly gives as those of a payment link. */
  readonly linkUuids: readonly string[];
  /** Other texts in it that may be the uuid of one. */
  readonly texts: readonly string[];
  /** Its metadata in one comparable text; null where it has none. */
  readonly metadata: string | null;
  /** Its metadata for people to read. */
  readonly metadataShown: DeliveryEvent['metadata'];
  readonly productTitle: string | null;
  /** Null where it gives no price as the document writes one (section 2), or several. */
  readonly amount: DeliveryEvent['amount'];
}

/** What the buyer's page was filled with, and the metadata itself, may hold any address. */
const NOT_THE_SELLERS = new Set(['metadata', 'fields', 'customer', 'buyer']);
const LINK_KEY = /payment_?link|link_?uuid/i;
const MOST_SHOWN = { entries: 50, characters: 500 };
const LONGEST_TEXT = 4_000;
const MOST_VALUES = 10_000;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Null where the body is no JSON object. */
export function readSaleEvent(body: string): SaleEvent | null {
  let event: unknown;
  try {
    event = JSON.parse(body);
  } catch {
    return null;
  }
  if (!isObject(event)) return null;
  const linkUuids: string[] = [];
  const texts: string[] = [];
  let metadata: Record<string, unknown> | null = null;
  let productTitle: string | null = null;
  const amounts: DeliveryEvent['amount'][] = [];
  const left: { readonly value: unknown; readonly ofLink: boolean }[] = [{ value: event, ofLink: false }];
  for (let at = 0; at < left.length && at < MOST_VALUES; at += 1) {
    const { value, ofLink } = left[at] ?? { value: null, ofLink: false };
    if (typeof value === 'string' && value.length <= LONGEST_TEXT) {
      const uuid = linkUuid(value) ?? (ofLink ? value : null);
      if (uuid !== null) linkUuids.push(uuid);
      else texts.push(value);
    } else if (Array.isArray(value)) {
      for (const item of value) left.push({ value: item, ofLink });
    } else if (isObject(value)) {
      // Level by level: the metadata nearest to the top is the event's.
      if (isObject(value.metadata)) metadata ??= value.metadata;
      if (typeof value.product_title === 'string') productTitle ??= shown(value.product_title);
      if (Number.isInteger(value.currency_id)) amounts.push(amountOf(value));
      for (const [key, item] of Object.entries(value)) {
        if (!NOT_THE_SELLERS.has(key.toLowerCase())) left.push({ value: item, ofLink: LINK_KEY.test(key) });
      }
    }
  }
  const [amount = null] = amounts;
  return {
    eventId: eventIdOf(event),
    isTest: isTest(event),
    saysSale: saysSale(event),
    linkUuids,
    texts,
    metadata: metadata && metadataOf(metadata),
    metadataShown: Object.entries(metadata ?? {})
      .slice(0, MOST_SHOWN.entries)
      .map(([key, value]) => ({
        key: shown(key),
        value: shown(typeof value === 'string' ? value : JSON.stringify(value)),
      })),
    productTitle,
    amount: amounts.length === 1 ? amount : null,
  };
}

const shown = (text: string): string => cutInMiddle(text, MOST_SHOWN.characters);

/** What was paid by a price object of the document: the discounted price where there is one. */
function amountOf({ currency_id, price, is_discount_price, discount_price }: Record<string, unknown>) {
  const paid = is_discount_price === true ? discount_price : price;
  const cents = typeof paid === 'number' ? Math.round(paid * 100) : 0;
  const isAmount = cents > 0 && cents <= MAX_CENTS && cents / 100 === paid;
  return isAmount ? { currencyId: Number(currency_id), cents } : null;
}

const eventIdOf = (event: Record<string, unknown>): string | null => {
  const id = [event.event_id, event.sale_id, event.id].find(
    (value) => typeof value === 'string' || Number.isInteger(value),
  );
  return id === undefined || id === '' ? null : String(id);
};

const isTest = ({ event, type, test }: Record<string, unknown>): boolean =>
  event === 'test' || type === 'test' || test === true;

const saysSale = ({ event, type }: Record<string, unknown>): boolean =>
  [event, type].some((name) => typeof name === 'string' && /^after[_-]sell$/i.test(name));

/** Only texts are compared: that is what this app sends. */
function metadataOf(metadata: Record<string, unknown>): string | null {
  const entries = Object.entries(metadata);
  if (entries.length === 0 || entries.some(([, value]) => typeof value !== 'string')) return null;
  return metadataKey(entries.map(([key, value]) => ({ key, value: String(value) })));
}
