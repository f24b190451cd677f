// Records as the computers of a team exchange them, and what one from another computer changes here.
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { opaqueId, type RecordKeys, seal, unsealJson } from '../../team-protocol/seal.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { linkKey } from '../catalog/link-keys.ts';
import { mergeLink, mergeProduct, withDoubts } from '../catalog/merge-record.ts';
import {
  type Creator,
  isUnsentLink,
  isUnsentProduct,
  type LinkRecord,
  linkRecordSchema,
  type ProductRecord,
  productRecordSchema,
  type SaleRecord,
  saleRecordSchema,
} from '../catalog/records.ts';
import type { SharedKind } from '../catalog/sharing.ts';

/** Of shared records. */
export const VERSION = 1;

/** The computer whose outbox creates the record, and all that are in doubt about a change to it. */
const { createdOn, doubtOn } = productRecordSchema.shape;
const beside = { createdOn: true, doubtOn: true } as const;

const sharedSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('product'), record: productRecordSchema.omit(beside), createdOn, doubtOn }),
  z.object({ kind: z.literal('link'), record: linkRecordSchema.omit(beside), createdOn, doubtOn }),
  z.object({ kind: z.literal('sale'), record: saleRecordSchema }),
]);
export type Shared = z.infer<typeof sharedSchema>;

const versionSchema = z.object({ version: z.number() });

/** Whether a computer's outbox still has to create it. */
export function isUnsent(shared: Shared): boolean {
  if (shared.kind === 'sale') return false;
  return shared.kind === 'product' ? isUnsentProduct(shared.record) : isUnsentLink(shared.record);
}

/** The store of an e-mail at a service: the same on each computer, whatever id it has there. */
export const storeKey = (keys: RecordKeys, serviceAddress: string, email: string): string =>
  opaqueId(keys, 'store', serviceAddress, email.trim().toLowerCase());

export const keyOf = (keys: RecordKeys, store: string, kind: SharedKind, id: string): string =>
  `${store}.${kind}.${opaqueId(keys, store, kind, id)}`;

/** `key` is authenticated, so that the server cannot pass one record off as another. */
export const sealShared = (keys: RecordKeys, key: string, shared: Shared): Buffer =>
  seal(keys.seal, key, Buffer.from(JSON.stringify({ version: VERSION, ...shared })));

/** `newer`: of a newer version of the app; it stays unchanged. */
export const openShared = (keys: RecordKeys, key: string, sealed: Uint8Array): Shared | 'newer' | 'unreadable' =>
  readShared(unsealJson(keys.seal, key, sealed));

/** `value`: unsealed. */
export function readShared(value: unknown): Shared | 'newer' | 'unreadable' {
  if ((versionSchema.safeParse(value).data?.version ?? VERSION) > VERSION) return 'newer';
  return sharedSchema.safeParse(value).data ?? 'unreadable';
}

/** This computer. */
export interface Here {
  readonly device: string;
  /** Whether the seller has to decide here about a change to a record. */
  readonly isInDoubt: (id: string) => boolean;
}

/** What this computer has of a row; undefined if it has none. */
export function sharedRow(catalog: Catalog, here: Here, kind: SharedKind, id: string): Shared | undefined {
  switch (kind) {
    case 'product': {
      const product = catalog.products.get(id);
      return product && { kind, ...divided(product, isUnsentProduct(product), here) };
    }
    case 'link': {
      const link = catalog.links.get(id);
      return link && { kind, ...divided(link, isUnsentLink(link), here) };
    }
    case 'sale': {
      const record = catalog.sales.get(id);
      return record && { kind, record };
    }
  }
}

interface Beside {
  readonly createdOn?: Creator | undefined;
  readonly doubtOn?: string[] | undefined;
}

/** Who creates a record or is in doubt is not part of it: a computer does not store that of itself, so the same record would differ. */
function divided<T extends Beside & { readonly id: string; readonly deletedAt: number | null }>(
  { createdOn, doubtOn = [], ...record }: T,
  isUnsent: boolean,
  { device, isInDoubt }: Here,
): Beside & { readonly record: Omit<T, keyof Beside> } {
  if (isUnsent) return { record, createdOn: createdOn ?? { device, isInDoubt: isInDoubt(record.id) } };
  const all = isInDoubt(record.id) ? [...doubtOn, device] : doubtOn;
  return { record, ...(record.deletedAt === null && all.length > 0 && { doubtOn: all }) };
}

