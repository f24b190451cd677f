// A seller whose computer, clock and service a test controls.
import { join } from 'node:path';
import { createLink } from '../../src/main/links/handlers.ts';
import type { Change } from '../../src/main/outbox/change.ts';
import { Queue } from '../../src/main/outbox/queue.ts';
import { QueueFiles } from '../../src/main/outbox/queue-files.ts';
import type { Timeouts } from '../../src/main/service/transport.ts';
import { saveWebhook } from '../../src/main/webhook/webhook.ts';
import type { LinkDraft } from '../../src/shared/payment-link.ts';
import type { Result } from '../../src/shared/problem.ts';
import type { ProductFields } from '../../src/shared/product.ts';
import { allHistory, newLink, newProduct } from './catalog-rows.ts';
import { Computer, fakeKeyStore, unwrap } from './computer.ts';
import { PASSWORD } from './outbox-service-record.ts';
import type { RecordingService } from './recording-service.ts';
import { until } from './until.ts';

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
  readonly token?: null;
  readonly now?: () => number;
  readonly random?: () => number;
  readonly parallel?: number;
  readonly timeouts?: Timeouts;
  /** How long a closing store waits for answers, in ms. */
  readonly closingGraceMs?: number;
  readonly folder?: string;
  readonly onSettled?: (change: Change) => void;
}

export class Seller extends Computer {
  signedOut = 0;

  private constructor(
    private readonly service: RecordingService,
    options: SellerOptions,
  ) {
    super(options.folder);
    const { now = Date.now, random = () => 0, closingGraceMs, timeouts, onSettled } = options;
    this.keyStore = fakeKeyStore;
    this.now = now;
    this.more = {
      random,
      ...(timeouts && { timeouts }),
      ...(closingGraceMs !== undefined && { closingGraceMs }),
      ...(onSettled && { onSettled: (_, change) => onSettled(change) }),
    };
    this.onEvent = (event, payload) => {
      if (event === 'toast' && 'signedOutOf' in payload && payload.signedOutOf) this.signedOut += 1;
    };
  }

  /** Starts a seller's app, and signs in to the service. */
  static async open(service: RecordingService, options: SellerOptions = {}): Promise<Seller> {
    const seller = new Seller(service, options);
    await seller.start();
    const account = { email: 'seller@example.com', password: PASSWORD };
    await unwrap(seller.call['session.signIn']({ serviceAddress: service.url, ...account }));
    seller.app.registry.change(seller.store.id, { undocumentedProductUpdate: true });
    await seller.call['settings.update']({ parallelSends: options.parallel ?? 6 });
    if (options.token === null) await seller.store.session.signOut();
    await seller.store.ready;
    return seller;
  }

  override async start(): Promise<this> {
    await super.start();
    if (this.app.manager.current().ok) await this.store.ready;
    return this;
  }

  /** Closes the app, writes into the files of its queue, and starts it again. */
  async restartWith(write: (queue: Queue) => void): Promise<void> {
    const folder = join(this.store.deps.folder, 'outbox');
    await this.stop();
    const files = new QueueFiles(folder, 'The queue', () => undefined);
    write(new Queue(files));
    files.close();
    await this.start();
  }

  /** Changes the address of the service, and starts the app again. */
  async moveTo(serviceAddress: string): Promise<void> {
    this.app.registry.change(this.store.id, { serviceAddress });
    await this.restart();
  }

  /** The key is the letter, repeated 64 times. */
  saveWebhook(name: string, letter?: string, isOn = true) {
    return saveWebhook(this.store, { url: `https://receiver.example/${name}`, isOn, key: letter?.repeat(64) ?? null });
  }

  get outbox() {
    return this.store.outbox;
  }

  get queue() {
    return this.store.queue;
  }

  override signIn(): Promise<void> {
    return this.store.session.signIn(this.service.record.issue('seller'));
  }

  override link(productId: string, order: string): Promise<string> {
    return createdId(createLink(this.store, productId, linkDraft(order)));
  }

  /** Waits until nothing is left to send. */
  override settled(): Promise<void> {
    return until('all is sent', () => this.queue.all().length === 0);
  }

  /** Waits until the unsettled changes have these states, oldest first. */
  reach(...states: string[]): Promise<void> {
    return until(`the states are ${states.join()}`, () => this.states().join() === states.join());
  }

  /** The states of unsettled changes, oldest first. */
  states(): string[] {
    return this.queue.all().map(({ state }) => state);
  }

  /** A change in the queue or in the history. */
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
    const { catalog } = this.store;
    const product = newProduct(catalog, `Product ${serverId}`, { origin: 'added', serverId });
    catalog.transaction(() => catalog.products.put(product));
    return product.id;
  }

  /** Adds a link that exists on the service to the catalog. */
  async addLink(productId: string, paymentLink: string, more: Partial<LinkDraft> = {}): Promise<string> {
    const { catalog } = this.store;
    const link = newLink(catalog, productId, { ...linkDraft('added'), ...more, origin: 'added', paymentLink });
    catalog.addLink(link);
    return link.id;
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
