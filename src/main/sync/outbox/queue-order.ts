// The open changes of a store in memory, with the order in which they may leave.
//
// A change waits for earlier ones on its subject, and for the creation of what it refers to. Beside the map there are the ids
// of what may leave, in order, and a lookup of dependents; both are rebuilt when the queue is opened.
import type { ChangeKind } from '../../../shared/change.ts';
import { type Change, isCreate, isUnsent, kindOf, needsSeller } from './change.ts';
import { RETRY_AFTER_CAP_MS, transition } from './policy.ts';

/** The changes of one product or link, and those that refer to it. */
interface Dependents {
  readonly on: Set<string>;
  readonly referring: Set<string>;
}

export class QueueOrder {
  readonly #changes = new Map<string, Change>();
  /** What is ready or will be tried again, oldest first. */
  readonly #ready: string[] = [];
  readonly #dependents = new Map<string, Dependents>();
  /** Local ids of what other computers create: changes to it wait until they have. */
  #elsewhere: ReadonlySet<string> = new Set();
  #deletionsVersion = 0;

  get(id: string): Change | undefined {
    return this.#changes.get(id);
  }

  /** Oldest first. */
  all(): Change[] {
    return this.#inOrder(this.#changes.keys());
  }

  /** In no particular order. */
  values(): Change[] {
    return [...this.#changes.values()];
  }

  /** How many changes of each batch there are: those that need the seller, and the others. */
  ofBatches(): ReadonlyMap<string, { readonly waiting: number; readonly attention: number }> {
    const counts = new Map<string, { waiting: number; attention: number }>();
    for (const change of this.#changes.values()) {
      if (change.batchId === undefined) continue;
      const count = counts.get(change.batchId) ?? { waiting: 0, attention: 0 };
      count[needsSeller(change) ? 'attention' : 'waiting'] += 1;
      counts.set(change.batchId, count);
    }
    return counts;
  }

  /** Changes when another link is about to be deleted, or one no longer is. */
  get deletionsVersion(): number {
    return this.#deletionsVersion;
  }

  /** On one product, one link or the webhook, oldest first. */
  of(subject: string): Change[] {
    return this.#inOrder(this.#dependents.get(subject)?.on ?? []);
  }

  /** Whether a deletion of the link is queued or in flight. */
  deletes(linkId: string): boolean {
    return this.of(linkId).some((change) => kindOf(change) === 'link.delete');
  }

  /**
   * The unsent changes that a newer one of their kind replaces: the newest, and rejected ones before it, which would block
   * it. None if the newest was sent. An older one that is being retried stays, and goes first.
   */
  replaceable(subject: string, kind: ChangeKind): Change[] {
    const all = this.of(subject).filter((change) => kindOf(change) === kind);
    const newest = all.at(-1);
    if (!newest || !isUnsent(newest)) return [];
    return all.filter((change) => change === newest || change.state === 'rejected');
  }

  /** What a change waits for, oldest first; empty when it may be sent. */
  blockers(change: Change): Change[] {
    const earlier = this.of(change.subject).filter(({ id }) => id < change.id);
    const references = change.waitsFor.filter((localId) => localId !== change.subject);
    const creations = references.flatMap((localId) => this.of(localId).filter(isCreate));
    return [...earlier, ...creations].sort(byId);
  }

  /** Direct and indirect dependents, oldest first. */
  dependents(change: Change): Change[] {
    const ids = new Set<string>();
    const unexplored = [change];
    for (let next = unexplored.pop(); next; next = unexplored.pop()) {
      for (const dependent of this.#inOrder(this.#dependentIds(next))) {
        if (ids.has(dependent.id)) continue;
        ids.add(dependent.id);
        unexplored.push(dependent);
      }
    }
    return this.#inOrder(ids);
  }

  #dependentIds(change: Change): string[] {
    const { on = [], referring = [] } = this.#dependents.get(change.subject) ?? {};
    const later = [...on].filter((id) => id > change.id);
    return isCreate(change) ? [...later, ...[...referring].filter((id) => id !== change.id)] : later;
  }

  #inOrder(ids: Iterable<string>): Change[] {
    return [...ids].flatMap((id) => this.#changes.get(id) ?? []).sort(byId);
  }

  // ---- order

