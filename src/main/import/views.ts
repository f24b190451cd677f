// The state of an import's row, from its link in the catalog and in the outbox.
import { syncStateOf } from '../../shared/action.ts';
import { linkUuid } from '../../shared/checkout-url.ts';
import type { ImportRow, ImportState } from '../../shared/link-import.ts';
import { texts } from '../../shared/texts/main.ts';
import type { PlacedRow } from '../catalog/imports.ts';
import { contentHash } from '../catalog/link-keys.ts';
import type { ImportRecord, ImportRowRecord, LinkRecord } from '../catalog/records.ts';
import type { StoreContext } from '../store-context.ts';
import { kindOf } from '../sync/outbox/action.ts';
import { mostUrgentAction, titleOfProduct } from '../sync/views.ts';
import { explain } from '../sync/wording.ts';
import { countAlike } from './compare-rows.ts';
import { cellsAsRead } from './file/as-read.ts';

const t = texts.linkImport.draft;

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

/** `linkState`: null if its link is unknown. */
function stateOfRow(linkState: ImportState | null, { row: { link, chosen } }: PlacedRow): ImportState {
  if (linkState) return linkState;
  if (link === null) return 'bad';
  return chosen ? 'not-made' : 'not-chosen';
}

/** Whether a row was left out because matching links exist by now. */
function isLeftOut(
  store: StoreContext,
  { id, createdAt, leftOut = 0 }: ImportRecord,
  { link }: ImportRowRecord,
): boolean {
  if (leftOut === 0 || !link) return false;
  const since = { time: createdAt, importId: id };
  return countAlike(store, contentHash(link.productId, link.draft), 1, since) > 0;
}

export function importedRow(store: StoreContext, record: ImportRecord, placed: PlacedRow): ImportRow {
  const { row } = placed;
  const { line, link, chosen } = row;
  const linkState = link && stateOfLink(store, link.id);
  const plain = stateOfRow(linkState, placed);
  const state = plain === 'not-made' && isLeftOut(store, record, row) ? 'exists' : plain;
  const created = link && store.catalog.links.get(link.id);
  const current = created && successor(store, created);
  const change = link && store.outbox.of(link.id).find((action) => kindOf(action) === 'link.create');
  const blame = change && (state === 'needs-review' || state === 'rejected') ? explain(change, store.status()) : null;
  const { product: named, ...read } = cellsAsRead(row.cells, record.roles);
  return {
    id: link?.id ?? `line-${line}`,
    line,
    productTitle: link ? titleOfProduct(store, link.productId) : named,
    prices: link?.draft.prices ?? [],
    read: link ? null : read,
    useOnce: link?.draft.useOnce ?? false,
    metadata: link?.draft.metadata ?? [],
    note: (created ? created.note : link?.note) ?? '',
    errors: [...row.errors, ...(blame === null ? [] : [{ column: '', message: blame }])],
    warnings: state === 'exists' ? [t.exists, ...row.warnings.filter((warning) => warning !== t.exists)] : row.warnings,
    chosen,
    state,
    checkoutUrl: current?.paymentLink ?? null,
    linkId: current && current.deletedAt === null ? current.id : null,
    actionId: change?.id ?? null,
  };
}

export const uuidOf = ({ checkoutUrl }: ImportRow): string =>
  checkoutUrl === null ? '' : (linkUuid(checkoutUrl) ?? '');
