// An open store: its catalog, its outbox and its session with the service.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { CURRENCIES } from '../../practice-store/rules.ts';
import type { Status } from '../../shared/status.ts';
import { texts } from '../../shared/texts/main.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { type OpenCatalogOptions, openCatalog, recordIn, webhookIn } from '../catalog/open-catalog.ts';
import { Imports } from '../import/imports.ts';
import { Batches } from '../links/batches.ts';
import type { Availability } from '../outbox/availability.ts';
import { type Change, isCreate, kindOf } from '../outbox/change.ts';
import { Outbox } from '../outbox/outbox.ts';
import { Queue } from '../outbox/queue.ts';
import { QueueFiles } from '../outbox/queue-files.ts';
import { Sales } from '../sales/sales.ts';
import { DamagedDatabaseError } from '../storage/database.ts';
import type { Document } from '../storage/document.ts';
import { orLog } from '../storage/durable-file.ts';
import type { SetAside } from '../storage/set-aside.ts';
import type { StoreContext, StoreDeps } from '../store-context.ts';
import { NO_WEBHOOK, type WebhookRecord } from '../store-record.ts';
import { createSender } from '../sync/sender.ts';
import { textOf } from '../sync/sync.ts';
import { needsLockedKey } from '../sync/wording.ts';
import { createExclusive } from '../turns.ts';
import { learnCheckout } from '../webhook/shared-facts.ts';
import { isTestTime } from '../webhook/webhook.ts';
import { settingsOf, settleWithWebhook } from '../webhook/webhook-settled.ts';
import type { Notices } from './notices.ts';
import { OtherComputers } from './other-computers.ts';
import { Session } from './session.ts';
import { openLinks, statusOf } from './store-view.ts';

export interface OpenStoreDeps extends StoreDeps, Pick<OpenCatalogOptions, 'folder' | 'copies' | 'isDamaged'> {
  /** About files that were set aside, and about a replaced catalog. */
  readonly notices: Notices;
  readonly onAttention: (store: StoreContext, change: Change) => void;
  /** Called when the result of a change is in the catalog. */
  readonly onSettled?: (store: StoreContext, change: Change) => void;
  /** Called when the catalog is open and the outbox is loaded. */
  readonly onStarted?: (store: OpenStore) => void;
  /** Called before the store closes. Resolves when the app no longer uses the catalog. */
  readonly onClosing?: () => Promise<void>;
  /** Called while the store closes: nothing is sent any more, all results are on disk, and the catalog is still open. */
  readonly onIdle?: (store: StoreContext) => Promise<void>;
  /** Called when the catalog proves damaged. The app has to reopen the store. */
  readonly onDamage?: (store: StoreContext) => void;
  /** How long closing waits for answers, in ms. Tests shorten it. */
  readonly closingGraceMs?: number;
}

const NOT_OPEN: Document<WebhookRecord> = {
  value: NO_WEBHOOK,
  save() {
    throw new Error('The catalog is not open yet');
  },
};

const log = (message: string) => (error: unknown) => console.error(message, error);

export class OpenStore implements StoreContext {
  readonly session: Session;
  readonly outbox: Outbox;
  readonly queue: Queue;
  readonly batches = new Batches(this);
  readonly others = new OtherComputers(this);
  readonly runExclusive = createExclusive();
  testSince: number | null = null;
  // Unset until the catalog is open.
  catalog!: Catalog;
  sales!: Sales;
  imports!: Imports;
  webhook: Document<WebhookRecord> = NOT_OPEN;
  /** Resolves when the catalog is open and, after `start`, agrees with the outbox. Rejects if the catalog cannot be opened. */
  ready: Promise<void>;
  isReady = false;
  readonly #queueFiles: QueueFiles;
  #isSuspended = false;
  #isDamaged = false;
  #isStarted = false;
  #closing: Promise<void> | null = null;

