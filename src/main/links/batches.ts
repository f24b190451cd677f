// The batches of a store: links created, replaced or deleted together. Their changes move into the queue a few at a time.
import { setImmediate } from 'node:timers/promises';
import { ok, type Result, refuse } from '../../shared/problem.ts';
import { texts } from '../../shared/texts/main.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { LinkRecord } from '../catalog/records.ts';
import { type Batch, MOST_IN_DOUBT, type StagedChange, type StagedLink } from '../catalog/staged.ts';
import { type Change, kindOf, linkCreation, linkDeletion, type NewChange, needsSeller } from '../outbox/change.ts';
import { MAX_CHANGES } from '../outbox/queue-files.ts';
import type { StoreContext } from '../store-context.ts';
import { replacementIn } from './links.ts';

type NewBatch = Omit<Batch, 'state'>;

export interface BatchingStore extends StoreContext {
  readonly batches: Batches;
}

/** Whether a batch deletes only a few links: once they are in the queue, Sync shows them as separate changes. */
const isByHand = ({ kind, total }: Batch): boolean => kind === 'deletion' && total <= MAX_CHANGES;

/** The changes for the queue. The deletion of a replaced link waits for the creation of the new one. */
export function changesOf({ kind, linkId, replaces }: StagedChange, link: LinkRecord): NewChange[] {
  const { productId } = link;
  if (kind === 'delete') return [linkDeletion(linkId, productId)];
  return [linkCreation(link), ...(replaces === null ? [] : [linkDeletion(replaces, productId, linkId)])];
}

/** Drops a batch and what is still staged of it. If the app ends, the next start continues. Resolves to the number of links. */
async function dropBatch(catalog: Catalog, id: string): Promise<number> {
  const { staged } = catalog;
  const count = staged.counts.get(id)?.links ?? 0;
  staged.setState(id, 'loading');
  for (const ids of staged.createdIn(id)) await dropLinks(catalog, ids);
  staged.removeBatch(id);
  return count;
}

/** Deletes links whose creation is staged, in short transactions. */
export const dropLinks = (catalog: Catalog, ids: readonly string[]): Promise<void> =>
  catalog.writeInBatches(ids, (id) => catalog.deleteUnsent([id]));

export class Batches {
  /** The id of the batch whose changes moved into the queue last, because batches take turns. */
  #lastId = '';
  #taking: Promise<void> | null = null;
  /** Timers by the id of what can be undone: a batch, or the deletion of a replaced link. A restart ends them. */
  readonly #undoable = new Map<string, NodeJS.Timeout>();
  /** Ids of those that the app has begun to carry out. If the disk refuses the rest, it is retried, but cannot be undone. */
  readonly #begun = new Set<string>();
  #isStopped = false;

  constructor(private readonly store: StoreContext) {}

