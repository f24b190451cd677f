// Compares the rows of a file with the links that exist, and with each other.
import { isDeepStrictEqual } from 'node:util';
import type { RowKind } from '../../shared/link-import.ts';
import type { LinkRecord } from '../catalog/records.ts';
import type { StoreContext } from '../store-context.ts';
import type { Checked } from './file/check.ts';

export interface Compared {
  readonly kind: RowKind;
  /** The first line that has the same. */
  readonly sameAs: number | null;
  /** The link of a `repriced` row. */
  readonly twin: LinkRecord | null;
}

export const NEW: Compared = { kind: 'new', sameAs: null, twin: null };

interface Comparable {
  readonly content: string | null;
  readonly read: { readonly line: number };
  readonly checked: Checked;
}

/**
 * Compares rows, in their order. Of rows that are alike, as many exist as there are such links; of the others only the
 * very first is new.
 */
export function comparison({ catalog: { links } }: StoreContext, rowCount: number): (row: Comparable) => Compared {
  const seen = new Map<string, { readonly line: number; readonly links: number; rows: number }>();

  /** The link that differs by its prices alone: a corrected file would otherwise create a second one for an order. */
  const twinOf = ({ draft, productId }: Checked): LinkRecord | null => {
    if (draft === null || productId === null || draft.metadata.length === 0) return null;
    const link = links.onlyWithMetadata(productId, draft.metadata);
    return link && link.useOnce === draft.useOnce && !isDeepStrictEqual(link.prices, draft.prices) ? link : null;
  };

  return ({ content, read: { line }, checked }) => {
    if (content === null) return NEW;
    const first = seen.get(content);
    const alike = first ?? { line, links: links.countAlike(content, rowCount), rows: 0 };
    if (!first) seen.set(content, alike);
    alike.rows += 1;
    const sameAs = first ? first.line : null;
    if (alike.rows <= alike.links) return { kind: 'existing', sameAs, twin: null };
    const twin = twinOf(checked);
    if (twin) return { kind: 'repriced', sameAs, twin };
    return { kind: first ? 'repeated' : 'new', sameAs, twin };
  };
}
