// The desk: every store that this app knows, the settings, and what the window's frame shows.

import { rm } from 'node:fs/promises';
import type { RestoreChoices } from '../../shared/backup.ts';
import { parseWebAddress } from '../../shared/checkout-url.ts';
import type { Channel, Frame, Notice, ParsedInput } from '../../shared/contract.ts';
import type { DeliverySale } from '../../shared/inbox.ts';
import { ok, type Result, refuse } from '../../shared/problem.ts';
import type { SignIn } from '../../shared/session.ts';
import { DEFAULT_SETTINGS, type Settings, settingsSchema } from '../../shared/settings.ts';
import { cutInMiddle } from '../../shared/text.ts';
import { type Action, needsSeller } from '../outbox/action.ts';
import { UNKNOWN_ANSWER } from '../outbox/policy.ts';
import { type Document, openDocument } from '../storage/document.ts';
import type { SetAside } from '../storage/set-aside.ts';
import { createStamper, type Stamper } from '../storage/stamp.ts';
import { type KeyStore, Vault } from '../storage/vault.ts';
import { Backups } from './backup/backups.ts';
import type { BackupContent } from './backup/content.ts';
import { RESTORING, Restoring } from './backup/restoring.ts';
import { MIGRATIONS } from './layout.ts';
import { Notices } from './notices.ts';
import { OpenStore } from './open-store.ts';
import type { StoreRecord } from './records.ts';
import { type InboxDelivery, saleInDelivery, takeDeliveries } from './sales/deliveries.ts';
import { CheckoutTemplates } from './share/checkout-templates.ts';
import { logIn } from './sign-in.ts';
import { StoreList } from './store-list.ts';
import { gathered, type Tell, tellAttention } from './told.ts';
import { TourGuide, tourEventOf } from './tour.ts';
import { storeView, titleOf } from './views.ts';
import { keysInUse } from './webhook.ts';
import { explain } from './wording.ts';

/** Starts the practice store, or finds it running; `port` is where it was the last time. */
export interface PracticeStarter {
  start(port: number | null): Promise<{ readonly url: string; readonly email: string; readonly password: string }>;
}

/** A burst of deliveries is told at most this often, in ms. */
const INBOX_MS = 150;

export interface DeskParts {
  readonly dataFolder: string;
  readonly version: string;
  readonly platform: string;
  readonly keyStore: KeyStore;
  readonly practice: PracticeStarter;
  readonly tell: Tell;
  /** Names this computer the first time the app runs. */
  readonly newDevice: () => string;
  readonly now: () => number;
  readonly random: () => number;
  /** A change of a store was settled. Left out, nobody is told. */
  readonly onSettled?: (store: OpenStore, action: Action) => void;
}

export class Desk {
  readonly #parts: DeskParts;
  readonly #vault: Vault;
  readonly #stores: StoreList;
  readonly #settings: Document<Settings>;
  readonly #stamper: Stamper;
  readonly templates: CheckoutTemplates;
  readonly tour: TourGuide;
  readonly #open = new Map<string, OpenStore>();
  /** Stores whose files cannot be read, with the reason. */
  readonly #unopened = new Map<string, string>();
  readonly #frameChanged: ReturnType<typeof gathered>;
  readonly #attention: ReturnType<typeof tellAttention>;
  readonly #unknownAnswers: ReturnType<typeof tellAttention>;
  readonly #inboxChanged: ReturnType<typeof gathered>;
  readonly #notices: Notices;
  readonly backups: Backups;
  readonly #restoring: Restoring;
  #closed = false;

