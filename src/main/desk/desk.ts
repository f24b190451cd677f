// The desk: every store that this app knows, the settings, and what the window's frame shows.
import { existsSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { RestoreChoices } from '../../shared/backup.ts';
import { parseWebAddress } from '../../shared/checkout-url.ts';
import type { Frame, Notice, ParsedInput } from '../../shared/contract.ts';
import type { DeliverySale } from '../../shared/inbox.ts';
import { ok, type Result, refuse } from '../../shared/problem.ts';
import type { SignIn, StoreView } from '../../shared/session.ts';
import { DEFAULT_SETTINGS, type Settings, settingsSchema } from '../../shared/settings.ts';
import { type Action, needsSeller } from '../outbox/action.ts';
import { OutboxConflict } from '../outbox/parts.ts';
import { type Document, openDocument } from '../storage/document.ts';
import type { SetAside } from '../storage/set-aside.ts';
import { createStamper, type Stamper } from '../storage/stamp.ts';
import { type KeyStore, Vault } from '../storage/vault.ts';
import { Backups } from './backup/backups.ts';
import type { BackupContent } from './backup/content.ts';
import { carryOut, mergeSettings, planStore } from './backup/plan.ts';
import { MIGRATIONS } from './layout.ts';
import { HISTORY_LIMIT, OpenStore } from './open-store.ts';
import { type StoreRecord, type StoresRecord, storeRecordSchema, storesRecordSchema } from './records.ts';
import { type InboxDelivery, saleInDelivery, takeDeliveries } from './sales/deliveries.ts';
import { CheckoutTemplates } from './share/checkout-templates.ts';
import { logIn } from './sign-in.ts';
import { gathered, type Tell, tellAttention } from './told.ts';
import { titleOf } from './views.ts';
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

const RESTORING = 'A backup is being restored. Nothing was changed; try again in a moment.';
/** How long a restore waits for what is under way, in ms. */
const SETTLING_MS = 10_000;

export class Desk {
  readonly #parts: DeskParts;
  readonly #vault: Vault;
  readonly #stores: Document<StoresRecord>;
  readonly #settings: Document<Settings>;
  readonly #stamper: Stamper;
  readonly templates: CheckoutTemplates;
  readonly #open = new Map<string, OpenStore>();
  readonly #frameChanged: ReturnType<typeof gathered>;
  readonly #attention: ReturnType<typeof tellAttention>;
  readonly #inboxChanged: ReturnType<typeof gathered>;
  #notices: readonly Notice[] = [];
  readonly backups: Backups;
  /** What is done with a store right now; a restore waits for it. */
  readonly #underWay = new Set<Promise<unknown>>();
  #restoring = false;
  #closed = false;

  constructor(parts: DeskParts) {
    this.#parts = parts;
    const onSetAside = (event: SetAside) => this.setAside(event);
    const document = { folder: parts.dataFolder, onSetAside };
    this.#frameChanged = gathered(() => this.#tellFrame());
    this.#attention = tellAttention(parts.tell);
    this.#inboxChanged = gathered(() => this.#tellInbox(), INBOX_MS);
    this.#stores = openDocument({
      ...document,
      name: 'stores',
      what: 'The list of stores',
      parse: (value) => storesRecordSchema.safeParse(value).data ?? null,
      initial: { device: parts.newDevice(), currentStoreId: null, stores: [] },
    });
    this.#settings = openDocument({
      ...document,
      name: 'settings',
      what: 'The settings',
      parse: (value) => settingsSchema.safeParse(value).data ?? null,
      initial: DEFAULT_SETTINGS,
      migrations: MIGRATIONS.settings ?? [],
    });
    this.#vault = new Vault(parts.keyStore, parts.dataFolder, onSetAside);
    this.#stamper = createStamper(parts.now, this.#stores.value.device);
    this.templates = new CheckoutTemplates(parts.dataFolder, onSetAside, () => this.#stamper.id());
    this.backups = new Backups({
      dataFolder: parts.dataFolder,
      version: parts.version,
      now: parts.now,
      stamp: () => this.#stamper.stamp(),
      settings: () => this.#settings.value,
      templates: this.templates,
      hasData: () => this.#hasData(),
      stores: () => this.#wholeStores(),
      unopened: () => this.#stores.value.stores.filter(({ id }) => !this.#open.has(id)),
      storeFor: (record) => this.#storeFor(record),
      restore: (content, choices) => this.#restore(content, choices),
      notice: (kind, title, message) => this.#notice(kind, title, message),
      onSetAside,
    });
  }

  // ---- life

  /** Opens every known store; those that are signed in send what waits. With `practice` the practice store is shown. */
  async start({ practice } = { practice: false }): Promise<void> {
    try {
      // The device's name has to be on disk before it stands in a stamp.
      await this.#stores.save(this.#stores.value);
    } catch (error) {
      this.#notice(
        'error',
        'The data folder cannot be written to',
        `${(error as Error).message}. What is there can be looked at.`,
      );
    }
    await this.#beforeMigration();
    await this.#findAgain();
    await this.backups.finish();
    for (const record of this.#stores.value.stores) {
      if (this.#open.has(record.id)) continue;
      try {
        this.#openStore(record.id);
      } catch (error) {
        this.#notOpened(record, error);
      }
    }
    this.#tellFrame();
    this.backups.rolling.start();
    if (practice || this.#stores.value.stores.some((store) => store.practice)) await this.#resumePractice(practice);
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
    this.#inboxChanged.stop();
    await Promise.all([...this.#open.values()].map((store) => store.close()));
  }

  /** The network is back, or the computer woke up. */
  wake(): void {
    for (const store of this.#open.values()) store.outbox.wake();
  }

  /** The store that is shown; a refusal where there is none yet. */
  current(): Result<OpenStore> {
    const store = this.#open.get(this.#stores.value.currentStoreId ?? '');
    if (this.#restoring) return refuse('conflict', RESTORING);
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
    this.#parts.tell('records.changed', { storeId: this.#stores.value.currentStoreId ?? '', ...nothing, inbox: true });
  }

  /** Does something with a store; a restore waits until it is done. */
  during<T>(act: () => T | Promise<T>): T | Promise<T> {
    const doing = act();
    if (!(doing instanceof Promise)) return doing;
    const end = doing.catch(() => undefined).finally(() => this.#underWay.delete(end));
    this.#underWay.add(end);
    return doing;
  }

  // ---- backups

  #storeFor({ id, practice, serviceAddress, email }: StoreRecord): StoreRecord | null {
    const { stores } = this.#stores.value;
    const isSame = (store: StoreRecord) =>
      // The practice store has another port now and then.
      (practice && store.practice) ||
      (store.serviceAddress === serviceAddress && store.email.toLowerCase() === email.toLowerCase());
    return stores.find((store) => store.id === id) ?? stores.find(isSame) ?? null;
  }

  /** Each store is closed, gets what the backup brings, and is opened again; nothing is sent meanwhile. */
  async #restore(content: BackupContent, choices: RestoreChoices): Promise<void> {
    if (this.#restoring) throw new OutboxConflict(RESTORING);
    this.#restoring = true;
    try {
      await Promise.race([Promise.all(this.#underWay), new Promise((end) => setTimeout(end, SETTLING_MS).unref())]);
      for (const each of content.stores) {
        if (!this.#storeFor(each.record)) await this.#addStore(each.record);
        const { id } = this.#storeFor(each.record) ?? each.record;
        await this.#atRest(id, async (store) => {
          const { now } = this.#parts;
          const stamp = () => this.#stamper.stamp();
          const settings = this.#settings.value;
          const plan = await planStore(each, store, { ...content, choices, settings, now: now(), stamp });
          await carryOut(plan, store, HISTORY_LIMIT);
          if (!isDeepStrictEqual(plan.record, store.parts.record())) await this.#changeStore(id, plan.record);
        });
      }
      await this.templates.restore(content.templates);
      const { value } = mergeSettings(content.settings, this.#settings.value, choices);
      if (!isDeepStrictEqual(value, this.#settings.value)) await this.#settings.save(value);
      const first = content.stores[0];
      if (first && !this.#open.has(this.#stores.value.currentStoreId ?? '')) {
        const currentStoreId = this.#storeFor(first.record)?.id ?? null;
        await this.#stores.save({ ...this.#stores.value, currentStoreId });
      }
    } finally {
      this.#restoring = false;
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
    const token = await logIn(input.serviceAddress, input.email, input.password);
    if (!token.ok) return token;
    const known = this.#stores.value.stores.find(
      (store) =>
        store.serviceAddress === input.serviceAddress && store.email.toLowerCase() === input.email.toLowerCase(),
    );
    const record = known ?? this.#newStore(input.serviceAddress, input.email, false);
    if (!known) await this.#addStore(record);
    const store = this.#open.get(record.id) ?? this.#openStore(record.id);
    await store.signIn(token.value.accessToken, token.value.refreshToken);
    await this.switchTo(record.id);
    return ok({ storeId: record.id });
  }

  /** Starts the practice store and signs in to it. */
  async openPracticeStore(): Promise<Result<{ storeId: string }>> {
    const known = this.#stores.value.stores.find((store) => store.practice);
    const port = known ? Number(parseWebAddress(known.serviceAddress)?.port ?? 0) || null : null;
    let practice: Awaited<ReturnType<PracticeStarter['start']>>;
    try {
      practice = await this.#parts.practice.start(port);
    } catch (error) {
      console.error('The practice store could not be started', error);
      return refuse('internal', `The practice store could not be started: ${(error as Error).message}`);
    }
    const record = known ?? this.#newStore(practice.url, practice.email, true);
    if (!known) await this.#addStore(record);
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
    const shown = this.#stores.value.currentStoreId;
    const resumed = await this.openPracticeStore();
    if (!resumed.ok) this.#notice('warning', 'The practice store is not running', resumed.problem.message);
    if (!show && shown !== null && shown !== this.#stores.value.currentStoreId) await this.switchTo(shown);
  }

  /** Removes the tokens; the catalogue stays unless told otherwise. */
  async signOut(storeId: string, forget: boolean): Promise<Result<void>> {
    const store = this.#open.get(storeId);
    if (!store) return refuse('not-found', 'This store is not known any more.');
    if (this.#restoring) return refuse('conflict', RESTORING);
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
    const { value } = this.#stores;
    const stores = value.stores.filter((record) => record.id !== id);
    const currentStoreId = value.currentStoreId === id ? (stores[0]?.id ?? null) : value.currentStoreId;
    await this.#stores.save({ ...value, stores, currentStoreId });
    await rm(folder, { recursive: true, force: true });
  }

  // ---- stores

  async switchTo(storeId: string): Promise<Result<void>> {
    if (!this.#open.has(storeId)) return refuse('not-found', 'This store is not known any more.');
    await this.#stores.save({ ...this.#stores.value, currentStoreId: storeId });
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

  #newStore(serviceAddress: string, email: string, practice: boolean): StoreRecord {
    return {
      id: this.#stamper.id(),
      name: practice ? 'Practice store' : (parseWebAddress(serviceAddress)?.host ?? serviceAddress),
      serviceAddress,
      email,
      practice,
      workOffline: false,
      // The practice store takes the product update; whether a real service does, only the seller can say.
      undocumentedProductUpdate: practice,
      checkoutUrl: null,
      sellerSlug: null,
    };
  }

  async #addStore(record: StoreRecord): Promise<void> {
    const { value } = this.#stores;
    await this.#stores.save({ ...value, stores: [...value.stores, record] });
  }

  async #changeStore(storeId: string, change: Partial<StoreRecord>): Promise<void> {
    const { value } = this.#stores;
    const stores = value.stores.map((store) => (store.id === storeId ? { ...store, ...change } : store));
    await this.#stores.save({ ...value, stores });
    const changed = stores.find(({ id }) => id === storeId);
    if (changed) this.#keepOwnRecord(changed);
    this.#frameChanged.poke();
  }

  /** Each store's folder holds its record too, so that a damaged list of stores loses none of them. */
  #ownRecord(storeId: string): Document<StoreRecord | null> {
    return openDocument<StoreRecord | null>({
      folder: join(this.#storesFolder, storeId),
      name: 'store',
      what: 'The store',
      parse: (value) => storeRecordSchema.safeParse(value).data ?? null,
      initial: null,
      onSetAside: (event) => this.setAside(event),
    });
  }

  #keepOwnRecord(record: StoreRecord): void {
    const own = this.#ownRecord(record.id);
    if (isDeepStrictEqual(own.value, record)) return;
    own
      .save(record)
      .catch((error: unknown) => console.error('The record of a store could not be kept in its folder', error));
  }

  get #storesFolder(): string {
    return join(this.#parts.dataFolder, 'stores');
  }

  /** Takes stores back into the list whose folders are there: the list was damaged. */
  async #findAgain(): Promise<void> {
    const known = new Set(this.#stores.value.stores.map(({ id }) => id));
    const folders = existsSync(this.#storesFolder) ? readdirSync(this.#storesFolder, { withFileTypes: true }) : [];
    const found = folders
      .filter((entry) => entry.isDirectory() && !known.has(entry.name))
      .flatMap(({ name }) => this.#ownRecord(name).value ?? []);
    if (found.length === 0) return;
    const { value } = this.#stores;
    const stores = [...value.stores, ...found];
    const names = found.map(({ name, email }) => `${name} (${email})`).join(', ');
    this.#notice('warning', 'Stores were found again', `${names}: taken back from what their own folders say.`);
    await this.#stores
      .save({ ...value, stores, currentStoreId: value.currentStoreId ?? found[0]?.id ?? null })
      .catch((error: unknown) => console.error('The list of stores could not be written', error));
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
    this.#notice(
      'error',
      `The store "${name}" could not be opened`,
      `${(error as Error).message}. Its files were left as they are.`,
    );
  }

  /** A store of which nothing is known yet counts as one with something in it. */
  #hasData(): boolean {
    const opened = [...this.#open.values()];
    return this.#stores.value.stores.length > opened.length || opened.some((store) => store.counts()?.products !== 0);
  }

  /** The stores, once all that they hold is read. */
  async #wholeStores(): Promise<readonly OpenStore[]> {
    await Promise.allSettled([...this.#open.values()].map(({ whole }) => whole));
    return [...this.#open.values()];
  }

  /** Reads a store; nothing is sent before it is started. */
  #prepareStore(storeId: string): OpenStore {
    const record = (): StoreRecord => {
      const found = this.#stores.value.stores.find((store) => store.id === storeId);
      if (!found) throw new Error('A store is used that is not known any more');
      return found;
    };
    const recordsChanged = gathered(() => {
      if (this.#closed) return;
      const everything = { products: true, links: true, actions: true, webhook: true, inbox: false };
      if (this.#stores.value.currentStoreId === storeId)
        this.#parts.tell('records.changed', { storeId, ...everything });
    });
    const store = new OpenStore({
      folder: join(this.#storesFolder, storeId),
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
      onSettled: (action) => this.#parts.onSettled?.(store, action),
      onLearned: (checkoutUrl, sellerSlug) => {
        if (record().checkoutUrl !== null) return;
        this.#changeStore(storeId, { checkoutUrl, sellerSlug }).catch((error: unknown) =>
          console.error('The checkout address could not be kept', error),
        );
      },
      onImported: (name, synced) => {
        const message = `The import "${name}" is done: ${synced.toLocaleString('en')} links have their checkout address.`;
        this.#parts.tell('told', { kind: 'success', message, actionId: null });
      },
      onImportLeft: (name, made, chosen) =>
        this.#notice(
          'warning',
          'An import was not finished',
          `"${name}": ${made.toLocaleString('en')} of ${chosen.toLocaleString('en')} links were created before the app was closed, and they are saved. Go on with the rest under Payment links, "Import links from CSV".`,
        ),
      onSignedOut: () => {
        this.#frameChanged.poke();
        const message = 'The service asks for a new sign-in. Changes wait, and nothing is lost.';
        this.#parts.tell('told', { kind: 'attention', message, actionId: null });
      },
    });
    this.#open.set(storeId, store);
    this.#keepOwnRecord(record());
    return store;
  }

  /** Tells what needs the seller; what went well shows by itself. */
  #turned(store: OpenStore, action: Action): void {
    if (!needsSeller(action)) return;
    const words = `${titleOf(store, action)}: ${explain(action, store.status(), null)}`;
    if (store.id === this.#stores.value.currentStoreId) this.#attention.needs(words, action.id);
    else this.#attention.needs(`In the store "${store.parts.record().name}": ${words}`, null);
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
    const { currentStoreId } = this.#stores.value;
    return {
      version: this.#parts.version,
      platform: this.#parts.platform,
      dataFolder: this.#parts.dataFolder,
      stores: [...this.#open.values()].map(storeView),
      currentStoreId: this.#open.has(currentStoreId ?? '') ? currentStoreId : null,
      status: this.#open.get(currentStoreId ?? '')?.status() ?? null,
      settings: this.#settings.value,
      keepsSignIn: this.#vault.keeps,
      notices: [...this.#notices],
    };
  }

  dismissNotice(id: string): void {
    this.#notices = this.#notices.filter((notice) => notice.id !== id);
    this.#tellFrame();
  }

  #tellFrame(): void {
    if (!this.#closed) this.#parts.tell('frame.changed', this.frame());
  }

  #notice(kind: Notice['kind'], title: string, message: string): void {
    this.#notices = [
      ...this.#notices,
      { id: `notice-${this.#notices.length + 1}-${this.#parts.now()}`, kind, title, message },
    ];
    this.#frameChanged.poke();
  }

  /** A file could not be read and was set aside. */
  setAside({ file, movedTo, reason, kept }: SetAside): void {
    console.error(`Set aside ${file} as ${movedTo}: ${reason}`);
    const rest = kept > 0 ? `${kept} records of it could be read and are in use.` : 'Everything else was loaded.';
    this.#notice(
      'error',
      'A damaged file was set aside',
      `${basename(file)} could not be read (${reason}). It was kept, unchanged, as ${movedTo}. ${rest}`,
    );
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

function storeView(store: OpenStore): StoreView {
  const { id, name, serviceAddress, email, practice, workOffline, undocumentedProductUpdate, checkoutUrl, sellerSlug } =
    store.parts.record();
  const { waiting, sending, attention, signedIn } = store.status();
  return {
    id,
    name,
    serviceAddress,
    email,
    practice,
    signedIn,
    workOffline,
    undocumentedProductUpdate,
    checkoutUrl,
    sellerSlug,
    products: store.counts()?.products ?? null,
    links: store.counts()?.links ?? null,
    waiting: waiting + sending,
    attention,
  };
}
