// One store, opened: its catalogue, its outbox, its connection to the service and its sign-in.

import { isDeepStrictEqual } from 'node:util';
import type { Settings } from '../../shared/settings.ts';
import type { Status } from '../../shared/status.ts';
import { type Action, WEBHOOK_SUBJECT } from '../outbox/action.ts';
import { Outbox } from '../outbox/outbox.ts';
import type { Draft } from '../outbox/parts.ts';
import { createServiceClient, type ServiceClient } from '../service/client.ts';
import type { Network } from '../service/network.ts';
import type { Timeouts } from '../service/transport.ts';
import type { Collection } from '../storage/collection.ts';
import type { Document } from '../storage/document.ts';
import { createExclusive } from '../storage/exclusive.ts';
import type { OnSetAside } from '../storage/set-aside.ts';
import type { Stamper } from '../storage/stamp.ts';
import type { Vault } from '../storage/vault.ts';
import { Catalogue } from './catalogue.ts';
import { Imports } from './import/imports.ts';
import { LinkFinder } from './links/link-finder.ts';
import type { StoreRecord, WebhookRecord } from './records.ts';
import { Sales } from './sales/sales.ts';
import { createSender } from './sender.ts';
import { type Counts, openStoreFiles, type StoreFiles } from './store-files.ts';
import { type WebhookParts, webhookSettled } from './webhook-settled.ts';

/** How many settled changes the history keeps. */
export const HISTORY_LIMIT = 5_000;

/** What a store is opened with. */
export interface StoreParts {
  /** This store's folder. */
  readonly folder: string;
  readonly record: () => StoreRecord;
  readonly settings: () => Settings;
  readonly vault: Vault;
  readonly network: Network;
  readonly stamper: Stamper;
  readonly now: () => number;
  readonly random: () => number;
  readonly onSetAside: OnSetAside;
  /** Something changed that screens show. */
  readonly onChange: () => void;
  /** A change was settled or needs the seller. */
  readonly onTurn: (store: OpenStore, action: Action) => void;
  /** What the service answered tells the store's checkout address. */
  readonly onLearned: (checkoutUrl: string, sellerSlug: string) => void;
  /** The last address of an import has come; `synced` of its links have one. */
  readonly onImported?: (name: string, synced: number) => void;
  /** A change was settled, and the catalogue has what came of it. Left out, nobody is told. */
  readonly onSettled?: (store: OpenStore, action: Action) => void;
  /** At start: the app ended while an import was making its links. */
  readonly onImportLeft?: (name: string, made: number, chosen: number) => void;
  /** The service answered 401: the sign-in is no good any more. */
  readonly onSignedOut: () => void;
  /** How long the service may take; left out, as long as usual. */
  readonly timeouts?: Timeouts;
  /** How long closing waits for answers, in ms; left out, as long as usual. */
  readonly closingGraceMs?: number;
}

export class OpenStore {
  readonly parts: StoreParts;
  readonly catalogue: Catalogue;
  readonly outbox: Outbox;
  readonly linkFinder: LinkFinder;
  readonly sales: Sales;
  readonly webhook: Document<WebhookRecord>;
  /** The outbox's records on disk; only the outbox writes them while the store is started. */
  readonly queue: Collection<Action>;
  readonly history: Collection<Action>;
  readonly imports: Imports;
  /**
   * All products, links and the history are read. Until then the newest are to be seen, nothing is sent, and the
   * catalogue takes no change. Rejects where the files are those of a newer app, or cannot be read at all.
   */
  readonly whole: Promise<void>;
  #isWhole = false;
  readonly #files: StoreFiles;
  #client: ServiceClient | null = null;
  #clientAddress = '';
  #closing: Promise<void> | null = null;

