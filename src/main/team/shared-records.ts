// Records as the computers of a team exchange them, and what a record from another computer changes here.
import { isDeepStrictEqual } from 'node:util';
import type { JsMsg } from '@nats-io/jetstream';
import { z } from 'zod';
import { opaqueId, type RecordKeys, seal, unsealJson } from '../../team-protocol/seal.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { currencyItemSchema, templateItemSchema } from '../catalog/items.ts';
import { isTakenOverLater, mergeRecord, separated } from '../catalog/merge-record.ts';
import type { ServiceTable } from '../catalog/record-table.ts';
import {
  isUnsentRecord,
  linkRecordSchema,
  productRecordSchema,
  type ServiceRecord,
  saleRecordSchema,
} from '../catalog/records.ts';
import type { SharedKind } from '../catalog/sharing.ts';
import type { Stamper } from '../storage/stamp.ts';
import { type SharedFacts, sharedFactSchema } from '../webhook/shared-facts.ts';
import { SUBJECTS } from './stream.ts';

/** The version of shared records. Raise it with each new value: an older app would drop it, and erase it here with its next change. */
export const VERSION = 1;

/**
 * `createdOn` names the computer whose outbox creates the record, also if that computer is the sender. It does not
 * store its own name.
 */
const sharedSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('product'), record: productRecordSchema }),
  z.object({ kind: z.literal('link'), record: linkRecordSchema }),
  z.object({ kind: z.literal('sale'), record: saleRecordSchema }),
  z.object({ kind: z.literal('currency'), record: currencyItemSchema }),
  z.object({ kind: z.literal('template'), record: templateItemSchema }),
  z.object({ kind: z.literal('fact'), record: sharedFactSchema }),
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

/** An entry of the server. */
type Entry = Pick<JsMsg, 'subject' | 'seq' | 'data'>;

/** `newer`: a newer version of the app has written it, so it stays unchanged. */
function openEntry(keys: RecordKeys, { subject, data }: Entry): Opened['shared'] {
  const value = unsealJson(keys.seal, subject.slice(SUBJECTS.length), data);
  if ((versionSchema.safeParse(value).data?.version ?? VERSION) > VERSION) return 'newer';
  return sharedSchema.safeParse(value).data ?? 'unreadable';
}

/** The row as other computers get it; undefined if there is none. Facts come from their store. `device`: this computer. */
export function sharedRow(catalog: Catalog, device: string, kind: Exclude<SharedKind, 'fact'>, id: string) {
  const { products: product, links: link, sales: sale, currencies: currency, templates: template } = catalog;
  const record = { product, link, sale, currency, template }[kind].get(id);
  return record && ({ kind, record: 'origin' in record ? shownToOthers(record, device) : record } as Shared);
}

const shownToOthers = <T extends ServiceRecord>(record: T, device: string): T =>
  isUnsentRecord(record) ? { ...record, createdOn: record.createdOn ?? { device } } : record;

/**
 * Merges entries of the server, and marks rows that then differ from theirs. Use inside a transaction of the catalog.
 * `newer`: a newer version of the app has written the entry, which changes nothing here. Skips facts.
 */
export function takeEntries(keys: RecordKeys, catalog: Catalog, stamper: Stamper, entries: readonly Entry[]) {
  const opened = entries.map((entry) => ({ seq: entry.seq, shared: openEntry(keys, entry) }));
  const taken = takeNewLinks(catalog, stamper, opened);
  return opened.map((entry) => (taken.has(entry) ? NOTHING_ELSE : takeOpened(catalog, stamper, entry)));
}

interface Opened {
  readonly seq: number;
  readonly shared: Shared | 'newer' | 'unreadable';
}
const NOTHING_ELSE = { verified: undefined };

/** Stores links that are not here yet together: a computer that joins gets many. Returns their entries. */
function takeNewLinks(catalog: Catalog, stamper: Stamper, opened: readonly Opened[]): ReadonlySet<Opened> {
  const added = new Map(opened.filter(isLink).map((entry) => [entry.shared.record.id, entry]));
  for (const { id } of catalog.links.withIds([...added.keys()])) added.delete(id);
  const entries = [...added.values()];
  const links = entries.map(({ shared }) => mergedWith(undefined, shared.record, stamper.device));
  if (links.length > 0) {
    for (const { rev } of links) stamper.follow(rev);
    catalog.links.putAll(links);
    findDuplicates(catalog, 'link', links);
    const revisions = entries.map(({ seq, shared }) => [shared.record.id, seq] as const);
    catalog.sharing.setSame('link', revisions);
  }
  return new Set(entries);
}

const isLink = (entry: Opened): entry is Opened & { readonly shared: Extract<Shared, { kind: 'link' }> } =>
  typeof entry.shared !== 'string' && entry.shared.kind === 'link';

