// An open store: its catalog, outbox, service client and sign-in.
//
// Over 300 lines, because it is the one place that connects these parts.

import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Status } from '../../shared/status.ts';
import { texts } from '../../shared/texts/main.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { type CatalogCopies, openCatalog, type Recovery, recordIn, webhookIn } from '../catalog/open-catalog.ts';
import { Imports } from '../import/imports.ts';
import { Batches } from '../links/batches.ts';
import { Sales } from '../sales/sales.ts';
import type { Network } from '../service/proxy.ts';
import { createTransport, type Timeouts, type Transport } from '../service/transport.ts';
import type { Document } from '../storage/document.ts';
import { StorageError } from '../storage/durable-file.ts';
import { createExclusive } from '../storage/exclusive.ts';
import type { OnSetAside } from '../storage/set-aside.ts';
import type { StoreContext, StoreDeps } from '../store-context.ts';
import { NO_WEBHOOK, type StoreRecord, type WebhookRecord } from '../store-record.ts';
import type { Availability } from '../sync/outbox/availability.ts';
import { type Change, isInBatchLine, needsSeller, WEBHOOK_SUBJECT } from '../sync/outbox/change.ts';
import { Outbox } from '../sync/outbox/outbox.ts';
import { Queue } from '../sync/outbox/queue.ts';
import { openQueueFiles } from '../sync/outbox/queue-files.ts';
import { createSender } from '../sync/sender.ts';
import { historyText } from '../sync/sync.ts';
import { throttle } from '../turns.ts';
import { isTestTime } from '../webhook/webhook.ts';
import { webhookSettled } from '../webhook/webhook-settled.ts';
import { openLinks } from './open-links.ts';
import { OtherComputers } from './other-computers.ts';
import { SessionTokens } from './session-tokens.ts';

/** How soon a finished batch is removed, in ms. */
const TIDY_MS = 500;

export interface Counts {
  readonly products: number;
  readonly links: number;
}

export interface OpenStoreDeps extends StoreDeps {
  readonly folder: string;
  readonly network: Network;
  readonly onSetAside: OnSetAside;
  /** A change was sent and settled, or needs the seller. */
  readonly onOutcome: (store: OpenStore, change: Change) => void;
  /** A change was settled, and its result is in the catalog. */
  readonly onSettled?: (store: OpenStore, change: Change) => void;
  /** The catalog is open, and the outbox is loaded. */
  readonly onStarted?: (store: OpenStore) => void;
  /** Resolves when nothing else uses the catalog. */
  readonly onClosing?: () => Promise<void>;
  /** While it closes: nothing is sent any more, all results are on disk, and the catalog is still open. */
  readonly onIdle?: (store: OpenStore) => Promise<void>;
  /** What replaces a damaged catalog. */
  readonly copies?: CatalogCopies;
  /** The catalog showed damage in this run. */
  readonly isDamaged?: boolean;
  readonly onRecovery?: (recovery: Recovery) => void;
  /** The catalog turned out to be damaged; the store has to be reopened. */
  readonly onDamage?: (store: OpenStore) => void;
  /** The service answered 401. */
  readonly onSignedOut: () => void;
  /** For tests. */
  readonly timeouts?: Timeouts;
  /** How long closing waits for answers, in ms. For tests. */
  readonly closingGraceMs?: number;
}

/** The parts of a store that need the open catalog. */
interface Opened {
  readonly catalog: Catalog;
  readonly sales: Sales;
  readonly imports: Imports;
  readonly webhook: Document<WebhookRecord>;
  /** The pause at the end of the last run; null if there was none. */
  readonly pause: Document<Availability | null>;
  /** See `recordIn`. */
  readonly record: Document<StoreRecord | null>;
}

const NOT_OPEN: Document<WebhookRecord> = {
  value: NO_WEBHOOK,
  save: () => Promise.reject(new Error('The catalog is not open yet')),
};

