// The batches of a store: many links that are created, replaced or deleted together. They are staged in the database, from where
// the queue takes a few at a time.
import { setImmediate } from 'node:timers/promises';
import { ok, type Result, refuse } from '../../shared/problem.ts';
import { texts } from '../../shared/texts/main.ts';
import type { LinkRecord } from '../catalog/records.ts';
import { type Batch, MOST_IN_DOUBT, type StagedChange, type StagedLink } from '../catalog/staged.ts';
import type { StoreContext } from '../store-context.ts';
import { isWithdrawable, linkCreation, type NewAction } from '../sync/outbox/action.ts';
import { MAX_CHANGES } from '../sync/outbox/queue-files.ts';

/** Links dropped in one transaction. */
const DROPPED_AT_A_TIME = 200;

/** What a batch needs of its store. */
type BatchStore = Pick<StoreContext, 'catalog' | 'outbox' | 'runExclusive' | 'isReady'> & {
  readonly deps: Pick<StoreContext['deps'], 'stamper' | 'now' | 'deletionGraceMs' | 'onAccepted' | 'onChange'>;
};

type NewBatch = Omit<Batch, 'state'>;

export interface BatchingStore extends StoreContext {
  readonly batches: Batches;
}

export class Batches {
  readonly #store: BatchStore;
  /** The batch that was taken from last: they take turns. */
  #last = '';
  #taking: Promise<void> | null = null;
  /** Deletions that can be undone as a whole, with the timers that end this. A restart ends it too. */
  readonly #undoable = new Map<string, NodeJS.Timeout>();
  #isStopped = false;

  constructor(store: BatchStore) {
    this.#store = store;
  }

  /** Before anything is sent: removes what the app had not accepted when it ended. */
  async start(): Promise<void> {
    const { catalog } = this.#store;
    for (const { id, state } of catalog.staged.batches()) if (state === 'loading') await this.#drop(id);
    await this.dropWithoutProduct();
  }

  /** Resolves when nothing more is taken. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const timer of this.#undoable.values()) clearTimeout(timer);
    await this.#taking;
  }

  // ---- accepting

  /** Accepts new links in the place of others: all of them, or none. Rejects with `StorageError`. */
  replace(links: readonly StagedLink[]): Promise<void> {
    return this.create(this.#newBatch('prices', links.length), [links], () => undefined);
  }

  /**
   * Accepts new links: all of them, or none, also if the app is killed meanwhile. `accept` writes what else becomes true with it,
   * in the same transaction. Rejects with `StorageError`.
   */
  async create(batch: NewBatch, parts: Iterable<readonly StagedLink[]>, accept: () => void): Promise<void> {
    const { catalog } = this.#store;
    try {
      if (catalog.staged.get(batch.id)) await this.#drop(batch.id);
      catalog.staged.begin({ ...batch, state: 'loading' });
      for (const links of parts) {
        await catalog.stageLinks(batch.id, links);
        await setImmediate();
      }
      catalog.transaction(() => {
        accept();
        catalog.staged.setState(batch.id, 'accepted');
      });
    } catch (error) {
      // The next start drops it if the disk refuses this too.
      await this.#drop(batch.id).catch(() => undefined);
      throw error;
    }
    // A product may have been discarded meanwhile.
    await this.dropWithoutProduct();
    this.#accepted(batch.total);
  }

  /** Accepts deletions in one transaction. They can be undone, all of them, for a while. Returns the id of the batch. */
  delete(linkIds: readonly string[]): string {
    const { catalog, deps } = this.#store;
    const batch = this.#newBatch('deletion', linkIds.length);
    const { id } = batch;
    catalog.transaction(() => {
      catalog.staged.begin({ ...batch, state: 'accepted' });
      catalog.staged.stageDeletions(id, linkIds);
    });
    const { deletionGraceMs: graceMs = 0 } = deps;
    if (graceMs > 0)
      this.#undoable.set(
        id,
        setTimeout(() => this.#endUndo(id), graceMs),
      );
    this.#accepted(linkIds.length);
    return id;
  }

  /** Undoes deletions. Returns how many; 0 if that is no longer possible. */
  undo(id: string): number {
    const { catalog, deps } = this.#store;
    const timer = this.#undoable.get(id);
    if (timer === undefined) return 0;
    const count = catalog.staged.counts.get(id)?.links ?? 0;
    catalog.transaction(() => catalog.staged.removeBatch(id));
    clearTimeout(timer);
    this.#undoable.delete(id);
    deps.onChange();
    return count;
  }

  canUndo(id: string): boolean {
    return this.#undoable.has(id);
  }

  #endUndo(id: string): void {
    this.#undoable.delete(id);
    this.#store.deps.onChange();
    this.#store.outbox.turn();
  }

