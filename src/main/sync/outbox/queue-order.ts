// The open changes of a store in memory, and the order in which they may be sent.
//
// A change waits for earlier changes to its subject, and for the creation of the products and links that it refers to. The list
// of ready changes and the lookup of dependents are not on disk, but rebuilt when the queue is opened.
import type { ChangeKind } from '../../../shared/change.ts';
import { type Change, isCreate, isUnsent, kindOf, needsSeller } from './change.ts';
import { BACKOFF_CAP_MS, blocked, due, namedWaitMs, RETRY_AFTER_CAP_MS, unblocked } from './policy.ts';

/**
 * Probes are repeatable changes if possible, because a failed create is in doubt. At every third failure a create goes first,
 * so that one change that always fails does not block the others for long.
 */
const CREATE_PROBE_EVERY = 3;

/** Ids of the changes to one subject, and of the changes that refer to it. */
interface Dependents {
  readonly on: Set<string>;
  readonly referring: Set<string>;
}

export class QueueOrder {
  readonly #changes = new Map<string, Change>();
  /** Ids of the changes that are ready, oldest first. */
  readonly #ready: string[] = [];
  /** Ids of the changes that will be retried. */
  readonly #retrying = new Set<string>();
  readonly #dependents = new Map<string, Dependents>();
  /** Local ids of products and links that other computers have yet to create. Changes to them wait. */
  #elsewhere: ReadonlySet<string> = new Set();

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

  /** The changes to a product, a link or the webhook, oldest first. */
  of(subject: string): Change[] {
    return this.#inOrder(this.#dependents.get(subject)?.on ?? []);
  }

  /** Whether the queue holds a deletion of the link. */
  deletes(linkId: string): boolean {
    return this.of(linkId).some((change) => kindOf(change) === 'link.delete');
  }

  /** Whether the queue holds the creation of the product or link. */
  creates(subject: string): boolean {
    return this.of(subject).some(isCreate);
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
    const earlier = this.of(change.subject).filter((other) => precedes(other, change));
    const references = change.waitsFor.filter((localId) => localId !== change.subject);
    const creations = references.flatMap((localId) => this.of(localId).filter(isCreate));
    return [...earlier, ...creations].sort(byId);
  }