export class OpenStore implements StoreContext {
  readonly deps: OpenStoreDeps;
  readonly outbox: Outbox;
  /** Only the outbox writes to it while the store is started. */
  readonly queue: Queue;
  /** When the running test of the webhook began. */
  testSince: number | null = null;
  /** Resolves when the catalog is open and, once the store is started, reconciled with the outbox. Rejects if it cannot be opened. */
  ready: Promise<void>;
  readonly #tokens: SessionTokens;
  #opened: Opened | null = null;
  #client: Transport | null = null;
  #clientAddress = '';
  #closing: Promise<void> | null = null;
  #hasEndedSends = false;
  #isStarted = false;
  readonly batches: Batches;
  readonly #tidy = throttle(() => this.#tidyBatches(), TIDY_MS);
  readonly others = new OtherComputers(this);

  constructor(deps: OpenStoreDeps) {
    this.deps = deps;
    this.batches = new Batches(this);
    const { folder, onSetAside, stamper, now } = deps;
    this.#tokens = new SessionTokens(deps.vault, () => this.id);
    this.queue = new Queue(openQueueFiles(join(folder, 'outbox'), onSetAside), texts.stores.kept.outbox);
    this.ready = this.#open();
    // Each caller that needs the catalog handles the rejection.
    this.ready.catch(() => undefined);
    this.outbox = new Outbox(
      {
        queue: this.queue,
        ready: this.ready,
        catalog: () => this.catalog,
        settle: (ended) => this.#settle(ended),
        onAccepted: (count) => deps.onAccepted?.(count),
        stamper,
        now,
        random: deps.random,
        isHeld: (change) => this.batches.isHeld(change),
        isSignedIn: () => this.signedIn,
        send: createSender(
          () => this.client,
          () => this.catalog,
          { token: () => this.token(), secrets: () => this.secrets(), refused: (token) => this.tokenRefused(token) },
          {
            read: (keyRef) => deps.vault.get(this.keyName(keyRef)),
            isLocked: (keyRef) => this.isKeyLocked(keyRef),
          },
        ),
        endSends: () => {
          this.#hasEndedSends = true;
          void this.#client?.close();
        },
        loadPause: () => this.#openParts.pause.value,
        savePause: (pause) => {
          this.#openParts.pause
            .save(pause)
            .catch((error: unknown) => console.error('The pause of a store could not be kept', error));
        },
        onIdle: () => this.batches.takeMore(),
        onChange: () => {
          this.#opened?.imports.changed();
          this.#tidy.schedule();
          deps.onChange();
        },
        onOutcome: (change) => {
          if (needsSeller(change)) this.others.needsSeller(change);
          deps.onOutcome(this, change);
        },
      },
      deps.settings().parallelSends,
    );
  }