function takeOpened(catalog: Catalog, stamper: Stamper, { seq, shared }: Opened) {
  if (typeof shared === 'string') return shared;
  const { kind, record } = shared;
  // A later revision was already read: after a conflict, or because it came together with this one.
  if (shared.kind === 'fact' || seq < catalog.sharing.revisionOf(kind, record.id)) return NOTHING_ELSE;
  if ('rev' in record) stamper.follow(record.rev);
  const { isSame, verified } = takeShared(catalog, stamper.device, shared);
  catalog.sharing.set(kind, record.id, seq, !isSame);
  return { verified };
}

/** Merges a fact of the server outside of a transaction, because its store saves it elsewhere. */
export async function takeFact(keys: RecordKeys, catalog: Catalog, facts: SharedFacts, entry: Entry): Promise<void> {
  const shared = openEntry(keys, entry);
  if (typeof shared === 'string' || shared.kind !== 'fact') return;
  const { kind, record } = shared;
  if (entry.seq < catalog.sharing.revisionOf(kind, record.id)) return;
  await facts.take(record);
  catalog.transaction(() => catalog.sharing.set(kind, record.id, entry.seq, !isSame(facts.get(record.id), record)));
}

/**
 * Merges a record of another computer. Use inside a transaction of the catalog. `isSame`: the record here now equals the
 * shared one. `verified`: the sale, if it counts now and did not before.
 */
export function takeShared(catalog: Catalog, device: string, shared: Exclude<Shared, { kind: 'fact' }>) {
  switch (shared.kind) {
    case 'product':
      return { isSame: takeRecord(catalog, device, shared.record, catalog.products) };
    case 'link':
      return { isSame: takeRecord(catalog, device, shared.record, catalog.links) };
    case 'sale': {
      const { record } = shared;
      const { before, after } = catalog.sales.merge(record);
      const verified = after === 'counted' && before !== 'counted' ? record : undefined;
      return { isSame: isSame(catalog.sales.get(record.id) ?? null, record), verified };
    }
    case 'currency':
      return { isSame: isSame(catalog.currencies.merge(shared.record), shared.record) };
    case 'template':
      return { isSame: isSame(catalog.templates.merge(shared.record), shared.record) };
  }
}

function takeRecord<T extends ServiceRecord>(catalog: Catalog, device: string, incoming: T, table: ServiceTable<T>) {
  const here = table.get(incoming.id);
  const merged = mergedWith(here, incoming, device);
  for (const other of separated([here, incoming], merged)) {
    const known = table.get(other.id);
    const both = known ? mergeRecord(known, other) : other;
    if (!known || !isSame(known, both)) table.put(both);
  }
  if (!here || !isSame(here, merged)) {
    table.put(merged);
    findDuplicates(catalog, 'productId' in merged ? 'link' : 'product', [merged]);
  }
  const shared = shownToOthers(merged, device);
  const { createdOn } = incoming;
  const isOthers = createdOn !== undefined && createdOn.device !== device;
  return !here || isSame(isOthers ? { ...shared, createdOn } : shared, incoming);
}

/**
 * The newest word on who creates the record counts, unless this computer creates it too: only a restored backup lets
 * two computers create the same record, and then neither corrects the other. A computer that has taken over the
 * creation of a removed one wins over both.
 */
function mergedWith<T extends ServiceRecord>(here: T | undefined, incoming: T, device: string): T {
  const { createdOn, ...record } = incoming;
  const isOthers = createdOn !== undefined && createdOn.device !== device;
  const isTaken = here !== undefined && isTakenOverLater(incoming, here);
  const isOwn = here !== undefined && isUnsentRecord(here) && here.createdOn === undefined && !isTaken;
  const united = here ? mergeRecord(here, incoming) : (record as T);
  const known = isTaken ? undefined : here?.createdOn;
  const creator = isOthers && !(here && isTakenOverLater(here, incoming)) ? createdOn : known;
  return isUnsentRecord(united) && !isOwn && creator ? { ...united, createdOn: creator } : united;
}

/** Marks what `mergeDuplicate` has to look at after records of other computers were stored. */
function findDuplicates({ sharing }: Catalog, kind: 'product' | 'link', records: readonly ServiceRecord[]): void {
  const ids = records.map(({ id }) => id);
  sharing.addDuplicates(kind, ids);
  sharing.addReplaced(
    records.flatMap((record) => ('productId' in record && record.deletedAt === null ? record.productId : [])),
  );
}

/** Compares as on disk, where keys without a value are missing. */
const isSame = (a: unknown, b: unknown): boolean =>
  isDeepStrictEqual(JSON.parse(JSON.stringify(a)), JSON.parse(JSON.stringify(b)));
