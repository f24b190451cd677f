// One store, opened: its catalogue, its outbox, its connection to the service and its sign-in.

import type { Status } from '../../shared/status.ts';
import { texts } from '../../shared/texts/main.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { openCatalog } from '../catalog/open-catalog.ts';
import { reconcile } from '../catalog/reconcile.ts';
import type { Recovery } from '../catalog/recover.ts';
import { Imports } from '../import/imports.ts';
import { Sales } from '../sales/sales.ts';
import { createServiceClient, type ServiceClient } from '../service/client.ts';
import type { Network } from '../service/network.ts';
import type { Timeouts } from '../service/transport.ts';
import type { Collection } from '../storage/collection.ts';
import type { Document } from '../storage/document.ts';
import { StorageError } from '../storage/durable-file.ts';
import { createExclusive } from '../storage/exclusive.ts';
import type { OnSetAside } from '../storage/set-aside.ts';
import type { StoreContext, StoreDeps } from '../store-context.ts';
import type { WebhookRecord } from '../store-record.ts';
import { type Action, WEBHOOK_SUBJECT } from '../sync/outbox/action.ts';
import { Outbox } from '../sync/outbox/outbox.ts';
import { createSender } from '../sync/sender.ts';
import { historyText } from '../sync/sync.ts';
import type { TestRun } from '../webhook/test-arrivals.ts';
import { type WebhookDeps, webhookSettled } from '../webhook/webhook-settled.ts';
import { LinkSyncStates } from './link-sync-states.ts';
import { orphansOf } from './orphans.ts';
import { SessionTokens } from './session-tokens.ts';
import { openStoreFiles, type StoreFiles } from './store-files.ts';

/** How many products and links a store has. */
export interface Counts {
  readonly products: number;
  readonly links: number;
}

/** What a store is opened with. */
export interface StoreSessionDeps extends StoreDeps {
  /** This store's folder. */
  readonly folder: string;
  readonly network: Network;
  readonly onSetAside: OnSetAside;
  /** A change was settled or needs the seller. */
  readonly onTurn: (store: StoreSession, action: Action) => void;
  /** A change was settled, and the catalogue has what came of it. Left out, nobody is told. */
  readonly onSettled?: (store: StoreSession, action: Action) => void;
  /** The catalog of an earlier version is being updated; from 0 to 1, and 1 at the end, however it ends. */
  readonly onUpdating?: (fraction: number) => void;
  /** The catalog was damaged or gone, and what became of it. */
  readonly onRecovery?: (recovery: Recovery) => void;
  /** The app ended unexpectedly, and the last changes of the catalog may be missing since. */
  readonly onLogMissing?: () => void;
  readonly onSnapshotFailure?: (reason: string) => void;
  /** The catalog turned out to be damaged: the store has to be closed and opened again. */
  readonly onDamage?: (store: StoreSession) => void;
  /** The service answered 401: the sign-in is no good any more. */
  readonly onSignedOut: () => void;
  /** How long the service may take; left out, as long as usual. */
  readonly timeouts?: Timeouts;
  /** How long closing waits for answers, in ms; left out, as long as usual. */
  readonly closingGraceMs?: number;
}

/** What a store has once its catalog is open. */
interface Opened {
  readonly catalog: Catalog;
  readonly sales: Sales;
  readonly imports: Imports;
}

export class StoreSession implements StoreContext {
  readonly deps: StoreSessionDeps;
  readonly outbox: Outbox;
  readonly webhook: Document<WebhookRecord>;
  /** The outbox's records on disk; only the outbox writes them while the store is started. */
  readonly queue: Collection<Action>;
  /** Null while no test of the webhook runs. */
  testRun: TestRun | null = null;
  /**
   * The catalog is open and, once the store is started, fits the outbox. Rejects where its file is that of a newer app, or
   * cannot be opened at all.
   */
  ready: Promise<void>;
  readonly #files: StoreFiles;
  readonly #tokens: SessionTokens;
  #opened: Opened | null = null;
  #client: ServiceClient | null = null;
  #clientAddress = '';
  #closing: Promise<void> | null = null;
  readonly #opening = new AbortController();
  readonly #linkSync = new LinkSyncStates(this);

