// Stores the sync state of each link in the catalog, so that filters and counts do not need the outbox.
import { setImmediate } from 'node:timers/promises';
import type { LinkSync } from '../catalog/link-query.ts';
import type { StoreContext } from '../store-context.ts';
import { kindOf, needsSeller } from '../sync/outbox/action.ts';

const LINKS_AT_A_TIME = 200;

export class LinkSyncStates {
  readonly #store: Pick<StoreContext, 'catalog' | 'outbox' | 'queue'>;
  /** Links whose state has changed since it was stored. */
  #changed: Set<string> = new Set();

  constructor(store: Pick<StoreContext, 'catalog' | 'outbox' | 'queue'>) {
    this.#store = store;
  }

  add(linkIds: Iterable<string>): void {
    for (const id of linkIds) this.#changed.add(id);
  }

  async store(): Promise<void> {
    const { catalog, queue } = this.#store;
    const changed = queue.takeChanged();
    // There may be thousands.
    if (this.#changed.size === 0) this.#changed = changed;
    else this.add(changed);
    while (this.#changed.size > 0) {
      const batch = this.#takeBatch();
      try {
        catalog.setSync(new Map(batch.map((id) => [id, this.#syncOf(id)])));
      } catch (error) {
        this.add(batch);
        console.error('What the outbox says of links could not be stored; filters may be behind', error);
        return;
      }
      if (this.#changed.size > 0) await setImmediate();
    }
  }

  #takeBatch(): string[] {
    const batch: string[] = [];
    for (const id of this.#changed) {
      if (batch.length === LINKS_AT_A_TIME) break;
      this.#changed.delete(id);
      batch.push(id);
    }
    return batch;
  }

  #syncOf(linkId: string): LinkSync {
    const actions = this.#store.outbox.of(linkId).filter((action) => kindOf(action).startsWith('link.'));
    if (actions.length === 0) return 'none';
    return actions.some(needsSeller) ? 'attention' : 'waiting';
  }
}
