// The seller's working day, minute by minute, independent of the service.
import type { Chance } from '../kill/chance.ts';
import type { RecordingService } from '../support/recording-service.ts';
import type { AppRun } from './app-run.ts';
import type { Review } from './review.ts';
import type { SoakSeller } from './seller.ts';
import type { VirtualTime } from './virtual-time.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

export class Workday {
  #offlineUntil: number | null = null;
  #signInAt: number | null = null;
  signIns = 0;
  /** Triggers of probes: restarts, sign-ins, "Sync now", going online. */
  wakes = 0;

  /** `scale`: 1 for a whole day, less for a shorter one. */
  constructor(
    private readonly app: AppRun,
    private readonly seller: SoakSeller,
    private readonly review: Review,
    private readonly service: RecordingService,
    private readonly time: VirtualTime,
    private readonly chance: Chance,
    private readonly scale: number,
  ) {}

  /** The length of a working day. */
  async work(ms: number): Promise<void> {
    const end = Date.now() + Math.round(ms);
    while (Date.now() < end) {
      const gap = this.chance.between(5, Math.round(240 * Math.max(this.scale, 0.2))) * SECOND;
      await this.time.pass(Math.min(gap, end - Date.now()));
      await this.#lookAfter();
      await this.#act();
    }
  }

  /** Goes online and signs in when it is time. */
  async #lookAfter(): Promise<void> {
    const { core, store } = this.app;
    const { signedIn, workOffline } = store.status();
    const now = Date.now();
    if (workOffline && now >= (this.#offlineUntil ?? 0)) {
      this.wakes += 1;
      await this.time.during(core.manager.setWorkOffline(store.id, false));
    }
    if (signedIn) this.#signInAt = null;
    else this.#signInAt ??= now + this.chance.between(1, 20) * MINUTE * this.scale;
    if (this.#signInAt !== null && now >= this.#signInAt) await this.signIn();
  }

  async signIn(): Promise<void> {
    this.wakes += 1;
    if (await this.app.signIn()) this.signIns += 1;
  }

  async #act(): Promise<void> {
    const seller = this.seller;
    const turn = this.chance.between(1, 100);
    if (turn <= 20) return seller.link();
    if (turn <= 26) return seller.import(this.chance.between(3, 20));
    if (turn <= 36) return seller.price();
    if (turn <= 43) return seller.webhook();
    if (turn <= 50) return seller.product();
    if (turn <= 59) return seller.deletion('synced');
    if (turn <= 66) return seller.deletion('waiting');
    if (turn <= 75) return seller.edit();
    if (turn <= 78) return this.#goOffline();
    if (turn <= 80) return this.service.record.expireTokens();
    if (turn <= 84) return this.#syncNow();
    if (turn <= 87) return this.restart();
    if (turn <= 89) return this.crash();
    return this.review.settle(0.7);
  }

  async #goOffline(): Promise<void> {
    this.#offlineUntil = Date.now() + this.chance.between(1, 20) * MINUTE * this.scale;
    await this.time.during(this.app.core.manager.setWorkOffline(this.app.store.id, true));
  }

  #syncNow(): void {
    this.wakes += 1;
    this.app.store.outbox.wake();
  }

  async restart(): Promise<void> {
    this.wakes += 1;
    await this.app.restart();
  }

  /** The app ends while it waits for responses to two creates; the service has carried out one of them, or both. */
  async crash(): Promise<void> {
    const { pause, signedIn, workOffline } = this.app.store.status();
    if (pause !== null || !signedIn || workOffline) return;
    const when = () => this.chance.pick(['before-acting', 'after-acting'] as const) ?? 'after-acting';
    this.service.plan('link.create', { kind: 'hang', when: when() }, { kind: 'hang', when: 'after-acting' });
    await this.seller.import(5);
    this.wakes += 1;
    await this.app.crash();
  }

  /** At least one change of each kind, so that an outage affects them all. */
  async burst(): Promise<void> {
    const seller = this.seller;
    await seller.deletion('synced');
    await seller.webhook();
    await seller.price();
    await seller.product();
    for (let count = 0; count < 4; count += 1) await seller.link();
    await seller.deletion('synced');
  }

  /** Resolves when the app sends. */
  async waitUntilOpen(): Promise<void> {
    const { store, core } = this.app;
    if (store.status().workOffline) await this.time.during(core.manager.setWorkOffline(store.id, false));
    if (!store.signedIn) await this.signIn();
    for (let round = 0; round < 200 && store.outbox.status().pause !== null; round += 1) {
      await this.time.pass(30 * SECOND);
    }
  }
}
