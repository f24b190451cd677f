// Takes snapshots of stores, and writes them as the lines of a backup.
import { setImmediate } from 'node:timers/promises';
import type { BackupHolds } from '../../shared/backup.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { ACCEPTED } from '../catalog/link-query.ts';
import { changesOf } from '../links/batches.ts';
import { type Change, newChange } from '../outbox/change.ts';
import type { StoreContext } from '../store-context.ts';
import type { AppSettingsRecord } from '../store-record.ts';
import { lineOf } from './content.ts';

/**
 * The store of one moment: later writes do not change it. Synchronous, so that outbox and catalog are consistent, as after
 * a power cut. The caller ends its catalog.
 */
export const takeSnapshot = ({ deps, webhook, catalog, queue }: StoreContext) => ({
  record: deps.record(),
  webhook: webhook.value,
  outbox: [...catalog.held.all(), ...queue.all()],
  catalog: catalog.snapshot(),
});
export type StoreSnapshot = ReturnType<typeof takeSnapshot>;

export function holdsOf(snapshots: readonly StoreSnapshot[]): BackupHolds {
  const holds = { stores: snapshots.length, products: 0, links: 0, waiting: 0, sales: 0 };
  for (const { catalog, outbox } of snapshots) {
    holds.products += catalog.products.listed;
    holds.links += catalog.links.count(null);
    holds.waiting += outbox.length + catalog.staged.changes;
    holds.sales += catalog.sales.size;
  }
  return holds;
}

export async function* linesOf(stores: readonly StoreSnapshot[], settings: AppSettingsRecord) {
  yield lineOf('settings', null, settings);
  for (const { record, webhook, catalog, outbox } of stores) {
    const { id } = record;
    yield lineOf('store', id, record);
    yield lineOf('webhook', id, webhook);
    for (const change of outbox) yield lineOf('outbox', id, change);
    const parts: readonly (readonly [part: string, batches: Iterable<readonly unknown[]>])[] = [
      ['products', catalog.products.batches()],
      ['links', catalog.links.batches(ACCEPTED.sql)],
      ['outbox', stagedChanges(catalog)],
      ['history', catalog.history.batches()],
      ['sales', catalog.sales.batches()],
      ['currencies', catalog.currencies.batches()],
      ['templates', catalog.templates.batches()],
    ];
    for (const [part, batches] of parts) {
      for (const records of batches) {
        for (const each of records) yield lineOf(part, id, each);
        await setImmediate();
      }
    }
  }
  yield lineOf('end', null, null);
}

/** The id of the staged deletion of a link. The creation has the id of the link itself. */
const deletionId = (id: string): string => id.slice(0, -1) + (Number.parseInt(id.slice(-1), 16) ^ 1).toString(16);

/** Turns staged changes into the changes that they become. A copy holds them, because the queue does not have them. */
function* stagedChanges(catalog: Catalog): Generator<readonly Change[]> {
  const { staged, links } = catalog;
  const accepted = staged.lines();
  for (const part of staged.all()) {
    const some = part.filter(({ batchId }) => accepted.has(batchId));
    const records = new Map(links.withIds(some.map(({ linkId }) => linkId)).map((link) => [link.id, link]));
    yield some.flatMap((change) => {
      const link = records.get(change.linkId);
      if (!link) return [];
      const { rev, createdAt: acceptedAt } = link;
      return changesOf(change, link).map((draft) => {
        const id = draft.payload.kind === 'link.delete' ? deletionId(draft.subject) : draft.subject;
        return { ...newChange(draft, { id, rev, acceptedAt }), restoredFrom: catalog.now() };
      });
    });
  }
}
