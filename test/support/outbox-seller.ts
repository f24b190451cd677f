// One seller's store on a temporary folder: the real catalogue, outbox, client and storage, with clock and chance in hand.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LinkRecord, ProductRecord } from '../../src/main/catalog/records.ts';
import type { Timeouts } from '../../src/main/service/transport.ts';
import type { SetAside } from '../../src/main/storage/set-aside.ts';
import { createStamper } from '../../src/main/storage/stamp.ts';
import { type KeyStore, Vault } from '../../src/main/storage/vault.ts';
import type { StoreRecord } from '../../src/main/store-record.ts';
import { openStoreFiles, type StoreFiles } from '../../src/main/stores/store-files.ts';
import { StoreSession } from '../../src/main/stores/store-session.ts';
import type { Action } from '../../src/main/sync/outbox/action.ts';
import type { LinkDraft } from '../../src/shared/payment-link.ts';
import type { ProductFields } from '../../src/shared/product.ts';
import { DEFAULT_SETTINGS } from '../../src/shared/settings.ts';
import { allHistory } from './catalog-rows.ts';
import { NO_SYSTEM } from './no-system.ts';

/** A key store that keeps secrets over a restart, as a system with a keyring does. */
export const keepingKeyStore: KeyStore = {
  isAvailable: async () => true,
  encrypt: async (text) => Buffer.from(text).toString('base64'),
  decrypt: async (base64) => ({ text: Buffer.from(base64, 'base64').toString(), isOutdated: false }),
};

/** As on a system that has none: secrets are kept in memory only. */
export const noKeyStore: KeyStore = {
  isAvailable: async () => false,
  encrypt: () => Promise.reject(new Error('It was asked to encrypt')),
  decrypt: () => Promise.reject(new Error('It was asked to decrypt')),
};

/** Short, so that a service that hangs is given up soon. */
export const SHORT: Timeouts = { connect: 900, headers: 900, body: 900, total: 2_700 };

/** A clock that stands still until it is moved. */
export class Clock {
  at = Date.UTC(2025, 0, 1);
  readonly now = (): number => this.at;
  advance(ms: number): void {
    this.at += ms;
  }
}

export interface SellerOptions {
  /** Null for a store that is not signed in. */
  readonly token: string | null;
  readonly address: string;
  readonly now?: () => number;
  readonly random?: () => number;
  readonly parallel?: number;
  readonly timeouts?: Timeouts;
  readonly folder?: string;
  readonly onSettled?: (action: Action) => void;
}

export class Seller {
  readonly folder: string;
  readonly setAside: SetAside[] = [];
  readonly turns: Action[] = [];
  store: StoreSession;
  parallel: number;
  signedOut = 0;
  readonly #options: SellerOptions;
  #record: StoreRecord;

