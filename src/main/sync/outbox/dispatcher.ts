// Sends what is ready: several at once, oldest first; one probe at a time while the service does not take requests.
import { isRepeatable } from '../../../shared/action.ts';
import type { Pause } from '../../../shared/status.ts';
import { type Action, kindOf, needsSeller } from './action.ts';
import type { ActionIndex } from './action-index.ts';
import { AVAILABLE, type Availability, afterRequest, pauseOf, probeAt, probeNow } from './availability.ts';
import type { OutboxDeps, Sent } from './deps.ts';
import type { Finalizer } from './finalizer.ts';
import { BACKOFF_CAP_MS, transition } from './policy.ts';
import type { Lane } from './ready-queue.ts';
import { DISK_RETRY_MS, type RetryingWriter } from './retrying-writer.ts';

/**
 * Departures are spaced so that requests reach the service in their order: the next leaves when the one before has, or
 * after this many ms, so that a slow connection holds nothing up.
 */
const DEPARTURE_SPACING_MS = 25;

/**
 * Probes are repeatable changes where there are any, because a create that fails is in doubt. At every third failure a
 * create goes first all the same, so that one change that always fails holds up no other for long.
 */
const CREATE_PROBE_EVERY = 3;

export class Dispatcher {
  /** Under way, with the store's failures when it began. */
  readonly #inFlight = new Map<string, number>();
  /** How many of those have come to their end, which is being written down. */
  #ended = 0;
  readonly #underWay = new Set<Promise<void>>();
  /** Resolves when the requests of the newest batch have left. */
  #departure: Promise<void> = Promise.resolve();
  /** A command of the seller is about them: not to be sent. */
  readonly #held = new Set<string>();
  /** Those whose webhook key the key store did not give out: not tried again until it may have been unlocked. */
  readonly #keyLocked = new Set<string>();
  #availability: Availability = AVAILABLE;
  #stopped = true;
  #timer: NodeJS.Timeout | null = null;
  #workOffline = false;

  constructor(
    private readonly deps: OutboxDeps,
    private readonly index: ActionIndex,
    private readonly writer: RetryingWriter,
    private parallel: number,
    private readonly finalizer: Finalizer,
  ) {}

  /** Why nothing but probes is sent, and until when; null while the service takes requests. */
  get pause(): Pause | null {
    return pauseOf(this.#availability, this.deps.now());
  }

  nextAttemptAt(): number | null {
    return this.pause?.until ?? this.index.ready.nextDueAt();
  }

  isSending(id: string): boolean {
    return this.#inFlight.has(id);
  }

  /** At start: a pause goes on where the app was closed, and is probed at once unless the service named a time. */
  resumePause(): void {
    const kept = this.deps.keptPause();
    if (kept) this.#availability = probeNow(kept, this.deps.now());
  }

  start(): void {
    this.#stopped = false;
    this.turn();
  }

  /** Sends nothing more, gives what is under way `graceMs` to end, then ends it. Resolves when all of it is written down. */
  async stop(graceMs: number): Promise<void> {
    this.#stopped = true;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    await Promise.race([this.#landed(), elapsed(graceMs)]);
    this.deps.endSends();
    await this.#landed();
  }

  /** Resolves when nothing is under way: what departs turns into what is being sent. */
  async #landed(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  setParallel(parallel: number): void {
    this.parallel = parallel;
    this.turn();
  }

  setWorkOffline(on: boolean): void {
    this.#workOffline = on;
    this.turn();
  }

  /** The sign-in has changed, or the key store was unlocked. */
  signInChanged(): void {
    this.#retryKeyLocked();
    this.turn();
  }

  #retryKeyLocked(): void {
    const actions = [...this.#keyLocked].flatMap((id) => this.index.get(id) ?? []);
    this.#keyLocked.clear();
    // They were passed over meanwhile.
    for (const action of actions) this.index.ready.put(action);
  }

