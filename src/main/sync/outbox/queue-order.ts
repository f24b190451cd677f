// The open changes of a store in memory, and the order in which they may be sent.
//
// A change waits for earlier changes to its subject, and for the creation of the products and links that it refers to. The list
// of unblocked changes and the lookup of dependents are not on disk, but rebuilt when the queue is opened.
import type { ChangeKind } from '../../../shared/change.ts';
import { type Change, isCreate, isUnsent, kindOf, needsSeller } from './change.ts';
import { blocked, due, RETRY_AFTER_CAP_MS, unblocked } from './policy.ts';

/** Ids of the changes to one subject, and of the changes that refer to it. */
interface Dependents {
  readonly on: Set<string>;
  readonly referring: Set<string>;
}

export class QueueOrder {
  readonly #changes = new Map<string, Change>();
  /** Ids of changes that are ready or will be retried, oldest first. */
  readonly #unblocked: string[] = [];
  /** Their ids apart, because each result looks for those that are due. */
  readonly #retrying = new Set<string>();
  readonly #dependents = new Map<string, Dependents>();
  /** Local ids of products and links that other computers have yet to create. Changes to them wait. */
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

  /** Counts the changes of each batch. `attention`: they need the seller; `waiting`: all others. */
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

  /** Changes when a deletion of a link enters or leaves the queue. */
  get deletionsVersion(): number {
    return this.#deletionsVersion;
  }

  /** The changes to a product, a link or the webhook, oldest first. */
  of(subject: string): Change[] {
    return this.#inOrder(this.#dependents.get(subject)?.on ?? []);
  }

  /** Whether the queue holds a deletion of the link. */
  deletes(linkId: string): boolean {
    return this.of(linkId).some((change) => kindOf(change) === 'link.delete');
  }

  /**
   * The unsent changes that a new change of their kind can replace: the newest, and rejected ones before it, which would block
   * it. None if the newest was sent. An older one that is being retried stays and is sent first.
   */
  replaceable(subject: string, kind: ChangeKind): Change[] {
    const all = this.of(subject).filter((change) => kindOf(change) === kind);
    const newest = all.at(-1);
    if (!newest || !isUnsent(newest)) return [];
    return all.filter((change) => change === newest || change.state === 'rejected');
  }

  /** The changes that a change waits for, oldest first. */
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

  /** Sets the local ids of products and links that other computers have yet to create. */
  setElsewhere(ids: readonly string[]): void {
    const previous = this.#elsewhere;
    this.#elsewhere = new Set(ids);
    for (const localId of new Set([...previous, ...ids])) {
      if (previous.has(localId) && this.#elsewhere.has(localId)) continue;
      const { on = [], referring = [] } = this.#dependents.get(localId) ?? {};
      for (const id of [...on, ...referring]) this.updateBlocked(id);
    }
  }

  /** The local id of a product or link that another computer has to create before the change can be sent. */
  waitsElsewhere({ subject, waitsFor }: Change): string | undefined {
    if (this.#elsewhere.size === 0) return undefined;
    return [subject, ...waitsFor].find((id) => this.#elsewhere.has(id));
  }

  /** Moves a change between `waiting` and `ready`. In memory only, because it follows from the other changes. */
  updateBlocked(id: string): void {
    const change = this.#changes.get(id);
    if (change?.state !== 'waiting' && change?.state !== 'ready') return;
    const isBlocked = this.waitsElsewhere(change) !== undefined || this.blockers(change).length > 0;
    this.set(isBlocked ? blocked(change) : unblocked(change));
  }

  /** Replaces a change in memory only. */
  set(change: Change): void {
    if (this.#changes.get(change.id) !== change) this.#store(change);
  }

  /** Makes retrying changes ready if `mayRelease`. In memory only. */
  release(mayRelease: (change: Change) => boolean): void {
    for (const change of this.#inOrder(this.#retrying).filter(mayRelease)) {
      this.set(due(change));
      this.updateBlocked(change.id);
    }
  }

  /** The changes that are ready or will be retried, oldest first. */
  *inLine(): Generator<Change> {
    for (const id of this.#unblocked) {
      const change = this.#changes.get(id);
      if (change) yield change;
    }
  }

  nextDueAt(): number | null {
    let next: number | null = null;
    for (const id of this.#retrying) {
      const { nextAttemptAt = null } = this.#changes.get(id) ?? {};
      if (nextAttemptAt !== null) next = Math.min(next ?? nextAttemptAt, nextAttemptAt);
    }
    return next;
  }

  /** Adds or replaces changes in memory. */
  protected store(changes: readonly Change[]): void {
    for (const change of changes) this.#store(change);
    for (const { id } of changes) this.updateBlocked(id);
  }

  /** Removes changes in memory. Returns those that were there. */
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
    const index = indexIn(this.#unblocked, change.id);
    const isListed = this.#unblocked[index] === change.id;
    const mayLeave = change.state === 'ready' || change.state === 'retrying';
    this.#retrying[change.state === 'retrying' ? 'add' : 'delete'](change.id);
    if (mayLeave !== isListed) this.#unblocked.splice(index, isListed ? 1 : 0, ...(mayLeave ? [change.id] : []));
  }

  #unlist(change: Change): void {
    const index = indexIn(this.#unblocked, change.id);
    if (this.#unblocked[index] === change.id) this.#unblocked.splice(index, 1);
    this.#retrying.delete(change.id);
    for (const localId of [change.subject, ...change.waitsFor]) {
      const { on, referring } = this.#dependentsOf(localId);
      on.delete(change.id);
      referring.delete(change.id);
      if (on.size + referring.size === 0) this.#dependents.delete(localId);
    }
  }

  #dependentsOf(localId: string): Dependents {
    const existing = this.#dependents.get(localId);
    if (existing) return existing;
    const empty = { on: new Set<string>(), referring: new Set<string>() };
    this.#dependents.set(localId, empty);
    return empty;
  }
}

/** A time beyond the longest wait is due too, because the clock was set back. */
export const isDue = ({ nextAttemptAt }: Change, now: number): boolean =>
  nextAttemptAt !== null && (nextAttemptAt <= now || nextAttemptAt > now + RETRY_AFTER_CAP_MS);

const byId = (a: Change, b: Change): number => (a.id < b.id ? -1 : 1);

/** The index at which an id is or would be in a sorted list. */
function indexIn(ids: readonly string[], id: string): number {
  let [low, high] = [0, ids.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ids[middle] ?? '') < id) low = middle + 1;
    else high = middle;
  }
  return low;
}