  async #open(): Promise<void> {
    const catalog = await this.#openCatalog();
    // The app ended, or the catalog was replaced, after these had moved into the queue.
    for (const { id } of catalog.held.all()) {
      if (this.queue.get(id) || catalog.history.get(id)) catalog.held.remove(id);
    }
    this.#opened = {
      catalog,
      sales: new Sales(catalog, {
        now: this.deps.now,
        isTestTime: (at) => isTestTime(this, at),
        onChange: this.deps.onChange,
      }),
      imports: new Imports(this, catalog, catalog.fact('import-columns', { remembered: [] })),
      webhook: webhookIn(catalog),
      pause: catalog.fact('pause', null),
      record: recordIn(catalog),
    };
    this.keepRecord();
    this.others.opened();
    this.deps.onChange();
  }

  #openCatalog(): Promise<Catalog> {
    const { folder, stamper, now, copies, isDamaged, onRecovery, onDamage } = this.deps;
    return openCatalog({
      folder,
      what: texts.stores.kept.catalog,
      stamper,
      now,
      openLinks: () => openLinks(this.outbox, this.catalog.held.created()),
      historyText: (change, catalog) => historyText(this, change, catalog),
      copies,
      isDamaged,
      onRecovery: (recovery) => onRecovery?.(recovery),
      onDamage: () => onDamage?.(this),
    });
  }

  get isReady(): boolean {
    return this.#opened !== null;
  }

  get #openParts(): Opened {
    if (!this.#opened) throw new Error('The catalog is not open yet');
    return this.#opened;
  }

  /** Throws until `isReady`. */
  get catalog(): Catalog {
    return this.#openParts.catalog;
  }

  /** Empty until the catalog is open. */
  get webhook(): Document<WebhookRecord> {
    return this.#opened?.webhook ?? NOT_OPEN;
  }

  /** Call when the record has changed. */
  keepRecord(): void {
    const record = this.deps.record();
    if (!this.#opened || this.#closing || isDeepStrictEqual(this.#opened.record.value, record)) return;
    this.#opened.record
      .save(record)
      .catch((error: unknown) => console.error('The record of a store could not be kept in its database', error));
  }

  get sales(): Sales {
    return this.#openParts.sales;
  }

  get imports(): Imports {
    return this.#openParts.imports;
  }

  /** Null unless the catalog is open and readable. */
  counts(): Counts | null {
    const catalog = this.#opened?.catalog;
    if (!catalog || this.#closing) return null;
    try {
      return { products: catalog.products.listed, links: catalog.links.count(null) };
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      console.error('The products and links of a store could not be counted', error.message);
      return null;
    }
  }

  /** How many changes of a backup wait for the seller, and how many are staged. */
  #inCatalog(): { held: number; staged: number; batches: readonly string[] } {
    const none = { held: 0, staged: 0, batches: [] };
    const catalog = this.#opened?.catalog;
    if (!catalog || this.#closing) return none;
    try {
      const { changes, counts } = catalog.staged;
      return { held: catalog.held.count, staged: changes, batches: [...counts.keys()] };
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      return none;
    }
  }

  /** How many rows the seller sees in Sync: a batch is one, whatever it holds, and so are the changes of a backup. */
  lines(): number {
    const { held, batches } = this.#inCatalog();
    const alone = this.outbox.unsettled().filter((change) => !isInBatchLine(change)).length;
    const taken = [...this.outbox.ofBatches()].flatMap(([id, { waiting }]) => (waiting > 0 ? id : []));
    return alone + new Set([...batches, ...taken]).size + (held > 0 ? 1 : 0);
  }

  #tidyBatches(): void {
    if (!this.isReady || this.#closing) return;
    try {
      this.batches.tidy();
    } catch (error) {
      // The next change tries again.
      if (!(error instanceof StorageError)) throw error;
    }
  }

  get takesDeliveries(): boolean {
    return this.#isStarted && this.isReady && !this.isClosing;
  }

  get isClosing(): boolean {
    return this.#closing !== null;
  }

  get id(): string {
    return this.deps.record().id;
  }

  /** Starts sending. */
  start(): void {
    if (this.#closing) return;
    this.#isStarted = true;
    this.outbox.setWorkOffline(this.deps.record().workOffline);
    this.outbox.start();
    const { ready } = this;
    this.ready = ready.then(() => this.outbox.resumed);
    this.ready.then(
      () => {
        if (!this.#closing) this.deps.onStarted?.(this);
      },
      () => undefined,
    );
    ready.then(
      () => {
        if (this.#closing) return;
        this.others.started();
        this.batches
          .start()
          .catch((error: unknown) => console.error('What was not accepted of a batch is still there', error));
        this.imports.start();
      },
      // `OpenStores` reports it.
      () => undefined,
    );
  }

  /** Aborts requests, and resolves when everything is on disk. Nothing is written afterwards. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    // The catalog may still be opening, or may have failed to open.
    await this.ready.catch(() => undefined);
    await this.deps.onClosing?.();
    await this.others.stop();
    await this.#opened?.imports.stop();
    this.#tidy.stop();
    await this.batches.stop();
    await this.outbox.stop(this.deps.closingGraceMs);
    await this.#client?.close();
    if (this.#opened) await this.deps.onIdle?.(this);
    await this.#opened?.catalog.close();
    await this.queue.close();
    await this.deps.vault.settled();
  }

  /** Replaced when the store's service address has changed. */
  get client(): Transport {
    const { serviceAddress } = this.deps.record();
    if (!this.#client || this.#clientAddress !== serviceAddress) {
      void this.#client?.close();
      this.#client = createTransport(serviceAddress, this.deps.network, this.deps.timeouts);
      this.#clientAddress = serviceAddress;
      if (this.#hasEndedSends) void this.#client.close();
    }
    return this.#client;
  }

  // ---- sign-in

  token(): string | null {
    return this.#tokens.access();
  }

  /** Tokens and webhook keys of this store, to be hidden in the service's answers. */
  secrets(): readonly string[] {
    return this.deps.vault.all(`${this.id}/`);
  }

  get signedIn(): boolean {
    return this.token() !== null;
  }

  /** The service answered 401 to the sign-in of this run. */
  get signInExpired(): boolean {
    return this.#tokens.isRefused;
  }

  /** The sign-in is on disk but the key store is locked. */
  get signInLocked(): boolean {
    return this.#tokens.isLocked;
  }

  /** Stores the tokens of a new sign-in and resumes sending. */
  async signIn(accessToken: string): Promise<void> {
    await this.#tokens.setAccess(accessToken);
    this.outbox.signInChanged();
    this.outbox.wake();
  }

  /** Removes the token; waiting changes stay. Rejects if the disk refuses; the store stays signed in then. */
  async signOut(): Promise<void> {
    await this.#tokens.forget();
    this.outbox.signInChanged();
  }

  /** The service answered 401 to this token. Ignored for a token that is no longer in use. */
  tokenRefused(token: string): void {
    if (this.token() !== token) return;
    this.#tokens.refuse(token);
    this.outbox.signInChanged();
    this.deps.onSignedOut();
  }

  /** The name of a webhook key in the vault. */
  keyName(keyRef: string): string {
    return `${this.id}/webhook-key/${keyRef}`;
  }

  /** The webhook key is on disk but the key store is locked. */
  isKeyLocked(keyRef: string): boolean {
    return this.deps.vault.isLocked(this.keyName(keyRef));
  }

  /** For reading the outbox and then adding to it, so that a double click creates one change. */
  readonly runExclusive = createExclusive();

  /** The computer woke up. */
  resume(): void {
    this.#client?.renew();
    this.outbox.resume();
  }

  // ---- settling

  async #settle(ended: readonly Change[]): Promise<void> {
    const { vault } = this.deps;
    const ids = new Set(ended.map(({ id }) => id));
    const others = this.outbox.of(WEBHOOK_SUBJECT).filter(({ id }) => !ids.has(id));
    const webhook = webhookIn(this.catalog);
    const forgotten: string[] = [];
    await this.catalog.settle(ended, () => {
      for (const change of ended) {
        if (change.payload.kind !== 'settings.update') continue;
        const settled = webhookSettled(webhook.value, change, change.payload, others);
        webhook.put(settled.record);
        forgotten.push(...settled.forgotten);
      }
    });
    // Not before: a change that the disk keeps open needs its key.
    for (const keyRef of forgotten) {
      await vault
        .delete(this.keyName(keyRef))
        .catch((error: unknown) => console.error('A key of the webhook could not be removed from the disk', error));
    }
    for (const change of ended) this.#settled(change);
  }

  #settled(change: Change): void {
    if (change.payload.kind === 'link.create' && change.ending === 'sent') {
      const checkout = this.catalog.products.get(change.payload.productId)?.checkout;
      if (checkout) this.deps.onCheckoutAddress(checkout.checkoutUrl, checkout.sellerSlug);
    }
    if (change.payload.kind === 'product.create' && change.ending !== 'sent') {
      this.batches
        .dropWithoutProduct()
        .catch((error: unknown) => console.error('The staged links of a product are still there', error));
    }
    this.deps.onSettled?.(this, change);
  }

  status(): Status {
    const { waiting: queued, sending, attention, offline, pause, nextAttemptAt, diskProblem } = this.outbox.status();
    const { workOffline } = this.deps.record();
    const { held, staged } = this.#inCatalog();
    const waiting = queued + staged;
    return {
      waiting,
      sending,
      attention: attention + held,
      offline: offline || workOffline,
      // Without anything to send there is no probe; the next change finds out.
      pause: waiting + sending > 0 || offline ? pause : null,
      workOffline,
      signedIn: this.signedIn,
      nextAttemptAt: workOffline ? null : nextAttemptAt,
      diskProblem,
    };
  }
}