  /** What waits for a backoff may go now; a time that the service named stays, for the whole store. */
  wake(): void {
    const now = this.deps.now();
    this.#availability = probeNow(this.#availability, now);
    for (const action of this.index.all()) if (action.state === 'retrying') this.index.release(action);
    this.#retryKeyLocked();
    if (this.writer.problem !== null) this.writer.retry();
    this.turn();
  }

  /** Somebody is at work here: worth a look whether the service can be reached again. */
  lookAgain(): void {
    if (this.#availability.trouble === 'unreachable') {
      this.#availability = probeNow(this.#availability, this.deps.now());
    }
  }

  hold(ids: readonly string[]): void {
    for (const id of ids) this.#held.add(id);
  }

  letGo(ids: readonly string[]): void {
    for (const id of ids) {
      this.#held.delete(id);
      // The seller may have entered another key.
      this.#keyLocked.delete(id);
      const action = this.index.get(id);
      // It may have been passed over meanwhile.
      if (action) this.index.ready.put(action);
      this.index.reconsider(id);
    }
    this.turn();
  }

  /** Sends what may go, and sets the clock for what may go later. */
  turn(): void {
    this.#sendReady();
    this.#schedule();
  }

  /** Closing, signed out, or working offline: nothing may leave. */
  get #paused(): boolean {
    return this.#stopped || !this.deps.isSignedIn() || this.#workOffline;
  }

  /** How many more may be under way. */
  #room(): number {
    if (this.#paused || this.writer.problem !== null) return 0;
    if (this.#availability.trouble === null) return this.parallel - this.#inFlight.size + this.#ended;
    const now = this.deps.now();
    return probeAt(this.#availability, now) <= now && this.#inFlight.size === 0 ? 1 : 0;
  }

  #sendReady(): void {
    if (this.#room() <= 0) return;
    if (this.pause === null)
      for (const action of this.index.ready.takeAllDue(this.deps.now())) this.index.release(action);
    else if (this.#availability.trouble === 'unreachable') this.index.releaseUnreached();
    const leaving: Action[] = [];
    for (let room = this.#room(); room > 0; room -= 1) {
      const action = this.pause === null ? this.index.ready.take(this.#mayGo) : this.#probe();
      if (!action) break;
      this.#inFlight.set(action.id, this.#availability.failures);
      const departing = { ...transition(action, { kind: 'departing' }), rev: this.deps.stamper.stamp() };
      this.index.file(departing);
      leaving.push(departing);
    }
    if (leaving.length === 0) return;
    this.#departure = this.#depart(leaving);
    this.#track(this.#departure);
  }

  readonly #mayGo = ({ id }: Action): boolean =>
    !this.#held.has(id) && !this.#inFlight.has(id) && !this.#keyLocked.has(id);

  /** What probes a paused store: first what has not failed yet, then what waited longest since it failed. */
  #probe(): Action | undefined {
    const createFirst = this.#availability.failures % CREATE_PROBE_EVERY === 0;
    const lanes: readonly Lane[] = createFirst ? ['creates', 'repeatables'] : ['repeatables', 'creates'];
    for (const lane of lanes) {
      const ready = this.index.ready.take(this.#mayGo, [lane]);
      if (ready) return ready;
      const now = this.deps.now();
      for (let due = this.index.ready.takeDue(now, lane); due; due = this.index.ready.takeDue(now, lane)) {
        this.index.release(due);
        const released = this.index.ready.take(this.#mayGo, [lane]);
        if (released) return released;
      }
    }
    return undefined;
  }

  #track(work: Promise<void>): void {
    this.#underWay.add(work);
    void work.finally(() => this.#underWay.delete(work));
  }

  async #depart(leaving: readonly Action[]): Promise<void> {
    try {
      await this.deps.queue.commit({ put: leaving });
    } catch (error) {
      for (const action of leaving) {
        this.#inFlight.delete(action.id);
        this.index.file(transition(action, { kind: 'held-back' }));
        this.index.reconsider(action.id);
      }
      this.writer.refused(error);
      return;
    }
    this.deps.onChange();
    for (const action of leaving) {
      let left = () => {};
      const hasLeft = new Promise<void>((resolve) => {
        left = resolve;
      });
      const sending = this.#send(action, left);
      this.#track(sending);
      await Promise.race([hasLeft, sending, elapsed(DEPARTURE_SPACING_MS)]);
    }
  }

  async #send(action: Action, onLeft: () => void): Promise<void> {
    const startedAt = this.deps.now();
    // The store may have been paused while this one waited for its turn to leave.
    const isOvertaken = this.pause !== null && this.#inFlight.get(action.id) !== this.#availability.failures;
    const isHeldBack = this.#paused || isOvertaken;
    const sent: Sent = isHeldBack ? { kind: 'not-sent', why: 'paused' } : await this.deps.send(action, onLeft);
    const next = { ...this.#after(action, sent, startedAt), rev: this.deps.stamper.stamp() };
    if (!(await this.#keep(next))) return;
    // Settling keeps the thread busy for a moment, so the next requests leave first.
    await this.#departure;
    if (next.state === 'done' && !(await this.finalizer.finishAll([next]))) return;
    if (next.state === 'done' || needsSeller(next)) this.deps.onTurn(next);
    this.turn();
    this.deps.onChange();
  }

  /**
   * Writes what came of a try. Meanwhile the next change may leave: both share a write, so that an end of the app leaves no
   * more in doubt than may be under way. False where the app closed first.
   */
  async #keep(next: Action): Promise<boolean> {
    const writing = this.writer.untilWritten(() => this.deps.queue.commit({ put: [next] }));
    this.#ended += 1;
    this.turn();
    const isWritten = await writing;
    this.#ended -= 1;
    if (!isWritten) return false;
    // In this order: what is under way is passed over, and would never come up again.
    this.#inFlight.delete(next.id);
    this.index.file(next);
    this.index.reconsider(next.id);
    return true;
  }

  /** The action after its try; takes note of whether the service was reached. */
  #after(action: Action, sent: Sent, startedAt: number): Action {
    if (sent.kind === 'not-sent') {
      if (sent.why === 'key-locked') this.#keyLocked.add(action.id);
      return sent.why === 'signed-out' || sent.why === 'paused' || sent.why === 'key-locked'
        ? transition(action, { kind: 'held-back' })
        : transition(action, { kind: 'unsendable', reason: sent.why });
    }
    const { outcome, result } = sent;
    const at = this.deps.now();
    const random = this.deps.random();
    const failuresAtStart = this.#inFlight.get(action.id) ?? 0;
    const isCreate = !isRepeatable(kindOf(action));
    const before = this.#availability;
    const isUnderstood = result !== null;
    // Requests that are aborted because the store closes say nothing about the service.
    const isCutOff = this.#stopped && outcome.kind !== 'answered';
    const ended = { id: action.id, outcome, isCreate, isUnderstood, at, random, failuresAtStart };
    this.#availability = isCutOff ? before : afterRequest(before, ended);
    if (before.trouble !== null || this.pause !== null) this.deps.keepPause(this.pause && this.#availability);
    if (before.trouble !== null && this.pause === null) this.index.releaseUnreached();
    const isProbe = failuresAtStart > 0;
    const paused = this.pause?.until ?? null;
    return transition(action, { kind: 'ended', startedAt, at, outcome, result, random, pausedUntil: paused, isProbe });
  }

  /** Wakes up when the next retry or the next probe is due. What is due already goes when something ends or changes. */
  #schedule(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#paused) return;
    if (this.writer.problem !== null) {
      this.#timer = setTimeout(() => this.writer.retry(), DISK_RETRY_MS);
      return;
    }
    const now = this.deps.now();
    const times = [this.index.ready.nextDueAt(), this.pause?.until ?? null];
    const next = Math.min(...times.filter((time) => time !== null && time > now).map(Number));
    if (Number.isFinite(next)) this.#timer = setTimeout(() => this.turn(), Math.min(next - now, BACKOFF_CAP_MS));
  }
}

const elapsed = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms).unref?.();
  });
