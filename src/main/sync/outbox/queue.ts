// The queue of a store: all open changes in one map, in files of at most 50, with the order in which they may leave.
//
// A change waits for earlier ones on its subject, and for the creation of what it refers to. Beside the map there are the ids
// of what may leave, in order, and a lookup of dependents; both are rebuilt when the queue is opened.
import { texts } from '../../../shared/texts/main.ts';
import { closedError, StorageError } from '../../storage/durable-file.ts';
import { type Action, isCreate, kindOf } from './action.ts';
import { RETRY_AFTER_CAP_MS, transition } from './policy.ts';
import { MAX_CHANGES, type QueueFiles } from './queue-files.ts';

/** A file takes no more changes from this size on. */
const MAX_BYTES = 100_000;

interface QueueFile {
  readonly name: string;
  readonly ids: Set<string>;
  /** About its size. */
  bytes: number;
}

interface Commit {
  readonly put: readonly Action[];
  readonly files: readonly QueueFile[];
  readonly resolve: () => void;
  readonly reject: (error: StorageError) => void;
}

/** The changes of one product or link, and those that refer to it. */
interface Dependents {
  readonly on: Set<string>;
  readonly referring: Set<string>;
}

export class Queue {
  readonly #files: QueueFiles;
  readonly #what: string;
  readonly #changes = new Map<string, Action>();
  readonly #fileOf = new Map<string, QueueFile>();
  #newest: QueueFile | null = null;
  /** What is ready or will be tried again, oldest first. */
  readonly #ready: string[] = [];
  readonly #dependents = new Map<string, Dependents>();
  /** Local ids of what other computers create: changes to it wait until they have. */
  #elsewhere: ReadonlySet<string> = new Set();
  #deletionsVersion = 0;
  #pending: Commit[] = [];
  /** Files that differ from memory, because the disk refused to remove or to restore something. */
  readonly #dirty = new Set<QueueFile>();
  #writing: Promise<void> | null = null;
  #isClosed = false;

