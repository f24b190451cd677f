// The app without Electron: builds its parts, and starts and closes them in order.
import type { Frame, Tour } from '../../shared/contract/app.ts';
import type { Channel, EventPayload } from '../../shared/contract.ts';
import { enumerated } from '../../shared/sentences.ts';
import { texts } from '../../shared/texts/main.ts';
import { isOnThisComputer } from '../../shared/web-address.ts';
import { Backups } from '../backup/backups.ts';
import type { SaleRecord } from '../catalog/records.ts';
import type { Emit } from '../handlers.ts';
import type { Document } from '../storage/document.ts';
import type { OnSetAside } from '../storage/set-aside.ts';
import { createStamper, type Stamper } from '../storage/stamp.ts';
import { type KeyStore, Vault } from '../storage/vault.ts';
import type { AppSettingsRecord, StoreRecord } from '../store-record.ts';
import { Auth, type PracticeStarter } from '../stores/auth.ts';
import { Notices } from '../stores/notices.ts';
import { OpenStore, type OpenStoreDeps } from '../stores/open-store.ts';
import { StoreManager } from '../stores/store-manager.ts';
import { StoreRegistry } from '../stores/store-registry.ts';
import { ifReadable, viewOf } from '../stores/store-view.ts';
import { MOST_DOUBTS } from '../team/membership.ts';
import { Team } from '../team/team.ts';
import { atMost, throttle } from '../turns.ts';
import { Inbox } from '../webhook/inbox/inbox.ts';
import { sharedFact, takeFact } from '../webhook/shared-facts.ts';
import { webhookMark } from '../webhook/webhook.ts';
import { News } from './news.ts';
import { openSettings, settingsFor } from './settings.ts';
import { openTour, recordStep, tourStepOf } from './tour.ts';

const t = texts.stores;

const VERIFY_THROTTLE_MS = 300;
const KEY_STORE_WAIT_MS = 5_000;
/** A sale carries the relay's time, and this computer's clock may be ahead of the relay's by up to this, in ms. */
const CLOCK_TOLERANCE_MS = 2 * 60 * 60_000;

/** What the app and its stores need from Electron or a test. */
export interface AppDeps
  extends Pick<
    OpenStoreDeps,
    'network' | 'now' | 'random' | 'timeouts' | 'closingGraceMs' | 'deletionGraceMs' | 'onSettled'
  > {
  readonly dataFolder: string;
  readonly version: string;
  readonly keyStore: KeyStore;
  readonly practice: PracticeStarter;
  readonly emit: Emit;
  /** Returns a new name for this computer; called on the first start. */
  readonly newDevice: () => string;
}

type Topic = EventPayload<'records.changed'>['topic'];

