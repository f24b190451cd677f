// The desk: every store that this app knows, the settings, and what the window's frame shows.
import type { Channel, Frame, Notice, ParsedInput } from '../../shared/contract.ts';
import type { DeliveryEvent, DeliverySale } from '../../shared/inbox.ts';
import { ok, type Result, refuse } from '../../shared/problem.ts';
import type { SignIn } from '../../shared/session.ts';
import { DEFAULT_SETTINGS, type Settings, settingsSchema } from '../../shared/settings.ts';
import { texts } from '../../shared/texts/main.ts';
import type { Action } from '../outbox/action.ts';
import type { Network } from '../service/network.ts';
import { type Document, openDocument } from '../storage/document.ts';
import type { SetAside } from '../storage/set-aside.ts';
import { createStamper, type Stamper } from '../storage/stamp.ts';
import { type KeyStore, Vault } from '../storage/vault.ts';
import { Auth, type PracticeStarter } from './auth.ts';
import { Backups } from './backup/backups.ts';
import { type Restore, Restoring } from './backup/restoring.ts';
import { Notices } from './notices.ts';
import { type Tell, throttle } from './notifier.ts';
import type { StoreRecord } from './records.ts';
import { eventInDelivery, type InboxDelivery, saleInDelivery, takeDeliveries } from './sales/deliveries.ts';
import { CheckoutTemplates } from './share/checkout-templates.ts';
import { StoreEvents } from './store-events.ts';
import { StoreRegistry, wrongAddressParts } from './store-registry.ts';
import { StoreSession } from './store-session.ts';
import { StoreSessions, storeView } from './store-sessions.ts';
import { type Arrival, noteTestEvents } from './test-arrivals.ts';
import { TourGuide, tourEventOf } from './tour.ts';
import { keysInUse } from './webhook.ts';

const words = texts.stores;

/** How often a locked key store is asked again, in ms. */
const KEY_STORE_MS = 30_000;

/** How long the start waits for the key store, in ms. */
const KEY_STORE_START_MS = 5_000;

/** A burst of deliveries is told at most this often, in ms. */
const INBOX_MS = 150;

export interface DeskDeps {
  readonly dataFolder: string;
  readonly version: string;
  readonly platform: string;
  readonly keyStore: KeyStore;
  readonly network: Network;
  readonly practice: PracticeStarter;
  readonly tell: Tell;
  /** Names this computer the first time the app runs. */
  readonly newDevice: () => string;
  readonly now: () => number;
  readonly random: () => number;
  /** How long a store that is closed waits for answers, in ms; left out, as long as usual. */
  readonly closingGraceMs?: number;
  /** A change of a store was settled. Left out, nobody is told. */
  readonly onSettled?: (store: StoreSession, action: Action) => void;
}

export class Desk {
  readonly #deps: DeskDeps;
  readonly #vault: Vault;
  readonly #stores: StoreRegistry;
  readonly #settings: Document<Settings>;
  readonly #stamper: Stamper;
  readonly templates: CheckoutTemplates;
  readonly tour: TourGuide;
  readonly #open: StoreSessions;
  readonly #news: StoreEvents;
  readonly #entrance: Auth;
  readonly #frameChanged: ReturnType<typeof throttle>;
  readonly #inboxChanged: ReturnType<typeof throttle>;
  readonly #notices: Notices;
  readonly backups: Backups;
  readonly #restoring: Restoring;
  #closed = false;
  #keyStoreTimer: NodeJS.Timeout | null = null;