  constructor(readonly deps: OpenStoreDeps) {
    this.session = new Session(deps, () => this.outbox.wake());
    const { kept } = texts.stores;
    const isKnown = existsSync(join(deps.folder, 'outbox'));
    const onSetAside = (event: SetAside) => deps.notices.addSetAside(event, kept.outbox);
    this.#queueFiles = new QueueFiles(join(deps.folder, 'outbox'), kept.outbox, onSetAside);
    this.queue = new Queue(this.#queueFiles);
    this.ready = this.#open(isKnown);
    // Each caller that needs the catalog handles the rejection.
    this.ready.catch(() => undefined);
    this.outbox = new Outbox({
      ...deps,
      queue: this.queue,
      catalog: () => this.catalog,
      settle: async (ended) => {
        // The database is about to be replaced. The results stay in the queue until then.
        if (this.#isDamaged) throw new DamagedDatabaseError(kept.catalog, null);
        if (ended.some(settingsOf)) await settleWithWebhook(this, ended);
        else await this.catalog.settle(ended);
        for (const change of ended) this.#settled(change);
      },
      mayDepart: () => this.session.isSignedIn && !deps.record().workOffline && !this.#isSuspended && !this.#isDamaged,
      isHeld: (change) =>
        this.batches.isHeld(change) ||
        needsLockedKey(this, change) ||
        (isCreate(change) && this.others.hasEnded(change)),
      send: createSender(this),
      endSends: () => void this.session.client.close(),
      pause: () => this.catalog.fact<Availability | null>('pause', null),
      onIdle: () => this.batches.takeMore(),
      onAttention: (change) => {
        this.others.settle();
        deps.onAttention(this, change);
      },
    });
  }

  async #open(isKnown: boolean): Promise<void> {
    const { now, notices, onDamage, onChange } = this.deps;
    const catalog = await openCatalog({
      ...this.deps,
      what: texts.stores.kept.catalog,
      storeId: this.id,
      openLinks: () => openLinks(this),
      historyText: (change, catalog) => textOf({ catalog, deps: this.deps }, change),
      isKnown,
      onRecovery: (recovery) => notices.addRecovery(this.deps.record().name, recovery),
      onDamage: () => {
        this.#isDamaged = true;
        onDamage?.(this);
      },
    });
    this.catalog = catalog;
    if (!isKnown && this.deps.record().practice)
      for (const [id, name] of CURRENCIES) catalog.currencies.change(String(id), { id, name });
    // Held changes that had moved into the queue before the app ended or the catalog was replaced.
    for (const held of catalog.held.all()) {
      const isQueued = this.queue.of(held.subject).some((change) => kindOf(change) === kindOf(held));
      if (isQueued || catalog.history.get(held.id)) catalog.held.remove(held.id);
    }
    this.sales = new Sales(catalog, { now, isTestTime: (at) => isTestTime(this, at), onChange });
    this.imports = new Imports(this);
    this.webhook = webhookIn(catalog);
    this.isReady = true;
    this.outbox.elsewhereChanged();
    onChange();
  }

  get id(): string {
    return this.deps.record().id;
  }

  get isClosing(): boolean {
    return this.#closing !== null;
  }

  get takesDeliveries(): boolean {
    return this.#isStarted && this.isReady && !this.isClosing;
  }

  status(): Status {
    return statusOf(this);
  }

  /** Call when the record has changed. Copies it into the database, in case the list of stores is damaged. */
  keepRecord(): void {
    const record = this.deps.record();
    if (!this.isReady || this.#closing) return;
    const copy = recordIn(this.catalog);
    if (isDeepStrictEqual(copy.value, record)) return;
    orLog('The record of a store could not be kept in its database', () => copy.save(record));
  }

  start(): void {
    this.#isStarted = true;
    this.ready = this.#begin(this.ready);
  }

  async #begin(opened: Promise<void>): Promise<void> {
    await opened;
    if (this.#closing) return;
    this.keepRecord();
    this.outbox.start();
    this.others.started();
    this.batches.start().catch(log('What was not accepted of a batch is still there'));
    this.imports.start();
    await this.outbox.resumed;
    if (!this.#closing) this.deps.onStarted?.(this);
  }

  /** Call when the computer is about to sleep: nothing is sent until `resume`. */
  suspend(): void {
    this.#isSuspended = true;
  }

  resume(): void {
    this.#isSuspended = false;
    this.session.client.renew();
    this.outbox.wake();
  }

  /** Gives requests a moment to end, then aborts them. Resolves when everything is on disk; nothing is written afterwards. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    // The catalog may still be opening, or may have failed to open.
    await this.ready.catch(() => undefined);
    await this.deps.onClosing?.();
    await this.others.stop();
    await this.imports?.stop();
    await this.batches.stop();
    await this.outbox.stop(this.deps.closingGraceMs);
    await this.session.client.close();
    if (this.isReady) await this.deps.onIdle?.(this);
    await this.catalog?.close();
    this.#queueFiles.close();
    await this.deps.vault.settled();
  }

  keyName(keyRef: string): string {
    return `${this.id}/webhook-key/${keyRef}`;
  }

  webhookKey(keyRef: string | null): string | null {
    return keyRef === null ? null : this.deps.vault.get(this.keyName(keyRef));
  }

  isKeyLocked(keyRef: string): boolean {
    return this.deps.vault.isLocked(this.keyName(keyRef));
  }

  #settled(change: Change): void {
    if (change.payload.kind === 'link.create' && change.ending === 'sent') {
      const checkout = this.catalog.products.get(change.payload.productId)?.checkout;
      if (checkout) learnCheckout(this, checkout);
    }
    if (change.payload.kind === 'product.create' && change.ending !== 'sent') {
      this.batches.dropWithoutProduct().catch(log('The staged links of a product are still there'));
    }
    this.deps.onSettled?.(this, change);
  }
}
