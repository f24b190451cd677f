// The actions of the queue in memory: by id, state and subject, what each waits for, and which may be sent next.
import TinyQueue from 'tinyqueue';
import { type ActionState, isRepeatable } from '../../../shared/action.ts';
import { ChunkedMap } from '../../storage/chunked-map.ts';
import { type Action, kindOf } from './action.ts';
import { RETRY_AFTER_CAP_MS, transition } from './policy.ts';

interface Due {
  readonly id: string;
  readonly at: number;
}

/** Probes prefer a repeatable change, so creates and repeatable changes queue apart. */
export type Lane = 'creates' | 'repeatables';
const LANES: readonly Lane[] = ['creates', 'repeatables'];

/** Heaps over ids. Entries are never removed: an entry whose action has changed since is skipped when it is reached. */
const newLane = () => ({
  ready: new TinyQueue<string>([], (a, b) => (a < b ? -1 : a > b ? 1 : 0)),
  due: new TinyQueue<Due>([], (a, b) => a.at - b.at),
});

export class ActionIndex {
  readonly #actions = new ChunkedMap<Action>();
  readonly #counts = new Map<ActionState, number>();
  readonly #bySubject = new ChunkedMap<Map<string, Action>>();
  /** Ids of the actions that refer to a local id. */
  readonly #waitersOn = new ChunkedMap<Set<string>>();
  readonly #lanes = { creates: newLane(), repeatables: newLane() };
  #changed = new Set<string>();
  #deletionsVersion = 0;
  /** Local ids of what other computers create: changes to it wait until they have. */
  readonly #elsewhere = new Set<string>();
  /** Ms since 1970. */
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Returns the subjects of the actions that have changed since the last call. */
  takeChanged(): Set<string> {
    const changed = this.#changed;
    this.#changed = new Set();
    return changed;
  }

  /** Changes when another link is about to be deleted, or one no longer is. */
  get deletionsVersion(): number {
    return this.#deletionsVersion;
  }

  get(id: string): Action | undefined {
    return this.#actions.get(id);
  }

  /** In no particular order, `done` ones that were not deleted yet included. */
  all(): Action[] {
    return this.#actions.toArray();
  }

