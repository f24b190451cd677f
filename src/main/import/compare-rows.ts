// Compares the rows of a file with the links that exist, and with each other.
import { isDeepStrictEqual } from 'node:util';
import type { RowKind } from '../../shared/link-import.ts';
import type { LinkDraft, MetadataEntry } from '../../shared/payment-link.ts';
import { contentHash, metadataKey } from '../catalog/link-keys.ts';
import type { CreatedSince } from '../catalog/links.ts';
import type { LinkRecord, RowFindings } from '../catalog/records.ts';
import { isLeaving } from '../links/links.ts';
import type { StoreContext } from '../store-context.ts';
import { kindOf, needsSeller } from '../sync/outbox/action.ts';

export interface Compared extends Pick<RowFindings, 'sameAs' | 'sameMetadataAs' | 'similarId'> {
  readonly kind: RowKind;
}

/** A row without errors. */
export interface Comparable {
  readonly content: string;
  readonly line: number;
  readonly productId: string;
  readonly draft: LinkDraft;
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
  const seen = new Map<string, { readonly line: number; readonly links: number; rows: number }>();
  /** The first line with some metadata, by them and their product. */
  const lineOf = new Map<string, number>();
  const isTotal = totals();

  /** The one link with this metadata: a corrected file would otherwise create a second link for an order. */
  const similarTo = ({ draft, productId }: Comparable): LinkRecord | null => {
    if (draft.metadata.length === 0) return null;
    const alike = store.catalog.links.sameMetadata(productId, draft.metadata);
    const [link = null, second] = alike.filter(({ id }) => !isLeaving(store, id));
    return link && !second && (link.useOnce !== draft.useOnce || !isDeepStrictEqual(link.prices, draft.prices))
      ? link
      : null;
  };
  /** Also those whose metadata keys differ in case: a column "Order" of one file is "order" in another, or was typed so. */
  const linksLike = ({ content, draft, productId }: Comparable): number => {
    const exact = countAlike(store, content, rowCount);
    if (exact > 0) return exact;
    const others = new Set(
      inOtherCases(draft.metadata).map((metadata) => contentHash(productId, { ...draft, metadata })),
    );
    others.delete(content);
    return [...others].reduce((sum, other) => sum + countAlike(store, other, rowCount), 0);
  };
  const firstWithMetadata = ({ draft, productId, line }: Comparable): number => {
    if (draft.metadata.length === 0) return line;
    const key = JSON.stringify([productId, metadataKey(draft.metadata)]);
    const first = lineOf.get(key) ?? line;
    lineOf.set(key, first);
    return first;
  };

  return (row) => {
    const { content, line, draft } = row;
    if (isTotal(draft)) return { kind: 'skipped' };
    const first = seen.get(content);
    const alike = first ?? { line, links: linksLike(row), rows: 0 };
    if (!first) seen.set(content, alike);
    alike.rows += 1;
    const firstLine = firstWithMetadata(row);
    const same = first ? { sameAs: first.line } : {};
    if (alike.rows <= alike.links) return { kind: 'existing', ...same };
    const similar = similarTo(row);
    const found = similar ? { ...same, similarId: similar.id } : same;
    if (similar?.useOnce === draft.useOnce) return { kind: 'repriced', ...found };
    if (first) return { kind: 'repeated', ...found };
    return { kind: 'new', ...found, ...(firstLine !== line && { sameMetadataAs: firstLine }) };
  };
}

/**
 * Returns a function that tells, for rows in their order, whether a row without metadata has the sum of at least two rows above it
 * that all have some.
 */
function totals(): (draft: LinkDraft) => boolean {
  let rows = 0;
  let sum = 0;
  return ({ prices, metadata }) => {
    const [price, other] = prices;
    const cents = price?.discountCents ?? price?.priceCents ?? 0;
    if (rows > 1 && !other && metadata.length === 0 && cents === sum) return true;
    rows = metadata.length === 0 ? Number.NEGATIVE_INFINITY : rows + 1;
    sum += cents;
    return false;
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
