// Where a product or link is according to its record: the one rule by which a record shows the end of a change to it.
import type { Catalog } from '../../catalog/catalog.ts';
import { serviceKey } from '../../catalog/link-keys.ts';
import { isMerged } from '../../catalog/merge-record.ts';
import type { LinkRecord, ProductRecord } from '../../catalog/records.ts';
import { type Change, recordKindOf } from './change.ts';

/** `pending`: not on the service yet. `withdrawn`: deleted here, and as far as is known never on the service. */
export type Whereabouts = 'no record' | 'pending' | 'on service' | 'deleted' | 'withdrawn';

export function whereabouts(record: ProductRecord | LinkRecord | undefined): Whereabouts {
  if (!record) return 'no record';
  const isDeleted = record.deletedAt !== null && !('productId' in record && isMerged(record));
  if (serviceKey(record) === null) return isDeleted ? 'withdrawn' : 'pending';
  return isDeleted ? 'deleted' : 'on service';
}

/** The product or link that a change changes; undefined for the webhook. */
export function recordOf({ products, links }: Pick<Catalog, 'products' | 'links'>, change: Change) {
  const kind = recordKindOf(change);
  return (kind && (kind === 'product' ? products : links).get(change.subject)) || undefined;
}

export const isDeleted = (where: Whereabouts): boolean => where === 'deleted' || where === 'withdrawn';

export const wasCreated = (where: Whereabouts): boolean => where === 'deleted' || where === 'on service';
