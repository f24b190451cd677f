// The app's core in this process: opened, closed in order, and dropped as after a crash.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { App } from '../../src/main/app/app.ts';
import type { StoreSession } from '../../src/main/stores/store-session.ts';
import type { Chance } from '../kill/chance.ts';
import { createApp, openShownStore } from '../support/app-without-window.ts';
import { isDiskBusy, type VirtualTime } from './virtual-time.ts';
import type { Wire } from './wire.ts';

export class AppRun {
  readonly #folders: string[] = [mkdtempSync(join(tmpdir(), 'outbox-soak-'))];
  readonly #abandoned: Promise<void>[] = [];
  #core: App | null = null;
  #store: StoreSession | null = null;
  restarts = 0;
  crashes = 0;
  /** The app's reports of files set aside; there must be none. */
  readonly notices: string[] = [];

  constructor(
    private readonly address: string,
    private readonly time: VirtualTime,
    private readonly wire: Wire,
    private readonly chance: Chance,
  ) {}

  get core(): App {
    if (!this.#core) throw new Error('The app is closed');
    return this.#core;
  }

  get isOpen(): boolean {
    return this.#store !== null;
  }

  get store(): StoreSession {
    if (!this.#store) throw new Error('The app is closed');
    return this.#store;
  }

  get #folder(): string {
    return this.#folders.at(-1) ?? '';
  }

  async open(): Promise<void> {
    const core = createApp(this.#folder, { now: () => Date.now(), random: () => this.chance.next() });
    await this.time.during(core.start());
    const opened = core.manager.current();
    const store = opened.ok ? opened.value : await this.time.during(openShownStore(core, this.address));
    await this.time.during(store.ready);
    for (const { title, message } of core.frame.value().notices) this.notices.push(`${title}: ${message}`);
    this.#core = core;
    this.#store = store;
  }

  /** False if the service refused the sign-in. */
  async signIn(): Promise<boolean> {
    const seller = { serviceAddress: this.address, email: 'seller@example.com', password: 'right' };
    return (await this.time.during(this.core.manager.auth.signIn(seller))).ok;
  }

  async close(): Promise<void> {
    await this.time.during(this.core.close());
    this.#core = null;
    this.#store = null;
  }

  async restart(): Promise<void> {
    const { store } = this;
    await this.close();
    this.#forgetNamed(store);
    this.restarts += 1;
    await this.open();
  }

  /**
   * Continues from the data on disk while requests are in flight, as after a crash. The new app never gets
   * their responses. False if no request hangs, because then none was in flight.
   *
   * Copies the files in one go while none is read or written: the state that a crash would
   * leave. (`npm run test:kill` kills a real process at any moment.)
   */
  async crash(): Promise<boolean> {
    await this.time.quiet();
    if (this.wire.underWay === 0 || isDiskBusy()) return false;
    const copy = mkdtempSync(join(tmpdir(), 'outbox-soak-'));
    cpSync(this.#folder, copy, { recursive: true });
    // From here on the old app sends nothing, and its writes go to an unused folder.
    const { store, core } = this;
    store.outbox.setWorkOffline(true);
    this.#forgetNamed(store);
    this.#store = null;
    this.#core = null;
    this.wire.run += 1;
    this.#abandoned.push(core.close());
    this.#folders.push(copy);
    this.crashes += 1;
    await this.open();
    return true;
  }

  /** If no change on disk has the time that the service named, the app cannot know it after a start. */
  #forgetNamed(store: StoreSession): void {
    const isKnown = store.outbox.all().some(({ state, attempts }) => {
      const last = attempts.at(-1)?.outcome;
      return state === 'retrying' && last?.kind === 'answered' && last.retryAfterMs !== null;
    });
    if (!isKnown) this.wire.namedUntil = 0;
  }

  async end(): Promise<void> {
    if (this.#core) await this.close();
    await this.time.during(Promise.all(this.#abandoned));
    for (const folder of this.#folders) rmSync(folder, { recursive: true, force: true });
  }
}