  count(...states: readonly ActionState[]): number {
    return states.reduce((sum, state) => sum + (this.#counts.get(state) ?? 0), 0);
  }

  set(action: Action): void {
    this.#store(action);
    this.enqueue(action);
  }

  /** Adds actions, and queues those for sending that no other one blocks. */
  addAll(actions: readonly Action[]): void {
    for (const action of actions) this.#store(action);
    for (const action of actions) {
      const next = this.#blockedOrNot(action);
      if (next !== action) this.#store(next);
      this.enqueue(next);
    }
  }

  #store(action: Action): void {
    this.#changed.add(action.subject);
    const before = this.#actions.get(action.id);
    if (isDeletion(action) !== isDeletion(before)) this.#deletionsVersion += 1;
    if (before) this.#counts.set(before.state, this.count(before.state) - 1);
    this.#counts.set(action.state, this.count(action.state) + 1);
    this.#actions.set(action.id, action);
    const sameSubject = this.#bySubject.get(action.subject) ?? new Map<string, Action>();
    this.#bySubject.set(action.subject, sameSubject.set(action.id, action));
    for (const localId of action.waitsFor) {
      const waiters = this.#waitersOn.get(localId) ?? new Set();
      this.#waitersOn.set(localId, waiters.add(action.id));
    }
  }

  delete(action: Action): void {
    const before = this.#actions.get(action.id);
    if (!before) return;
    this.#actions.delete(action.id);
    this.#changed.add(action.subject);
    if (isDeletion(before)) this.#deletionsVersion += 1;
    this.#counts.set(before.state, this.count(before.state) - 1);
    const sameSubject = this.#bySubject.get(action.subject);
    sameSubject?.delete(action.id);
    if (sameSubject?.size === 0) this.#bySubject.delete(action.subject);
    for (const localId of action.waitsFor) {
      const waiters = this.#waitersOn.get(localId);
      waiters?.delete(action.id);
      if (waiters?.size === 0) this.#waitersOn.delete(localId);
    }
  }

  // ---- dependencies: an action waits for earlier ones on its subject, and for the creation of what it refers to

  /** The actions on one subject, oldest first. */
  of(subject: string): Action[] {
    return this.#on(subject).sort(byOrder);
  }

  #on(subject: string): Action[] {
    return [...(this.#bySubject.get(subject)?.values() ?? [])];
  }

  /** What an action waits for, oldest first; empty when it may be sent. */
  blockers(action: Action): Action[] {
    const earlier = this.#on(action.subject).filter(({ id }) => id < action.id);
    const references = action.waitsFor.filter((localId) => localId !== action.subject);
    return [...earlier, ...references.flatMap((localId) => this.#on(localId).filter(isCreate))].sort(byOrder);
  }

  /** Local ids, with whether another computer still has to create it. Call before sending starts, and when one changes. */
  updateElsewhere(changed: ReadonlyMap<string, boolean>): void {
    for (const [localId, isPending] of changed) {
      if (this.#elsewhere.has(localId) === isPending) continue;
      if (isPending) this.#elsewhere.add(localId);
      else this.#elsewhere.delete(localId);
      for (const { id } of this.#on(localId)) this.updateBlocked(id);
      for (const id of this.#waitersOn.get(localId) ?? []) this.updateBlocked(id);
    }
  }

  /** The local id of what another computer has to create first; undefined where there is none. */
  waitsElsewhere({ subject, waitsFor }: Action): string | undefined {
    return [subject, ...waitsFor].find((id) => this.#elsewhere.has(id));
  }

  #isBlocked(action: Action): boolean {
    if (this.#elsewhere.size > 0 && this.waitsElsewhere(action) !== undefined) return true;
    const sameSubject = this.#bySubject.get(action.subject);
    if (sameSubject && sameSubject.size > 1) {
      for (const id of sameSubject.keys()) if (id < action.id) return true;
    }
    return action.waitsFor.some((localId) => {
      if (localId === action.subject) return false;
      for (const other of this.#bySubject.get(localId)?.values() ?? []) if (isCreate(other)) return true;
      return false;
    });
  }

  /** What waits for an action directly, oldest first. */
  dependents(action: Action): Action[] {
    return this.dependentIds(action).flatMap((id) => this.#actions.get(id) ?? []);
  }

  dependentIds(action: Action): string[] {
    const sameSubject = this.#on(action.subject).flatMap(({ id }) => (id > action.id ? id : []));
    const waiters = isCreate(action) ? [...(this.#waitersOn.get(action.subject) ?? [])] : [];
    // Thousands may wait for one product; they are nearly sorted.
    const ids = sameSubject.length === 0 ? waiters : [...new Set([...sameSubject, ...waiters])];
    return ids.filter((id) => id !== action.id).sort();
  }

  /** Direct and indirect dependents, oldest first. */
  allDependents(action: Action): Action[] {
    const found = new Map<string, Action>();
    const look = [action];
    for (let next = look.pop(); next; next = look.pop()) {
      for (const dependent of this.dependents(next)) {
        if (found.has(dependent.id)) continue;
        found.set(dependent.id, dependent);
        look.push(dependent);
      }
    }
    return [...found.values()].sort(byOrder);
  }

  /** Moves an action between `waiting` and `ready`, or being held. Not written to disk: it follows from the other actions. */
  updateBlocked(id: string): void {
    const action = this.#actions.get(id);
    const next = action && this.#blockedOrNot(action);
    if (next && next !== action) this.set(next);
  }

  #blockedOrNot(action: Action): Action {
    if (action.state !== 'waiting' && action.state !== 'ready') return action;
    return transition(action, this.#isBlocked(action) ? { kind: 'blocked' } : { kind: 'unblocked', at: this.#now() });
  }

  // ---- what may be sent next, in logarithmic time

  /** Queues a ready or retrying action again that `take` or `takeDue` has returned or skipped. */
  enqueue(action: Action): void {
    const { ready, due } = this.#lanes[laneOf(action)];
    if (action.state === 'ready') ready.push(action.id);
    else if (action.state === 'retrying' && action.nextAttemptAt !== null) {
      due.push({ id: action.id, at: action.nextAttemptAt });
    }
  }

  /** Removes and returns the oldest ready action of these lanes for which `mayGo` holds. */
  take(mayGo: (action: Action) => boolean, lanes = LANES): Action | undefined {
    for (;;) {
      const heads = lanes.map((lane) => this.#lanes[lane].ready).filter(({ length }) => length > 0);
      const [oldest] = heads.sort((a, b) => ((a.peek() ?? '') < (b.peek() ?? '') ? -1 : 1));
      const id = oldest?.pop();
      if (id === undefined) return undefined;
      const action = this.#actions.get(id);
      if (action?.state === 'ready' && mayGo(action)) return action;
    }
  }

  /** Removes and returns the first due action of a lane. A time beyond the longest wait means that the clock was set back. */
  takeDue(now: number, lane: Lane): Action | undefined {
    const next = this.#nextDue(lane);
    if (!next || (next.nextAttemptAt > now && next.nextAttemptAt <= now + RETRY_AFTER_CAP_MS)) return undefined;
    this.#lanes[lane].due.pop();
    return next;
  }

  nextDueAt(): number | null {
    const times = LANES.flatMap((lane) => this.#nextDue(lane)?.nextAttemptAt ?? []);
    return times.length === 0 ? null : Math.min(...times);
  }

  #nextDue(lane: Lane): (Action & { readonly nextAttemptAt: number }) | undefined {
    const { due } = this.#lanes[lane];
    for (let next = due.peek(); next; next = due.peek()) {
      const action = this.#actions.get(next.id);
      if (action?.state === 'retrying' && action.nextAttemptAt === next.at)
        return { ...action, nextAttemptAt: next.at };
      due.pop();
    }
    return undefined;
  }

  /** Makes a retry ready. Not written to disk: it follows from the time. */
  release(action: Action): void {
    this.set(transition(action, { kind: 'due' }));
    this.updateBlocked(action.id);
  }

  releaseDue(now: number): void {
    for (const lane of LANES) {
      for (let next = this.takeDue(now, lane); next; next = this.takeDue(now, lane)) this.release(next);
    }
  }

  /** Releases what never left this computer, because the service may be reachable now. */
  releaseUnreached(): void {
    if (this.count('retrying') === 0) return;
    for (const action of this.all()) if (action.state === 'retrying' && action.unreached) this.release(action);
  }
}

const laneOf = (action: Action): Lane => (isRepeatable(kindOf(action)) ? 'repeatables' : 'creates');
const isCreate = (action: Action): boolean => laneOf(action) === 'creates';
/** See `ActionReader.upcoming`. */
const isDeletion = (action: Action | undefined): boolean =>
  action?.payload.kind === 'link.delete' && (action.ending === null || action.ending === 'sent');
const byOrder = (a: Action, b: Action): number => (a.id < b.id ? -1 : 1);