/**
 * Merges a record of another computer. Returns whether it then is the same here. Use inside a transaction of the catalog.
 *
 * @param onVerified called with a sale that did not count before
 */
export function takeShared(
  catalog: Catalog,
  device: string,
  shared: Shared,
  onVerified: (sale: SaleRecord) => void = () => undefined,
): boolean {
  switch (shared.kind) {
    case 'product': {
      const product = { ...shared.record, ...besideOf(shared, device) };
      const here = catalog.products.get(product.id);
      const merged = here
        ? withDoubts(withCreator(isUnsentProduct, mergeProduct(here, product), here, product), product)
        : product;
      if (!here || !isSame(here, merged)) {
        catalog.products.put(merged);
        noteTwinProduct(catalog, merged);
      }
      return !here || isSame({ ...merged, createdOn: undefined, doubtOn: undefined }, shared.record);
    }
    case 'link': {
      const link = { ...shared.record, ...besideOf(shared, device) };
      const here = catalog.links.get(link.id);
      const merged = here ? withDoubts(withCreator(isUnsentLink, mergeLink(here, link), here, link), link) : link;
      if (!here || !isSame(here, merged)) {
        catalog.links.put(merged);
        noteTwinLink(catalog, merged);
      }
      return !here || isSame({ ...merged, createdOn: undefined, doubtOn: undefined }, shared.record);
    }
    case 'sale': {
      const { before, after } = catalog.sales.take(shared.record);
      if (after === 'counted' && before !== 'counted') onVerified(shared.record);
      const here = catalog.sales.get(shared.record.id);
      return here !== undefined && isSame(here, shared.record);
    }
  }
}

function noteTwinProduct({ products, sharing }: Catalog, product: ProductRecord): void {
  const { id, serverId } = product;
  if (serverId !== null && isTwin(product, products.withServerId(serverId))) sharing.addTwin({ kind: 'product', id });
}

/** Also where its product is no longer listed, because another record has taken its place. */
function noteTwinLink({ links, products, sharing }: Catalog, link: LinkRecord): void {
  const key = linkKey(link);
  if (key !== null && isTwin(link, links.withKeys([key]))) sharing.addTwin({ kind: 'link', id: link.id });
  if (link.deletedAt !== null) return;
  const product = products.get(link.productId);
  if (product?.deletedAt != null && product.serverId !== null) sharing.addTwin({ kind: 'product', id: product.id });
}

/** Also for one that is already merged: a computer may have changed it before it knew. */
const isTwin = <T extends ProductRecord | LinkRecord>({ id, deletedAt }: T, same: readonly T[]): boolean =>
  same.some((other) => other.id !== id && (deletedAt === null || other.deletedAt === null));

/** What it says of the other computers. The newest word on their doubts counts: each publishes again what says otherwise of its own. */
export function besideOf({ createdOn, doubtOn = [] }: Beside, device: string): Beside {
  const others = doubtOn.filter((other) => other !== device);
  return {
    ...(createdOn !== undefined && createdOn.device !== device && { createdOn }),
    ...(others.length > 0 && { doubtOn: others }),
  };
}

/**
 * The newest value of who creates it counts. A record that this computer creates too stays its own: only a restored backup lets two
 * computers create the same record.
 */
function withCreator<T extends { readonly createdOn?: Creator | undefined }>(
  isUnsent: (record: T) => boolean,
  merged: T,
  here: T,
  came: T,
): T {
  const isOwn = isUnsent(here) && here.createdOn === undefined;
  const createdOn = came.createdOn ?? here.createdOn;
  return !isUnsent(merged) || isOwn || createdOn === undefined ? merged : { ...merged, createdOn };
}

/** As on disk: keys without a value are left out. */
const isSame = (a: unknown, b: unknown): boolean =>
  isDeepStrictEqual(a && JSON.parse(JSON.stringify(a)), b && JSON.parse(JSON.stringify(b)));