  constructor(deps: StoreSessionDeps) {
    this.deps = deps;
    const { folder, onSetAside, stamper, now } = deps;
    this.#tokens = new SessionTokens(deps.vault, () => this.id);
    this.#files = openStoreFiles(folder, onSetAside);
    this.webhook = this.#files.webhook;
    this.queue = this.#files.queue;
    this.ready = this.#open();
    // Each caller that needs the catalog handles the rejection.
    this.ready.catch(() => undefined);
    this.outbox = new Outbox(
      {
        queue: this.queue,
        ready: this.ready,
        catalog: {
          accept: (actions) => this.catalog.accept(actions),
          edit: (action) => this.catalog.edit(action),
          settle: (ended) => this.#settle(ended),
          sync: () => this.catalog.sync(),
          reopen: (waiting) => this.catalog.reopen(waiting),
          ended: (id) => this.catalog.history.get(id),
          reconcile: (ids, current) => reconcile(this.catalog, ids, current),
        },
        stamper,
        now,
        random: deps.random,
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
        endSends: () => void this.#client?.close(),
        loadPause: () => this.#files.pause.value.pause,
        savePause: (pause) => {
          this.#files.pause
            .save({ pause })
            .catch((error: unknown) => console.error('The pause of a store could not be kept', error));
        },
        onChange: () => {
          this.#opened?.imports.changed();
          deps.onChange();
        },
        onOutcome: (action) => deps.onTurn(this, action),
      },
      deps.settings().parallelSends,
    );
  }

