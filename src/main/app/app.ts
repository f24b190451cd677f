// The app without Electron: builds its parts, and starts and closes them in order.
import type { Frame } from '../../shared/contract/app.ts';
import type { Channel } from '../../shared/contract.ts';
import { enumerated } from '../../shared/sentences.ts';
import { texts } from '../../shared/texts/main.ts';
import { isLoopbackHost } from '../../shared/web-address.ts';
import { Backups } from '../backup/backups.ts';
import { NewSales } from '../sales/new-sales.ts';
import type { StoredSales } from '../sales/sales.ts';
import { CheckoutTemplates } from '../share/checkout-templates.ts';
import type { SetAside } from '../storage/set-aside.ts';
import { createStamper, type Stamper } from '../storage/stamp.ts';
import { Vault } from '../storage/vault.ts';
import { Auth } from '../stores/auth.ts';
import { Notices } from '../stores/notices.ts';
import type { OpenStore } from '../stores/open-store.ts';
import { StoreManager } from '../stores/store-manager.ts';
import { StoreRegistry } from '../stores/store-registry.ts';
import { viewOf } from '../stores/store-view.ts';
import { Team } from '../team/team.ts';
import { atMost, throttle } from '../turns.ts';
import { Inbox, type InboxStore } from '../webhook/inbox/inbox.ts';
import { webhookMark, webhookTarget } from '../webhook/webhook.ts';
import type { AppDeps, AppParts } from './app-deps.ts';
import { AppSettings, appDocuments } from './settings.ts';
import { StoreOpener } from './store-opener.ts';
import { TourGuide, tourStepOf } from './tour.ts';

const t = texts.stores;

const INBOX_THROTTLE_MS = 150;
const VERIFY_THROTTLE_MS = 300;
const KEY_STORE_WAIT_MS = 5_000;
/** A sale carries the relay's time, and this computer's clock may be ahead of the relay's by up to this, in ms. */
const CLOCK_TOLERANCE_MS = 2 * 60 * 60_000;

