// A simulated computer with the app: real outbox, catalog and commands on a disk and a network that the test moves.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { Catalog } from '../../src/main/catalog/catalog.ts';
import { createTables, webhookIn } from '../../src/main/catalog/open-catalog.ts';
import { Batches } from '../../src/main/links/batches.ts';
import type { Availability } from '../../src/main/outbox/availability.ts';
import type { Change } from '../../src/main/outbox/change.ts';
import { Outbox } from '../../src/main/outbox/outbox.ts';
import { Queue } from '../../src/main/outbox/queue.ts';
import { Database } from '../../src/main/storage/database.ts';
import { StorageError } from '../../src/main/storage/durable-file.ts';
import { createStamper } from '../../src/main/storage/stamp.ts';
import type { WebhookRecord } from '../../src/main/store-record.ts';
import type { OpenStore } from '../../src/main/stores/open-store.ts';
import { createSender } from '../../src/main/sync/sender.ts';
import { createExclusive } from '../../src/main/turns.ts';
import { settleWithWebhook } from '../../src/main/webhook/webhook-settled.ts';
import { FakeDisk } from './outbox-fake-disk.ts';
import { ModelService } from './outbox-model-service.ts';

/** Runs all work that waits for neither an answer nor time. Storing a result takes one turn of the event loop. */
const flush = async (): Promise<void> => {
  for (let turn = 0; turn < 2; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve));
};