  private constructor(options: SellerOptions) {
    this.#options = options;
    this.folder = options.folder ?? mkdtempSync(join(tmpdir(), 'outbox-'));
    this.parallel = options.parallel ?? 6;
    this.#record = {
      id: 'store-1',
      name: 'Store',
      serviceAddress: options.address,
      email: 'seller@example.com',
      practice: false,
      workOffline: false,
      undocumentedProductUpdate: true,
      checkoutUrl: null,
      sellerSlug: null,
      pageUrl: null,
    };
    this.store = this.#open();
  }

  static async open(options: SellerOptions): Promise<Seller> {
    const seller = new Seller(options);
    if (options.token !== null) await seller.store.signIn(options.token, null);
    seller.store.start();
    await seller.store.ready;
    return seller;
  }

  #open(): StoreSession {
    const { now = Date.now, random = () => 0, timeouts, onSettled } = this.#options;
    const onSetAside = (event: SetAside) => this.setAside.push(event);
    return new StoreSession({
      folder: join(this.folder, 'store'),
      record: () => this.#record,
      settings: () => ({ ...DEFAULT_SETTINGS, parallelSends: this.parallel }),
      vault: new Vault(keepingKeyStore, this.folder, onSetAside),
      network: NO_SYSTEM,
      stamper: createStamper(now, 'test'),
      now,
      random,
      onSetAside,
      onChange: () => undefined,
      onOutcome: (_, action) => this.turns.push(action),
      onCheckoutAddress: () => undefined,
      onSignedOut: () => {
        this.signedOut += 1;
      },
      ...(timeouts ? { timeouts } : {}),
      ...(onSettled ? { onSettled: (_, action) => onSettled(action) } : {}),
    });
  }

  /** Closes the store in order and opens it again from its folder. */
  async restart(): Promise<void> {
    await this.store.close();
    await this.reopen();
  }

  /** Closes the store, writes into its files, and opens it again. */
  async restartWith(write: (files: StoreFiles) => Promise<void>): Promise<void> {
    await this.store.close();
    const files = openStoreFiles(join(this.folder, 'store'), (event) => this.setAside.push(event));
    await write(files);
    await files.close();
    await this.reopen();
  }

  /** Opens the store again after it was closed. */
  async reopen(): Promise<void> {
    this.store = this.#open();
    await this.store.deps.vault.unlock();
    this.store.start();
    await this.store.ready;
  }

  /** Where the service is looked for from now on. */
  moveTo(serviceAddress: string): void {
    this.#record = { ...this.#record, serviceAddress };
  }

  get outbox() {
    return this.store.outbox;
  }

  /** The states of what is not settled, oldest first. */
  states(): string[] {
    return this.outbox.unfinished().map(({ state }) => state);
  }

  /** Every change that turned out as sent is in the history, so the catalogue has what came of it. */
  allKept(): boolean {
    return this.turns.every(({ id, state }) => state !== 'done' || this.outbox.get(id) === undefined);
  }

  /** An action wherever it is now. */
  action(id: string): Action {
    const action = this.outbox.get(id) ?? this.store.catalog.history.get(id);
    if (!action) throw new Error('This action was lost');
    return action;
  }

  /** The newest action on a subject, settled or not. */
  actionOn(subject: string): Action {
    const all = [...allHistory(this.store), ...this.outbox.unfinished()];
    const action = all.filter((one) => one.subject === subject).sort((a, b) => (a.id < b.id ? 1 : -1))[0];
    if (!action) throw new Error('No action on this');
    return action;
  }

  /** Puts a product that the service has already into the catalogue. */
  async addProduct(serverId: number): Promise<string> {
    const product: ProductRecord = {
      ...this.store.catalog.newRecord(),
      fields: productFields(`Product ${serverId}`),
      origin: 'added',
      serverId,
      state: 'draft',
      defaultPrices: [],
      checkout: null,
      answer: null,
    };
    this.store.catalog.addProduct(product);
    return product.id;
  }

  /** Puts a link that the service has already into the catalogue. */
  async addLink(productId: string, paymentLink: string): Promise<string> {
    const link: LinkRecord = {
      ...this.store.catalog.newRecord(),
      productId,
      ...linkDraft('added'),
      origin: 'added',
      paymentLink,
      answer: null,
    };
    this.store.catalog.addLink(link);
    return link.id;
  }

  async close(): Promise<void> {
    await this.store.close();
    if (this.#options.folder === undefined) rmSync(this.folder, { recursive: true, force: true });
  }
}

export const productFields = (title: string): ProductFields => ({
  buttonTitle: `Buy ${title}`,
  productTitle: title,
  productDescription: `All about ${title}`,
});

/** A link that is known again by its order number. */
export const linkDraft = (order: string): LinkDraft => ({
  prices: [{ currencyId: 2, priceCents: 10_055, discountCents: 9_000 }],
  useOnce: true,
  metadata: [{ key: 'order', value: order }],
});

/** The order numbers of links in the service's record, in the order in which it made them. */
export const ordersIn = (bodies: readonly Record<string, unknown>[]): string[] =>
  bodies.map(({ metadata }) => String((metadata as Record<string, unknown> | undefined)?.order));
