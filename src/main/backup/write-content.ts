// Takes a snapshot of the stores, and writes it as the lines of a backup.
import { setImmediate } from 'node:timers/promises';
import type { Catalog } from '../catalog/catalog.ts';
import { ACCEPTED } from '../catalog/link-query.ts';
import { changesOf } from '../links/batches.ts';
import type { StoreContext } from '../store-context.ts';
import { type Change, newChange } from '../sync/outbox/change.ts';
import { type BackupContent, lineOf, type StoreContent } from './content.ts';

interface StoreSnapshot extends Pick<StoreContent, 'record' | 'webhook'> {
  readonly catalog: Catalog;
  readonly outbox: readonly Change[];
}

/**
 * The stores of one moment: later writes do not change it. Synchronous, so that outbox and catalog are consistent, as after a
 * power cut. The caller closes it.
 */
export function takeSnapshot(stores: readonly StoreContext[]) {
  const snapshots: StoreSnapshot[] = [];
  const close = () => {
    for (const { catalog } of snapshots) catalog.end();
  };
  const holds = { stores: stores.length, products: 0, links: 0, waiting: 0, sales: 0 };
  try {
    for (const { deps, webhook, catalog, queue } of stores) {
      const changes = [...queue.all(), ...catalog.held.all()];
      snapshots.push({
        record: deps.record(),
        webhook: webhook.value,
        catalog: catalog.snapshot(),
        outbox: changes,
      });
      holds.products += catalog.products.listed;
      holds.links += catalog.links.count(null);
      holds.waiting += changes.length + catalog.staged.changes;
      holds.sales += catalog.sales.count;
    }
    return { stores: snapshots, holds, close };
  } catch (error) {
    close();
    throw error;
  }
}

export async function* linesOf(
  { stores }: ReturnType<typeof takeSnapshot>,
  settings: BackupContent['settings'],
): AsyncGenerator<string> {
  yield lineOf('settings', null, settings);
  for (const { record, webhook, catalog, outbox } of stores) {
    const { id } = record;
    yield lineOf('store', id, record);
    if (webhook) yield lineOf('webhook', id, webhook);
    for (const change of outbox) yield lineOf('outbox', id, change);
    const parts: readonly (readonly [part: string, batches: Iterable<readonly unknown[]>])[] = [
      ['products', catalog.products.all()],
      ['links', catalog.links.all(ACCEPTED.sql)],
      ['outbox', stagedChanges(catalog)],
      ['history', catalog.history.all()],
      ['sales', catalog.sales.all()],
      ['currencies', catalog.currencies.all()],
      ['templates', catalog.templates.all()],
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
