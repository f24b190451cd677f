// Applies the work of other computers of a team to the changes and records of an open store.
import { uniteTwins } from '../catalog/twins.ts';
import type { StoreContext } from '../store-context.ts';
import { endDoneElsewhere } from '../sync/done-elsewhere.ts';
import { type Action, isUndecided, recordKindOf } from '../sync/outbox/action.ts';
import { throttle } from '../turns.ts';

/** Their rows come in many transactions. */
const THROTTLE_MS = 60;

export class OtherComputers {
  readonly #store: StoreContext;
  readonly #came = throttle(() => this.#takeUp(), THROTTLE_MS);
  readonly #doubtsChanged = throttle(() => this.#shareDoubts(), THROTTLE_MS);
  /** The changes that the seller has to decide about here, by id, as last marked to be shared. */
  #doubts: ReadonlyMap<string, Action> = new Map();
  #working: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(store: StoreContext) {
    this.#store = store;
  }

  /** Call when the catalog is open, before anything is sent. */
  opened(): void {
    this.#updateElsewhere();
  }

  /** Call when the outbox is loaded: the app may have ended before these were done. */
  started(): void {
    // A restore may have stored rows since.
    this.#updateElsewhere();
    this.#settle();
  }

  /** Call when their rows were stored, before anything else is done: what the seller does next may need them. */
  rowsCame(): void {
    if (this.#isStopped) return;
    this.#updateElsewhere();
    this.#came.schedule();
  }

  /** Call when a change needs the seller. */
  needsSeller(action: Action): void {
    if (action.payload.kind === 'link.delete') this.#settle();
  }

  /** Call when changes of the outbox may need the seller, or do so no longer. */
  outboxChanged(): void {
    if (!this.#isStopped) this.#doubtsChanged.schedule();
  }

  /** The others show where a change is in doubt. */
  #shareDoubts(): void {
    const { isReady, outbox, deps } = this.#store;
    if (!isReady) return;
    const before = this.#doubts;
    const doubts = outbox.needingSeller().filter(isUndecided);
    this.#doubts = new Map(doubts.map((action) => [action.id, action]));
    const differing = [
      ...doubts.filter(({ id }) => !before.has(id)),
      ...[...before.values()].filter(({ id }) => !this.#doubts.has(id)),
    ];
    const { catalog } = this.#store;
    if (differing.length === 0 || !catalog.sharing.position) return;
    catalog.transaction(() => {
      for (const action of differing) {
        const kind = recordKindOf(action);
        if (kind) catalog.sharing.mark(kind, action.subject);
      }
    });
    deps.onChange();
  }

  /** Whether the seller has to decide about a change to a record. */
  isInDoubt(id: string): boolean {
    return this.#store.outbox.of(id).some(isUndecided);
  }

  /** Resolves when all writes have ended. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#came.stop();
    this.#doubtsChanged.stop();
    await this.#working;
  }

  #updateElsewhere(): void {
    const { catalog, outbox } = this.#store;
    outbox.setElsewhere(catalog.createdElsewhere());
  }

  /** What waits here to be created is sent, so it is listed although another computer has removed it. */
  #keepOwn(): void {
    const { catalog, outbox } = this.#store;
    const removed = outbox.unsettled().filter(({ payload, subject }) => {
      const product = payload.kind === 'product.create' ? catalog.products.get(subject) : undefined;
      const link = payload.kind === 'link.create' ? catalog.links.get(subject) : undefined;
      const isRemoved = (product ?? link)?.deletedAt != null;
      return isRemoved && (product?.serverId ?? link?.paymentLink ?? null) === null;
    });
    if (removed.length > 0) catalog.reopen(removed);
  }

  #takeUp(): void {
    this.#settle();
    this.#store.deps.onChange();
  }

  #settle(): void {
    this.#working = this.#working.then(async () => {
      if (this.#isStopped) return;
      const { catalog, outbox, runExclusive } = this.#store;
      const isFree = (id: string) => !this.#isStopped && !outbox.hasActionsOn(id) && !catalog.staged.has('create', id);
      try {
        this.#keepOwn();
        await endDoneElsewhere(this.#store);
        await runExclusive(() => uniteTwins(catalog, isFree));
      } catch (error) {
        // The next rows, or the next start, try again.
        console.error('The work of other computers could not be taken up', error);
      }
    });
  }
}