  constructor(parts: StoreParts) {
    this.parts = parts;
    const { folder, onSetAside, stamper, now } = parts;
    this.#files = openStoreFiles(folder, onSetAside);
    const { products, links, history, webhook } = this.#files;
    this.catalogue = new Catalogue(products.collection, links.collection, stamper, now);
    this.queue = this.#files.queue;
    this.history = history.collection;
    this.webhook = webhook;
    this.imports = new Imports(this, this.#files.imports);
    this.whole = this.#readAll();
    // Who needs all of it hears of what went wrong.
    this.whole.catch(() => undefined);
    this.outbox = new Outbox(
      {
        queue: this.queue,
        ready: this.whole,
        history: this.history,
        historyLimit: HISTORY_LIMIT,
        stamper,
        now,
        random: parts.random,
        isSignedIn: () => this.signedIn,
        send: createSender(
          () => this.client,
          this.catalogue,
          { token: () => this.token(), secrets: () => this.secrets(), refused: (token) => this.#refused(token) },
          {
            read: (keyRef) => parts.vault.get(this.keyName(keyRef)),
            isLocked: (keyRef) => this.isKeyLocked(keyRef),
          },
        ),
        endSends: () => void this.#client?.close(),
        keptPause: () => this.#files.pause.value.pause,
        keepPause: (pause) => {
          this.#files.pause
            .save({ pause })
            .catch((error: unknown) => console.error('The pause of a store could not be kept', error));
        },
        applyAccepted: (actions) => this.catalogue.applyAccepted(actions),
        applyBroughtBack: (waiting) => this.catalogue.applyBroughtBack(waiting),
        applyEdited: (action) => this.catalogue.applyEdited(action),
        applyDone: (action) => this.#applyDone(action),
        onChange: () => {
          if (this.#isWhole) this.imports.changed();
          parts.onChange();
        },
        onTurn: (action) => parts.onTurn(this, action),
      },
      parts.settings().parallelSends,
    );
    this.sales = new Sales(this.#files.sales, this.catalogue);
    this.linkFinder = new LinkFinder(this.catalogue, this.outbox, this.sales);
  }

  async #readAll(): Promise<void> {
    const { products, links, history } = this.#files;
    await products.newest;
    this.#looksAnew();
    await products.whole;
    await links.newest;
    this.#looksAnew();
    await links.whole;
    await history.whole;
    this.catalogue.takeStock();
    this.#isWhole = true;
    this.parts.onChange();
  }

  #looksAnew(): void {
    this.catalogue.lookAnew();
    this.parts.onChange();
  }

  /** The newest products, or links, can be seen. Rejects as `whole` does. */
  async newest(kind: 'products' | 'links'): Promise<void> {
    const { products, links } = this.#files;
    await products.newest;
    if (kind === 'products') return;
    // A link is shown with its product's title.
    await products.whole;
    await links.newest;
  }

  get isWhole(): boolean {
    return this.#isWhole;
  }

  /** How many there are; until all are read, how many there were at the end of the last run, where that is known. */
  counts(): Counts | null {
    if (!this.#isWhole) return this.#files.counts.value;
    return { products: this.catalogue.products.standing().length, links: this.catalogue.links.standing().length };
  }

  async #keepCounts(): Promise<void> {
    const counts = this.counts();
    if (!this.#isWhole || isDeepStrictEqual(counts, this.#files.counts.value)) return;
    await this.#files.counts
      .save(counts)
      .catch((error: unknown) => console.error('The counts of a store could not be kept', error));
  }

  get id(): string {
    return this.parts.record().id;
  }

  /** Starts sending what waits, as far as the store is signed in. */
  start(): void {
    if (this.#closing) return;
    this.outbox.setWorkOffline(this.parts.record().workOffline);
    this.outbox.start();
    this.whole.then(
      () => {
        if (this.#closing) return;
        const orphans = this.#orphans();
        if (orphans.length > 0) void this.outbox.acceptInDoubt(orphans);
        this.imports.start();
      },
      // A store that cannot be read is closed by who opened it.
      () => undefined,
    );
  }

  /** Products and links of this app that are on no service as far as is known, and in no queue: their change is gone. */
  #orphans(): Draft[] {
    const { products, links } = this.catalogue;
    const gone = ({ id, origin }: { readonly id: string; readonly origin: string }) =>
      origin === 'desk' && !this.outbox.knows(id);
    const lostProducts = products.standing().filter((product) => product.serverId === null && gone(product));
    const lostLinks = links.standing().filter((link) => link.paymentLink === null && gone(link));
    return [
      ...lostProducts.map(
        ({ id, fields }): Draft => ({ subject: id, payload: { kind: 'product.create', fields }, waitsFor: [] }),
      ),
      ...lostLinks.map(
        ({ id, productId, prices, useOnce, metadata }): Draft => ({
          subject: id,
          payload: { kind: 'link.create', productId, draft: { prices: [...prices], useOnce, metadata } },
          waitsFor: [productId],
        }),
      ),
    ];
  }

  /** Ends every request, and resolves when all of this store is written. It writes nothing afterwards. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    await this.imports.stop();
    await this.outbox.stop(this.parts.closingGraceMs);
    await this.#client?.close();
    await this.#keepCounts();
    await this.#files.close();
    await this.parts.vault.settled();
  }

  /** The client of this store's service address; a new one when the address has changed. */
  get client(): ServiceClient {
    const { serviceAddress } = this.parts.record();
    if (!this.#client || this.#clientAddress !== serviceAddress) {
      void this.#client?.close();
      this.#client = createServiceClient(serviceAddress, this.parts.network, this.parts.timeouts);
      this.#clientAddress = serviceAddress;
      if (this.#closing) void this.#client.close();
    }
    return this.#client;
  }

  // ---- the sign-in

  #tokenName(): string {
    return `${this.id}/access-token`;
  }

  token(): string | null {
    return this.parts.vault.get(this.#tokenName());
  }

  /** Tokens and webhook keys of this store, which no answer of its service may bring into what is kept or shown. */
  secrets(): readonly string[] {
    return this.parts.vault.all(`${this.id}/`);
  }

  get signedIn(): boolean {
    return this.token() !== null;
  }

  /** There is a sign-in on disk that the key store has not given out. */
  get signInLocked(): boolean {
    return this.parts.vault.isLockedIn(this.#tokenName());
  }

  /** Takes the tokens of a new sign-in; what waited is sent with them. The refresh token is kept and not used (section 5). */
  async signIn(accessToken: string, refreshToken: string | null): Promise<void> {
    await this.parts.vault.set(this.#tokenName(), accessToken);
    this.outbox.signInChanged();
    this.outbox.wake();
    if (refreshToken !== null) await this.parts.vault.set(`${this.id}/refresh-token`, refreshToken);
  }

  /** Removes the tokens. What waits stays where it is. */
  async signOut(): Promise<void> {
    const forgotten = [this.#tokenName(), `${this.id}/refresh-token`].map((name) => this.parts.vault.forget(name));
    // The tokens are out of memory already; the disk may still refuse.
    this.outbox.signInChanged();
    await Promise.all(forgotten);
  }

  /** A 401 counts only against the token that is in use; an answer to an older one says nothing. */
  #refused(token: string): void {
    if (this.token() !== token) return;
    this.signOut().catch((error: unknown) => console.error('The refused sign-in could not be removed', error));
    this.parts.onSignedOut();
  }

  /** For calls outside the outbox: the same rule as for sends. */
  tokenRefused(token: string): void {
    this.#refused(token);
  }

  /** The vault's name for a webhook key. */
  keyName(keyRef: string): string {
    return `${this.id}/webhook-key/${keyRef}`;
  }

  /** The webhook key is on disk, and the key store has not given it out. */
  isKeyLocked(keyRef: string): boolean {
    return this.parts.vault.isLockedIn(this.keyName(keyRef));
  }

  /** One after the other: for what looks at the outbox first and then adds to it, so that twice asked is once done. */
  readonly oneByOne = createExclusive();

  // ---- settling

  async #applyDone(action: Action): Promise<void> {
    await this.catalogue.applyDone(action);
    if (action.payload.kind === 'settings.update') await webhookSettled(this.#webhookParts(), action, action.payload);
    if (action.payload.kind === 'link.create' && action.ending === 'sent') {
      const checkout = this.catalogue.products.latest(action.payload.productId)?.checkout;
      if (checkout) this.parts.onLearned(checkout.checkoutUrl, checkout.sellerSlug);
    }
    this.parts.onSettled?.(this, action);
  }

  #webhookParts(): WebhookParts {
    const { now, vault } = this.parts;
    return {
      webhook: this.webhook,
      now,
      coming: () => this.outbox.coming(WEBHOOK_SUBJECT),
      forgetKey: (keyRef) => vault.forget(this.keyName(keyRef)),
    };
  }

  /** How this store stands, in figures. */
  status(): Status {
    const { waiting, sending, attention, offline, pause, nextAttemptAt, diskProblem } = this.outbox.status();
    const { workOffline } = this.parts.record();
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