export class App {
  readonly notices = new Notices(() => this.changed());
  readonly settings: Document<AppSettingsRecord>;
  readonly manager: StoreManager;
  readonly auth: Auth;
  readonly tour: Document<Tour>;
  readonly backups: Backups;
  readonly inbox: Inbox;
  readonly team: Team;
  readonly registry: StoreRegistry;
  readonly #vault: Vault;
  readonly #stamper: Stamper;
  readonly #news: News;
  readonly #startedAt: number;
  #isClosed = false;
  /** Changed topics of which the window has not been notified. */
  readonly #topics = new Set<Topic>();
  readonly #recordsChanged = throttle(() => {
    for (const topic of this.#topics) this.deps.emit('records.changed', { topic });
    this.#topics.clear();
  });
  readonly #frameChanged = throttle(() => {
    const status = this.manager.shownPractice()?.status();
    if (status?.workOffline && status.waiting > 0) recordStep(this.tour, 'offline');
    this.deps.emit('frame.changed', this.frame());
    this.team.changed();
  });
  readonly #verifyAgain = throttle(() => {
    this.inbox.verifyAgain().catch((error: unknown) => console.error('The deliveries were not verified again', error));
  }, VERIFY_THROTTLE_MS);

  constructor(readonly deps: AppDeps) {
    const { dataFolder, version, network, practice, emit, now } = deps;
    const onSetAside: OnSetAside = (event, what) => this.notices.addSetAside(event, what);
    this.settings = openSettings(dataFolder, onSetAside, () => this.#allChanged());
    this.#vault = new Vault(deps.keyStore, dataFolder, onSetAside);
    this.registry = new StoreRegistry(dataFolder, onSetAside, deps.newDevice, () => {
      for (const store of this.manager.all()) store.keepRecord();
      this.changed();
    });
    const { notices, settings, registry } = this;
    this.manager = new StoreManager(registry, notices, (record, isDamaged) => this.#open(record, isDamaged));
    this.#stamper = createStamper(now, registry.device);
    this.#news = new News(registry, emit);
    this.tour = openTour(dataFolder, onSetAside, () => this.changed());
    const { manager } = this;
    const newId = () => this.#stamper.id();
    this.auth = new Auth(registry, manager, network, practice, newId);
    this.backups = new Backups({
      ...{ dataFolder, version, now, registry, manager, notices, settings },
      onRestored: () => {
        manager.openAll();
        this.#allChanged();
      },
    });
    this.inbox = new Inbox({
      folder: dataFolder,
      ...{ now, newId, onSetAside },
      stores: () => manager.all(),
      shownStoreId: () => registry.currentStoreId,
      ready: () => manager.ready(),
      onChange: () => this.changed('inbox'),
      onSales: (storeId, sales) => this.salesCame(storeId, sales),
    });
    this.team = new Team({
      ...{ dataFolder, emit, now, network, vault: this.#vault, stamper: this.#stamper },
      presence: () => ({
        waiting: manager.all().reduce((sum, { queue }) => sum + queue.all().length, 0),
        inDoubt: manager
          .all()
          .flatMap(({ isReady, others }) => (isReady ? others.inDoubt() : []))
          .slice(0, MOST_DOUBTS),
      }),
      onSetAside,
      onOthers: () => this.changed('records'),
      notice: (title, message) => notices.add('warning', title, message),
    });
    this.#startedAt = now();
  }

  /** Opens every known store and starts sending. `practice` shows the practice store. */
  async start({ practice } = { practice: false }): Promise<void> {
    try {
      // First: once the list is saved, nothing shows that stores are missing from it.
      await this.#recoverRegistry();
      // The device's name has to be on disk before stamps use it.
      this.registry.save();
    } catch (error) {
      const { notWritable, notWritableBecause } = t.notices;
      this.notices.add('error', notWritable, notWritableBecause({ why: (error as Error).message }));
    }
    const vaultOpened = this.#vault.open().then(() => {
      if (this.#isClosed) return;
      this.#allChanged();
      this.team.wake();
    });
    // Waits, so that signed-in stores are not shown as signed out, but not for long: the system may ask for a password first.
    await atMost(KEY_STORE_WAIT_MS, vaultOpened);
    this.manager.openAll();
    this.changed();
    this.backups.copies.start();
    void this.inbox.resume().catch((error: unknown) => console.error('The webhook inbox was not started', error));
    if (!practice && !this.registry.practice()) return;
    const opened = await this.auth.openPracticeStore(practice);
    if (!opened.ok) this.notices.add('warning', t.notices.practiceNotOpened, opened.problem.message);
  }

  async #recoverRegistry(): Promise<void> {
    const { copies } = this.backups;
    const stores = await this.registry.recover(async (id) => {
      const copy = await copies.of(id).newest();
      // The seller may have chosen to work offline since.
      return copy && { ...copy.record, workOffline: true };
    });
    if (stores.length === 0) return;
    const { foundAgain, foundAgainIn, foundStore } = t.notices;
    const names = enumerated(stores.map(({ name, email }) => foundStore({ name, email })));
    this.notices.add('warning', foundAgain, foundAgainIn({ stores: names }));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const each of [this.#frameChanged, this.#recordsChanged, this.#verifyAgain, this.#news]) {
      each.stop();
    }
    // Both write to the stores.
    await this.team.close();
    await this.inbox.stop();
    await this.backups.copies.stop();
    await this.manager.close();
  }

  /** @param opened the store's record until the store is in the list */
  #open(opened: StoreRecord, isDamaged: boolean): OpenStore {
    const { deps, registry, settings, notices, backups, team } = this;
    const { id } = opened;
    const record = (): StoreRecord => registry.get(id) ?? opened;
    return new OpenStore({
      ...deps,
      ...{ record, isDamaged, notices, vault: this.#vault, stamper: this.#stamper },
      changeRecord: (change) => registry.change(id, change),
      folder: registry.folderOf(id),
      settings: () => settingsFor(this.manager.find(id), settings.value),
      computers: team.membership,
      copies: backups.copies.of(id),
      onDamage: (store) => void this.manager.reopenDamaged(store),
      onStarted: (store) => this.#share(store),
      onChange: () => {
        this.changed(registry.currentStoreId === id ? 'records' : null);
        // Its keys may have changed.
        if (!this.#isClosed) this.#verifyAgain.schedule();
        // Not throttled, so that other computers show a change as soon as this one.
        team.changed();
      },
      onAttention: (store, change) => this.#news.needsSeller(store, change),
      onSignedOut: () => this.#news.signedOut(id),
      onClosing: () => team.release(id),
      onIdle: async (store) => {
        if (this.#isClosed) await backups.copies.makeLast(store);
      },
    });
  }

  #share(store: OpenStore): void {
    const { id, catalog, others } = store;
    this.team.share({
      ...store.deps.record(),
      catalog,
      facts: {
        get: (fact) => sharedFact(store, fact),
        take: (fact) => store.runExclusive(() => takeFact(store, fact)),
      },
      onTaken: (sales) => {
        others.rowsCame();
        this.salesCame(id, sales);
      },
      onDeliveries: (...arrived) => this.inbox.keepRelayed(id, ...arrived),
      onLeft: async (removed) => {
        const isConcerned = catalog.products.pendingElsewhere().length + catalog.links.pendingElsewhere().length > 0;
        if (!isConcerned) return others.left(removed);
        const { manager } = this;
        await manager.alone(() => manager.whileClosed(store.deps.record(), async ({ others }) => others.left(removed)));
        // Then it is shared again.
        await manager.find(id)?.ready;
      },
    });
  }

  /** Announces new sales of a store. A team also brings sales from before this computer joined, which are not news. */
  salesCame(storeId: string, sales: readonly SaleRecord[]): void {
    const store = this.manager.find(storeId);
    if (!store || this.#isClosed || sales.length === 0) return;
    if (store.deps.record().practice) recordStep(this.tour, 'sale');
    const { joined } = this.team.membership;
    const since = joined ? Math.min(this.#startedAt, joined.at) - CLOCK_TOLERANCE_MS : this.#startedAt;
    const news = sales.filter(({ at }) => at >= since);
    if (news.length > 0) this.#news.sold(store, news);
  }

  /** Call when the network is back or the computer woke up. */
  wake(): void {
    this.team.wake();
    for (const store of this.manager.all()) store.outbox.wake();
  }

  suspend(): void {
    for (const store of this.manager.all()) store.suspend();
  }

  /** Call when the computer woke up: opens new connections before anything is sent. */
  resume(): void {
    for (const store of this.manager.all()) store.resume();
    this.wake();
  }

  /** Call after an uncaught error: notifies the seller once and resumes sending. */
  fault(): void {
    this.notices.add('error', t.notices.fault, t.notices.faultMeans);
    if (!this.#isClosed) this.wake();
  }

  /** Call when the state of the window's frame, and with `topic` also records, may have changed. */
  changed(topic: Topic | null = null): void {
    if (this.#isClosed) return;
    this.#frameChanged.schedule();
    if (topic === null) return;
    this.#topics.add(topic);
    this.#recordsChanged.schedule();
  }

  /** Call when something changed on which the sending of every store depends. */
  #allChanged(): void {
    for (const store of this.manager.all()) store.outbox.changed();
    this.changed();
  }

  /** The state of the window's frame, which gets it whenever it changes. */
  frame(): Frame {
    const { version, dataFolder } = this.deps;
    const { currentStoreId } = this.registry;
    const store = this.manager.find(currentStoreId);
    const isStandIn = process.versions.electron === undefined;
    // The practice store and any other service on this computer are safe in the stand-in too.
    const isReal = store !== undefined && !isOnThisComputer(store.deps.record().serviceAddress);
    return {
      ...{ version, platform: process.platform, dataFolder },
      stores: this.manager.all().map(viewOf),
      currentStoreId: store ? currentStoreId : null,
      status: store?.status() ?? null,
      isUnsafe: isStandIn && isReal,
      settings: settingsFor(store, this.settings.value),
      keepsSignIn: this.#vault.isPersistent,
      notices: this.notices.all(),
      marks: {
        sales: store && ifReadable(store, () => store.sales.hasNewQuestions) ? texts.sales.toDecide : null,
        webhook: store ? webhookMark(store, this.inbox.view()) : null,
      },
      tour: this.manager.shownPractice() ? this.tour.value : null,
    };
  }

  /**
   * Records a call in the practice store that is a step of the tour. Sends the frame before the window gets its answer,
   * so that a closing dialog never shows an older status line.
   */
  callSucceeded(channel: Channel, input: unknown, output: unknown): void {
    const store = this.manager.shownPractice();
    const step = store && tourStepOf(store, channel, input, output);
    if (step) recordStep(this.tour, step);
    this.#frameChanged.flush();
  }
}
