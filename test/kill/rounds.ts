// The kill test: kills an app at random moments while it sends its queue, restarts it, and checks the invariants.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { RecordingService } from '../support/recording-service.ts';
import { App } from './app-process.ts';
import { type Chance, createChance } from './chance.ts';
import { Ledger } from './ledger.ts';
import type { Report, Verdict } from './messages.ts';
import { Script } from './script.ts';

export interface Figures {
  rounds: number;
  /** Changes that the app reported as accepted. */
  accepted: number;
  /** Creates that the service carried out, and those of them without a response. */
  made: number;
  doubts: number;
  /** Kills with at least one request in flight. */
  killedWhileSending: number;
  /** Every violation, in words. */
  violations: string[];
}

/** Kills of one data folder before it must settle. */
const KILLS_PER_FOLDER = 4;
const PARALLEL = 6;

/** The life of one folder: used and killed a few times, then settled and compared with the service. */
class Life {
  readonly folder = mkdtempSync(join(tmpdir(), 'outbox-kill-'));
  readonly ledger: Ledger;
  readonly #script: Script;

  private constructor(
    readonly service: RecordingService,
    private readonly chance: Chance,
    private readonly figures: Figures,
  ) {
    this.ledger = new Ledger(service);
    this.#script = new Script(chance);
    service.decide = () => ({ kind: 'slow', before: chance.between(0, 12), after: chance.between(0, 12) });
  }

  static async begin(chance: Chance, figures: Figures): Promise<Life> {
    return new Life(await RecordingService.strict(), chance, figures);
  }

  #start(): Promise<App> {
    return App.start(this.folder, this.service.url, ({ label, how }) => {
      this.ledger.accepted.set(label, how);
      this.figures.accepted += 1;
    });
  }

  /** Starts the app, gives it work, and kills it at a random moment. */
  async killOnce(): Promise<void> {
    const app = await this.#start();
    // Now and then it is killed while it resumes the same work.
    const tasks = this.chance.next() < 0.15 ? [] : this.#script.tasks(this.chance.between(10, 60));
    for (const task of tasks) this.ledger.ask(task);
    app.send({ kind: 'work', tasks, atOnce: this.chance.between(1, 12) });
    // By progress instead of time: the same on fast and slow computers.
    const goal = this.#progress() + this.chance.between(0, tasks.length * 2);
    await this.#waitFor(() => this.#progress() >= goal);
    if (this.chance.next() < 0.7) await this.#waitFor(() => this.service.underWay > 0);
    else await pause(this.chance.between(0, 12));
    const sending = this.service.underWay > 0;
    await app.kill();
    this.#script.keep((label) => this.ledger.accepted.has(label));
    if (sending) this.figures.killedWhileSending += 1;
  }

  #progress(): number {
    return this.ledger.accepted.size + this.service.record.applied.length;
  }

  /** Waits for a moment that may never come: gives up after a while without progress. */
  async #waitFor(moment: () => boolean): Promise<void> {
    let progress = this.#progress();
    let moved = performance.now();
    while (!moment() && performance.now() - moved < 500) {
      await pause(1);
      if (this.#progress() === progress) continue;
      progress = this.#progress();
      moved = performance.now();
    }
  }

  async settle(): Promise<string[]> {
    const app = await this.#start();
    let report = await app.report({ kind: 'settle' });
    const violations = this.ledger.violations(report);
    const doubts = report.unfinished.filter(({ state }) => state === 'needs-review').length;
    this.figures.doubts += doubts;
    if (doubts > PARALLEL * KILLS_PER_FOLDER) violations.push(`${doubts} doubts are more than can have been under way`);
    // The seller looks up each doubt on the service; then nothing may be left.
    while (violations.length === 0 && report.unfinished.length > 0) {
      const verdicts = report.unfinished
        .filter(({ state }) => state === 'needs-review')
        .map((change) => this.#verdict(change));
      if (verdicts.length === 0) violations.push(`these are stuck: ${JSON.stringify(report.unfinished)}`);
      else report = await app.report({ kind: 'verdicts', verdicts });
      violations.push(...this.ledger.violations(report));
    }
    await app.close();
    this.figures.made += this.service.record.count('product.create') + this.service.record.count('link.create');
    return violations;
  }

  #verdict({ changeId, label }: Report['unfinished'][number]): Verdict {
    const answer = this.ledger.found(label);
    return answer === null ? { changeId, say: 'send-again' } : { changeId, say: 'went-through', answer };
  }

  async end(): Promise<void> {
    await this.service.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Kills the app `rounds` times. Calls `onLife` with the result of each folder. */
export async function killRounds(
  rounds: number,
  seed: number,
  onLife: (figures: Readonly<Figures>) => void = () => undefined,
): Promise<Figures> {
  const chance = createChance(seed);
  const figures: Figures = { rounds: 0, accepted: 0, made: 0, doubts: 0, killedWhileSending: 0, violations: [] };
  while (figures.rounds < rounds) {
    const life = await Life.begin(chance, figures);
    try {
      for (let kill = 0; kill < KILLS_PER_FOLDER && figures.rounds < rounds; kill += 1) {
        await life.killOnce();
        figures.rounds += 1;
      }
      const violations = await life.settle();
      figures.violations.push(...violations.map((wrong) => `round ${figures.rounds}, seed ${seed}: ${wrong}`));
    } finally {
      await life.end();
    }
    onLife(figures);
  }
  return figures;
}