  #newBatch(kind: Batch['kind'], total: number): NewBatch {
    const { stamper, now } = this.#store.deps;
    return { id: stamper.id(), kind, name: '', acceptedAt: now(), total };
  }

  #accepted(count: number): void {
    const { outbox, deps } = this.#store;
    deps.onAccepted?.(count);
    deps.onChange();
    outbox.turn();
  }

  // ---- taking

  /** Call when more could be sent, and nothing in the queue may leave. */
  takeMore(): void {
    const { isReady, catalog, runExclusive } = this.#store;
    if (this.#taking || this.#isStopped || !isReady || catalog.staged.isEmpty) return;
    this.#taking = runExclusive(() => this.#take())
      .catch((error: unknown) => console.error('Staged changes could not be taken into the queue', error))
      .finally(() => {
        this.#taking = null;
      });
  }

  /**
   * They are in the queue, then no longer staged, and only then may they leave: a crash in between leaves a change in both, which
   * the next start finds.
   */
  async #take(): Promise<void> {
    const { catalog, outbox } = this.#store;
    for (const { id } of this.#inTurn()) {
      const some = atMostChanges(catalog.staged.next(id, MAX_CHANGES), MAX_CHANGES);
      const drafts = some.flatMap((change) => {
        const link = catalog.links.active(change.linkId);
        return link ? changesOf(change, link).map((draft) => ({ ...draft, batchId: id })) : [];
      });
      if (some.length === 0) continue;
      if (drafts.length === 0) {
        // The links were deleted meanwhile.
        catalog.staged.remove(some);
        return this.#take();
      }
      this.#last = id;
      return outbox.take(drafts, () => catalog.transaction(() => catalog.staged.remove(some)));
    }
  }

  /** Those that may be taken from, the one that waited longest first. */
  #inTurn(): Batch[] {
    const { catalog, outbox } = this.#store;
    const queued = outbox.ofBatches();
    const isResting = (id: string) => (queued.get(id)?.attention ?? 0) >= MOST_IN_DOUBT;
    const all = catalog.staged
      .batches()
      .filter(({ id, state }) => state === 'accepted' && !this.canUndo(id) && !isResting(id));
    const after = all.findIndex(({ id }) => id === this.#last) + 1;
    return [...all.slice(after), ...all.slice(0, after)];
  }

  // ---- the seller's commands

  #isAccepted(id: string): boolean {
    const state = this.#store.catalog.staged.get(id)?.state;
    return state !== undefined && state !== 'loading';
  }

  setPaused(id: string, isPaused: boolean): Result<void> {
    const { catalog, outbox, deps } = this.#store;
    if (!this.#isAccepted(id)) return refuse('not-found', texts.changes.gone);
    catalog.staged.setState(id, isPaused ? 'paused' : 'accepted');
    deps.onChange();
    outbox.turn();
    return ok(undefined);
  }

  /** "Cancel the rest": withdraws what has not left, staged or queued, in pairs. Returns how many changes. */
  cancel(id: string): Promise<Result<{ count: number }>> {
    const { outbox, deps, runExclusive } = this.#store;
    return runExclusive(async () => {
      if (!this.#isAccepted(id)) return refuse('not-found', texts.changes.gone);
      const dropped = await this.#drop(id);
      const unsent = outbox.unsettled().filter((action) => action.batchId === id && isWithdrawable(action));
      // The deletion of a pair goes with its creation; it stays when that was sent.
      const alone = unsent.filter(({ payload }) => payload.kind !== 'link.delete' || payload.replacedBy === undefined);
      const withdrawn = alone.length > 0 ? await outbox.withdrawAll(alone.map((action) => action.id)) : new Set();
      deps.onChange();
      return ok({ count: dropped + withdrawn.size });
    });
  }

  /** Nothing that is still staged of a batch is sent. Goes on at the next start if the app ends. Returns how many links. */
  async #drop(id: string): Promise<number> {
    const { catalog } = this.#store;
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

  /** Call when a product was discarded: the links that wait for it go with it. */
  async dropWithoutProduct(): Promise<void> {
    const { catalog } = this.#store;
    for (;;) {
      const ids = catalog.staged.withoutProduct(DROPPED_AT_A_TIME);
      if (ids.length === 0) return;
      catalog.dropStaged(ids);
      await setImmediate();
    }
  }

  /** Removes finished batches. */
  tidy(): void {
    const { catalog, outbox } = this.#store;
    const batches = catalog.staged.batches().filter(({ id }) => !catalog.staged.counts.has(id));
    if (batches.length === 0) return;
    const queued = outbox.ofBatches();
    for (const { id, state } of batches) if (state !== 'loading' && !queued.has(id)) catalog.staged.removeBatch(id);
  }
}

/** What a staged change becomes in the queue. The deletion of what a new link replaces waits for the new one. */
export function changesOf({ kind, linkId, replaces }: StagedChange, link: LinkRecord): NewAction[] {
  const { productId } = link;
  if (kind === 'delete') {
    return [{ subject: linkId, payload: { kind: 'link.delete', productId }, waitsFor: [linkId] }];
  }
  if (replaces === null) return [creationOf(link)];
  const payload = { kind: 'link.delete', productId, replacedBy: linkId } as const;
  return [creationOf(link), { subject: replaces, payload, waitsFor: [replaces, linkId] }];
}

export const creationOf = ({ id, productId, prices, useOnce, metadata }: LinkRecord): NewAction =>
  linkCreation(id, productId, { prices: [...prices], useOnce, metadata });

/** The first changes, as long as creations and deletions together fit into one file of the queue. */
function atMostChanges(changes: readonly StagedChange[], most: number): StagedChange[] {
  let sum = 0;
  return changes.filter(({ replaces }) => {
    sum += replaces === null ? 1 : 2;
    return sum <= most;
  });
}
