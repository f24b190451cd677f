// Compares the rows of a file with the links that exist, and with each other.
import { isDeepStrictEqual } from 'node:util';
import type { RowKind } from '../../shared/link-import.ts';
import type { Currency } from '../../shared/money.ts';
import { texts } from '../../shared/texts/main.ts';
import type { StoreContext } from '../store-context.ts';
import { pricesInWords } from '../sync/action-title.ts';
import type { Checked } from './file/check.ts';

export interface Compared {
  readonly kind: RowKind;
  /** The first line that has the same. */
  readonly sameAs: number | null;
}

export const NEW: Compared = { kind: 'new', sameAs: null };

interface Comparable {
  readonly content: string | null;
  readonly read: { readonly line: number };
}

/**
 * Compares rows, in their order. Of rows that are alike, as many exist as there are such links; of the others only the
 * very first is new.
 */
export function comparison({ catalog: { links } }: StoreContext, rowCount: number): (row: Comparable) => Compared {
  const seen = new Map<string, { readonly line: number; readonly links: number; rows: number }>();
  return ({ content, read: { line } }) => {
    if (content === null) return NEW;
    const first = seen.get(content);
    const alike = first ?? { line, links: links.countAlike(content, rowCount), rows: 0 };
    if (!first) seen.set(content, alike);
    alike.rows += 1;
    const kind = alike.rows <= alike.links ? 'existing' : first ? 'repeated' : 'new';
    return { kind, sameAs: first ? first.line : null };
  };
}

/** A file that was corrected would otherwise create a second link for an order, unnoticed. */
export function otherPrices(
  { catalog: { links } }: StoreContext,
  { draft, productId }: Checked,
  currencies: readonly Currency[],
): string[] {
  if (draft === null || productId === null || draft.metadata.length === 0) return [];
  const link = links.onlyWithMetadata(productId, draft.metadata);
  const isOther = link && link.useOnce === draft.useOnce && !isDeepStrictEqual(link.prices, draft.prices);
  return isOther ? [texts.linkImport.draft.otherPrices(pricesInWords(link.prices, currencies))] : [];
}
