// Drops links that are staged, a few in each transaction.
import { setImmediate } from 'node:timers/promises';
import type { Catalog } from '../catalog/catalog.ts';

/** Links dropped in one transaction. */
const AT_A_TIME = 200;

/** Nothing that is still staged of a batch is sent. Goes on at the next start if the app ends. Returns how many links. */
export async function dropBatch(catalog: Catalog, id: string): Promise<number> {
  catalog.staged.setState(id, 'loading');
  let count = 0;
  for (const some of catalog.staged.all(id)) {
    catalog.transaction(() => {
      catalog.dropStaged(some.flatMap(({ kind, linkId }) => (kind === 'create' ? linkId : [])));
      catalog.staged.remove(some);
    });
    count += some.length;
    await setImmediate();
  }
  catalog.staged.removeBatch(id);
  return count;
}

/** Drops links until `next` returns none. */
export async function dropLinks(catalog: Catalog, next: (most: number) => readonly string[]): Promise<void> {
  for (let ids = next(AT_A_TIME); ids.length > 0; ids = next(AT_A_TIME)) {
    catalog.dropStaged(ids);
    await setImmediate();
  }
}
