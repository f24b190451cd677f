// The queue of a store: all open changes, on disk and in memory, and their order.
//
// A change waits for earlier changes to its subject, and for the creation of the products and links that it refers to. The list
// of changes that wait for no other and the lookup of dependents are not on disk, but rebuilt when the queue is opened.
import type { ChangeKind } from '../../shared/change.ts';
import { type Change, isCreate, isUnsent, kindOf } from './change.ts';
import { blocked, due, hasBackoff, isDue, unblocked } from './policy.ts';
import type { QueueFiles } from './queue-files.ts';

/**
 * Probes are repeatable changes if possible, because a failed create is in doubt. At every third failure a create goes first,
 * so that one change that always fails does not block the others for long.
 */
const CREATE_PROBE_EVERY = 3;

export class Queue {
  readonly #changes = new Map<string, Change>();
  /** The changes that wait for no other, oldest first: they are ready or will be retried. */
  readonly #unblocked: Change[] = [];
  /** Ids of changes by their `keysOf`. */
  readonly #lookup = new Map<string, Set<string>>();

  constructor(private readonly files: QueueFiles) {
    this.#put(files.read());
  }

  get(id: string): Change | undefined {
    return this.#changes.get(id);
  }

  /** Oldest first. */
  all(): Change[] {
    return [...this.#changes.values()].sort(byId);
  }

  /** The changes to a product, a link or the webhook, oldest first. */
  of(subject: string): Change[] {
    return this.#find([subject]);
  }

  /** The creation of a product or link. */
  creationOf(subject: string): Change | undefined {
    return this.of(subject).find(isCreate);
  }

  deletionOf(linkId: string): Change | undefined {
    return this.of(linkId).find((change) => kindOf(change) === 'link.delete');
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
    return this.#find([change.subject, ...change.waitsFor]).filter((other) => precedes(other, change));
  }

  /** Direct and indirect dependents, oldest first. */
  dependents(change: Change): Change[] {
    const dependents = new Set(this.#directDependents(change));
    // The loop also visits changes that it adds.
    for (const dependent of dependents) for (const next of this.#directDependents(dependent)) dependents.add(next);
    return [...dependents].sort(byId);
  }

  #directDependents(change: Change): Change[] {
    return this.#find([change.subject, waitingFor(change.subject)]).filter((other) => precedes(change, other));
  }

  #find(keys: readonly string[]): Change[] {
    const ids = new Set(keys.flatMap((key) => [...(this.#lookup.get(key) ?? [])]));
    return [...ids].flatMap((id) => this.#changes.get(id) ?? []).sort(byId);
  }

  /** The oldest change that may go. Changes made one by one go before changes of batches. */
  next(mayGo: (change: Change) => boolean): Change | undefined {
    const next = this.#unblocked.find((change) => change.batchId === undefined && mayGo(change));
    return next ?? this.#unblocked.find(mayGo);
  }

  /**
   * The change that probes a store that has been paused after `failures` failures: one without a backoff, or else the one whose
   * backoff has been over for the longest time.
   */
  nextProbe(failures: number, mayGo: (change: Change) => boolean): Change | undefined {
    const createFirst = failures % CREATE_PROBE_EVERY === 0;
    for (const isOfCreate of [createFirst, !createFirst]) {
      const isWanted = (change: Change) => isCreate(change) === isOfCreate && mayGo(change);
      const fresh = this.next((change) => !hasBackoff(change) && isWanted(change));
      const probe = fresh ?? this.#unblocked.filter(isWanted).sort(byAttempt)[0];
      if (probe) return probe;
    }
    return undefined;
  }

  /** When the next backoff is over, in ms since 1970; null if there is none. */
  nextDueAt(now: number): number | null {
    const [next] = this.#unblocked.filter((change) => !isDue(change, now)).sort(byAttempt);
    return next?.nextAttemptAt ?? null;
  }

  /** In memory only. */
  endBackoffs(): void {
    this.#put(this.#unblocked.filter(({ state }) => state === 'retrying').map(due));
  }

  /** Adds or replaces changes in memory. A new change may block older ones. */
  #put(changes: readonly Change[]): void {
    const added = changes.filter(({ id }) => !this.#changes.has(id));
    for (const change of changes) this.#changes.set(change.id, change);
    for (const change of added)
      for (const key of keysOf(change)) this.#lookup.set(key, (this.#lookup.get(key) ?? new Set()).add(change.id));
    const dependents = added.flatMap((change) => this.#directDependents(change));
    for (const { id } of new Set([...changes, ...dependents])) this.#updateBlocked(id);
  }

  /** Moves a change between `waiting` and `ready`, in memory only, because it follows from the other changes. */
  #updateBlocked(id: string): void {
    // New changes are added at the end, and most of those that leave are near the start.
    const isLast = (this.#unblocked.at(-1)?.id ?? '') < id;
    const index = isLast ? this.#unblocked.length : this.#unblocked.findIndex((other) => other.id >= id);
    if (this.#unblocked[index]?.id === id) this.#unblocked.splice(index, 1);
    const change = this.#changes.get(id);
    if (!change) return;
    const isBlocked = this.blockers(change).length > 0;
    const next = isBlocked ? blocked(change) : unblocked(change);
    this.#changes.set(id, next);
    if (!isBlocked && (next.state === 'ready' || next.state === 'retrying')) this.#unblocked.splice(index, 0, next);
  }

  /** Adds or replaces changes; durable when it returns. If it throws `StorageError`, nothing has changed. */
  commit(put: readonly Change[]): void {
    this.files.write(put, (id) => this.get(id));
    this.#put(put);
  }

  /** Removes changes from memory. The next `commit` brings their files up to date. */
  remove(ids: readonly string[]): void {
    const changes = ids.flatMap((id) => this.#changes.get(id) ?? []);
    const dependents = changes.flatMap((change) => this.#directDependents(change));
    for (const change of changes) {
      this.#changes.delete(change.id);
      this.files.remove(change.id);
      for (const key of keysOf(change)) {
        const found = this.#lookup.get(key);
        found?.delete(change.id);
        if (found?.size === 0) this.#lookup.delete(key);
      }
    }
    for (const { id } of [...changes, ...dependents]) this.#updateBlocked(id);
  }
}

const byId = (a: Change, b: Change): number => (a.id < b.id ? -1 : 1);

const byAttempt = (a: Change, b: Change): number => (a.nextAttemptAt ?? 0) - (b.nextAttemptAt ?? 0);

const waitingFor = (localId: string): string => `waiting for ${localId}`;

/** A change is looked up by its subject, and by each product and link that it waits for. */
const keysOf = ({ subject, waitsFor }: Change): string[] => [subject, ...waitsFor.map(waitingFor)];

/**
 * Whether one of two changes is sent before the other: a creation, or the older change to the same subject. A creation may be
 * newer if this computer took it over while another change waited for it.
 */
const precedes = (one: Change, other: Change): boolean =>
  one.subject === other.subject && isCreate(one) === isCreate(other) ? one.id < other.id : isCreate(one);
