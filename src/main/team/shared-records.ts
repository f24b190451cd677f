// Records as the computers of a team exchange them, and what one from another computer changes here.
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { opaqueId, type RecordKeys, seal, unseal } from '../../team-protocol/seal.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { mergeLink, mergeProduct } from '../catalog/merge-record.ts';
import { completeSale } from '../catalog/merge-sale.ts';
import { linkRecordSchema, productRecordSchema, saleRecordSchema } from '../catalog/records.ts';
import type { SharedKind } from '../catalog/sharing.ts';

const VERSION = 1;

const sharedSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('product'), record: productRecordSchema }),
  z.object({ kind: z.literal('link'), record: linkRecordSchema }),
  z.object({ kind: z.literal('sale'), record: saleRecordSchema }),
]);
export type Shared = z.infer<typeof sharedSchema>;

/** The store of an e-mail at a service: the same on each computer, whatever id it has there. */
export const storeKey = (keys: RecordKeys, serviceAddress: string, email: string): string =>
  opaqueId(keys, 'store', serviceAddress, email.trim().toLowerCase());

export const keyOf = (keys: RecordKeys, store: string, kind: SharedKind, id: string): string =>
  `${store}.${kind}.${opaqueId(keys, store, kind, id)}`;

/** `key` is authenticated, so that the server cannot pass one record off as another. */
export const sealShared = (keys: RecordKeys, key: string, shared: Shared): Buffer =>
  seal(keys.seal, key, Buffer.from(JSON.stringify({ version: VERSION, ...shared })));

/** `newer`: of a version of the app that knows more; to be left alone. */
export function openShared(keys: RecordKeys, key: string, sealed: Uint8Array): Shared | 'newer' | 'unreadable' {
  const bytes = unseal(keys.seal, key, sealed);
  if (!bytes) return 'unreadable';
  const value = parsed(bytes);
  if ((z.object({ version: z.number() }).safeParse(value).data?.version ?? VERSION) > VERSION) return 'newer';
  return sharedSchema.safeParse(value).data ?? 'unreadable';
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return null;
  }
}

/** What this computer has of a row; undefined where it has none. */
export function sharedRow(catalog: Catalog, kind: SharedKind, id: string): Shared | undefined {
  switch (kind) {
    case 'product': {
      const record = catalog.products.get(id);
      return record && { kind, record };
    }
    case 'link': {
      const record = catalog.links.get(id);
      return record && { kind, record };
    }
    case 'sale': {
      const record = catalog.sales.get(id);
      return record && { kind, record };
    }
  }
}

/** Merges a record of another computer. Returns whether it then is the same here. Use inside a transaction of the catalog. */
export function takeShared(catalog: Catalog, shared: Shared): boolean {
  switch (shared.kind) {
    case 'product': {
      const here = catalog.products.get(shared.record.id);
      const merged = here ? mergeProduct(here, shared.record) : shared.record;
      if (!isSame(here, merged)) catalog.products.put(merged);
      return isSame(merged, shared.record);
    }
    case 'link': {
      const here = catalog.links.get(shared.record.id);
      const merged = here ? mergeLink(here, shared.record) : shared.record;
      if (!isSame(here, merged)) catalog.links.put(merged);
      return isSame(merged, shared.record);
    }
    case 'sale': {
      catalog.sales.take(shared.record);
      const here = catalog.sales.get(shared.record.id);
      return here !== undefined && isSame(completeSale(here), completeSale(shared.record));
    }
  }
}

/** As on the disk: a key without a value is none. */
const isSame = (a: unknown, b: unknown): boolean =>
  isDeepStrictEqual(a && JSON.parse(JSON.stringify(a)), b && JSON.parse(JSON.stringify(b)));