  /** Direct and indirect dependents, oldest first. */
  dependents(change: Change): Change[] {
    const ids = new Set(this.#dependentIds(change));
    // The loop also visits ids that it adds.
    for (const id of ids) {
      const dependent = this.#changes.get(id);
      for (const next of dependent ? this.#dependentIds(dependent) : []) ids.add(next);
    }
    return this.#inOrder(ids);
  }

  #dependentIds(change: Change): string[] {
    const { referring = [] } = this.#dependents.get(change.subject) ?? {};
    const later = this.of(change.subject).flatMap((other) => (precedes(change, other) ? other.id : []));
    return isCreate(change) ? [...later, ...[...referring].filter((id) => id !== change.id)] : later;
  }

  #inOrder(ids: Iterable<string>): Change[] {
    return [...ids].flatMap((id) => this.#changes.get(id) ?? []).sort(byId);
  }

  // ---- order

  /** Sets the local ids of products and links that other computers have yet to create. */
  setElsewhere(ids: readonly string[]): void {
    const affected = new Set([...this.#elsewhere, ...ids]);
    this.#elsewhere = new Set(ids);
    for (const localId of affected) {
      const { on = [], referring = [] } = this.#dependents.get(localId) ?? {};
      for (const id of [...on, ...referring]) this.updateBlocked(id);
    }
  }

  /** The local id of a product or link that another computer has to create before the change can be sent. */
  waitsElsewhere({ subject, waitsFor }: Change): string | undefined {
    return [subject, ...waitsFor].find((id) => this.#elsewhere.has(id));
  }

  /** Moves a change between `waiting` and `ready`. In memory only, because it follows from the other changes. */
  updateBlocked(id: string): void {
    const change = this.#changes.get(id);
    if (change?.state !== 'waiting' && change?.state !== 'ready') return;
    const isBlocked = this.waitsElsewhere(change) !== undefined || this.blockers(change).length > 0;
    this.#put(isBlocked ? blocked(change) : unblocked(change));
  }

  /** Makes retrying changes ready if `mayRelease`. In memory only. */
  release(mayRelease: (change: Change) => boolean): void {
    for (const change of this.#inOrder(this.#retrying).filter(mayRelease)) {
      this.#put(due(change));
      this.updateBlocked(change.id);
    }
  }

  /** The oldest ready change that may go. Changes made one by one go before changes of batches. */
  nextReady(mayGo: (change: Change) => boolean): Change | undefined {
    let ofBatch: Change | undefined;
    for (const id of this.#ready) {
      const change = this.#changes.get(id);
      if (!change || (change.batchId !== undefined && ofBatch) || !mayGo(change)) continue;
      if (change.batchId === undefined) return change;
      ofBatch = change;
    }
    return ofBatch;
  }

  /**
   * The change that probes a store that has been paused after `failures` failures: a ready one, or else the one whose retry
   * has been due for the longest time, which becomes ready.
   */
  nextProbe(failures: number, now: number, mayGo: (change: Change) => boolean): Change | undefined {
    const createFirst = failures % CREATE_PROBE_EVERY === 0;
    for (const isOfCreate of [createFirst, !createFirst]) {
      const isWanted = (change: Change) => isCreate(change) === isOfCreate && mayGo(change);
      if (!this.nextReady(isWanted)) {
        const retries = this.#inOrder(this.#retrying).filter((change) => isDue(change, now) && isWanted(change));
        const [longest] = retries.sort((a, b) => (a.nextAttemptAt ?? 0) - (b.nextAttemptAt ?? 0));
        this.release((change) => change === longest);
      }
      const change = this.nextReady(isWanted);
      if (change) return change;
    }
    return undefined;
  }

  /** Whether a change is ready or will be retried. */
  get hasUnblocked(): boolean {
    return this.#ready.length + this.#retrying.size > 0;
  }

  nextDueAt(): number | null {
    const times = [...this.#retrying].flatMap((id) => this.#changes.get(id)?.nextAttemptAt ?? []);
    return times.length === 0 ? null : Math.min(...times);
  }

  /** Adds or replaces changes in memory. */
  protected put(changes: readonly Change[]): void {
    for (const change of changes) this.#put(change);
    for (const { id } of changes) this.updateBlocked(id);
  }

  /** Removes changes in memory. Returns those that were there. */
  protected forget(ids: readonly string[]): readonly Change[] {
    const changes = ids.flatMap((id) => this.#changes.get(id) ?? []);
    const dependents = changes.flatMap((change) => this.#dependentIds(change));
    for (const { id, subject, waitsFor } of changes) {
      this.#changes.delete(id);
      this.#list(id);
      for (const localId of [subject, ...waitsFor]) {
        const { on, referring } = this.#dependentsOf(localId);
        on.delete(id);
        referring.delete(id);
        if (on.size + referring.size === 0) this.#dependents.delete(localId);
      }
    }
    for (const id of dependents) this.updateBlocked(id);
    return changes;
  }

  #put(change: Change): void {
    this.#changes.set(change.id, change);
    this.#dependentsOf(change.subject).on.add(change.id);
    for (const localId of change.waitsFor) this.#dependentsOf(localId).referring.add(change.id);
    this.#list(change.id, change.state);
  }

  /** Lists a change by its state; one without a state is in no list. */
  #list(id: string, state?: Change['state']): void {
    this.#retrying[state === 'retrying' ? 'add' : 'delete'](id);
    const index = indexIn(this.#ready, id);
    const isListed = this.#ready[index] === id;
    if (isListed && state !== 'ready') this.#ready.splice(index, 1);
    if (!isListed && state === 'ready') this.#ready.splice(index, 0, id);
  }

  #dependentsOf(localId: string): Dependents {
    const dependents = this.#dependents.get(localId) ?? { on: new Set(), referring: new Set() };
    this.#dependents.set(localId, dependents);
    return dependents;
  }
}

/** A time beyond the longest wait is due too, because the clock was set back. */
export function isDue({ nextAttemptAt, attempts }: Change, now: number): boolean {
  const last = attempts.at(-1)?.outcome;
  const longest = last && namedWaitMs(last) !== null ? RETRY_AFTER_CAP_MS : BACKOFF_CAP_MS;
  return nextAttemptAt !== null && (nextAttemptAt <= now || nextAttemptAt > now + longest);
}

/** Of two changes of one subject. A creation may be newer if this computer took it over while another change waited for it. */
const precedes = (one: Change, other: Change): boolean =>
  isCreate(one) === isCreate(other) ? one.id < other.id : isCreate(one);

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
