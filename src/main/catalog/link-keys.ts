// Keys that identify a payment link, its metadata, or what it sells.
import { hash } from 'node:crypto';
import { linkUuid, parseWebAddress, uuidKey } from '../../shared/checkout-url.ts';
import { type LinkDraft, type MetadataEntry, metadataObject } from '../../shared/payment-link.ts';
import type { LinkRecord, SaleRecord, ServiceRecord } from './records.ts';

/** The uuid in a link's address, or the whole address if it has none. */
export const linkKey = ({ paymentLink }: { readonly paymentLink: string | null }): string | null => {
  if (paymentLink === null) return null;
  const uuid = linkUuid(paymentLink);
  return uuid === null ? paymentLink : uuidKey(uuid);
};

/** What identifies a record on the service; null while nothing does. */
export const serviceKey = (record: ServiceRecord): string | number | null =>
  'productId' in record ? linkKey(record) : record.serverId;

/** Equal for equal pairs in any order. */
export const metadataKey = (entries: readonly MetadataEntry[]): string =>
  JSON.stringify(entries.map(({ key, value }) => [key, value]).sort(([a = ''], [b = '']) => (a < b ? -1 : 1)));

export const hashOf = (text: string): string => hash('sha256', text, 'base64url');

/**
 * A hash of the metadata by which a sale is matched to a link. Null if it has none, and for a deleted link without an address:
 * it was never on the service.
 */
export const metadataHash = ({ metadata, deletedAt, paymentLink }: LinkRecord): string | null =>
  metadata.length > 0 && (deletedAt === null || paymentLink !== null) ? hashOf(metadataKey(metadata)) : null;

/**
 * A hash of what a link sells: product, prices, single use and metadata. The order of prices and metadata and the case of keys
 * do not matter. If a metadata key repeats, its last value counts, as in the JSON that is sent.
 */
export function contentHash(productId: string, { prices, useOnce, metadata }: LinkDraft): string {
  const amounts = prices
    .map(({ currencyId, priceCents, discountCents }) => [currencyId, priceCents, discountCents ?? null])
    .sort(([a], [b]) => Number(a) - Number(b));
  const pairs = Object.entries(metadataObject(metadata)).map(([key, value]) =>
    JSON.stringify([key.toLowerCase(), value]),
  );
  return hashOf(JSON.stringify([productId, useOnce, amounts, pairs.sort()]));
}

/** The host of the link's address if the service returned it; null if the seller entered it. */
export const serviceHost = ({ origin, answer, paymentLink }: LinkRecord): string | null =>
  origin === 'desk' && answer !== '' && paymentLink !== null ? (parseWebAddress(paymentLink)?.host ?? null) : null;

/** The `linkKey`s and the `metadataHash` by which a sale without a link may name one that is added later. */
export function namesOf({ linkId, event }: SaleRecord): string[] {
  const { uuids, texts, metadata } = event.names;
  return linkId === null ? [...[...uuids, ...texts].map(uuidKey), ...(metadata === null ? [] : [metadata])] : [];
}
