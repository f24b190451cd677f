// The view of a row: of the open file, or of an import, whose links also have a state.
import { type ImportCell, type ImportRow, type ImportState, MAX_CELL_LENGTH } from '../../shared/link-import.ts';
import { enumerated } from '../../shared/sentences.ts';
import { texts } from '../../shared/texts/main.ts';
import type { ImportRowRecord } from '../catalog/imports.ts';
import type { ImportRecord, LinkRecord } from '../catalog/records.ts';
import type { StoreContext } from '../store-context.ts';
import { paidPrices, titleOfProduct } from '../sync/change-title.ts';
import { recordState } from '../sync/record-state.ts';
import { explain } from '../sync/wording.ts';
import { cellsAsRead, cellText } from './file/cells.ts';

const t = texts.linkImport.draft;
type Roles = ImportRecord['choices']['roles'];

/** The link that has replaced this one, else this one. */
function successor(store: StoreContext, link: LinkRecord): LinkRecord {
  const next = link.replacedBy === undefined ? undefined : store.catalog.links.get(link.replacedBy);
  return next ? successor(store, next) : link;
}

function stateOf(store: StoreContext, row: ImportRowRecord, link: LinkRecord | null, current: LinkRecord | null) {
  if (row.kind === 'bad') return 'bad';
  if (!link || !current) return 'not-chosen';
  if (link.deletedAt !== null) return current.deletedAt === null ? 'replaced' : 'deleted';
  return recordState(store, link).sync;
}

/** `isOpen`: the file is open, and not an import yet. */
export function rowView(store: StoreContext, roles: Roles, isOpen: boolean, row: ImportRowRecord): ImportRow {
  const { cells, findings, kind } = row;
  const { draft, productId, similarId = null } = findings;
  const link = isOpen || row.linkId === null ? null : (store.catalog.links.get(row.linkId) ?? null);
  const current = link && successor(store, link);
  const state: ImportState = isOpen ? kind : stateOf(store, row, link, current);
  const change = link && store.queue.get(recordState(store, link).changeId ?? '');
  const blame = change && (state === 'needs-review' || state === 'rejected') ? explain(store, change) : null;
  const { product: named, ...read } = cellsAsRead(cells.cells, roles);
  return {
    id: String(row.row),
    line: cells.line,
    productTitle: productId === null ? named : titleOfProduct(store, productId),
    prices: draft?.prices ?? [],
    read: draft === null ? read : null,
    useOnce: draft?.useOnce ?? false,
    metadata: draft?.metadata ?? [],
    note: (link ? link.note : findings.note) ?? '',
    errors: [...findings.errors, ...(blame === null ? [] : [{ column: '', message: blame }])],
    warnings: warningsOf(store, findings),
    chosen: row.isChosen,
    state,
    checkoutUrl: current?.paymentLink ?? null,
    linkId: isOpen ? similarId : current?.deletedAt === null ? current.id : null,
    changeId: change?.id ?? null,
  };
}

function warningsOf(store: StoreContext, { sameAs, similarId, skipped }: ImportRowRecord['findings']): string[] {
  const similar = similarId === undefined ? undefined : store.catalog.links.get(similarId);
  const prices = () => enumerated(paidPrices(similar?.prices ?? [], store.deps.settings().currencies));
  return [
    ...(sameAs === undefined ? [] : [t.sameAs({ line: sameAs })]),
    ...(similar ? [t.repriced({ prices: prices() })] : []),
    ...(skipped === undefined ? [] : [skipped]),
  ];
}

/** The cells of a row that can be corrected, with what is wrong in each; none if the row could not be split into cells. */
export function cellsToFix(
  { cells: { cells, quotesTo }, findings }: ImportRowRecord,
  columns: readonly string[],
  roles: Roles,
): ImportCell[] {
  return columns.flatMap((column, at) => {
    const text = cellText(cells[at] ?? '');
    if (quotesTo !== undefined || roles[at]?.kind === 'ignore' || text.length > MAX_CELL_LENGTH) return [];
    const error = findings.errors.flatMap((one) => (one.column === column ? one.message : [])).join('; ');
    return { at, column, text, error };
  });
}
