// A seller's day in virtual time: work, all kinds of outages, restarts; then the verdict on all accepted changes.
import { type Chance, createChance } from '../kill/chance.ts';
import { RecordingService } from '../support/recording-service.ts';
import { AppRun } from './app-run.ts';
import { uncovered } from './coverage.ts';
import { SOAK_FAULTS, type SoakFault } from './faults.ts';
import { Ledger, type Verdict } from './ledger.ts';
import { Outages } from './outages.ts';
import { Review } from './review.ts';
import { SoakSeller } from './seller.ts';
import { VirtualTime } from './virtual-time.ts';
import { Wire } from './wire.ts';
import { Workday } from './workday.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Long enough for more probes than a change has attempts. */
const QUIET_OUTAGE_MS = 40 * MINUTE;
/** The least occurrences of each fault in a whole day. */
const MIN_MET = 3;

export interface OutageReport {
  readonly fault: SoakFault;
  readonly ms: number;
  readonly requests: number;
  readonly doubts: number;
}

export interface DayOptions {
  readonly hours: number;
  readonly seed: number;
  readonly onOutage?: (report: OutageReport) => void;
}

export interface Figures extends Verdict {
  accepted: number;
  edits: number;
  withdrawn: number;
  doubts: number;
  rejected: number;
  restarts: number;
  crashes: number;
  signIns: number;
  virtualMs: number;
  /** The occurrences of each fault by name. */
  met: Outages['met'];
}

export async function simulateDay(options: DayOptions): Promise<Figures> {
  const wire = new Wire();
  const time = new VirtualTime(Date.UTC(2025, 0, 6, 6), () => wire.onlyHangs(service.hanging));
  const service = await RecordingService.strict();
  wire.watch();
  const day = new Day(options, service, time, wire);
  try {
    return await day.live();
  } finally {
    await day.end();
    wire.end();
    await service.close();
    time.uninstall();
  }
}

class Day {
  readonly #chance: Chance;
  readonly #ledger: Ledger;
  readonly #app: AppRun;
  readonly #seller: SoakSeller;
  readonly #review: Review;
  readonly #outages: Outages;
  readonly #workday: Workday;
  /** 1 for a whole day; a shorter one has the same outages, each shorter. */
  readonly #scale: number;

  constructor(
    private readonly options: DayOptions,
    service: RecordingService,
    private readonly time: VirtualTime,
    private readonly wire: Wire,
  ) {
    const { seed, hours } = options;
    this.#scale = Math.min(1, hours / 24);
    this.#chance = createChance(seed);
    this.#ledger = new Ledger(service);
    this.#app = new AppRun(service.url, time, wire, createChance(seed + 1));
    this.#seller = new SoakSeller(this.#app, time, this.#ledger, this.#chance);
    this.#review = new Review(this.#app, time, this.#ledger, this.#seller, this.#chance);
    this.#outages = new Outages(service, wire, createChance(seed + 2));
    this.#workday = new Workday(this.#app, this.#seller, this.#review, service, time, this.#chance, this.#scale);
    wire.onDeparture = (others) => this.#checkDeparture(others);
  }