export class App implements AppParts {
  readonly notices: Notices;
  readonly settings: AppSettings;
  readonly manager: StoreManager;
  readonly auth: Auth;
  readonly templates: CheckoutTemplates;
  readonly tour: TourGuide;
  readonly backups: Backups;
  readonly inbox: Inbox;
  readonly newSales: NewSales;
  readonly team: Team;
  readonly vault: Vault;
  readonly registry: StoreRegistry;
  readonly stamper: Stamper;
  readonly #opener: StoreOpener;
  readonly #frameChanged = throttle(() => {
    this.frame.send();
    this.team.changed();
  });
  readonly #inboxChanged = throttle(() => {
    this.deps.emit('records.changed', { topic: 'inbox' });
    this.frame.send();
  }, INBOX_THROTTLE_MS);
  readonly #startedAt: number;
  readonly verifyAgain = throttle(() => {
    this.inbox.verifyAgain().catch((error: unknown) => console.error('The deliveries were not verified again', error));
  }, VERIFY_THROTTLE_MS);
  isClosed = false;
  /** The state of the window's frame, sent to the window whenever it changes. */
  readonly frame = {
    send: () => {
      if (this.isClosed) return;
      const status = this.manager.shownPractice()?.status();
      if (status?.workOffline && status.waiting > 0) this.tour.record('offline');
      this.deps.emit('frame.changed', this.frame.value());
    },
    value: (): Frame => {
      const { version, platform, dataFolder, isStandIn = false } = this.deps;
      const { currentStoreId } = this.registry;
      const store = this.manager.find(currentStoreId);
      // The practice store and any other service on this computer are safe in the stand-in too.
      const isReal = store !== undefined && !isLoopbackHost(new URL(store.deps.record().serviceAddress).hostname);
      return {
        ...{ version, platform, dataFolder },
        stores: this.manager.all().map(viewOf),
        currentStoreId: store ? currentStoreId : null,
        status: store?.status() ?? null,
        isUnsafe: isStandIn && isReal,
        settings: this.settings.value,
        keepsSignIn: this.vault.isPersistent,
        notices: this.notices.all(),
        marks: {
          sales: store ? this.newSales.mark(store) : null,
          webhook: store ? webhookMark(store, this.inbox.view()) : null,
        },
        tour: this.manager.shownPractice() ? this.tour.tour : null,
      };
    },
  };

  constructor(readonly deps: AppDeps) {
    const { dataFolder, version, network, practice, emit, now } = deps;
    const onSetAside = (event: SetAside) => this.notices.addSetAside(event);
    // Files may be set aside while the app is built. The throttle sends the frame later.
    const frameChanged = () => this.frameChanged();
    this.notices = new Notices(frameChanged);
    this.settings = new AppSettings(dataFolder, onSetAside, () => {
      for (const store of this.manager.all()) store.outbox.changed();
      this.frame.send();
    });
    this.vault = new Vault(deps.keyStore, dataFolder, onSetAside);
    this.registry = new StoreRegistry(dataFolder, onSetAside, deps.newDevice);
    this.stamper = createStamper(now, this.registry.device);
    const newId = () => this.stamper.id();
    this.#opener = new StoreOpener(this);
    const { registry, stamper, notices, vault } = this;
    this.manager = new StoreManager({
      ...{ registry, notices },
      create: (record, isDamaged) => this.#opener.open(record, isDamaged),
      onChange: frameChanged,
    });
    const { manager } = this;
    this.auth = new Auth({ registry, manager, vault, network, practice, notices, newId, onChange: frameChanged });
    this.templates = new CheckoutTemplates(dataFolder, onSetAside, newId);
    this.tour = new TourGuide(dataFolder, onSetAside, frameChanged);
    this.newSales = new NewSales({
      ...{ emit, now },
      shownStoreId: () => registry.currentStoreId,
      change: (storeId, change) => manager.change(storeId, change),
    });
    this.backups = new Backups({
      ...{ dataFolder, version, now, registry, manager, notices },
      settings: this.settings.document,
      templates: this.templates,
      onRestored: () => this.#restored(),
    });
    this.#startedAt = now();
    this.inbox = new Inbox({
      folder: dataFolder,
      now,
      newId,
      stores: () => manager.all().map((store) => this.#inboxStore(store)),
      ready: () => manager.ready(),
      knownKeys: () => manager.webhookKeys(),
      onSetAside,
      onChange: () => {
        if (!this.isClosed) this.#inboxChanged.schedule();
      },
      onSales: (storeId, sales) => this.salesCame(storeId, sales),
    });
    this.team = new Team({
      ...{ dataFolder, emit, now, network, vault, stamper },
      documents: appDocuments(this.settings, this.templates),
      waiting: () => this.#waiting(),
      inDoubt: () => manager.all().flatMap(({ isReady, others }) => (isReady ? others.inDoubt() : [])),
      onSetAside,
      onOthers: () => {
        for (const store of manager.all()) store.deps.onChange();
      },
      notice: (title, message) => notices.add('warning', title, message),
    });
  }

  /** Opens every known store and starts sending. `practice` shows the practice store. */
  async start({ practice } = { practice: false }): Promise<void> {
    try {
      // The device's name has to be on disk before stamps use it.
      await this.registry.save();
    } catch (error) {
      const { notWritable, notWritableBecause } = t.notices;
      this.notices.add('error', notWritable, notWritableBecause({ why: (error as Error).message }));
    }
    await this.#recoverRegistry();
    await this.#openVault();
    this.manager.openAll();
    this.frame.send();
    this.backups.copies.start();
    void this.inbox.resume().catch((error: unknown) => console.error('The webhook inbox was not started', error));
    if (practice || this.registry.practice()) await this.auth.resumePractice(practice);
  }

  /**
   * Waits for the key store, so that signed-in stores are not shown as signed out. Only up to the limit, because the
   * system may ask for a password first.
   */
  async #openVault(): Promise<void> {
    const opened = this.vault.open().then(() => {
      if (this.isClosed) return;
      for (const store of this.manager.all()) store.outbox.changed();
      this.team.wake();
      this.frameChanged();
    });
    await atMost(KEY_STORE_WAIT_MS, opened);
  }

  frameChanged(): void {
    this.#frameChanged.schedule();
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.#frameChanged.stop();
    this.#opener.stop();
    this.#inboxChanged.stop();
    this.verifyAgain.stop();
    this.newSales.stop();
    // Both write to the stores.
    await this.team.close();
    await this.inbox.stop();
    await this.backups.copies.stop();
    await this.manager.close();
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

  /** The number of changes of all stores that are not on the service yet. */
  #waiting(): number {
    const counts = this.manager.all().map((store) => store.outbox.status());
    return counts.reduce((sum, { waiting, sending, attention }) => sum + waiting + sending + attention, 0);
  }

  /** Call after an uncaught error: notifies the seller once and resumes sending. */
  fault(): void {
    this.notices.add('error', t.notices.fault, t.notices.faultMeans);
    if (!this.isClosed) this.wake();
  }

  #inboxStore(store: OpenStore): InboxStore {
    return {
      id: store.id,
      isShown: store.id === this.registry.currentStoreId,
      isPractice: store.deps.record().practice,
      webhook: webhookTarget(store),
      open: store.takesDeliveries ? store : null,
    };
  }

  /** Announces new sales of a store. A team also brings sales from before this computer joined, which are not news. */
  salesCame(storeId: string, { counted, questions }: StoredSales): void {
    const store = this.manager.find(storeId);
    if (!store || this.isClosed) return;
    if (counted.length > 0 && store.deps.record().practice) this.tour.record('sale');
    const { joined } = this.team.membership;
    const since = joined ? Math.min(this.#startedAt, joined.at) - CLOCK_TOLERANCE_MS : this.#startedAt;
    this.newSales.add(counted.filter(({ at }) => at >= since).map((sale) => ({ store, sale })));
    void this.newSales.addQuestions(
      store,
      questions.filter(({ at }) => at >= since),
    );
    if (questions.length > 0) this.frameChanged();
  }

  /**
   * Records a call in the practice store that is a step of the tour. Sends the frame before the window gets its answer,
   * so that a closing dialog never shows an older status line.
   */
  callSucceeded(channel: Channel, input: unknown, output: unknown): void {
    const store = this.manager.shownPractice();
    const step = store && tourStepOf(store, channel, input, output);
    if (step) this.tour.record(step);
    this.#frameChanged.flush();
  }

  #restored(): void {
    this.manager.openAll();
    for (const store of this.manager.all()) store.outbox.changed();
    this.frame.send();
  }

  async #recoverRegistry(): Promise<void> {
    const { copies } = this.backups;
    const stores = await this.registry.recover(async (id) => (await copies.of(id).newest())?.record ?? null);
    if (stores.length === 0) return;
    const { foundAgain, foundAgainIn, foundStore } = t.notices;
    const names = enumerated(stores.map(({ name, email }) => foundStore({ name, email })));
    this.notices.add('warning', foundAgain, foundAgainIn({ stores: names }));
  }
}
