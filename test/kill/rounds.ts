// The kill test: kills an app at random moments while it sends its queue, restarts it, and checks the invariants.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Batch } from '../../src/main/catalog/staged.ts';
import type { Change } from '../../src/main/outbox/change.ts';
import type { OpenStore } from '../../src/main/stores/open-store.ts';
import { markAsSent } from '../../src/main/sync/decisions.ts';
import { slow } from '../../tools/test/slow.ts';
import { RecordingService } from '../support/recording-service.ts';
import { until } from '../support/until.ts';
import { openComputer, type Report, type Work } from './app-at-work.ts';
import { type Chance, createChance } from './chance.ts';
import { Ledger, labelOf } from './ledger.ts';
import { Script } from './script.ts';

export interface Figures {
  rounds: number;
  /** Changes that the app reported as accepted. */
  accepted: number;
  /** Creates that the service carried out, and changes that were in doubt. */
  made: number;
  doubts: number;
  /** Kills with at least one request in flight. */
  killedWhileSending: number;
  violations: string[];
}

const APP = join(import.meta.dirname, 'app.ts');
/** How often one data folder is killed before it must settle. */
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

  /** Starts the app in a process of its own; returns how to kill it. */
  async #start(work: Work): Promise<() => Promise<unknown>> {
    const child = fork(APP, [this.folder, this.service.url], { execArgv: ['--import', 'tsx'] });
    // Messages from before its death arrive until it disconnects.
    const gone = Promise.all([once(child, 'exit'), once(child, 'disconnect')]);
    const isReady = new Promise<unknown>((resolve) => {
      child.on('message', (report: Report) => {
        if ('ready' in report) resolve(child.send(work));
        else if ('failed' in report) this.figures.violations.push(report.failed);
        else {
          this.ledger.accepted.set(report.label, report.how);
          this.figures.accepted += 1;
        }
      });
    });
    await Promise.race([isReady, gone.then(() => Promise.reject(new Error('The app has not started')))]);
    return () => {
      child.kill('SIGKILL');
      return gone;
    };
  }

  /** Starts the app, gives it work, and kills it at a random moment. */
  async killOnce(): Promise<void> {
    // Sometimes it gets no new tasks, and is killed while it resumes the old ones.
    const tasks = this.chance.next() < 0.15 ? [] : this.#script.tasks(this.chance.between(10, 60));
    for (const task of tasks) this.ledger.ask(task);
    const kill = await this.#start({ tasks, atOnce: this.chance.between(1, 12) });
    // Waits for progress, not for time, so that fast and slow computers do the same.
    const goal = this.#progress() + this.chance.between(0, tasks.length * 2);
    await this.#waitFor(() => this.#progress() >= goal);
    if (this.chance.next() < 0.7) await this.#waitFor(() => this.service.underWay > 0);
    else await pause(this.chance.between(0, 12));
    const sending = this.service.underWay > 0;
    await kill();
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

  /** Opens the folder in this process, and decides each doubt like a seller who looks it up. Then nothing may wait. */
  async settle(): Promise<string[]> {
    const computer = await openComputer(this.folder, this.service.url);
    const { store } = computer;
    const { notices } = computer.app.frame();
    const violations = notices.map(({ title, message }) => `the app reported: ${title}: ${message}`);
    await settled(store);
    violations.push(...this.ledger.violations(store));
    let doubts = doubtsIn(store);
    this.figures.doubts += doubts.length;
    if (doubts.length > PARALLEL * KILLS_PER_FOLDER)
      violations.push(`${doubts.length} doubts are more than can have been under way`);
    while (violations.length === 0 && doubts.length > 0) {
      for (const change of doubts) await this.#decide(store, change);
      await settled(store);
      violations.push(...this.ledger.violations(store));
      doubts = doubtsIn(store);
    }
    const stuck = [...store.queue.all(), ...[...store.catalog.staged.all()].flat()];
    if (violations.length === 0 && stuck.length > 0) violations.push(`these are stuck: ${JSON.stringify(stuck)}`);
    await computer.stop();
    this.figures.made += this.service.record.count('product.create') + this.service.record.count('link.create');
    return violations;
  }

  async #decide(store: OpenStore, change: Change): Promise<void> {
    const answer = this.ledger.found(labelOf(change, store));
    if (answer === null) await store.outbox.decideNow('sendAgain', change.id);
    else await markAsSent(store, { found: [{ id: change.id, answer }] });
  }

  async end(): Promise<void> {
    await this.service.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

const doubtsIn = ({ queue }: OpenStore): Change[] => queue.all().filter(({ state }) => state === 'needs-review');

/** Resolves when only the seller can settle what waits. */
function settled({ queue, catalog }: OpenStore): Promise<void> {
  const { staged, history } = catalog;
  const moves = (change: Change): boolean => {
    if (change.state === 'needs-review' || change.state === 'rejected') return false;
    return change.state !== 'waiting' || queue.blockers(change).every(moves);
  };
  // A settled change is in the history before it leaves the queue.
  const isUnderWay = (change: Change) => moves(change) || history.get(change.id) !== undefined;
  // Links of a product in doubt stay staged.
  const isTaken = ({ id, state }: Batch) => state !== 'loading' && staged.next(id, 1).length === 0;
  return until('it settles', () => staged.batches().every(isTaken) && !queue.all().some(isUnderWay), slow(60_000));
}

export async function killRounds(rounds: number, seed: number): Promise<Figures> {
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
  }
  return figures;
}