/** The files of this process's worlds; each world deletes those of the previous one. */
const folder = mkdtempSync(join(tmpdir(), 'outbox-world-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
let worlds = 0;

/** How long a deletion can be undone, in ms. */
const GRACE_MS = 3_000;

/** A catalog database that can be made to fail; without fsync, for speed. */
class WorldDatabase extends Database {
  failing = false;

  constructor(path: string) {
    super(path, { what: 'The catalog' });
    this.exec('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF');
    createTables(this);
  }

  override transaction<Result>(act: () => Result): Result {
    if (this.failing) throw new StorageError('The catalog', Object.assign(new Error('full'), { code: 'SQLITE_FULL' }));
    return super.transaction(act);
  }
}

/** One run of the app, until it ends or is killed. */
interface Running {
  readonly store: OpenStore;
  readonly database: WorldDatabase;
}

export class World {
  readonly service = new ModelService(() => this.clock);
  readonly disk: FakeDisk;
  /** The webhook keys by `keyRef`; writes to this vault are immediate. */
  readonly keys = new Map<string, string>();
  /** The webhook keys by `keyRef`, including forgotten ones. */
  readonly everyKey = new Map<string, string>();
  readonly #path: string;
  #catalogFails = false;
  /** Ms since 1970. */
  clock = Date.UTC(2025, 0, 1);
  token: string | null = 'token-0';
  workOffline = false;
  parallel = 3;
  /** Saved immediately. A pause that the app could not save before it ended is lost with the answer. */
  pause: Availability | null = null;
  #run: Running | null = null;
  /** The crash at the start of the next run. */
  #atStart: FakeDisk['crashing'] = null;

  constructor() {
    rmSync(join(folder, String(worlds)), { recursive: true, force: true });
    worlds += 1;
    mkdirSync(join(folder, String(worlds)));
    this.#path = join(folder, String(worlds), 'catalog.db');
    this.disk = new FakeDisk(join(folder, String(worlds), 'outbox'));
    this.#run = this.#open();
  }

  get #now(): Running {
    if (!this.#run) throw new Error('The app is not running');
    return this.#run;
  }

  get store(): OpenStore {
    return this.#now.store;
  }

  get outbox(): Outbox {
    return this.store.outbox;
  }

  get queue(): Queue {
    return this.store.queue;
  }

  get catalog(): Catalog {
    return this.store.catalog;
  }

  /** Whether the disk rejects every write to the catalog. */
  get catalogFails(): boolean {
    return this.#catalogFails;
  }

  set catalogFails(fails: boolean) {
    this.#catalogFails = fails;
    this.#now.database.failing = fails;
  }

  get webhook(): WebhookRecord {
    return this.store.webhook.value;
  }

  #open(): Running {
    const now = () => this.clock;
    const stamper = createStamper(now, 'device');
    const database = new WorldDatabase(this.#path);
    database.failing = this.#catalogFails;
    const catalog = new Catalog(database, { stamper, now, historyText: () => ({ words: '', address: '' }) });
    const vault = {
      set: async (keyRef: string, key: string) => {
        this.keys.set(keyRef, key);
        this.everyKey.set(keyRef, key);
      },
      delete: async (keyRef: string) => this.isRunning(store) && void this.keys.delete(keyRef),
    };
    const store = {
      ...{ catalog, webhook: webhookIn(catalog), queue: new Queue(this.disk.open()), isReady: true },
      runExclusive: createExclusive(),
      keyName: (keyRef: string) => keyRef,
      webhookKey: (keyRef: string) => this.keys.get(keyRef) ?? null,
      isKeyLocked: () => false,
      session: {
        client: this.service,
        token: () => this.token,
        secrets: () => [],
        refused: (token: string) => this.isRunning(store) && this.token === token && this.signOut(),
      },
      deps: {
        ...{ stamper, now, vault, deletionGraceMs: GRACE_MS, onChange: () => undefined },
        record: () => ({ undocumentedProductUpdate: true }),
        settings: () => ({ currencies: [], parallelSends: this.parallel }),
      },
    } as unknown as OpenStore;
    const send = createSender(store);
    const outbox = new Outbox({
      ...{ ...store.deps, queue: store.queue, catalog: () => catalog, random: () => 0.5 },
      settle: async (ended) => {
        await settleWithWebhook(store, ended);
        await store.batches.dropWithoutProduct().catch(() => undefined);
      },
      send: (change, onLeft) => {
        // An ended process sends nothing.
        if (!this.isRunning(store)) return new Promise(() => undefined);
        this.service.departing(change, store.outbox.status().pause !== null);
        return send(change, onLeft);
      },
      endSends: () => this.isRunning(store) && void this.service.close(),
      pause: () => ({
        value: this.pause,
        save: async (pause) => {
          if (this.isRunning(store)) this.pause = pause;
        },
      }),
      mayDepart: () => this.token !== null && !this.workOffline,
      isHeld: (change) => store.batches.isHeld(change),
      onAttention: () => undefined,
      onIdle: () => store.batches.takeMore(),
    });
    Object.assign(store, { outbox });
    Object.assign(store, { batches: new Batches(store) });
    outbox.start();
    // If the disk refuses, the rest waits for the next start, as in the app.
    store.batches.start().catch(() => undefined);
    return { store, database };
  }

  /** Kills the process: now, in a later write, or now and in the first write of the next start, as `luck` decides. */
  async crash(luck: number): Promise<void> {
    const onCrash = () => this.#die(((luck >> 1) & 1) === 1);
    const armed = { isWritten: (luck & 1) === 1, onCrash, later: luck >> 4 };
    if (((luck >> 2) & 3) !== 0) this.disk.crashing = armed;
    else {
      onCrash();
      if (luck >> 4) this.#atStart = { ...armed, later: 0 };
    }
    await this.flush();
  }

  /** From here on, whatever the process still does has no effect. */
  #die(arrives: boolean): void {
    this.disk.close();
    this.service.crash(arrives);
    this.#run?.database.end();
    this.#run = null;
  }

  /** Closes the app in order and starts it again. */
  async restart(): Promise<void> {
    const { store } = this;
    let stopped = false;
    void store.batches.stop();
    void store.outbox.stop().then(() => {
      stopped = true;
    });
    for (let turn = 0; !stopped && this.isRunning(store) && turn < 200; turn += 1) {
      await this.flush();
      // Sometimes an answer arrives while the app closes.
      if (turn % 7 === 3) this.service.move(turn);
      await this.pass(50);
    }
    if (!this.isRunning(store)) return;
    if (!stopped) throw new Error('The outbox does not stop');
    this.#die(true);
    await this.flush();
  }

  async #again(): Promise<void> {
    // The app cannot know a wait that a lost answer named.
    if (this.pause === null || this.pause.namedUntil === 0) this.service.quiet = null;
    vi.clearAllTimers();
    this.#run = this.#open();
    this.disk.crashing = this.#atStart;
    this.#atStart = null;
    await flush();
  }

  /** Lets the app go on. If it has crashed, it starts again. */
  async flush(): Promise<void> {
    await flush();
    if (!this.#run) await this.#again();
  }

  isRunning(store: OpenStore): boolean {
    return this.#run?.store === store;
  }

  signOut(): void {
    this.token = null;
    this.outbox.changed();
  }

  signIn(): void {
    this.token = this.service.token;
    this.outbox.wake();
  }

  setWorkOffline(on: boolean): void {
    this.workOffline = on;
    if (on) this.outbox.changed();
    else this.outbox.wake();
  }

  setDiskFails(fails: boolean): void {
    this.disk.failing = fails;
    this.catalogFails = fails;
  }

  /** Advances the clock and all timers. */
  async pass(ms: number): Promise<void> {
    this.clock += ms;
    vi.advanceTimersByTime(ms);
    await this.flush();
  }

  /** Moves one thing: a request arrives, an answer arrives, or a little time passes. */
  async tick(pick: number): Promise<void> {
    const { underWay } = this.service;
    const move = pick % (underWay + 1);
    if (move < underWay) this.service.move(move);
    else await this.pass(30);
    await this.flush();
  }

  /** Advances `ms` in steps, with all network and service activity. */
  async live(ms: number, step = 1_000): Promise<void> {
    const end = this.clock + ms;
    while (this.clock < end) {
      await this.#rest();
      await this.pass(Math.min(step, end - this.clock));
    }
    await this.#rest();
  }

  /** Runs until no request is in progress. */
  async #rest(): Promise<void> {
    for (let turn = 0; turn < 20_000; turn += 1) {
      await this.flush();
      if (this.service.underWay === 0) return;
      while (this.service.underWay > 0) this.service.move(0);
    }
    throw new Error('It does not come to rest');
  }

  /** Removes all faults, and continues until nothing moves by itself. */
  async settle(): Promise<void> {
    this.service.up = true;
    this.service.faults.length = 0;
    this.service.always = null;
    this.setDiskFails(false);
    this.disk.crashing = null;
    // Only if necessary: both steps end all waiting times, and nothing may depend on that.
    if (this.workOffline) this.setWorkOffline(false);
    for (const { id, state } of this.catalog.staged.batches())
      if (state === 'paused') this.store.batches.setPaused(id, false);
    if (this.token !== this.service.token) this.signIn();
    for (let turn = 0; turn < 3_000; turn += 1) {
      await this.flush();
      if (this.service.underWay === 0 && this.#isSettled()) return;
      if (this.service.underWay === 0) await this.pass(30_000);
      while (this.service.underWay > 0 && turn % 2 === 0) {
        this.service.move(0);
        await this.flush();
      }
    }
    const stuck = this.queue.all().map(({ payload, state, nextAttemptAt, unreached, tries }) => ({
      kind: payload.kind,
      state,
      nextAttemptAt,
      unreached,
      tries,
    }));
    throw new Error(`It does not settle: ${JSON.stringify({ status: this.outbox.status(), stuck })}`);
  }

  #isSettled(): boolean {
    const moves = (change: Change): boolean => {
      if (change.state === 'needs-review' || change.state === 'rejected') return false;
      return change.state !== 'waiting' || this.queue.blockers(change).every(moves);
    };
    const unfinished = this.queue.all();
    if (unfinished.some(moves)) return false;
    // Links of a product that needs the seller stay staged.
    const { staged } = this.catalog;
    if (staged.batches().some(({ id, state }) => state !== 'loading' && staged.next(id, 1).length > 0)) return false;
    const onDisk = new Map(this.disk.read().map(({ id, state }) => [id, state]));
    // A restored change leaves the history last.
    if ([...this.catalog.history.ids()].some((id) => onDisk.has(id))) return false;
    return (
      onDisk.size === unfinished.length &&
      unfinished.every(({ id, state }) => state === 'waiting' || onDisk.get(id) === state)
    );
  }
}
