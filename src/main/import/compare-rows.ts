// Compares the rows of a file with the links that exist, and with each other.
import { isDeepStrictEqual } from 'node:util';
import type { RowKind } from '../../shared/link-import.ts';
import type { MetadataEntry } from '../../shared/payment-link.ts';
import { contentHash, metadataKey } from '../catalog/link-keys.ts';
import type { CreatedSince } from '../catalog/links.ts';
import type { LinkRecord } from '../catalog/records.ts';
import { isLeaving } from '../links/links.ts';
import type { StoreContext } from '../store-context.ts';
import { kindOf, needsSeller } from '../sync/outbox/action.ts';
import type { Checked } from './file/check.ts';

export interface Compared {
  readonly kind: RowKind;
  /** The first line that has the same. */
  readonly sameAs: number | null;
  /** The one link with the metadata of the row. A `repriced` row differs in its prices, a new one in single use. */
  readonly twin: LinkRecord | null;
  /** The first line with the metadata of a new row, and something else that differs. */
  readonly sameMetadataAs: number | null;
}

export const NEW: Compared = { kind: 'new', sameAs: null, twin: null, sameMetadataAs: null };

interface Comparable {
  readonly content: string | null;
  readonly read: { readonly line: number };
  readonly checked: Checked;
}

/** Whether the deletion of a link waits or was just sent. A replaced link still counts, as it does once it is deleted. */
const isLeavingAlone = ({ outbox, catalog }: StoreContext, id: string): boolean =>
  catalog.staged.has('delete', id) ||
  outbox.of(id).some(({ payload }) => payload.kind === 'link.delete' && payload.replacedBy === undefined);

/** How many links with this `contentHash` are not about to be deleted, at most `limit`. */
export function countAlike(store: StoreContext, content: string, limit: number, since?: CreatedSince): number {
  let count = 0;
  for (const id of store.catalog.links.idsAlike(content, since)) {
    if (!isLeavingAlone(store, id)) count += 1;
    if (count === limit) break;
  }
  return count;
}

/**
 * Returns a function that compares rows, to be called in their order. Of equal rows, as many exist as there are equal
 * links; of the others only the first is new. Links that are about to be deleted do not count.
 */
export function comparison(store: StoreContext, rowCount: number): (row: Comparable) => Compared {
  const seen = new Map<string, { readonly read: Comparable['read']; readonly links: number; rows: number }>();
  /** The first line with some metadata, by them and their product. */
  const lineOf = new Map<string, number>();

  /** The one link with this metadata: a corrected file would otherwise create a second link for an order. */
  const twinOf = ({ draft, productId }: Checked): LinkRecord | null => {
    if (draft === null || productId === null || draft.metadata.length === 0) return null;
    const alike = store.catalog.links.sameMetadata(productId, draft.metadata);
    const [link = null, second] = alike.filter(({ id }) => !isLeaving(store, id));
    return link && !second && (link.useOnce !== draft.useOnce || !isDeepStrictEqual(link.prices, draft.prices))
      ? link
      : null;
  };
  /** Also those whose metadata keys differ in case: a column "Order" of one file is "order" in another, or was typed so. */
  const linksLike = (content: string, { draft, productId }: Checked): number => {
    const exact = countAlike(store, content, rowCount);
    if (exact > 0 || draft === null || productId === null) return exact;
    const others = new Set(
      inOtherCases(draft.metadata).map((metadata) => contentHash(productId, { ...draft, metadata })),
    );
    others.delete(content);
    return [...others].reduce((sum, other) => sum + countAlike(store, other, rowCount), 0);
  };
  const firstWithMetadata = ({ draft, productId }: Checked, line: number): number => {
    if (draft === null || draft.metadata.length === 0) return line;
    const key = JSON.stringify([productId, metadataKey(draft.metadata)]);
    const first = lineOf.get(key) ?? line;
    lineOf.set(key, first);
    return first;
  };

  return ({ content, read, checked }) => {
    const { line } = read;
    if (content === null) return NEW;
    const first = seen.get(content);
    const alike = first ?? { read, links: linksLike(content, checked), rows: 0 };
    if (!first) seen.set(content, alike);
    alike.rows += 1;
    const compared = { ...NEW, sameAs: first ? first.read.line : null };
    const firstLine = firstWithMetadata(checked, line);
    if (alike.rows <= alike.links) return { ...compared, kind: 'existing' };
    const twin = twinOf(checked);
    if (twin && twin.useOnce === checked.draft?.useOnce) return { ...compared, kind: 'repriced', twin };
    if (first) return { ...compared, kind: 'repeated' };
    return { ...compared, twin, sameMetadataAs: firstLine === line ? null : firstLine };
  };
}

const IN_CASES = [
  (key: string) => key.toLowerCase(),
  (key: string) => key.toUpperCase(),
  (key: string) => key.slice(0, 1).toUpperCase() + key.slice(1).toLowerCase(),
];
const inOtherCases = (metadata: readonly MetadataEntry[]): MetadataEntry[][] =>
  IN_CASES.map((inCase) => metadata.map(({ key, value }) => ({ key: inCase(key), value })));

/** A link that the service may not have. */
export interface Stuck {
  readonly id: string;
  readonly state: 'unconfirmed' | 'refused';
}

/**
 * A link with this content, if none of those links is on the service or waits to be sent: the creation of each needs
 * attention. One that the service may have created comes before those that were rejected.
 */
export function stuckLink(store: StoreContext, content: string | null): Stuck | null {
  const links = content === null ? [] : store.catalog.links.alike(content);
  const stuck: Stuck[] = [];
  for (const { id } of links.filter((link) => !isLeaving(store, link.id))) {
    const creation = store.outbox.of(id).find((action) => kindOf(action) === 'link.create' && needsSeller(action));
    if (!creation) return null;
    stuck.push({ id, state: creation.state === 'rejected' ? 'refused' : 'unconfirmed' });
  }
  return stuck.find(({ state }) => state === 'unconfirmed') ?? stuck[0] ?? null;
}