  constructor(parts: DeskParts) {
    this.#parts = parts;
    this.#frameChanged = gathered(() => this.#tellFrame());
    this.#attention = tellAttention(parts.tell, (count) => `${count} changes need your attention; see Sync.`);
    this.#unknownAnswers = tellAttention(
      parts.tell,
      (count) => `${count} changes: ${UNKNOWN_ANSWER} Look on your store's page; see the history under Sync.`,
    );
    this.#inboxChanged = gathered(() => this.#tellInbox(), INBOX_MS);
    this.#notices = new Notices(parts.now, () => this.#frameChanged.poke());
    const onSetAside = (event: SetAside) => this.setAside(event);
    const document = { folder: parts.dataFolder, onSetAside };
    this.#stores = new StoreList(parts.dataFolder, onSetAside, parts.newDevice);
    this.#settings = openDocument({
      ...document,
      name: 'settings',
      what: 'The settings',
      parse: (value) => settingsSchema.safeParse(value).data ?? null,
      initial: DEFAULT_SETTINGS,
      migrations: MIGRATIONS.settings ?? [],
    });
    this.#vault = new Vault(parts.keyStore, parts.dataFolder, onSetAside);
    this.#stamper = createStamper(parts.now, this.#stores.device);
    this.templates = new CheckoutTemplates(parts.dataFolder, onSetAside, () => this.#stamper.id());
    this.#restoring = new Restoring({
      stores: this.#stores,
      settings: this.#settings,
      templates: this.templates,
      stamper: this.#stamper,
      now: parts.now,
      isOpen: (storeId) => this.#open.has(storeId),
      atRest: (storeId, act) => this.#atRest(storeId, act),
    });
    this.tour = new TourGuide(parts.dataFolder, onSetAside, () => this.#frameChanged.poke());
    this.backups = new Backups({
      dataFolder: parts.dataFolder,
      version: parts.version,
      now: parts.now,
      stamp: () => this.#stamper.stamp(),
      settings: () => this.#settings.value,
      templates: this.templates,
      hasData: () => this.#hasData(),
      stores: () => this.#wholeStores(),
      unopened: () => this.#stores.all().filter(({ id }) => !this.#open.has(id)),
      storeFor: (record) => this.#stores.like(record),
      restore: (content, choices) => this.#restore(content, choices),
      notice: (kind, title, message) => this.#notices.tell(kind, title, message),
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
      this.#notices.tell(
        'error',
        'The data folder cannot be written to',
        `${(error as Error).message}. What is there can be looked at.`,
      );
    }
    await this.#beforeMigration();
    await this.#findAgain();
    await this.backups.finish();
    for (const record of this.#stores.all()) {
      if (this.#open.has(record.id)) continue;
      try {
        this.#openStore(record.id);
      } catch (error) {
        this.#notOpened(record, error);
      }
    }
    this.#tellFrame();
    this.backups.rolling.start();
    if (practice || this.#stores.practice()) await this.#resumePractice(practice);
  }

  /** A backup that could not be made is told, and keeps nobody from working: each file is kept until its new one is proven. */
  async #beforeMigration(): Promise<void> {
    try {
      await this.backups.rolling.beforeMigration(MIGRATIONS);
    } catch (error) {
      console.error('The layout of the data could not be noted', error);
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.backups.rolling.stop();
    this.#frameChanged.stop();
    this.#attention.stop();
    this.#unknownAnswers.stop();
    this.#inboxChanged.stop();
    await Promise.all([...this.#open.values()].map((store) => store.close()));
  }

  /** The network is back, or the computer woke up. */
  wake(): void {
    for (const store of this.#open.values()) store.outbox.wake();
  }

  /** Tells something at the top of the window, until it is closed. */
  notice(kind: Notice['kind'], title: string, message: string): void {
    this.#notices.tell(kind, title, message);
  }

  /** An error came up that nobody caught: it is told once, and what waits goes on. */
  fault(): void {
    const what = 'Nothing that was saved is lost, and waiting changes are still sent.';
    const where = 'What happened is in the log: Settings, "Open logs".';
    this.#notices.tell('error', 'Something went wrong inside the app', `${what} ${where}`);
    if (!this.#closed) this.wake();
  }

  /** The store that is shown; a refusal where there is none yet. */
  current(): Result<OpenStore> {
    const store = this.#open.get(this.#stores.currentStoreId ?? '');
    if (this.#restoring.isOn) return refuse('conflict', RESTORING);
    return store ? ok(store) : refuse('signed-out', 'Sign in to a store first.');
  }

  /** The webhook keys of all stores, for a receiver to check deliveries with: what is saved, and what waits to be sent. */
  webhookKeys(): { readonly storeId: string; readonly key: string }[] {
    return [...this.#open.values()].flatMap((store) => keysInUse(store).map((key) => ({ storeId: store.id, key })));
  }

  /** The webhook inbox has kept these. What is noted already is not noted twice. */
  async tookDeliveries(deliveries: readonly InboxDelivery[]): Promise<void> {
    await this.#wholeStores();
    if (!this.#closed) await takeDeliveries((id) => this.#open.get(id), deliveries);
  }

  /** What a delivery says about a sale in the store that is shown. */
  saleIn(delivery: Pick<InboxDelivery, 'storeIds' | 'body'>): DeliverySale | null {
    const shown = this.current();
    return shown.ok && shown.value.isWhole ? saleInDelivery((id) => this.#open.get(id), shown.value, delivery) : null;
  }

  /** The webhook inbox has changed; it belongs to the app, not to a store. */
  inboxChanged(): void {
    if (!this.#closed) this.#inboxChanged.poke();
  }

  #tellInbox(): void {
    const nothing = { products: false, links: false, actions: false, webhook: false };
    this.#parts.tell('records.changed', { storeId: this.#stores.currentStoreId ?? '', ...nothing, inbox: true });
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

  #shownPractice(): OpenStore | null {
    const store = this.#open.get(this.#stores.currentStoreId ?? '');
    return store?.parts.record().practice ? store : null;
  }

  /** Looks whether changes of the practice store wait because the seller works offline. */
  #lookForWaiting(): void {
    const status = this.#shownPractice()?.status();
    if (status?.workOffline && status.waiting > 0) this.tour.notice('waits-offline');
  }

  // ---- backups

  async #restore(content: BackupContent, choices: RestoreChoices): Promise<void> {
    try {
      await this.#restoring.run(content, choices);
    } finally {
      for (const store of this.#open.values()) {
        store.outbox.setParallel(this.#settings.value.parallelSends);
        store.parts.onChange();
      }
      this.#tellFrame();
    }
  }

  /** Closes a store, does something to what it keeps, and opens it again. */
  async #atRest(storeId: string, act: (store: OpenStore) => Promise<void>): Promise<void> {
    await this.#open.get(storeId)?.close();
    const store = this.#prepareStore(storeId);
    try {
      await store.whole;
      await act(store);
    } finally {
      this.#startStore(store);
    }
  }

  // ---- sign-in

  async signIn(input: SignIn): Promise<Result<{ storeId: string }>> {
    const known = this.#stores.find(input);
    const unopened = this.#unopened.get(known?.id ?? '');
    if (known && unopened !== undefined) {
      const message = `The store "${known.name}" could not be opened on this computer. ${unopened}. Its files were left as they are.`;
      return refuse('conflict', message);
    }
    const token = await logIn(input.serviceAddress, input.email, input.password);
    if (!token.ok) return token;
    const record = known ?? this.#stores.newRecord(this.#stamper.id(), input.serviceAddress, input.email, false);
    if (!known) await this.#stores.add(record);
    const store = this.#open.get(record.id) ?? this.#openStore(record.id);
    await store.signIn(token.value.accessToken, token.value.refreshToken);
    await this.switchTo(record.id);
    return ok({ storeId: record.id });
  }

  /** Starts the practice store and signs in to it. */
  async openPracticeStore(): Promise<Result<{ storeId: string }>> {
    const known = this.#stores.practice();
    const port = known ? Number(parseWebAddress(known.serviceAddress)?.port ?? 0) || null : null;
    let practice: Awaited<ReturnType<PracticeStarter['start']>>;
    try {
      practice = await this.#parts.practice.start(port);
    } catch (error) {
      console.error('The practice store could not be started', error);
      return refuse('internal', `The practice store could not be started: ${(error as Error).message}`);
    }
    const record = known ?? this.#stores.newRecord(this.#stamper.id(), practice.url, practice.email, true);
    if (!known) await this.#stores.add(record);
    // Its port may be another one than the last time.
    else if (known.serviceAddress !== practice.url) await this.#changeStore(known.id, { serviceAddress: practice.url });
    const token = await logIn(practice.url, practice.email, practice.password);
    if (!token.ok) return token;
    const store = this.#open.get(record.id) ?? this.#openStore(record.id);
    await store.signIn(token.value.accessToken, token.value.refreshToken);
    await this.switchTo(record.id);
    return ok({ storeId: record.id });
  }

  /** At start: the practice store runs again and is signed in to; it becomes the store that is shown only when asked. */
  async #resumePractice(show: boolean): Promise<void> {
    const shown = this.#stores.currentStoreId;
    const resumed = await this.openPracticeStore();
    if (!resumed.ok) this.#notices.tell('warning', 'The practice store is not running', resumed.problem.message);
    if (!show && shown !== null && shown !== this.#stores.currentStoreId) await this.switchTo(shown);
  }

  /** Removes the tokens; the catalogue stays unless told otherwise. */
  async signOut(storeId: string, forget: boolean): Promise<Result<void>> {
    const store = this.#open.get(storeId);
    if (!store) return refuse('not-found', 'This store is not known any more.');
    if (this.#restoring.isOn) return refuse('conflict', RESTORING);
    await store.signOut();
    if (forget) await this.#forget(store);
    this.#frameChanged.poke();
    return ok(undefined);
  }

  async #forget(store: OpenStore): Promise<void> {
    const { id } = store;
    const { folder } = store.parts;
    await store.close();
    this.#open.delete(id);
    await this.#vault.forget(`${id}/`);
    await this.#stores.remove(id);
    await rm(folder, { recursive: true, force: true });
  }

  // ---- stores

  async switchTo(storeId: string): Promise<Result<void>> {
    if (!this.#open.has(storeId)) return refuse('not-found', 'This store is not known any more.');
    await this.#stores.show(storeId);
    this.#tellFrame();
    return ok(undefined);
  }

  async updateStore(input: ParsedInput<'stores.update'>): Promise<Result<void>> {
    if (!this.#open.has(input.storeId)) return refuse('not-found', 'This store is not known any more.');
    const fields = wrongAddressParts(input);
    const [first] = Object.values(fields);
    if (first !== undefined) return refuse('invalid', first, fields);
    await this.#changeStore(input.storeId, {
      name: input.name,
      checkoutUrl: input.checkoutUrl === '' ? null : input.checkoutUrl.replace(/\/+$/, ''),
      sellerSlug: input.sellerSlug === '' ? null : input.sellerSlug,
      undocumentedProductUpdate: input.undocumentedProductUpdate,
    });
    return ok(undefined);
  }

  async setWorkOffline(storeId: string, on: boolean): Promise<Result<void>> {
    const store = this.#open.get(storeId);
    if (!store) return refuse('not-found', 'This store is not known any more.');
    if (on) store.outbox.setWorkOffline(true);
    await this.#changeStore(storeId, { workOffline: on });
    store.outbox.setWorkOffline(on);
    return ok(undefined);
  }

  async #changeStore(storeId: string, change: Partial<StoreRecord>): Promise<void> {
    await this.#stores.change(storeId, change);
    this.#frameChanged.poke();
  }

  async #findAgain(): Promise<void> {
    const found = await this.#stores.findAgain();
    if (found.length === 0) return;
    const names = found.map(({ name, email }) => `${name} (${email})`).join(', ');
    this.#notices.tell('warning', 'Stores were found again', `${names}: taken back from what their own folders say.`);
  }

  #openStore(storeId: string): OpenStore {
    const store = this.#prepareStore(storeId);
    this.#startStore(store);
    return store;
  }

  #startStore(store: OpenStore): void {
    store.start();
    store.whole.then(
      () => store.linkFinder.prepare(() => this.#closed),
      (error: unknown) => this.#notOpened(store.parts.record(), error),
    );
  }

  /** A store whose files cannot be read, because a newer app has written them or the system refuses. */
  #notOpened({ id, name }: StoreRecord, error: unknown): void {
    console.error('A store could not be opened', error);
    this.#open.delete(id);
    this.#unopened.set(id, (error as Error).message);
    this.#notices.tell(
      'error',
      `The store "${name}" could not be opened`,
      `${(error as Error).message}. Its files were left as they are.`,
    );
  }

  /** A store of which nothing is known yet counts as one with something in it. */
  #hasData(): boolean {
    const opened = [...this.#open.values()];
    return this.#stores.all().length > opened.length || opened.some((store) => store.counts()?.products !== 0);
  }

  /** The stores, once all that they hold is read. */
  async #wholeStores(): Promise<readonly OpenStore[]> {
    await Promise.allSettled([...this.#open.values()].map(({ whole }) => whole));
    return [...this.#open.values()];
  }

  /** Reads a store; nothing is sent before it is started. */
  #prepareStore(storeId: string): OpenStore {
    const record = (): StoreRecord => {
      const found = this.#stores.get(storeId);
      if (!found) throw new Error('A store is used that is not known any more');
      return found;
    };
    const recordsChanged = gathered(() => {
      if (this.#closed) return;
      const everything = { products: true, links: true, actions: true, webhook: true, inbox: false };
      if (this.#stores.currentStoreId === storeId) this.#parts.tell('records.changed', { storeId, ...everything });
    });
    const store = new OpenStore({
      folder: this.#stores.folderOf(storeId),
      record,
      settings: () => this.#settings.value,
      vault: this.#vault,
      stamper: this.#stamper,
      now: this.#parts.now,
      random: this.#parts.random,
      onSetAside: (event) => this.setAside(event),
      onChange: () => {
        recordsChanged.poke();
        this.#frameChanged.poke();
      },
      onTurn: (action) => this.#turned(store, action),
      onSettled: (action) => {
        if (action.ending === 'sent' && record().practice) this.tour.notice('sent');
        this.#parts.onSettled?.(store, action);
      },
      onLearned: (checkoutUrl, sellerSlug) => {
        if (record().checkoutUrl !== null) return;
        this.#changeStore(storeId, { checkoutUrl, sellerSlug }).catch((error: unknown) =>
          console.error('The checkout address could not be kept', error),
        );
      },
      onImported: (name, synced) => {
        const have = synced === 1 ? '1 link has its' : `${synced.toLocaleString('en')} links have their`;
        const message = `The import "${cutInMiddle(name)}" is done: ${have} checkout address.`;
        this.#parts.tell('told', { kind: 'success', message, actionId: null });
      },
      onImportLeft: (name, made, chosen) =>
        this.#notices.tell(
          'warning',
          'An import was not finished',
          `"${cutInMiddle(name)}": ${made.toLocaleString('en')} of ${chosen.toLocaleString('en')} links were created before the app was closed, and they are saved. Go on with the rest under Payment links, "Import links from CSV".`,
        ),
      onSignedOut: () => {
        this.#frameChanged.poke();
        const where = storeId === this.#stores.currentStoreId ? '' : `In the store "${record().name}": `;
        const message = `${where}The service asks for a new sign-in. Changes wait, and nothing is lost.`;
        this.#parts.tell('told', { kind: 'attention', message, actionId: null });
      },
    });
    this.#open.set(storeId, store);
    this.#stores.keepOwnRecord(storeId);
    return store;
  }

  /** Tells what needs the seller; what went well shows by itself. */
  #turned(store: OpenStore, action: Action): void {
    const isUnknown = action.result?.kind === 'accepted' && action.result.note === UNKNOWN_ANSWER;
    if (!needsSeller(action) && !isUnknown) return;
    const look = isUnknown ? " Look on your store's page." : '';
    const words = `${titleOf(store, action)}: ${explain(action, store.status(), null)}${look}`;
    const told = isUnknown ? this.#unknownAnswers : this.#attention;
    if (store.id === this.#stores.currentStoreId) told.needs(words, action.id);
    else told.needs(`In the store "${store.parts.record().name}": ${words}`, null);
  }

  // ---- settings and the frame

  async updateSettings(settings: Settings): Promise<Result<void>> {
    if (!settings.currencies.some(({ id }) => id === DEFAULT_SETTINGS.currencies[0]?.id)) {
      return refuse('invalid', 'USD (2) is the one currency that the service documents; it stays.');
    }
    await this.#settings.save(settings);
    for (const store of this.#open.values()) store.outbox.setParallel(settings.parallelSends);
    this.#tellFrame();
    return ok(undefined);
  }

  get settings(): Settings {
    return this.#settings.value;
  }

  get dataFolder(): string {
    return this.#parts.dataFolder;
  }

  frame(): Frame {
    const { currentStoreId } = this.#stores;
    return {
      version: this.#parts.version,
      platform: this.#parts.platform,
      dataFolder: this.#parts.dataFolder,
      stores: [...this.#open.values()].map(storeView),
      currentStoreId: this.#open.has(currentStoreId ?? '') ? currentStoreId : null,
      status: this.#open.get(currentStoreId ?? '')?.status() ?? null,
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
    this.#parts.tell('frame.changed', this.frame());
  }

  /** A file could not be read and was set aside. */
  setAside(event: SetAside): void {
    this.#notices.tellSetAside(event);
  }
}

/** What is wrong with a typed checkout address or slug; both may be empty. */
function wrongAddressParts({ checkoutUrl, sellerSlug }: ParsedInput<'stores.update'>): Record<string, string> {
  const fields: Record<string, string> = {};
  const url = parseWebAddress(checkoutUrl);
  if (checkoutUrl !== '' && (!url || /\s/.test(checkoutUrl))) {
    fields.checkoutUrl = 'Enter a whole address that starts with https://';
  } else if (url && (url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '')) {
    fields.checkoutUrl = 'Leave out name and password, and everything from "?" or "#" on';
  }
  if (/[\s/?#]/.test(sellerSlug)) fields.sellerSlug = 'A slug has no spaces and none of / ? # in it';
  return fields;
}
