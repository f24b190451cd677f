// Applies what other computers of a team did to the changes and records of an open store.
import { mergeDuplicates } from '../catalog/duplicates.ts';
import type { StoreContext } from '../store-context.ts';
import { endDoneElsewhere } from '../sync/done-elsewhere.ts';
import { type Change, isUndecided, recordKindOf } from '../sync/outbox/change.ts';
import { throttle } from '../turns.ts';

/** The rows of other computers arrive in many transactions. */
const THROTTLE_MS = 60;

export class OtherComputers {
  readonly #throttled = throttle(() => {
    this.#settle();
    this.store.deps.onChange();
  }, THROTTLE_MS);
  #working: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(private readonly store: StoreContext) {}

  /** Call when the outbox is loaded: the last run may have ended before it applied everything. */
  started(): void {
    // A restore may have stored rows since the catalog was opened.
    this.store.outbox.elsewhereChanged();
    this.#settle();
  }

  /** Call as soon as rows of other computers are stored, because the seller's next command may depend on them. */
  rowsCame(): void {
    if (this.#isStopped) return;
    this.store.outbox.elsewhereChanged();
    this.#throttled.schedule();
  }

  /**
   * Call before the start after this computer has left the team. Deletes here what others have not created yet, except what
   * changes here wait for: it becomes doubts at the start.
   */
  left(): void {
    const { catalog, queue, deps } = this.store;
    const { products, links } = catalog;
    const end = (table: typeof products | typeof links, id: string, isNeeded: boolean) =>
      table.change(id, isNeeded ? { createdOn: undefined } : { deletedAt: deps.now() });
    catalog.transaction(() => {
      for (const id of links.pendingElsewhere()) end(links, id, queue.of(id).length > 0);
      for (const id of products.pendingElsewhere()) end(products, id, queue.of(id).length > 0 || links.count(id) > 0);
    });
  }

  needsSeller(change: Change): void {
    if (change.payload.kind === 'link.delete') this.#settle();
  }

  /** Ids of products and links with a change that the seller has to decide about. */
  inDoubt(): string[] {
    const doubts = this.store.queue.values().filter(isUndecided);
    return doubts.filter((change) => recordKindOf(change) !== null).map(({ subject }) => subject);
  }

  /** Resolves when all writes have ended. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#throttled.stop();
    await this.#working;
  }

  /**
   * Restores products and links that another computer has removed but this one still creates. Skips creations in the history:
   * this computer has withdrawn or discarded them, but was killed before they left the queue.
   */
  #keepOwn(): void {
    const { catalog, queue } = this.store;
    const removed = queue.values().filter(({ id, payload, subject }) => {
      const product = payload.kind === 'product.create' ? catalog.products.get(subject) : undefined;
      const link = payload.kind === 'link.create' ? catalog.links.get(subject) : undefined;
      const isRemoved = (product ?? link)?.deletedAt != null;
      const isUnsent = (product?.serverId ?? link?.paymentLink ?? null) === null;
      return isRemoved && isUnsent && catalog.history.get(id) === undefined;
    });
    if (removed.length > 0) catalog.reopen(removed);
  }

  #settle(): void {
    this.#working = this.#working.then(async () => {
      if (this.#isStopped) return;
      const { catalog, queue, runExclusive } = this.store;
      const isFree = (id: string) => !this.#isStopped && queue.of(id).length === 0 && !catalog.staged.has('create', id);
      try {
        this.#keepOwn();
        await endDoneElsewhere(this.store);
        await runExclusive(async () => mergeDuplicates(catalog, isFree));
      } catch (error) {
        // The next rows or the next start will try again.
        console.error('The work of other computers could not be taken up', error);
      }
    });
  }
}