  /** Drops batches that the app had not accepted when it ended, and finished ones, and ends the time to undo deletions. */
  async start(): Promise<void> {
    const { catalog, outbox } = this.store;
    const { staged } = catalog;
    const batches = staged.batches();
    // Queue and catalog have to agree first.
    await outbox.resumed;
    // Before any other link moves into the queue: it may be one that the seller has deleted.
    const deletions = batches.filter(({ kind, state }) => kind === 'deletion' && state !== 'loading');
    await Promise.all(deletions.map(({ id }) => this.#endUndo(id)));
    for (const { id, state } of batches) {
      if (state === 'loading') await dropBatch(catalog, id);
      else if (!staged.counts.has(id) && !this.queued().has(id)) staged.removeBatch(id);
    }
    await this.dropWithoutProduct();
  }

  /** Resolves when nothing more moves into the queue. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const timer of this.#undoable.values()) clearTimeout(timer);
    await this.#taking;
  }

  /**
   * Accepts new links: all or none, even if the app is killed meanwhile. `accept` runs in the transaction that accepts them.
   * Rejects with `StorageError`.
   */
  async create(batch: NewBatch, parts: Iterable<readonly StagedLink[]>, accept = () => {}): Promise<void> {
    const { catalog } = this.store;
    try {
      if (catalog.staged.get(batch.id)) await dropBatch(catalog, batch.id);
      // Not durable yet either: what a power cut undoes ends with the batch.
      await catalog.writeInBatches([batch], (loading) => catalog.staged.begin({ ...loading, state: 'loading' }), false);
      for (const links of parts) {
        // Reading a part and staging it are separate turns.
        await catalog.nextTurn();
        await catalog.stageLinks(batch.id, links);
        await setImmediate();
      }
      await catalog.flush();
      catalog.transaction(() => {
        accept();
        catalog.staged.setState(batch.id, 'accepted');
      });
      // Otherwise the first requests would wait for the disk.
      await catalog.flush();
    } catch (error) {
      // If the disk refuses this too, the next start drops the batch.
      await dropBatch(catalog, batch.id).catch(() => undefined);
      throw error;
    }
    // A product may have been discarded meanwhile.
    await this.dropWithoutProduct();
    this.store.outbox.changed();
  }

  /** Marks links for deletion. Nothing is sent while this can be undone. Returns the batch's id. Call inside `runExclusive`. */
  async delete(linkIds: readonly string[]): Promise<string> {
    const { catalog } = this.store;
    const batch = this.newBatch('deletion', linkIds.length);
    catalog.transaction(() => {
      catalog.staged.begin({ ...batch, state: 'accepted' });
      catalog.staged.stageDeletions(batch.id, linkIds);
    });
    if (!this.hold(batch.id)) await this.#carryOut(batch.id);
    this.store.outbox.changed();
    return batch.id;
  }

  /** Undoes the deletions of a batch, as a whole. Refused if that is no longer possible. Call inside `runExclusive`. */
  async undo(id: string): Promise<Result<{ kept: number }>> {
    const { catalog } = this.store;
    const kept = catalog.staged.counts.get(id)?.links ?? 0;
    if (!this.canUndo(id) || kept === 0) return refuse('conflict', texts.linkWork.keep.tooLate);
    catalog.transaction(() => catalog.staged.removeBatch(id));
    this.#release(id);
    return ok({ kept });
  }

  /** "Sync now": from now on nothing can be undone. */
  endAllUndo(): Promise<unknown> {
    return Promise.all([...this.#undoable.keys()].map((id) => this.#endUndo(id)));
  }

  /** Starts the time in which a batch, or the deletion of a replaced link, can be undone and is not sent. False if it is 0 ms. */
  hold(id: string): boolean {
    const { deletionGraceMs = 0 } = this.store.deps;
    if (deletionGraceMs === 0) return false;
    const end = () => this.#endUndo(id);
    if (!this.#isStopped) this.#undoable.set(id, setTimeout(end, deletionGraceMs));
    return true;
  }

  /** Whether the batch of deletions, or the deletion of a replaced link, can still be undone. */
  canUndo(id: string): boolean {
    return this.#undoable.has(id) && !this.#begun.has(id);
  }

  /** Whether a change must not be sent yet: it can be undone, or creates a link that is marked for deletion. */
  isHeld(change: Change): boolean {
    if (this.#undoable.has(change.id)) return true;
    return kindOf(change) === 'link.create' && this.store.catalog.staged.has('delete', change.subject);
  }

  #release(id: string): void {
    clearTimeout(this.#undoable.get(id));
    this.#undoable.delete(id);
    this.#begun.delete(id);
    this.store.outbox.changed();
  }

  /** If the disk refuses, tries again after the same time. */
  #endUndo(id: string): Promise<void> {
    const ending = this.store.runExclusive(() => this.#carryOut(id));
    return ending.catch((error: unknown) => {
      console.error('Deletions could not be taken into the queue', error);
      this.hold(id);
    });
  }

  /** Withdraws links that were never sent. A few other deletions move into the queue at once; many move when there is room. */
  async #carryOut(id: string): Promise<void> {
    const { catalog, queue, outbox } = this.store;
    const batch = catalog.staged.get(id);
    if (batch) {
      this.#begun.add(id);
      await dropLinks(catalog, catalog.staged.unsentIn(id));
      const creations = queue.all().filter((change) => kindOf(change) === 'link.create');
      const unsent = creations.filter(({ subject }) => catalog.staged.batchOf('delete', subject) === id);
      await outbox.withdrawAll(unsent.map((change) => change.id));
      if (isByHand(batch) && batch.state === 'accepted') await this.#takeFrom(batch);
    }
    this.#release(id);
  }

  newBatch(kind: Batch['kind'], total: number): NewBatch {
    const { stamper, now } = this.store.deps;
    return { id: stamper.id(), kind, name: '', acceptedAt: now(), total };
  }

  /** Call when more could be sent but nothing in the queue is ready. */
  takeMore(): void {
    const { isReady, catalog, outbox, runExclusive } = this.store;
    if (this.#taking || this.#isStopped || !isReady || catalog.staged.isEmpty) return;
    this.#taking = runExclusive(async () => {
      for (const batch of this.#inTurn()) if (await this.#takeFrom(batch)) return true;
      return false;
    })
      .catch((error: unknown) => console.error('Staged changes could not be taken into the queue', error))
      .then(async (hasTaken) => {
        // Lets other work run between two moves.
        if (hasTaken) await setImmediate();
        this.#taking = null;
        // If the new changes have to wait, nothing else would ask for more.
        if (hasTaken) outbox.changed();
      });
  }

  /**
   * Changes enter the queue, then are no longer staged, and only then may be sent. A crash in between leaves a change in both
   * places; the next start removes the staged one. They stay staged meanwhile, so only one move may run at a time.
   */
  async #takeFrom(batch: Batch): Promise<boolean> {
    const { catalog, queue, outbox } = this.store;
    // A replacement becomes two changes.
    const changes = catalog.staged.next(batch.id, batch.kind === 'prices' ? MAX_CHANGES / 2 : MAX_CHANGES);
    if (changes.length === 0) return false;
    const drafts = changes.flatMap((change) => {
      const link = catalog.links.active(change.linkId);
      const isQueued = change.kind === 'delete' ? queue.deletionOf(change.linkId) : queue.creationOf(change.linkId);
      if (!link || isQueued) return [];
      return changesOf(change, link).map((draft) => (isByHand(batch) ? draft : { ...draft, batchId: batch.id }));
    });
    this.#lastId = batch.id;
    await outbox.take(drafts, () => catalog.transaction(() => catalog.staged.remove(changes)));
    return true;
  }

  /** The batches whose changes may move into the queue, starting after the last one. */
  #inTurn(): Batch[] {
    const { catalog } = this.store;
    const queued = this.queued();
    const isResting = (id: string) => (queued.get(id)?.attention ?? 0) >= MOST_IN_DOUBT;
    const all = catalog.staged
      .batches()
      .filter(({ id, state }) => state === 'accepted' && !this.#undoable.has(id) && !isResting(id));
    const nextIndex = all.findIndex(({ id }) => id === this.#lastId) + 1;
    return [...all.slice(nextIndex), ...all.slice(0, nextIndex)];
  }

  /** Counts the changes of each batch in the queue. `attention`: they need the seller; `waiting`: all others. */
  queued(): ReadonlyMap<string, { readonly waiting: number; readonly attention: number }> {
    const counts = new Map<string, { waiting: number; attention: number }>();
    for (const change of this.store.queue.all()) {
      if (change.batchId === undefined) continue;
      const count = counts.get(change.batchId) ?? { waiting: 0, attention: 0 };
      count[needsSeller(change) ? 'attention' : 'waiting'] += 1;
      counts.set(change.batchId, count);
    }
    return counts;
  }

  setPaused(id: string, isPaused: boolean): Result<void> {
    const { staged } = this.store.catalog;
    if (!staged.lines().has(id)) return refuse('not-found', texts.changes.gone);
    staged.setState(id, isPaused ? 'paused' : 'accepted');
    this.store.outbox.changed();
    return ok(undefined);
  }

  /** "Cancel the rest": withdraws changes that were not sent, staged or queued, and returns how many. */
  cancel(id: string): Promise<Result<{ count: number }>> {
    const { catalog, queue, outbox, runExclusive } = this.store;
    return runExclusive(async () => {
      if (!catalog.staged.lines().has(id)) return refuse('not-found', texts.changes.gone);
      const queued = queue.all().filter((change) => change.batchId === id);
      // The deletion of a replaced link is withdrawn with the creation that it depends on; if that was sent, it stays.
      const single = queued.filter((change) => replacementIn(change) === null);
      // Queued changes first, because they could be sent while the staged ones are dropped.
      const withdrawn = await outbox.withdrawAll(single.map((change) => change.id));
      const dropped = await dropBatch(catalog, id);
      this.store.outbox.changed();
      return ok({ count: dropped + withdrawn.size });
    });
  }

  /** Drops staged links whose product was discarded. */
  dropWithoutProduct(): Promise<void> {
    const { catalog } = this.store;
    return dropLinks(catalog, catalog.staged.withoutProduct());
  }
}
