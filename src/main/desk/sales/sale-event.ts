// What an after-sell event says about a sale. The document shows none of its fields (section 6.5), so nothing is taken
// for granted: addresses with a uuid and metadata are looked for wherever they stand.
import { linkUuid } from '../../../shared/checkout-url.ts';
import { metadataKey } from '../../catalog/links.ts';

export interface SaleEvent {
  /** Tells two deliveries of one event; null where the body has none. */
  readonly eventId: string | null;
  /** It calls itself a test, as the practice store's test event does. */
  readonly isTest: boolean;
  /** Uuids that it clearly gives as those of a payment link. */
  readonly linkUuids: readonly string[];
  /** Other texts in it that may be the uuid of one. */
  readonly texts: readonly string[];
  /** Its metadata in one comparable text; null where it has none. */
  readonly metadata: string | null;
}

/** What the buyer's page was filled with, and the metadata itself, may hold any address. */
const NOT_THE_SELLERS = new Set(['metadata', 'fields', 'customer', 'buyer']);
const LINK_KEY = /payment_?link|link_?uuid/i;
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
  let metadata: string | null = null;
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
      if (isObject(value.metadata)) metadata ??= metadataOf(value.metadata);
      for (const [key, item] of Object.entries(value)) {
        if (!NOT_THE_SELLERS.has(key.toLowerCase())) left.push({ value: item, ofLink: LINK_KEY.test(key) });
      }
    }
  }
  return { eventId: eventIdOf(event), isTest: isTest(event), linkUuids, texts, metadata };
}

const eventIdOf = (event: Record<string, unknown>): string | null => {
  const id = [event.event_id, event.sale_id, event.id].find(
    (value) => typeof value === 'string' || Number.isInteger(value),
  );
  return id === undefined || id === '' ? null : String(id);
};

const isTest = ({ event, type, test }: Record<string, unknown>): boolean =>
  event === 'test' || type === 'test' || test === true;

/** Only texts are compared: that is what this app sends. */
function metadataOf(metadata: Record<string, unknown>): string | null {
  const entries = Object.entries(metadata);
  if (entries.length === 0 || entries.some(([, value]) => typeof value !== 'string')) return null;
  return metadataKey(entries.map(([key, value]) => ({ key, value: String(value) })));
}
