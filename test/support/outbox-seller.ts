// A seller's store in a temporary folder: real catalog, outbox, client and storage, with a controlled clock and randomness.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LinkRecord, ProductRecord } from '../../src/main/catalog/records.ts';
import { createLink } from '../../src/main/links/links.ts';
import { createProduct } from '../../src/main/products/products.ts';
import type { Timeouts } from '../../src/main/service/transport.ts';
import type { SetAside } from '../../src/main/storage/set-aside.ts';
import { createStamper } from '../../src/main/storage/stamp.ts';
import { type KeyStore, Vault } from '../../src/main/storage/vault.ts';
import type { StoreRecord } from '../../src/main/store-record.ts';
import { OpenStore } from '../../src/main/stores/open-store.ts';
import type { Change } from '../../src/main/sync/outbox/change.ts';
import { Queue } from '../../src/main/sync/outbox/queue.ts';
import { openQueueFiles } from '../../src/main/sync/outbox/queue-files.ts';
import type { LinkDraft } from '../../src/shared/payment-link.ts';
import type { Result } from '../../src/shared/problem.ts';
import type { ProductFields } from '../../src/shared/product.ts';
import { defaultSettings } from '../../src/shared/settings.ts';
import { allHistory } from './catalog-rows.ts';
import { DIRECT_NETWORK } from './direct-network.ts';
import { until } from './until.ts';

/** A fake key store that keeps secrets over a restart. */
export const fakeKeyStore: KeyStore = {
  isAvailable: async () => true,
  encrypt: async (text) => Buffer.from(text).toString('base64'),
  decrypt: async (base64) => Buffer.from(base64, 'base64').toString(),
};

/** Without a key store, secrets are kept in memory only. */
export const unavailableKeyStore: KeyStore = {
  isAvailable: async () => false,
  encrypt: () => Promise.reject(new Error('It was asked to encrypt')),
  decrypt: () => Promise.reject(new Error('It was asked to decrypt')),
};

/** Short, so that a hanging service times out soon. */
export const SHORT_TIMEOUTS: Timeouts = { connect: 900, headers: 900, body: 900, total: 2_700 };

/** A clock that moves only on request. */
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
  /** Gives the token of the next sign-in. */
  readonly newToken?: () => string;
  readonly now?: () => number;
  readonly random?: () => number;
  readonly parallel?: number;
  readonly timeouts?: Timeouts;
  /** How long a closing store waits for answers, in ms. */
  readonly closingGraceMs?: number;
  readonly folder?: string;
  readonly onSettled?: (change: Change) => void;
}

export class Seller {
  readonly folder: string;
  readonly setAside: SetAside[] = [];
  readonly turns: Change[] = [];
  store: OpenStore;
  parallel: number;
  /** Used when the store opens; undefined for the app's own timeouts. */
  timeouts: Timeouts | undefined;
  signedOut = 0;
  readonly #options: SellerOptions;
  #record: StoreRecord;

  private constructor(options: SellerOptions) {
    this.#options = options;
    this.folder = options.folder ?? mkdtempSync(join(tmpdir(), 'outbox-'));
    this.parallel = options.parallel ?? 6;
    this.timeouts = options.timeouts;
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
    if (options.token !== null) await seller.store.session.signIn(options.token);
    seller.store.start();
    await seller.store.ready;
    return seller;
  }