  /** The local ids of what another computer still has to create. */
  setElsewhere(ids: readonly string[]): void {
    const before = this.#elsewhere;
    this.#elsewhere = new Set(ids);
    for (const localId of new Set([...before, ...ids])) {
      if (before.has(localId) && this.#elsewhere.has(localId)) continue;
      const { on = [], referring = [] } = this.#dependents.get(localId) ?? {};
      for (const id of [...on, ...referring]) this.updateBlocked(id);
    }
  }

  /** The local id of what another computer has to create before this can be sent. */
  waitsElsewhere({ subject, waitsFor }: Change): string | undefined {
    if (this.#elsewhere.size === 0) return undefined;
    return [subject, ...waitsFor].find((id) => this.#elsewhere.has(id));
  }

  /** Moves a change between `waiting` and `ready`. Not written to disk: it follows from the other changes. */
  updateBlocked(id: string): void {
    const change = this.#changes.get(id);
    if (change?.state !== 'waiting' && change?.state !== 'ready') return;
    const isBlocked = this.waitsElsewhere(change) !== undefined || this.blockers(change).length > 0;
    this.set(transition(change, { kind: isBlocked ? 'blocked' : 'unblocked' }));
  }

  /** A state that follows from the time or from other changes; not written to disk. */
  set(change: Change): void {
    if (this.#changes.get(change.id) !== change) this.#store(change);
  }

  /** Makes those ready that `mayRelease`. Not written to disk: it follows from the time. */
  release(mayRelease: (change: Change) => boolean): void {
    for (const id of [...this.#ready]) {
      const change = this.#changes.get(id);
      if (change?.state !== 'retrying' || !mayRelease(change)) continue;
      this.set(transition(change, { kind: 'due' }));
      this.updateBlocked(id);
    }
  }

  /** What is ready or will be tried again, oldest first. */
  *inLine(): Generator<Change> {
    for (const id of this.#ready) {
      const change = this.#changes.get(id);
      if (change) yield change;
    }
  }

  nextDueAt(): number | null {
    let next: number | null = null;
    for (const { state, nextAttemptAt } of this.inLine()) {
      if (state === 'retrying' && nextAttemptAt !== null) next = Math.min(next ?? nextAttemptAt, nextAttemptAt);
    }
    return next;
  }

  /** Adds changes, or puts them in the place of those with the same ids. */
  protected store(changes: readonly Change[]): void {
    for (const change of changes) this.#store(change);
    for (const { id } of changes) this.updateBlocked(id);
  }

  /** Returns those that were there. */
  protected forget(ids: readonly string[]): readonly Change[] {
    const changes = ids.flatMap((id) => this.#changes.get(id) ?? []);
    const dependents = changes.flatMap((change) => this.#dependentIds(change));
    for (const change of changes) {
      this.#unlist(change);
      this.#changes.delete(change.id);
      if (kindOf(change) === 'link.delete') this.#deletionsVersion += 1;
    }
    for (const id of dependents) this.updateBlocked(id);
    return changes;
  }

  #store(change: Change): void {
    if (!this.#changes.has(change.id) && kindOf(change) === 'link.delete') this.#deletionsVersion += 1;
    this.#changes.set(change.id, change);
    this.#dependentsOf(change.subject).on.add(change.id);
    for (const localId of change.waitsFor) this.#dependentsOf(localId).referring.add(change.id);
    const at = placeIn(this.#ready, change.id);
    const isListed = this.#ready[at] === change.id;
    const mayLeave = change.state === 'ready' || change.state === 'retrying';
    if (mayLeave !== isListed) this.#ready.splice(at, isListed ? 1 : 0, ...(mayLeave ? [change.id] : []));
  }

  #unlist(change: Change): void {
    const at = placeIn(this.#ready, change.id);
    if (this.#ready[at] === change.id) this.#ready.splice(at, 1);
    for (const localId of [change.subject, ...change.waitsFor]) {
      const { on, referring } = this.#dependentsOf(localId);
      on.delete(change.id);
      referring.delete(change.id);
      if (on.size + referring.size === 0) this.#dependents.delete(localId);
    }
  }

  #dependentsOf(localId: string): Dependents {
    const known = this.#dependents.get(localId);
    if (known) return known;
    const none = { on: new Set<string>(), referring: new Set<string>() };
    this.#dependents.set(localId, none);
    return none;
  }
}

/** A time beyond the longest wait means that the clock was set back. */
export const isDue = ({ nextAttemptAt }: Change, now: number): boolean =>
  nextAttemptAt !== null && (nextAttemptAt <= now || nextAttemptAt > now + RETRY_AFTER_CAP_MS);

const byId = (a: Change, b: Change): number => (a.id < b.id ? -1 : 1);

/** Where an id is in a sorted list, or would be. */
function placeIn(ids: readonly string[], id: string): number {
  let [low, high] = [0, ids.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ids[middle] ?? '') < id) low = middle + 1;
    else high = middle;
  }
  return low;
}