  async live(): Promise<Figures> {
    const began = Date.now();
    await this.#app.open();
    const { id, name } = this.#app.store.deps.record();
    const record = { storeId: id, name, checkoutUrl: '', sellerSlug: '', pageUrl: '', undocumentedProductUpdate: true };
    await this.time.during(this.#app.core.manager.update(record));
    for (let count = 0; count < 3; count += 1) await this.#seller.product();
    await this.#seller.import(20);
    await this.time.pass(MINUTE);
    const faults = shuffled(SOAK_FAULTS, this.#chance);
    const dayMs = this.options.hours * HOUR;
    for (const [index, fault] of faults.entries()) {
      // The rest of the day is shared among the remaining outages.
      const left = Math.max(0, began + dayMs - Date.now());
      const outageMs = this.#outageMs(fault);
      const calmMs = Math.max(20 * SECOND, left / (faults.length - index) - outageMs) * this.#chance.next();
      this.#outages.singleFaults = this.#chance.pick([0, 0.02, 0.1]) ?? 0;
      await this.#workday.work(calmMs);
      if (index % 12 === 5) {
        await this.#workday.waitUntilOpen();
        await this.#workday.crash();
      }
      if (index % 8 === 3)
        await this.#seller.import(Math.round(this.#chance.between(200, 500) * Math.max(this.#scale, 0.1)));
      await this.#outage(fault, outageMs);
    }
    await this.#workday.work(began + dayMs - Date.now());
    await this.#settle();
    return this.#figures(began);
  }

  /** The required occurrences of each fault. */
  get #minMet(): number {
    return this.#scale < 0.5 ? 1 : MIN_MET;
  }

  #outageMs({ isRefusal }: SoakFault): number {
    const turn = this.#chance.next();
    const [from, to] =
      turn < 0.3 || isRefusal ? [5, 30] : turn < 0.6 ? [60, 300] : turn < 0.85 ? [600, 1_800] : [3_600, 5_400];
    return Math.round(Math.max(5, this.#chance.between(from, to) * this.#scale)) * SECOND;
  }

  async #outage(fault: SoakFault, ms: number): Promise<void> {
    await this.#workday.waitUntilOpen();
    const began = Date.now();
    const requests = this.#outages.count(fault.name);
    const doubts = this.#doubts();
    const wakes = this.#workday.wakes;
    await this.#outages.begin(fault);
    if (fault.pauses && this.#chance.next() < 0.35) {
      // A single change gets all the probes, and must not give up.
      await this.#seller.webhook();
      await this.time.pass(Math.max(ms, QUIET_OUTAGE_MS));
    } else {
      await this.#workday.burst();
      // A time that the service named also applies to the next run of the app.
      if (fault.row.endsWith('with Retry-After')) await this.#workday.restart();
      await this.#workday.work(ms);
    }
    this.#outages.noteNeverLeft();
    // It lasts until enough requests had it.
    for (let round = 0; round < 20 && this.#outages.count(fault.name) < requests + this.#minMet; round += 1) {
      await this.#workday.waitUntilOpen();
      await this.#workday.burst();
      await this.time.pass(10 * SECOND);
      this.#outages.noteNeverLeft();
    }
    await this.#outages.end();
    const report = {
      fault,
      ms: Date.now() - began,
      requests: this.#outages.count(fault.name) - requests,
      doubts: this.#doubts() - doubts,
    };
    this.#checkOutage(report, this.#workday.wakes - wakes);
    this.options.onOutage?.(report);
  }

  #doubts(): number {
    this.#ledger.look(this.#app.store);
    return this.#ledger.doubts.size;
  }

  /** A paused store probes, so that an outage leaves a handful of doubts instead of a thousand. */
  #checkOutage({ fault, ms, requests }: OutageReport, wakes: number): void {
    const most = 15 * (1 + wakes) + (2 * ms) / MINUTE;
    if (!fault.pauses || requests <= most) return;
    this.#ledger.violations.add(`${requests} requests in ${ms / SECOND} s of "${fault.name}", with ${wakes} wakes`);
  }

  #checkDeparture(others: number): void {
    const { violations } = this.#ledger;
    const now = Date.now();
    if (now < this.wire.namedUntil)
      violations.add(`a request left ${this.wire.namedUntil - now} ms before the named time`);
    if (!this.#app.isOpen) return;
    const { pause, workOffline, signedIn } = this.#app.store.status();
    if (pause !== null && others > 0)
      violations.add(`a request left beside ${others} others while the store was paused`);
    if (workOffline || !signedIn)
      violations.add(`a request left while ${workOffline ? 'working offline' : 'signed out'}`);
  }

  /** The service works again, and the seller settles the rest; in the end nothing waits. */
  async #settle(): Promise<void> {
    this.#outages.singleFaults = 0;
    for (let round = 0; round < 60; round += 1) {
      await this.#workday.waitUntilOpen();
      await this.#review.settle(1);
      await this.time.pass(10 * MINUTE);
      if (this.#app.store.outbox.all().length === 0) return;
    }
    const left = this.#app.store.outbox.all();
    const shown = left.slice(0, 5).map(({ payload, state, reason }) => `${payload.kind} ${state} ${reason}`);
    this.#ledger.violations.add(`${left.length} changes never settle: ${shown}`);
  }

  #figures(began: number): Figures {
    const { restarts, crashes, notices } = this.#app;
    const verdict = this.#ledger.verdict(this.#app.store);
    verdict.violations.push(...notices.map((notice) => `the app said: ${notice}`));
    verdict.violations.push(...uncovered(this.#outages.met, this.#minMet));
    return {
      ...verdict,
      accepted: this.#ledger.accepted.size,
      edits: this.#seller.edits,
      withdrawn: this.#seller.withdrawn,
      doubts: this.#ledger.doubts.size,
      rejected: this.#ledger.rejections.size,
      restarts,
      crashes,
      signIns: this.#workday.signIns,
      virtualMs: Date.now() - began,
      met: this.#outages.met,
    };
  }

  async end(): Promise<void> {
    await this.#app.end();
  }
}

function shuffled<T>(items: readonly T[], chance: Chance): T[] {
  return items
    .map((item) => ({ item, at: chance.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
