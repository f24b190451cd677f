// The view of a row: of the open file, or of an import, whose links have a state of their own.
import { syncStateOf } from '../../shared/action.ts';
import { linkUuid } from '../../shared/checkout-url.ts';
import { type ImportCell, type ImportRow, type ImportState, MAX_CELL_LENGTH } from '../../shared/link-import.ts';
import { texts } from '../../shared/texts/main.ts';
import type { ImportRowRecord, StoredKind } from '../catalog/imports.ts';
import type { ImportRecord, LinkRecord } from '../catalog/records.ts';
import type { StoreContext } from '../store-context.ts';
import { formatPrices } from '../sync/action-title.ts';
import { kindOf } from '../sync/outbox/action.ts';
import { mostUrgentAction, titleOfProduct } from '../sync/views.ts';
import { explain } from '../sync/wording.ts';
import { countAlike, stuckLink } from './compare-rows.ts';
import { cellsAsRead, cellText } from './file/cells.ts';

const t = texts.linkImport.draft;

/** What the view of a row needs of its table. */
export type Sheet = Pick<ImportRecord, 'id' | 'roles' | 'createdAt' | 'leftOut'> & {
  /** Its links were created, or are being created. */
  readonly isBegun: boolean;
};

const STATES: Readonly<Record<StoredKind, ImportState>> = {
  unchecked: 'ready',
  bad: 'bad',
  new: 'ready',
  existing: 'exists',
  repeated: 'repeated',
  repriced: 'repriced',
  skipped: 'skipped',
};

/** The sync state of a link; null if it was never accepted. */
function stateOfLink(store: StoreContext, linkId: string): ImportState | null {
  const link = store.catalog.links.get(linkId);
  if (!link) return store.outbox.hasActionsOn(linkId) ? 'waiting' : null;
  if (link.deletedAt !== null) return successor(store, link).deletedAt === null ? 'replaced' : 'deleted';
  const urgent = mostUrgentAction(store.outbox.of(linkId));
  if (urgent) return syncStateOf(urgent.state);
  return store.catalog.staged.has('create', linkId) ? 'waiting' : 'synced';
}

/** The link that is now in the place of one; itself unless it was replaced. */
function successor(store: StoreContext, link: LinkRecord): LinkRecord {
  const next = link.replacedBy === undefined ? undefined : store.catalog.links.get(link.replacedBy);
  return next ? successor(store, next) : link;
}

function stateOf(store: StoreContext, sheet: Sheet, row: ImportRowRecord): ImportState {
  if (!sheet.isBegun || row.content === null) return STATES[row.kind];
  const ofLink = row.linkId === null ? null : stateOfLink(store, row.linkId);
  if (ofLink) return ofLink;
  if (!row.isChosen) return 'not-chosen';
  // Left out because a link like it exists by now.
  const since = { time: sheet.createdAt, importId: sheet.id };
  return (sheet.leftOut ?? 0) > 0 && countAlike(store, row.content, 1, since) > 0 ? 'exists' : 'not-made';
}

export function rowView(store: StoreContext, sheet: Sheet, row: ImportRowRecord): ImportRow {
  const { cells, findings, linkId } = row;
  const { draft, productId } = findings;
  const stuck = !sheet.isBegun && row.kind === 'existing' ? stuckLink(store, row.content) : null;
  const state = stuck?.state ?? stateOf(store, sheet, row);
  const created = linkId === null ? undefined : store.catalog.links.get(linkId);
  const current = created && successor(store, created);
  const change = linkId === null ? null : store.outbox.of(linkId).find((action) => kindOf(action) === 'link.create');
  const blame = change && (state === 'needs-review' || state === 'rejected') ? explain(change, store.status()) : null;
  const { product: named, ...read } = cellsAsRead(cells.cells, sheet.roles);
  return {
    id: String(row.row),
    line: cells.line,
    productTitle: productId === null ? named : titleOfProduct(store, productId),
    prices: draft?.prices ?? [],
    read: draft === null ? read : null,
    useOnce: draft?.useOnce ?? false,
    metadata: draft?.metadata ?? [],
    note: (created ? created.note : findings.note) ?? '',
    errors: [...findings.errors, ...(blame === null ? [] : [{ column: '', message: blame }])],
    warnings: stuck ? [t[stuck.state], ...findings.warnings] : warningsOf(store, row, state),
    chosen: row.isChosen,
    state,
    checkoutUrl: current?.paymentLink ?? null,
    linkId: sheet.isBegun
      ? current?.deletedAt === null
        ? current.id
        : null
      : (findings.similarId ?? stuck?.id ?? null),
    actionId: change?.id ?? null,
  };
}

function warningsOf(store: StoreContext, { kind, findings }: ImportRowRecord, state: ImportState): string[] {
  const { sameAs, sameMetadataAs, similarId, warnings } = findings;
  const similar = similarId === undefined ? undefined : store.catalog.links.get(similarId);
  const prices = () => formatPrices(similar?.prices ?? [], store.deps.settings().currencies);
  return [
    ...(state === 'exists' ? [t.exists] : []),
    ...(kind === 'repeated' && sameAs !== undefined ? [t.sameAs({ line: sameAs })] : []),
    ...(kind === 'repriced' && similar ? [t.repriced({ prices: prices() })] : []),
    ...(kind === 'skipped' && findings.draft ? [texts.linkTable.row.isSum] : []),
    ...(kind === 'new' && similar ? [t.otherUse({ useOnce: similar.useOnce })] : []),
    ...(sameMetadataAs !== undefined ? [t.sameMetadataAs({ line: sameMetadataAs })] : []),
    ...warnings,
  ];
}

/** The used cells of a row that can be corrected, with what is wrong in each. */
export function cellsToFix(
  store: StoreContext,
  { cells: { cells }, findings }: ImportRowRecord,
  columns: readonly string[],
  roles: Sheet['roles'],
): ImportCell[] {
  return columns.flatMap((column, at) => {
    const text = cellText(cells[at] ?? '');
    if (roles[at]?.kind === 'ignore' || text.length > MAX_CELL_LENGTH) return [];
    const error = findings.errors.flatMap((one) => (one.column === column ? one.message : [])).join('; ');
    const products = roles[at]?.kind === 'product' && error !== '' ? productsTitled(store, text) : [];
    return { at, column, text, error, products };
  });
}

/** The products of an ambiguous title that can be named by their ids. */
function productsTitled({ catalog: { products } }: StoreContext, title: string): ImportCell['products'] {
  const titled = products.titled(title);
  return titled.length < 2
    ? []
    : titled.flatMap((id) => {
        const { serverId = null, createdAt = 0 } = products.get(id) ?? {};
        return serverId === null ? [] : { serverId, createdAt };
      });
}

export const uuidOf = ({ checkoutUrl }: ImportRow): string =>
  checkoutUrl === null ? '' : (linkUuid(checkoutUrl) ?? '');
