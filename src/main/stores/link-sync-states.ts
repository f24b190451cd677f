// Stores with each link what the outbox says of it, so that filters and counts need no look at the outbox.
import { setImmediate } from 'node:timers/promises';
import type { LinkSync } from '../catalog/link-query.ts';
import type { StoreContext } from '../store-context.ts';
import { kindOf, needsSeller } from '../sync/outbox/action.ts';

/** How many links one transaction writes. */
const LINKS_AT_A_TIME = 500;

export class LinkSyncStates {
  readonly #store: Pick<StoreContext, 'catalog' | 'outbox'>;
  /** Links whose state in the outbox has changed since it was stored with them. */
  readonly #changed = new Set<string>();

  constructor(store: Pick<StoreContext, 'catalog' | 'outbox'>) {
    this.#store = store;
  }

  /** Links whose stored state may be old. */
  add(linkIds: Iterable<string>): void {
    for (const id of linkIds) this.#changed.add(id);
  }

  async store(): Promise<void> {
    const { catalog, outbox } = this.#store;
    this.add(outbox.takeChanged());
    while (this.#changed.size > 0) {
      await catalog.whenWritable();
      const some = this.#take();
      try {
        catalog.setSync(new Map(some.map((id) => [id, this.#syncOf(id)])));
      } catch (error) {
        this.add(some);
        console.error('What the outbox says of links could not be stored; filters may be behind', error);
        return;
      }
      if (this.#changed.size > 0) await setImmediate();
    }
  }

  #take(): string[] {
    const taken: string[] = [];
    for (const id of this.#changed) {
      if (taken.length === LINKS_AT_A_TIME) break;
      this.#changed.delete(id);
      taken.push(id);
    }
    return taken;
  }

  #syncOf(linkId: string): LinkSync {
    const actions = this.#store.outbox.of(linkId).filter((action) => kindOf(action).startsWith('link.'));
    if (actions.length === 0) return 'none';
    return actions.some(needsSeller) ? 'attention' : 'waiting';
  }
}
