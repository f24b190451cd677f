// Compares the rows of a file with the links that exist, and with each other.
import { isDeepStrictEqual } from 'node:util';
import type { RowKind } from '../../shared/link-import.ts';
import type { LinkDraft } from '../../shared/payment-link.ts';
import type { RowFindings } from '../catalog/records.ts';
import { isLeaving } from '../links/links.ts';
import type { StoreContext } from '../store-context.ts';

/** Equal links that are looked at. */
const MOST_ALIKE = 1_000;

export interface Compared extends Pick<RowFindings, 'sameAs' | 'similarId'> {
  readonly kind: RowKind;
}

/** A row without errors. `content`: the `contentHash` of its link. */
export interface Comparable {
  readonly content: string;
  readonly line: number;
  readonly productId: string;
  readonly draft: LinkDraft;
}

/** Whether the deletion of a link waits or was just sent. A replaced link still counts, as it does once it is deleted. */
const isLeavingAlone = ({ queue, catalog }: StoreContext, id: string): boolean =>
  catalog.staged.has('delete', id) ||
  queue.of(id).some(({ payload }) => payload.kind === 'link.delete' && payload.replacedBy === undefined);

/**
 * Returns a function that compares rows, to be called in their order. Of equal rows, as many exist as there are equal
 * links; of the others only the first is new. Links that are about to be deleted do not count.
 */
export function comparison(store: StoreContext): (row: Comparable) => Compared {
  const { links } = store.catalog;
  const seen = new Map<string, { readonly line: number; readonly links: number; rows: number }>();
  const isTotal = totals();

  const countLinks = (content: string): number =>
    links.idsAlike(content, MOST_ALIKE).filter((id) => !isLeavingAlone(store, id)).length;

  /** The one link with this metadata and other prices: a corrected file would otherwise create a second link for an order. */
  const similarTo = ({ draft, productId }: Comparable): string | null => {
    if (draft.metadata.length === 0) return null;
    const [link, second] = links.sameMetadata(productId, draft.metadata).filter(({ id }) => !isLeaving(store, id));
    if (!link || second || link.useOnce !== draft.useOnce) return null;
    return isDeepStrictEqual(link.prices, draft.prices) ? null : link.id;
  };

  return (row) => {
    const { content, line, draft } = row;
    if (isTotal(draft)) return { kind: 'skipped' };
    const first = seen.get(content);
    const alike = first ?? { line, links: countLinks(content), rows: 0 };
    if (!first) seen.set(content, alike);
    alike.rows += 1;
    if (alike.rows <= alike.links) return { kind: 'existing' };
    const similarId = similarTo(row);
    if (similarId !== null) return { kind: 'repriced', similarId };
    return first ? { kind: 'repeated', sameAs: first.line } : { kind: 'new' };
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
