// Records as the computers of a team exchange them, and what a record from another computer changes here.
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { opaqueId, type RecordKeys, seal, unsealJson } from '../../team-protocol/seal.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { mergeRecord } from '../catalog/merge-record.ts';
import type { ServiceTable } from '../catalog/record-table.ts';
import {
  isUnsentRecord,
  type LinkRecord,
  linkRecordSchema,
  type ProductRecord,
  productRecordSchema,
  type SaleRecord,
  saleRecordSchema,
} from '../catalog/records.ts';
import type { SharedKind } from '../catalog/sharing.ts';
import type { Stamper } from '../storage/stamp.ts';
import { SUBJECTS } from './stream.ts';

/** The version of shared records. */
export const VERSION = 1;

/**
 * `createdOn` names the computer whose outbox creates the record, also if that computer is the sender. It does not
 * store its own name.
 */
const sharedSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('product'), record: productRecordSchema }),
  z.object({ kind: z.literal('link'), record: linkRecordSchema }),
  z.object({ kind: z.literal('sale'), record: saleRecordSchema }),
]);
export type Shared = z.infer<typeof sharedSchema>;

const versionSchema = z.object({ version: z.number() });

/** The key of a store: the same on each computer, whatever id the store has there. */
export const storeKey = (keys: RecordKeys, serviceAddress: string, email: string): string =>
  opaqueId(keys, 'store', serviceAddress, email.trim().toLowerCase());

export const keyOf = (keys: RecordKeys, store: string, kind: SharedKind, id: string): string =>
  `${store}.${kind}.${opaqueId(keys, store, kind, id)}`;

/** `key` is authenticated, so that the server cannot pass one record off as another. */
export const sealShared = (keys: RecordKeys, key: string, shared: Shared): Buffer =>
  seal(keys.seal, key, Buffer.from(JSON.stringify({ version: VERSION, ...shared })));

/** `newer`: a newer version of the app has written it, so it stays unchanged. */
export function openShared(keys: RecordKeys, key: string, sealed: Uint8Array): Shared | 'newer' | 'unreadable' {
  const value = unsealJson(keys.seal, key, sealed);
  if ((versionSchema.safeParse(value).data?.version ?? VERSION) > VERSION) return 'newer';
  return sharedSchema.safeParse(value).data ?? 'unreadable';
}

/** The row as other computers get it; undefined if there is none. `device`: this computer. */
export function sharedRow({ products, links, sales }: Catalog, device: string, kind: SharedKind, id: string) {
  const record = { product: products, link: links, sale: sales }[kind].get(id);
  return record && ({ kind, record: 'event' in record ? record : shownToOthers(record, device) } as Shared);
}

const shownToOthers = <T extends ProductRecord | LinkRecord>(record: T, device: string): T =>
  isUnsentRecord(record) ? { ...record, createdOn: record.createdOn ?? { device } } : record;

interface Taken {
  /** The record here now equals the shared one. */
  readonly isSame: boolean;
  /** The sale, if it counts now and did not before. */
  readonly verified: SaleRecord | null;
}

/**
 * Merges an entry of the server, and marks the row if it then differs from the entry. Use inside a transaction of the
 * catalog. `newer`: a newer version of the app has written the entry, which changes nothing here.
 */
export function takeEntry(
  keys: RecordKeys,
  catalog: Catalog,
  stamper: Stamper,
  { subject, seq, data }: { readonly subject: string; readonly seq: number; readonly data: Uint8Array },
): Pick<Taken, 'verified'> | 'newer' | 'unreadable' {
  const shared = data.length > 0 ? openShared(keys, subject.slice(SUBJECTS.length), data) : 'unreadable';
  if (typeof shared === 'string') return shared;
  const { kind, record } = shared;
  // A later revision was already read after a conflict.
  if (seq < catalog.sharing.revisionOf(kind, record.id)) return { verified: null };
  if (shared.kind !== 'sale') stamper.follow(shared.record.rev);
  const { isSame, verified } = takeShared(catalog, stamper.device, shared);
  catalog.sharing.set(kind, record.id, seq, !isSame);
  return { verified };
}

/** Merges a record of another computer. Use inside a transaction of the catalog. */
export function takeShared(catalog: Catalog, device: string, shared: Shared): Taken {
  if (shared.kind === 'sale') {
    const { record } = shared;
    const { before, after } = catalog.sales.merge(record);
    const verified = after === 'counted' && before !== 'counted' ? record : null;
    return { isSame: isSame(catalog.sales.get(record.id) ?? null, record), verified };
  }
  const matches =
    shared.kind === 'product'
      ? takeRecord(catalog, device, shared.kind, shared.record, catalog.products)
      : takeRecord(catalog, device, shared.kind, shared.record, catalog.links);
  return { isSame: matches, verified: null };
}

/**
 * The newest word on who creates the record counts, unless this computer creates it too: only a restored backup lets
 * two computers create the same record, and then neither corrects the other.
 */
function takeRecord<T extends ProductRecord | LinkRecord>(
  catalog: Catalog,
  device: string,
  kind: 'product' | 'link',
  incoming: T,
  table: ServiceTable<T>,
): boolean {
  const { createdOn, ...record } = incoming;
  const isOthers = createdOn !== undefined && createdOn.device !== device;
  const here = table.get(incoming.id);
  const isOwn = here !== undefined && isUnsentRecord(here) && here.createdOn === undefined;
  const united = here ? mergeRecord(here, incoming) : (record as T);
  const creator = isOthers ? createdOn : here?.createdOn;
  const merged = isUnsentRecord(united) && !isOwn && creator ? { ...united, createdOn: creator } : united;
  if (!here || !isSame(here, merged)) {
    table.put(merged);
    if (isDuplicate(merged, table.sameOnService(merged))) catalog.sharing.addDuplicate({ kind, id: merged.id });
    if ('productId' in merged) noteProduct(catalog, merged);
  }
  const shared = shownToOthers(merged, device);
  return !here || isSame(isOthers ? { ...shared, createdOn } : shared, incoming);
}

/** Notes a link's product if it is no longer listed, because another record has taken its place. */
function noteProduct({ products, sharing }: Catalog, link: LinkRecord): void {
  const product = link.deletedAt === null ? products.get(link.productId) : undefined;
  if (product?.deletedAt != null && product.serverId !== null)
    sharing.addDuplicate({ kind: 'product', id: product.id });
}

/** Also true for a record that is already merged, because a computer may have changed it before it knew. */
const isDuplicate = <T extends ProductRecord | LinkRecord>({ id, deletedAt }: T, same: readonly T[]): boolean =>
  same.some((other) => other.id !== id && (deletedAt === null || other.deletedAt === null));

/** Compares as on disk, where keys without a value are missing. */
const isSame = (a: unknown, b: unknown): boolean =>
  isDeepStrictEqual(JSON.parse(JSON.stringify(a)), JSON.parse(JSON.stringify(b)));
