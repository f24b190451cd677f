// Sends ready changes: several at once, oldest first. While the service does not accept requests, sends one probe at a time.
import { setImmediate } from 'node:timers/promises';
import type { Pause } from '../../shared/status.ts';
import { orLog } from '../storage/durable-file.ts';
import { atMost, createExclusive } from '../turns.ts';
import { AVAILABLE, type Availability, afterRequest, pauseOf, probeAt, probeNow } from './availability.ts';
import { type Change, needsSeller } from './change.ts';
import type { OutboxDeps, Sent } from './deps.ts';
import type { DiskRetry } from './disk-retry.ts';
import { BACKOFF_CAP_MS, departing, due, ended, heldBack, isDue, unsendable } from './policy.ts';

/** A request waits at most this long, in ms, for the one before it to leave, so that requests reach the service in order. */
const DEPARTURE_SPACING_MS = 25;

export class Dispatcher {
  /** The store's failures when each change in flight was sent, by its id. */
  readonly #inFlight = new Map<string, number>();
  readonly #underWay = new Set<Promise<void>>();
  /**
   * Answers that arrive together are handled one by one, each with the departure that follows it. Otherwise the next requests
   * would all wait for the last of these answers, leave together, and be answered together again.
   */
  readonly #runAlone = createExclusive();
  /** Ids of changes that a command is working on. */
  readonly #busy = new Set<string>();
  #availability: Availability = AVAILABLE;
  #phase: 'new' | 'running' | 'stopped' = 'new';
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly deps: OutboxDeps,
    private readonly disk: DiskRetry,
  ) {}

  /** Null while the service accepts requests. */
  get pause(): Pause | null {
    return pauseOf(this.#availability, this.deps.now());
  }

  nextAttemptAt(): number | null {
    const isProbing = this.#inFlight.size > 0 || this.deps.queue.next(() => true) !== undefined;
    return isProbing ? (this.pause?.until ?? null) : null;
  }

  isSending(id: string): boolean {
    return this.#inFlight.has(id);
  }

  /** Restores the pause of the last run, but probes at once unless the service named a wait. Does nothing after `stop`. */
  start(): void {
    if (this.#phase === 'stopped') return;
    const kept = this.deps.pause().value;
    if (kept) this.#availability = probeNow(kept, this.deps.now());
    this.#phase = 'running';
    this.changed();
  }

  /** Gives requests in flight `graceMs` to end, then aborts them. Resolves when their results are on disk. */
  async stop(graceMs: number): Promise<void> {
    this.#phase = 'stopped';
    clearTimeout(this.#timer);
    await atMost(graceMs, this.idle());
    this.deps.endSends();
    await this.idle();
  }

  /** Resolves when nothing is under way. Loops, because a departure adds sends. */
  async idle(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  /** Ends all backoffs, but not a wait that the service named. */
  wake(): void {
    this.#availability = probeNow(this.#availability, this.deps.now());
    this.deps.queue.endBackoffs();
    this.changed();
  }

  /** Sends none of these changes until `act` has ended. */
  async whileBusy(ids: readonly string[], act: () => Promise<void>): Promise<void> {
    for (const id of ids) this.#busy.add(id);
    try {
      await act();
    } finally {
      for (const id of ids) this.#busy.delete(id);
      this.changed();
    }
  }

  /** Sends changes that may be sent now. Call when these may have changed. */
  changed(): void {
    this.#turn();
    this.deps.onChange();
  }

  /** If the disk refuses, nothing is sent for a moment: what called this has not failed. */
  #turn(): void {
    const now = this.deps.now();
    try {
      this.#sendReady();
    } catch (error) {
      this.disk.refused(error);
    }
    this.#schedule(now);
  }

  get #paused(): boolean {
    return this.#phase !== 'running' || !this.deps.mayDepart();
  }

  /** How many more changes may be sent now. */
  #room(): number {
    if (this.#paused || this.disk.problem !== null) return 0;
    if (this.#availability.trouble === null) return this.deps.settings().parallelSends - this.#inFlight.size;
    const now = this.deps.now();
    return probeAt(this.#availability, now) <= now && this.#inFlight.size === 0 ? 1 : 0;
  }

  #sendReady(): void {
    const { queue, now } = this.deps;
    const mayGo = (change: Change) =>
      isDue(change, now()) && !this.#busy.has(change.id) && !this.#inFlight.has(change.id) && !this.deps.isHeld(change);
    const leaving: Change[] = [];
    try {
      for (let room = this.#room(); room > 0; room -= 1) {
        const { failures } = this.#availability;
        const change = this.pause === null ? queue.next(mayGo) : queue.nextProbe(failures, mayGo);
        if (!change) break;
        this.#inFlight.set(change.id, failures);
        leaving.push({ ...departing(due(change)), rev: this.deps.stamper.stamp() });
      }
      if (leaving.length > 0) queue.commit(leaving);
    } catch (error) {
      for (const { id } of leaving) this.#inFlight.delete(id);
      throw error;
    }
    if (leaving.length > 0) this.#track(this.#depart(leaving));
    if (this.#room() > 0) this.deps.onIdle();
  }

  #track(work: Promise<void>): void {
    this.#underWay.add(work);
    void work.finally(() => this.#underWay.delete(work));
  }

  async #depart(leaving: readonly Change[]): Promise<void> {
    this.deps.onChange();
    for (const change of leaving) {
      const hasLeft = new Promise<void>((onLeft) => {
        const sending = this.#send(change, onLeft);
        this.#track(sending);
        void sending.finally(onLeft);
      });
      await atMost(DEPARTURE_SPACING_MS, hasLeft);
    }
  }

  async #send(change: Change, onLeft: () => void): Promise<void> {
    const startedAt = this.deps.now();
    // The store may have been paused while this change waited to be sent.
    const isOvertaken = this.pause !== null && this.#inFlight.get(change.id) !== this.#availability.failures;
    const sent: Sent = this.#paused || isOvertaken ? { kind: 'held-back' } : await this.#sent(change, onLeft);
    // Before the wait below, because it may pause the store.
    const next = { ...this.#afterAttempt(change, sent, startedAt), rev: this.deps.stamper.stamp() };
    const isWritten = await this.#runAlone(async () => {
      // Lets the connection of this answer become free, and the change before this one leave.
      await setImmediate();
      return this.#writeResult(next);
    });
    if (!isWritten) return;
    if (needsSeller(next)) this.deps.onAttention(next);
    this.changed();
  }

  /** If reading what to send fails, nothing has left. If anything else fails, the service may have the request. */
  #sent(change: Change, onLeft: () => void): Promise<Sent> {
    let hasLeft = false;
    const leaving = () => {
      hasLeft = true;
      onLeft();
    };
    return this.deps.send(change, leaving).catch((error: Error) => {
      this.disk.refused(error);
      if (!hasLeft) return { kind: 'held-back' };
      const outcome = { kind: 'lost', cause: 'reset', detail: error.message, status: null } as const;
      return { kind: 'tried', outcome, result: null };
    });
  }

  /**
   * A change that has ended leaves the queue once the catalog has it; any other, such as a doubt, stays there, rewritten.
   * The next departure removes it from its file, so that one write does for both. Resolves to false if the store closed first.
   */
  async #writeResult(next: Change): Promise<boolean> {
    const { queue, settle } = this.deps;
    const isEnd = next.state === 'done';
    if (!(await this.disk.untilWritten(() => (isEnd ? settle([next]) : queue.commit([next]))))) {
      // The store closes, perhaps because its catalog is damaged. The next start settles the result.
      orLog('A result could not be kept', () => queue.commit([next]));
      return false;
    }
    if (isEnd) queue.remove([next.id]);
    this.#inFlight.delete(next.id);
    this.#turn();
    // Needed if nothing has departed.
    return this.disk.untilWritten(() => queue.commit([]));
  }

  /** Returns the change after the attempt, and updates the store's availability. */
  #afterAttempt(change: Change, sent: Sent, startedAt: number): Change {
    if (sent.kind === 'held-back') return heldBack(change);
    if (sent.kind === 'unsendable') return unsendable(change, sent.reason);
    const { outcome, result } = sent;
    const failuresAtStart = this.#inFlight.get(change.id) ?? 0;
    const request = { startedAt, at: this.deps.now(), outcome, result, random: this.deps.random(), failuresAtStart };
    const previous = this.#availability;
    // Requests aborted by the closing store prove nothing about the service.
    const isCutOff = this.#phase === 'stopped' && outcome.kind !== 'answered';
    if (!isCutOff) this.#availability = afterRequest(previous, change, request);
    if (previous.trouble !== null || this.pause !== null) this.#savePause();
    return ended(change, { ...request, pausedUntil: this.pause?.until ?? null });
  }

  /** Losing the pause only costs a few more probes. */
  #savePause(): void {
    orLog('The pause of a store could not be kept', () => this.deps.pause().save(this.pause && this.#availability));
  }

  /**
   * Sets the timer for the next retry or probe after `since`. Earlier ones are sent when a request ends or something changes;
   * those that have become due since then may have been missed.
   */
  #schedule(since: number): void {
    clearTimeout(this.#timer);
    if (this.#paused) return;
    const times = [this.deps.queue.nextDueAt(since), this.pause?.until ?? null];
    const next = Math.min(...times.filter((time) => time !== null && time > since).map(Number));
    if (!Number.isFinite(next)) return;
    const wait = Math.max(0, next - this.deps.now());
    this.#timer = setTimeout(() => this.#turn(), Math.min(wait, BACKOFF_CAP_MS));
  }
}