  constructor(files: QueueFiles, what: string) {
    this.#files = files;
    this.#what = what;
    for (const [name, changes] of files.read()) {
      this.#newest = { name, ids: new Set(), bytes: JSON.stringify(changes).length };
      for (const change of changes) {
        this.#fileOf.set(change.id, this.#newest);
        this.#newest.ids.add(change.id);
        this.#store(change);
      }
    }
    for (const id of this.#changes.keys()) this.updateBlocked(id);
  }

  // ---- writing

  /** Resolves once the changes are durable. Rejects with `StorageError`, and has none of them then. */
  commit(put: readonly Action[]): Promise<void> {
    return this.#write(put, this.#place(put));
  }

  /** They are gone at once; resolves once their files follow. If it rejects with `StorageError`, `flush` tries again. */
  remove(ids: readonly string[]): Promise<void> {
    const changes = ids.flatMap((id) => this.#changes.get(id) ?? []);
    const dependents = changes.flatMap((change) => this.#dependentIds(change));
    for (const change of changes) {
      this.#unlist(change);
      this.#changes.delete(change.id);
      const file = this.#fileOf.get(change.id);
      this.#fileOf.delete(change.id);
      file?.ids.delete(change.id);
      if (file) this.#dirty.add(file);
      if (kindOf(change) === 'link.delete') this.#deletionsVersion += 1;
    }
    for (const id of dependents) this.updateBlocked(id);
    return this.flush();
  }

  /** Writes what the disk refused before. */
  flush(): Promise<void> {
    return this.#write([], [...this.#dirty]);
  }

  /** Resolves when all writes so far have ended. */
  async idle(): Promise<void> {
    await this.#writing;
  }

  /** Later writes are rejected. */
  close(): Promise<void> {
    this.#isClosed = true;
    return this.idle();
  }

  /** The file of each change. New ones that belong together share one if they fit. */
  #place(put: readonly Action[]): QueueFile[] {
    const added = put.filter(({ id }) => !this.#fileOf.has(id));
    for (let from = 0; from < added.length; from += MAX_CHANGES) {
      const some = added.slice(from, from + MAX_CHANGES);
      const bytes = JSON.stringify(some).length;
      const newest = this.#newest;
      const fits = newest && newest.ids.size + some.length <= MAX_CHANGES && newest.bytes + bytes <= MAX_BYTES;
      const file = fits ? newest : { name: nextName(newest?.name), ids: new Set<string>(), bytes: 0 };
      this.#newest = file;
      file.bytes += bytes;
      for (const { id } of some) {
        file.ids.add(id);
        this.#fileOf.set(id, file);
      }
    }
    return [...new Set(put.flatMap(({ id }) => this.#fileOf.get(id) ?? []))];
  }

  #write(put: readonly Action[], files: readonly QueueFile[]): Promise<void> {
    if (this.#isClosed) return Promise.reject(closedError(this.#what));
    return new Promise((resolve, reject) => {
      this.#pending.push({ put, files, resolve, reject });
      this.#writing ??= this.#writeAll();
    });
  }

  async #writeAll(): Promise<void> {
    // One microtask later, so that a result and the next departure share a write.
    await Promise.resolve();
    for (let commits = this.#nextCommits(); commits.length > 0; commits = this.#nextCommits()) {
      await this.#writeTogether(commits);
    }
    this.#writing = null;
  }

  /** Commits to one and the same file share a write; any other is written alone, in the order of the calls. */
  #nextCommits(): Commit[] {
    const [first] = this.#pending;
    const isShared = (commit: Commit) => commit.files.length === 1 && commit.files[0] === first?.files[0];
    const others = this.#pending.findIndex((commit) => !isShared(commit));
    return this.#pending.splice(0, others < 0 ? this.#pending.length : Math.max(others, 1));
  }

  async #writeTogether(commits: readonly Commit[]): Promise<void> {
    const put = new Map(commits.flatMap((commit) => commit.put.map((change) => [change.id, change])));
    const changed = commits.flatMap((commit) => (commit.put.length > 0 ? commit.files : []));
    const written: QueueFile[] = [];
    try {
      for (const file of new Set([...this.#dirty, ...changed])) {
        await this.#writeFile(file, put);
        written.push(file);
      }
    } catch (cause) {
      await this.#takeBack(put, written);
      const error = new StorageError(texts.storage.notWritten({ what: this.#what }), cause);
      for (const { reject } of commits) reject(error);
      return;
    }
    // One may have been removed meanwhile.
    for (const change of put.values()) if (this.#fileOf.has(change.id)) this.#store(change);
    for (const id of put.keys()) this.updateBlocked(id);
    for (const { resolve } of commits) resolve();
  }

  async #writeFile(file: QueueFile, put: ReadonlyMap<string, Action>): Promise<void> {
    const changes = [...file.ids].flatMap((id) => put.get(id) ?? this.#changes.get(id) ?? []);
    // Before it is written: something may be removed meanwhile.
    this.#dirty.delete(file);
    try {
      file.bytes = await this.#files.write(file.name, changes);
    } catch (error) {
      // Where its previous content could not be written back either, the next write does it.
      this.#dirty.add(file);
      throw error;
    }
  }

  /** After a refusal: what was refused leaves the files again. If the disk refuses that too, the next write does it. */
  async #takeBack(put: ReadonlyMap<string, Action>, written: readonly QueueFile[]): Promise<void> {
    for (const id of put.keys()) {
      if (this.#changes.has(id)) continue;
      this.#fileOf.get(id)?.ids.delete(id);
      this.#fileOf.delete(id);
    }
    for (const file of written) await this.#writeFile(file, new Map()).catch(() => undefined);
  }

  // ---- reading

  get(id: string): Action | undefined {
    return this.#changes.get(id);
  }

  /** In no particular order. */
  values(): IterableIterator<Action> {
    return this.#changes.values();
  }

  /** Changes when another link is about to be deleted, or one no longer is. */
  get deletionsVersion(): number {
    return this.#deletionsVersion;
  }

  /** On one product, one link or the webhook, oldest first. */
  of(subject: string): Action[] {
    return this.#inOrder(this.#dependents.get(subject)?.on ?? []);
  }

  /** What a change waits for, oldest first; empty when it may be sent. */
  blockers(change: Action): Action[] {
    const earlier = this.of(change.subject).filter(({ id }) => id < change.id);
    const references = change.waitsFor.filter((localId) => localId !== change.subject);
    const creations = references.flatMap((localId) => this.of(localId).filter(isCreate));
    return [...earlier, ...creations].sort(byId);
  }

  /** Direct and indirect dependents, oldest first. */
  dependents(change: Action): Action[] {
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

  #dependentIds(change: Action): string[] {
    const { on = [], referring = [] } = this.#dependents.get(change.subject) ?? {};
    const later = [...on].filter((id) => id > change.id);
    return isCreate(change) ? [...later, ...[...referring].filter((id) => id !== change.id)] : later;
  }

  #inOrder(ids: Iterable<string>): Action[] {
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
  waitsElsewhere({ subject, waitsFor }: Action): string | undefined {
    if (this.#elsewhere.size === 0) return undefined;
    return [subject, ...waitsFor].find((id) => this.#elsewhere.has(id));
  }

  /** Moves a change between `waiting` and `ready`. Not written to disk: it follows from the other changes. */
  updateBlocked(id: string): void {
    const change = this.#changes.get(id);
    if (change?.state !== 'waiting' && change?.state !== 'ready') return;
    this.set(transition(change, { kind: this.#isBlocked(change) ? 'blocked' : 'unblocked' }));
  }

  #isBlocked(change: Action): boolean {
    if (this.waitsElsewhere(change) !== undefined) return true;
    for (const id of this.#dependents.get(change.subject)?.on ?? []) if (id < change.id) return true;
    return change.waitsFor.some((localId) => localId !== change.subject && this.of(localId).some(isCreate));
  }

  /** A state that follows from the time or from other changes; not written to disk. */
  set(change: Action): void {
    if (this.#changes.get(change.id) !== change) this.#store(change);
  }

  /** Makes those ready that `mayRelease`. Not written to disk: it follows from the time. */
  release(mayRelease: (change: Action) => boolean): void {
    for (const id of [...this.#ready]) {
      const change = this.#changes.get(id);
      if (change?.state !== 'retrying' || !mayRelease(change)) continue;
      this.set(transition(change, { kind: 'due' }));
      this.updateBlocked(id);
    }
  }

  /** What is ready or will be tried again, oldest first. */
  *inLine(): Generator<Action> {
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

  #store(change: Action): void {
    if (!this.#changes.has(change.id) && kindOf(change) === 'link.delete') this.#deletionsVersion += 1;
    this.#changes.set(change.id, change);
    this.#dependentsOf(change.subject).on.add(change.id);
    for (const localId of change.waitsFor) this.#dependentsOf(localId).referring.add(change.id);
    const at = placeIn(this.#ready, change.id);
    const isListed = this.#ready[at] === change.id;
    const mayLeave = change.state === 'ready' || change.state === 'retrying';
    if (mayLeave !== isListed) this.#ready.splice(at, isListed ? 1 : 0, ...(mayLeave ? [change.id] : []));
  }

  #unlist(change: Action): void {
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
export const isDue = ({ nextAttemptAt }: Action, now: number): boolean =>
  nextAttemptAt !== null && (nextAttemptAt <= now || nextAttemptAt > now + RETRY_AFTER_CAP_MS);

const byId = (a: Action, b: Action): number => (a.id < b.id ? -1 : 1);

/** Names sort in the order in which the files were begun. */
const nextName = (name = '0'): string => String(Number.parseInt(name, 10) + 1).padStart(8, '0');

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