  #open(): OpenStore {
    const { now = Date.now, random = () => 0, closingGraceMs, onSettled } = this.#options;
    const onSetAside = (event: SetAside) => this.setAside.push(event);
    return new OpenStore({
      folder: join(this.folder, 'store'),
      record: () => this.#record,
      settings: () => ({ ...defaultSettings(), parallelSends: this.parallel }),
      vault: new Vault(fakeKeyStore, this.folder, onSetAside),
      network: DIRECT_NETWORK,
      stamper: createStamper(now, 'test'),
      now,
      random,
      onSetAside,
      onChange: () => undefined,
      onOutcome: (_, change) => this.turns.push(change),
      onCheckoutAddress: () => undefined,
      onSignedOut: () => {
        this.signedOut += 1;
      },
      ...(this.timeouts ? { timeouts: this.timeouts } : {}),
      ...(closingGraceMs === undefined ? {} : { closingGraceMs }),
      ...(onSettled ? { onSettled: (_, change) => onSettled(change) } : {}),
    });
  }

  /** Closes the store in order and opens it again from its folder. */
  async restart(): Promise<void> {
    await this.store.close();
    await this.reopen();
  }

  /** Closes the store, writes into its files, and opens it again. */
  async restartWith(write: (queue: Queue) => Promise<unknown>): Promise<void> {
    await this.store.close();
    const files = openQueueFiles(join(this.folder, 'store', 'outbox'), (event) => this.setAside.push(event));
    const queue = new Queue(files, 'The queue');
    await write(queue);
    await queue.close();
    await this.reopen();
  }

  /** Opens a closed store again. */
  async reopen(): Promise<void> {
    this.store = this.#open();
    await this.store.deps.vault.open();
    this.store.start();
    await this.store.ready;
  }

  /** Changes the address of the service. */
  moveTo(serviceAddress: string): void {
    this.#record = { ...this.#record, serviceAddress };
  }

  setWorkOffline(on: boolean): void {
    this.#record = { ...this.#record, workOffline: on };
    if (on) this.outbox.changed();
    else this.outbox.wake();
  }

  get outbox() {
    return this.store.outbox;
  }

  get queue() {
    return this.store.queue;
  }

  async signIn(): Promise<void> {
    const { newToken } = this.#options;
    if (!newToken) throw new Error('This seller has no service to sign in to');
    await this.store.session.signIn(newToken());
  }

  /** Creates a product and returns its id. */
  product(title: string): Promise<string> {
    return createdId(createProduct(this.store, productFields(title)));
  }

  /** Creates a payment link and returns its id. */
  link(productId: string, order: string): Promise<string> {
    return createdId(createLink(this.store, productId, linkDraft(order)));
  }

  /** Waits until nothing is left to send, and all results are in the catalog and the history. */
  settled(): Promise<void> {
    return until('all is sent', () => this.queue.all().length === 0 && this.allKept());
  }

  /** Waits until the unsettled changes have these states, oldest first. */
  reach(...states: string[]): Promise<void> {
    return until(`the states are ${states.join()}`, () => this.states().join() === states.join());
  }

  /** The states of unsettled changes, oldest first. */
  states(): string[] {
    return this.queue.all().map(({ state }) => state);
  }

  /** Every sent change is in the history, so the catalog has its result. */
  allKept(): boolean {
    return this.turns.every(({ id, state }) => state !== 'done' || this.queue.get(id) === undefined);
  }

  /** A change, wherever it is now. */
  change(id: string): Change {
    const change = this.queue.get(id) ?? this.store.catalog.history.get(id);
    if (!change) throw new Error('This change was lost');
    return change;
  }

  /** The newest change of a subject, settled or not. */
  changeOn(subject: string): Change {
    const all = [...allHistory(this.store), ...this.queue.all()];
    const change = all.filter((one) => one.subject === subject).sort((a, b) => (a.id < b.id ? 1 : -1))[0];
    if (!change) throw new Error('No change on this');
    return change;
  }

  /** Adds a product that exists on the service to the catalog. */
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

  /** Puts a link that the service has already into the catalog. */
  async addLink(productId: string, paymentLink: string, more: Partial<LinkDraft> = {}): Promise<string> {
    const link: LinkRecord = {
      ...this.store.catalog.newRecord(),
      productId,
      ...linkDraft('added'),
      ...more,
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

/** The id of a record that the app created; throws if it was refused. */
export async function createdId(result: Promise<Result<{ readonly id: string }>>): Promise<string> {
  const answer = await result;
  if (!answer.ok) throw new Error(answer.problem.message);
  return answer.value.id;
}

export const productFields = (title: string): ProductFields => ({
  buttonTitle: `Buy ${title}`,
  productTitle: title,
  productDescription: `All about ${title}`,
});

/** A link identified by its order number. */
export const linkDraft = (order: string): LinkDraft => ({
  prices: [{ currencyId: 2, priceCents: 10_055, discountCents: 9_000 }],
  useOnce: true,
  metadata: [{ key: 'order', value: order }],
});

/** The order numbers of links in the service's record, in order of creation. */
export const ordersIn = (bodies: readonly Record<string, unknown>[]): string[] =>
  bodies.map(({ metadata }) => String((metadata as Record<string, unknown> | undefined)?.order));
