// How a row of an import stands: joined with what the catalogue and the outbox say of its link.
import { syncStateOf } from '../../../shared/action.ts';
import { linkUuid } from '../../../shared/checkout-url.ts';
import type { ImportRow, ImportState } from '../../../shared/link-import.ts';
import { texts } from '../../../shared/texts/main.ts';
import { cellsAsRead } from '../../import/as-read.ts';
import { kindOf } from '../../outbox/action.ts';
import type { OpenStore } from '../open-store.ts';
import { tellingAction, titleOfProduct } from '../views.ts';
import { explain } from '../wording.ts';
import type { ImportRecord, StoredRow } from './records.ts';

/** How a link stands with the service; null where it was never accepted. */
export function standingOfLink(store: OpenStore, linkId: string): ImportState | null {
  const link = store.catalogue.links.latest(linkId);
  if (!link) return store.outbox.knows(linkId) ? 'waiting' : null;
  if (link.deletedAt !== null) return 'deleted';
  const telling = tellingAction(store.outbox.of(linkId));
  return telling ? syncStateOf(telling.state) : 'synced';
}

/** `made`: it is noted that the link was accepted. */
export function stateOfRow(store: OpenStore, { link, chosen }: StoredRow, made: boolean): ImportState {
  const standing = link && standingOfLink(store, link.id);
  if (standing) return standing;
  // Accepted, and the catalogue does not know it: its file was damaged and set aside.
  if (made) return 'needs-review';
  if (link === null) return 'bad';
  return chosen ? 'not-made' : 'not-chosen';
}

/** `made` as above. */
export function importedRow(store: OpenStore, { roles }: ImportRecord, row: StoredRow, made: boolean): ImportRow {
  const { line, link, chosen } = row;
  const state = stateOfRow(store, row, made);
  const record = link && store.catalogue.links.latest(link.id);
  const change = link && store.outbox.of(link.id).find((action) => kindOf(action) === 'link.create');
  const blame =
    change && (state === 'needs-review' || state === 'rejected') ? explain(change, store.status(), null) : null;
  const lost = made && link && standingOfLink(store, link.id) === null ? texts.linkImport.linkLost : null;
  const { product: named, ...read } = cellsAsRead(row.cells, roles);
  return {
    id: link?.id ?? `line-${line}`,
    line,
    productTitle: link ? titleOfProduct(store, link.productId) : named,
    prices: link?.draft.prices ?? [],
    read: link ? null : read,
    useOnce: link?.draft.useOnce ?? false,
    metadata: link?.draft.metadata ?? [],
    errors: [...row.errors, ...[blame, lost].flatMap((message) => (message === null ? [] : [{ column: '', message }]))],
    warnings: row.warnings,
    chosen,
    state,
    checkoutUrl: record?.paymentLink ?? null,
    linkId: record && record.deletedAt === null ? record.id : null,
    actionId: change?.id ?? null,
  };
}

export const uuidOf = ({ checkoutUrl }: ImportRow): string =>
  checkoutUrl === null ? '' : (linkUuid(checkoutUrl) ?? '');

/** How many links of an import are made, and how they stand. */
export function countRows(store: OpenStore, { made }: ImportRecord, rows: readonly StoredRow[]) {
  const counts = { made: 0, synced: 0, waiting: 0, attention: 0, deleted: 0 };
  for (const [at, row] of rows.entries()) {
    const state = stateOfRow(store, row, made[at] === '1');
    if (state === 'bad' || state === 'not-chosen' || state === 'not-made') continue;
    counts.made += 1;
    if (state === 'synced' || state === 'deleted') counts[state] += 1;
    else if (state === 'needs-review' || state === 'rejected') counts.attention += 1;
    else counts.waiting += 1;
  }
  return counts;
}
