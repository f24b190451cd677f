// Applies what other computers of a team did to the changes and records of an open store.
import { mergeDuplicate } from '../catalog/duplicates.ts';
import { isDeleted, isWithdrawn, laterThan, wasCreated } from '../catalog/merge-record.ts';
import {
  type Change,
  type ChangeResult,
  isCreate,
  isUnsent,
  kindOf,
  mayBeMarkedAsSent,
  mayHaveHappened,
  needsSeller,
} from '../outbox/change.ts';
import { recordOf } from '../outbox/reconcile.ts';
import type { StoreContext } from '../store-context.ts';
import { throttle } from '../turns.ts';

/** Whether a change can end because its record shows its result. The creation of a removed computer may still wait. */
const mayEnd = (change: Change) => mayBeMarkedAsSent(change) || (isCreate(change) && isUnsent(change));

/** The rows of other computers arrive in many transactions. */
const THROTTLE_MS = 60;

export class OtherComputers {
  readonly #throttled = throttle(() => {
    this.settle();
    this.store.deps.onChange();
  }, THROTTLE_MS);
  #working: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(private readonly store: StoreContext) {}

  /** Call when the outbox is loaded: the last run may have ended before it applied everything. */
  started(): void {
    // A restore may have stored rows since the catalog was opened.
    this.store.outbox.elsewhereChanged();
    this.settle();
  }

  /** Call as soon as rows of other computers are stored, because the seller's next command may depend on them. */
  rowsCame(): void {
    if (this.#isStopped) return;
    this.store.outbox.elsewhereChanged();
    this.#throttled.schedule();
  }

  /**
   * Call before the start that follows leaving the team: deletes here what others have not created. What changes here wait for
   * stays and becomes doubts at that start. With `removed`, for when that computer was removed instead: all that it has not
   * created becomes doubts.
   */
  left(removed?: string): void {
    const { catalog, queue, deps } = this.store;
    const { products, links } = catalog;
    const end = (table: typeof products | typeof links, id: string, isNeeded: boolean) => {
      if (removed === undefined) {
        table.change(id, isNeeded ? { createdOn: undefined } : { deletedAt: deps.now() });
        // If this computer joins the team again, a tombstone would delete the record on the other computers.
        return isNeeded ? undefined : table.remove(id);
      }
      const record = table.get(id);
      if (record?.createdOn?.device !== removed) return;
      const stamp = deps.stamper.stamp();
      // Also later than a takeover by a computer whose clock is ahead.
      table.change(id, { createdOn: undefined, takenOver: laterThan(record.takenOver ?? stamp, stamp) });
    };
    catalog.transaction(() => {
      if (removed === undefined) catalog.sharing.end();
      for (const id of links.pendingElsewhere()) end(links, id, queue.of(id).length > 0);
      for (const id of products.pendingElsewhere()) end(products, id, queue.of(id).length > 0 || links.count(id) > 0);
    });
  }

  /** Whether another computer has carried out or withdrawn a creation. */
  hasEnded(change: Change): boolean {
    return wasCreated(recordOf(this.store.catalog, change)) || this.#isWithdrawn(change);
  }

  /** Whether another computer, which had taken over a creation, has withdrawn it. */
  #isWithdrawn(change: Change): boolean {
    const record = recordOf(this.store.catalog, change);
    const isOthers = record?.takenOver !== undefined && record.takenOver.device !== this.store.deps.stamper.device;
    return isOthers && isWithdrawn(record);
  }

  /** Ids of products and links with a change that the seller has to decide about. A create counts even if it was refused. */
  inDoubt(): string[] {
    const isDoubt = (change: Change) =>
      needsSeller(change) && kindOf(change) !== 'settings.update' && (isCreate(change) || mayHaveHappened(change));
    return this.store.queue.all().flatMap((change) => (isDoubt(change) ? change.subject : []));
  }

  /** Resolves when all writes have ended. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#throttled.stop();
    await this.#working;
  }

  /** Also call when a change needs the seller: another computer may have settled it already. */
  settle(): void {
    this.#working = this.#working.then(async () => {
      if (this.#isStopped) return;
      const { catalog, queue, runExclusive } = this.store;
      const isFree = (id: string) => !this.#isStopped && queue.of(id).length === 0 && !catalog.staged.has('create', id);
      try {
        this.#keepOwn();
        await runExclusive(() => this.#endDone());
        for (const duplicate of catalog.sharing.duplicates()) {
          do await catalog.nextTurn();
          while (await runExclusive(async () => mergeDuplicate(catalog, duplicate, isFree)));
        }
      } catch (error) {
        // The disk refused, or the seller has decided meanwhile. The next rows or the next start will try again.
        console.error('The work of other computers could not be taken up', error);
      }
    });
  }

  /**
   * Restores products and links that another computer has removed but this one still creates. Skips creations in the history:
   * this computer has withdrawn or discarded them, but was killed before they left the queue.
   */
  #keepOwn(): void {
    const { catalog, queue } = this.store;
    const removed = queue.all().filter((change) => {
      const isRemoved = isCreate(change) && isWithdrawn(recordOf(catalog, change));
      return isRemoved && !this.#isWithdrawn(change) && catalog.history.get(change.id) === undefined;
    });
    if (removed.length > 0) catalog.reopen(removed);
  }

  /**
   * Ends what another computer has carried out: deletions of links, and creations. Skips changes in flight: their answer ends
   * them, or a later call does. Rejects with `StorageError`.
   */
  async #endDone(): Promise<void> {
    const { outbox, queue } = this.store;
    const done = queue.all().filter((change) => this.#resultOf(change) !== null);
    const withdrawn = queue.all().filter((change) => isCreate(change) && this.#isWithdrawn(change));
    await outbox.withdrawAll([...done.filter((change) => !isCreate(change)), ...withdrawn].map(({ id }) => id));
    for (const { id } of done) {
      const change = queue.get(id);
      const result = change && this.#resultOf(change);
      if (!result) continue;
      if (mayEnd(change)) await outbox.markAsSent(id, result, mayEnd);
      else if (change.state === 'rejected') await outbox.decideNow('discard', id);
    }
  }

  /** The result that a change has according to its record; null if it has none. */
  #resultOf(change: Change): ChangeResult | null {
    const record = recordOf(this.store.catalog, change);
    if (kindOf(change) === 'link.delete') {
      return isDeleted(record) ? { kind: 'accepted', answer: '', note: null } : null;
    }
    if (!record || !isCreate(change) || !mayEnd(change)) return null;
    const answer = record.answer ?? '';
    if ('productId' in record) {
      const { paymentLink } = record;
      return paymentLink === null ? null : { kind: 'link', paymentLink, answer };
    }
    return record.serverId === null ? null : { kind: 'product', serverId: record.serverId, answer };
  }
}