  async #open(): Promise<void> {
    const catalog = await this.#openCatalog();
    this.#opened = {
      catalog,
      sales: new Sales(catalog),
      imports: new Imports(this, catalog, this.#files.columnMemory),
    };
    this.#linkSync.add(catalog.links.open().map(({ id }) => id));
    this.deps.onChange();
  }

  async #openCatalog(): Promise<Catalog> {
    const { folder, stamper, now, onSetAside, onUpdating = () => undefined } = this.deps;
    const { onRecovery, onLogMissing, onSnapshotFailure, onDamage } = this.deps;
    try {
      return await openCatalog({
        folder,
        what: texts.stores.kept.catalog,
        stamper,
        now,
        historyText: (action, catalog) => historyText(this, action, catalog),
        onSetAside,
        onProgress: onUpdating,
        signal: this.#opening.signal,
        onRecovery: (recovery) => onRecovery?.(recovery),
        onLogMissing: () => onLogMissing?.(),
        onSnapshotFailure: (error) => onSnapshotFailure?.(error.message),
        onDamage: () => onDamage?.(this),
      });
    } finally {
      onUpdating(1);
    }
  }

  /** Whether the catalog is open. */
  get isReady(): boolean {
    return this.#opened !== null;
  }

  get #whenOpen(): Opened {
    if (!this.#opened) throw new Error('The catalog is not open yet');
    return this.#opened;
  }

  /** What needs the catalog waits for `ready` first. */
  get catalog(): Catalog {
    return this.#whenOpen.catalog;
  }

  get sales(): Sales {
    return this.#whenOpen.sales;
  }

  get imports(): Imports {
    return this.#whenOpen.imports;
  }

  /** How many products and links there are; null until the catalog is open, once it closes, and where it cannot be read. */
  counts(): Counts | null {
    const catalog = this.#opened?.catalog;
    if (!catalog || this.#closing) return null;
    try {
      return { products: catalog.products.listed, links: catalog.links.counts(null).all };
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      console.error('The products and links of a store could not be counted', error.message);
      return null;
    }
  }

  /** Stores the state of changes with their links, so that filters and counts are right. */
  storeSync(): Promise<void> {
    return this.#linkSync.store();
  }

  get isClosing(): boolean {
    return this.#closing !== null;
  }

  get id(): string {
    return this.deps.record().id;
  }

  /** Starts sending what waits, as far as the store is signed in. */
  start(): void {
    if (this.#closing) return;
    this.outbox.setWorkOffline(this.deps.record().workOffline);
    this.outbox.start();
    const { ready } = this;
    this.ready = ready.then(() => this.outbox.resumed);
    this.ready.catch(() => undefined);
    ready.then(
      () => {
        if (this.#closing) return;
        const orphans = orphansOf(this);
        if (orphans.length > 0) void this.outbox.acceptInDoubt(orphans);
        this.imports.start();
      },
      // A store that cannot be read is closed by who opened it.
      () => undefined,
    );
  }

  /** Ends every request, and resolves when all of this store is written. It writes nothing afterwards. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    // The catalog may still be opening. If it cannot be opened, there is nothing to close.
    this.#opening.abort();
    await this.ready.catch(() => undefined);
    await this.#opened?.imports.stop();
    await this.outbox.stop(this.deps.closingGraceMs);
    await this.#client?.close();
    await this.#opened?.catalog.close();
    await this.#files.close();
    await this.deps.vault.settled();
  }

  /** The client of this store's service address; a new one when the address has changed. */
  get client(): ServiceClient {
    const { serviceAddress } = this.deps.record();
    if (!this.#client || this.#clientAddress !== serviceAddress) {
      void this.#client?.close();
      this.#client = createServiceClient(serviceAddress, this.deps.network, this.deps.timeouts);
      this.#clientAddress = serviceAddress;
      if (this.#closing) void this.#client.close();
    }
    return this.#client;
  }

  // ---- sign-in

  token(): string | null {
    return this.#tokens.access();
  }

  /** Tokens and webhook keys of this store, which no answer of its service may bring into what is kept or shown. */
  secrets(): readonly string[] {
    return this.deps.vault.all(`${this.id}/`);
  }

  get signedIn(): boolean {
    return this.token() !== null;
  }

  /** There is a sign-in on disk that the key store has not given out. */
  get signInLocked(): boolean {
    return this.#tokens.isLocked;
  }

  /** Takes the tokens of a new sign-in; what waited is sent with them. */
  async signIn(accessToken: string, refreshToken: string | null): Promise<void> {
    await this.#tokens.setAccess(accessToken);
    this.outbox.signInChanged();
    this.outbox.wake();
    if (refreshToken !== null) await this.#tokens.setRefresh(refreshToken);
  }

  /** Removes the tokens. What waits stays where it is. */
  async signOut(): Promise<void> {
    const forgotten = this.#tokens.forget();
    // The tokens are out of memory already; the disk may still refuse.
    this.outbox.signInChanged();
    await forgotten;
  }

  /** The service answered 401. That counts only against the token in use; an answer to an older one says nothing. */
  tokenRefused(token: string): void {
    if (this.token() !== token) return;
    this.signOut().catch((error: unknown) => console.error('The refused sign-in could not be removed', error));
    this.deps.onSignedOut();
  }

  /** The vault's name for a webhook key. */
  keyName(keyRef: string): string {
    return `${this.id}/webhook-key/${keyRef}`;
  }

  /** The webhook key is on disk, and the key store has not given it out. */
  isKeyLocked(keyRef: string): boolean {
    return this.deps.vault.isLockedIn(this.keyName(keyRef));
  }

  /** One after the other: for what looks at the outbox first and then adds to it, so that twice asked is once done. */
  readonly runExclusive = createExclusive();

  // ---- settling

  async #settle(ended: readonly Action[]): Promise<void> {
    for (const action of ended) {
      if (action.payload.kind === 'settings.update') await webhookSettled(this.#webhookParts(), action, action.payload);
    }
    await this.catalog.settle(ended);
    for (const action of ended) this.#settled(action);
  }

  #settled(action: Action): void {
    if (action.payload.kind === 'link.create' && action.ending === 'sent') {
      const checkout = this.catalog.products.get(action.payload.productId)?.checkout;
      if (checkout) this.deps.onLearned(checkout.checkoutUrl, checkout.sellerSlug);
    }
    this.deps.onSettled?.(this, action);
  }

  #webhookParts(): WebhookDeps {
    const { now, vault } = this.deps;
    return {
      webhook: this.webhook,
      now,
      coming: () => this.outbox.upcoming(WEBHOOK_SUBJECT),
      forgetKey: (keyRef) => vault.forget(this.keyName(keyRef)),
    };
  }

  /** How this store stands, in figures. */
  status(): Status {
    const { waiting, sending, attention, offline, pause, nextAttemptAt, diskProblem } = this.outbox.status();
    const { workOffline } = this.deps.record();
    return {
      waiting,
      sending,
      attention,
      offline: offline || workOffline,
      // Without anything to send there is nothing to probe with; the next change finds out.
      pause: waiting + sending > 0 || offline ? pause : null,
      workOffline,
      signedIn: this.signedIn,
      nextAttemptAt: workOffline ? null : nextAttemptAt,
      diskProblem,
    };
  }
}