  constructor(deps: DeskDeps) {
    this.#deps = deps;
    this.#frameChanged = throttle(() => this.#tellFrame());
    this.#inboxChanged = throttle(() => this.#tellInbox(), INBOX_MS);
    this.#notices = new Notices(deps.now, () => this.#frameChanged.schedule());
    const onSetAside = (event: SetAside) => this.setAside(event);
    const document = { folder: deps.dataFolder, onSetAside };
    this.#stores = new StoreRegistry(deps.dataFolder, onSetAside, deps.newDevice);
    this.#settings = openDocument({
      ...document,
      name: 'settings',
      what: words.kept.settings,
      parse: (value) => settingsSchema.safeParse(value).data ?? null,
      initial: DEFAULT_SETTINGS,
    });
    this.#vault = new Vault(deps.keyStore, deps.dataFolder, onSetAside);
    this.#stamper = createStamper(deps.now, this.#stores.device);
    this.#news = new StoreEvents({
      stores: this.#stores,
      notices: this.#notices,
      tell: deps.tell,
      frameChanged: () => this.#frameChanged.schedule(),
    });
    this.#open = new StoreSessions(this.#stores, this.#notices, (storeId) => this.#read(storeId));
    this.#entrance = new Auth({
      stores: this.#stores,
      open: this.#open,
      vault: this.#vault,
      network: deps.network,
      practice: deps.practice,
      notices: this.#notices,
      newId: () => this.#stamper.id(),
      change: (storeId, change) => this.#changeStore(storeId, change),
      show: (storeId) => this.switchTo(storeId),
    });
    this.templates = new CheckoutTemplates(deps.dataFolder, onSetAside, () => this.#stamper.id());
    this.#restoring = new Restoring({
      stores: this.#stores,
      settings: this.#settings,
      templates: this.templates,
      now: deps.now,
      atRest: (storeId, act) => this.#open.atRest(storeId, act),
    });
    this.tour = new TourGuide(deps.dataFolder, onSetAside, () => this.#frameChanged.schedule());
    this.backups = new Backups({
      dataFolder: deps.dataFolder,
      version: deps.version,
      now: deps.now,
      stamper: this.#stamper,
      settings: () => this.#settings.value,
      templates: this.templates,
      hasData: () => this.#open.hasData(),
      stores: () => this.#storesAtWork(),
      unopened: () => this.#open.others(),
      storeFor: (record) => this.#stores.like(record),
      restore: (restore) => this.#restore(restore),
      notice: (kind, title, message, offers) => this.#notices.tell(kind, title, message, offers),
      withdrawNotice: (offers) => this.#notices.withdraw(offers),
      onSetAside,
    });
  }

  // ---- life

  /** Opens every known store; those that are signed in send what waits. With `practice` the practice store is shown. */
  async start({ practice } = { practice: false }): Promise<void> {
    try {
      // The device's name has to be on disk before it stands in a stamp.
      await this.#stores.save();
    } catch (error) {
      const { notWritable, notWritableBecause } = words.notices;
      this.#notices.tell('error', notWritable, notWritableBecause((error as Error).message));
    }
    await this.#findAgain();
    await this.backups.finish();
    await this.#readSecrets();
    this.#open.openAll();
    this.#tellFrame();
    this.#watchKeyStore();
    this.backups.rolling.start();
    if (practice || this.#stores.practice()) await this.#entrance.resumePractice(practice);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#keyStoreTimer ?? undefined);
    this.backups.rolling.stop();
    this.#frameChanged.stop();
    this.#news.stop();
    this.#inboxChanged.stop();
    await this.#open.close();
  }

  /** The network is back, or the computer woke up. */
  wake(): void {
    void this.unlock();
    for (const store of this.#open.all()) store.outbox.wake();
  }

  /** Tells something at the top of the window, until it is closed. */
  notice(kind: Notice['kind'], title: string, message: string): void {
    this.#notices.tell(kind, title, message);
  }

  /** An error came up that nobody caught: it is told once, and what waits goes on. */
  fault(): void {
    this.#notices.tell('error', words.notices.fault, words.notices.faultMeans);
    if (!this.#closed) this.wake();
  }

  /** The store that is shown; a refusal where there is none yet. */
  current(): Result<StoreSession> {
    const store = this.store(this.#stores.currentStoreId);
    return !store.ok && store.problem.code === 'not-found' ? refuse('signed-out', words.noneYet) : store;
  }

  store(storeId: string | null): Result<StoreSession> {
    const store = this.#open.get(storeId);
    if (this.#restoring.isOn) return refuse('conflict', texts.backup.restore.underWay);
    return store ? ok(store) : refuse('not-found', words.unknown);
  }

  /** The webhook keys of all stores, for a receiver to check deliveries with: what is saved, and what waits to be sent. */
  webhookKeys(): { readonly storeId: string; readonly key: string }[] {
    return this.#open.all().flatMap((store) => keysInUse(store).map((key) => ({ storeId: store.id, key })));
  }

  /** The webhook inbox has kept these. What is noted already is not noted twice. */
  async tookDeliveries(deliveries: readonly InboxDelivery[]): Promise<void> {
    await this.#open.ready();
    if (!this.#closed) await takeDeliveries((id) => this.#open.get(id), deliveries);
  }

  /** The same, for tests of the webhook: also those without a valid key. */
  async sawTestEvents(arrivals: readonly Arrival[]): Promise<void> {
    for (const store of this.#open.all()) await noteTestEvents(store, arrivals);
  }

  /** What a delivery is; null where its body does not tell. */
  eventIn(delivery: InboxDelivery): DeliveryEvent | null {
    const shown = this.current();
    return eventInDelivery(this.#open.all(), shown.ok && shown.value.isReady ? shown.value : null, delivery);
  }

  /** What a delivery says about a sale in the store that is shown. */
  saleIn(delivery: InboxDelivery): DeliverySale | null {
    const shown = this.current();
    return shown.ok && shown.value.isReady ? saleInDelivery(this.#open.all(), shown.value, delivery) : null;
  }

  /** The seller says whether an unverified delivery is a sale in the store that is shown. */
  markSale(delivery: InboxDelivery, isSale: boolean): Result<void> {
    const shown = this.current();
    if (!shown.ok) return shown;
    if (!shown.value.isReady || !shown.value.sales.mark(delivery, isSale)) {
      return refuse('conflict', texts.sales.notMarked);
    }
    shown.value.deps.onChange();
    return ok(undefined);
  }

  /** The webhook inbox has changed; it belongs to the app, not to a store. */
  inboxChanged(): void {
    if (!this.#closed) this.#inboxChanged.schedule();
  }

  #tellInbox(): void {
    const nothing = { products: false, links: false, actions: false, webhook: false };
    this.#deps.tell('records.changed', { storeId: this.#stores.currentStoreId ?? '', ...nothing, inbox: true });
  }

  /** Does something with a store; a restore waits until it is done. */
  during<T>(act: () => T | Promise<T>): T | Promise<T> {
    return this.#restoring.during(act);
  }

  /** A call of the window went well: the tour of the practice store looks on. */
  done(channel: Channel, input: unknown, output: unknown): void {
    const store = this.#shownPractice();
    const event = store && tourEventOf(store, channel, input, output);
    if (event) this.tour.notice(event);
  }

  #shownPractice(): StoreSession | null {
    const store = this.#open.get(this.#stores.currentStoreId);
    return store?.deps.record().practice ? store : null;
  }

  /** Looks whether changes of the practice store wait because the seller works offline. */
  #lookForWaiting(): void {
    const status = this.#shownPractice()?.status();
    if (status?.workOffline && status.waiting > 0) this.tour.notice('waits-offline');
  }

  // ---- backups

  async #restore(restore: Restore): Promise<boolean> {
    try {
      return await this.#restoring.run(restore);
    } finally {
      // A store that was added, and not reached.
      this.#open.openAll();
      for (const store of this.#open.all()) {
        store.outbox.setParallel(this.#settings.value.parallelSends);
        store.deps.onChange();
      }
      this.#tellFrame();
    }
  }

  /** All stores, once their catalogs are open and no restore is under way. */
  async #storesAtWork(): Promise<readonly StoreSession[]> {
    let stores: readonly StoreSession[];
    do {
      await this.#restoring.ended();
      stores = await this.#open.ready();
    } while (this.#restoring.isOn);
    return stores;
  }

  // ---- sign-in

  /** A store here is at this service. */
  knowsService(serviceAddress: string): boolean {
    return this.#stores.all().some((store) => store.serviceAddress === serviceAddress);
  }

  /** Asks a locked key store again, and sends what waits in the stores whose sign-in it gives out. */
  async unlock(): Promise<void> {
    if (this.#vault.isSettled) return;
    try {
      await this.#vault.unlock();
    } catch (error) {
      console.error('The key store was read, but the secrets on disk could not be brought up to date', error);
    }
    if (this.#closed) return;
    for (const store of this.#open.all()) store.outbox.signInChanged();
    this.#frameChanged.schedule();
  }

  /**
   * So that no store is shown as signed out whose sign-in can be read. The system may ask for a password first: then the
   * window opens meanwhile, with the sign-ins locked until `unlock` ends.
   */
  async #readSecrets(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, KEY_STORE_START_MS);
    });
    await Promise.race([this.unlock(), limit]);
    clearTimeout(timer);
  }

  /** Not on macOS, where each question may open a dialog of the system: there "Sync now" and waking up ask again. */
  #watchKeyStore(): void {
    if (this.#deps.platform === 'darwin' || !this.#vault.isLocked) return;
    this.#keyStoreTimer = setInterval(() => {
      void this.unlock().then(() => {
        if (!this.#vault.isLocked) clearInterval(this.#keyStoreTimer ?? undefined);
      });
    }, KEY_STORE_MS);
    this.#keyStoreTimer.unref();
  }

  signIn(input: SignIn): Promise<Result<{ storeId: string }>> {
    return this.#entrance.signIn(input);
  }

  openPracticeStore(): Promise<Result<{ storeId: string }>> {
    return this.#entrance.openPracticeStore();
  }

  /** Removes the tokens; the catalogue stays unless told otherwise. */
  async signOut(storeId: string, forget: boolean): Promise<Result<void>> {
    if (this.#restoring.isOn) return refuse('conflict', texts.backup.restore.underWay);
    const left = await this.#entrance.signOut(storeId, forget);
    this.#frameChanged.schedule();
    return left;
  }

  // ---- stores

  async switchTo(storeId: string): Promise<Result<void>> {
    if (!this.#open.has(storeId)) return refuse('not-found', words.unknown);
    await this.#stores.show(storeId);
    this.#tellFrame();
    return ok(undefined);
  }

  async updateStore(input: ParsedInput<'stores.update'>): Promise<Result<void>> {
    if (!this.#open.has(input.storeId)) return refuse('not-found', words.unknown);
    const fields = wrongAddressParts(input);
    const [first] = Object.values(fields);
    if (first !== undefined) return refuse('invalid', first, fields);
    await this.#changeStore(input.storeId, {
      name: input.name,
      checkoutUrl: input.checkoutUrl === '' ? null : input.checkoutUrl.replace(/\/+$/, ''),
      sellerSlug: input.sellerSlug === '' ? null : input.sellerSlug,
      pageUrl: input.pageUrl === '' ? null : input.pageUrl,
      undocumentedProductUpdate: input.undocumentedProductUpdate,
    });
    return ok(undefined);
  }

  async setWorkOffline(storeId: string, on: boolean): Promise<Result<void>> {
    const store = this.#open.get(storeId);
    if (!store) return refuse('not-found', words.unknown);
    if (on) store.outbox.setWorkOffline(true);
    await this.#changeStore(storeId, { workOffline: on });
    store.outbox.setWorkOffline(on);
    return ok(undefined);
  }

  async #changeStore(storeId: string, change: Partial<StoreRecord>): Promise<void> {
    await this.#stores.change(storeId, change);
    this.#frameChanged.schedule();
  }

  async #findAgain(): Promise<void> {
    const found = await this.#stores.findAgain();
    if (found.length === 0) return;
    const { foundAgain, foundAgainIn, foundStore } = words.notices;
    const names = found.map(({ name, email }) => foundStore(name, email)).join(', ');
    this.#notices.tell('warning', foundAgain, foundAgainIn(names));
  }

  /** Reads a store. */
  #read(storeId: string): StoreSession {
    const record = (): StoreRecord => {
      const found = this.#stores.get(storeId);
      if (!found) throw new Error('A store is used that is not known any more');
      return found;
    };
    return new StoreSession({
      ...this.#news.of(storeId),
      folder: this.#stores.folderOf(storeId),
      record,
      settings: () => this.#settings.value,
      vault: this.#vault,
      network: this.#deps.network,
      stamper: this.#stamper,
      now: this.#deps.now,
      random: this.#deps.random,
      ...(this.#deps.closingGraceMs === undefined ? {} : { closingGraceMs: this.#deps.closingGraceMs }),
      onSetAside: (event) => this.setAside(event),
      onDamage: (store) => void this.#open.reopenDamaged(store),
      onSettled: (store, action) => {
        if (action.ending === 'sent' && record().practice) this.tour.notice('sent');
        this.#deps.onSettled?.(store, action);
      },
      onLearned: (checkoutUrl, sellerSlug) => {
        if (record().checkoutUrl !== null) return;
        this.#changeStore(storeId, { checkoutUrl, sellerSlug }).catch((error: unknown) =>
          console.error('The checkout address could not be kept', error),
        );
      },
    });
  }

  // ---- settings and the frame

  async updateSettings(settings: Settings): Promise<Result<void>> {
    if (!settings.currencies.some(({ id }) => id === DEFAULT_SETTINGS.currencies[0]?.id)) {
      return refuse('invalid', words.usdStays);
    }
    await this.#settings.save(settings);
    for (const store of this.#open.all()) store.outbox.setParallel(settings.parallelSends);
    this.#tellFrame();
    return ok(undefined);
  }

  get settings(): Settings {
    return this.#settings.value;
  }

  get dataFolder(): string {
    return this.#deps.dataFolder;
  }

  frame(): Frame {
    const { currentStoreId } = this.#stores;
    return {
      version: this.#deps.version,
      platform: this.#deps.platform,
      dataFolder: this.#deps.dataFolder,
      stores: this.#open.all().map(storeView),
      currentStoreId: this.#open.has(currentStoreId) ? currentStoreId : null,
      status: this.#open.get(currentStoreId)?.status() ?? null,
      settings: this.#settings.value,
      keepsSignIn: this.#vault.keeps,
      notices: this.#notices.all(),
      tour: this.#shownPractice() ? this.tour.tour : null,
    };
  }

  dismissNotice(id: string): void {
    this.#notices.dismiss(id);
    this.#tellFrame();
  }

  #tellFrame(): void {
    if (this.#closed) return;
    this.#lookForWaiting();
    this.#deps.tell('frame.changed', this.frame());
  }

  /** A file could not be read and was set aside. */
  setAside(event: SetAside): void {
    this.#notices.tellSetAside(event);
  }
}
