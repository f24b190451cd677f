// The main process as the window sees it in a test: records in memory, answers typed by the contract, a log of calls.
import type { Frame } from '../../src/shared/contract/app.ts';
import {
  type Channel,
  contract,
  type EventName,
  type EventPayload,
  type Output,
  type ParsedInput,
  type StorefrontBridge,
} from '../../src/shared/contract.ts';
import type { LinkView } from '../../src/shared/payment-link.ts';
import { ok, type Result, refuse } from '../../src/shared/problem.ts';
import { NOTHING_PRIVATE, type ProductView } from '../../src/shared/product.ts';
import { defaultSettings, type Settings } from '../../src/shared/settings.ts';

type Answers = { [C in Channel]?: (input: ParsedInput<C>) => Result<Output<C>> | Promise<Result<Output<C>>> };

export const STORE = 'store-1';

/** The window remembers the row that was left, so each test needs its own ids. */
let bridges = 0;

/** The id of the link with this order. */
export const linkId = (order: string | number): string => `link-${order} of ${bridges}`;

/** A product that is on the service. */
export const product = (title: string, more: Partial<ProductView> = {}): ProductView => ({
  id: `product-${title}`,
  serverId: 118,
  fields: { productTitle: title, buttonTitle: 'Buy now', productDescription: 'One hour.' },
  state: 'published',
  links: 0,
  sync: 'synced',
  changeId: null,
  canEdit: false,
  defaultPrices: [],
  priceUncertain: null,
  checkout: null,
  basicCheckoutUrl: null,
  ...NOTHING_PRIVATE,
  origin: 'desk',
  createdAt: Date.UTC(2026, 4, 3),
  createdOn: null,
  doubtOn: [],
  ...more,
});

/** A payment link that is on the service, with the metadata `order`. */
export const link = (order: string, more: Partial<LinkView> = {}): LinkView => ({
  id: linkId(order),
  productId: 'product-Logo design',
  productTitle: 'Logo design',
  prices: [{ currencyId: 2, priceCents: 6_000, discountCents: null }],
  useOnce: false,
  metadata: [{ key: 'order', value: order }],
  checkoutUrl: `https://checkout.example/acme/118?uuid=${order}`,
  uuid: order,
  sync: 'synced',
  uncertain: null,
  changeId: null,
  deletion: null,
  canEdit: false,
  replacedBy: null,
  replaces: null,
  copiesWhenReady: false,
  origin: 'desk',
  createdAt: Date.UTC(2026, 4, 3),
  createdOn: null,
  doubtOn: [],
  note: '',
  sold: null,
  ...more,
});

/** Links with the orders from the highest to the lowest, as a list shows them. */
export const linksDown = (highest: number, lowest = 1): LinkView[] =>
  Array.from({ length: highest - lowest + 1 }, (_, index) => link(`${highest - index}`));

export class WindowBridge implements StorefrontBridge {
  products: readonly ProductView[] = [product('Logo design')];
  links: readonly LinkView[] = [];
  settings: Settings = defaultSettings();
  isWorkingOffline = false;
  /** The answers of a test, used before the bridge's own. */
  answers: Answers = {};
  readonly calls: { readonly channel: Channel; readonly input: unknown }[] = [];
  readonly #listeners = new Map<string, Set<(payload: never) => void>>();

  constructor() {
    bridges += 1;
  }

  async invoke<C extends Channel>(channel: C, input: unknown): Promise<Result<Output<C>>> {
    const parsed = contract[channel].input.parse(input) as ParsedInput<C>;
    this.calls.push({ channel, input: parsed });
    const answer = (this.answers[channel] ?? this.#answers[channel]) as
      | ((input: ParsedInput<C>) => Promise<Result<Output<C>>>)
      | undefined;
    if (!answer) throw new Error(`The test has no answer for ${channel}`);
    const result = await answer(parsed);
    return result.ok ? ok(contract[channel].output.parse(result.value) as Output<C>) : result;
  }

  on<E extends EventName>(event: E, listener: (payload: EventPayload<E>) => void): () => void {
    const set = this.#listeners.get(event) ?? new Set();
    this.#listeners.set(event, set.add(listener as (payload: never) => void));
    return () => set.delete(listener as (payload: never) => void);
  }

  emit<E extends EventName>(event: E, payload: EventPayload<E>): void {
    for (const listener of this.#listeners.get(event) ?? []) listener(payload as never);
  }

  /** The inputs of a channel's calls so far. */
  inputs<C extends Channel>(channel: C): ParsedInput<C>[] {
    return this.calls.flatMap((call) => (call.channel === channel ? [call.input as ParsedInput<C>] : []));
  }

  /** Replaces the links, and tells the window. */
  setLinks(links: readonly LinkView[]): void {
    this.links = links;
    this.emit('records.changed', { topic: 'records' });
  }

  frame(): Frame {
    return {
      version: '0.1.0',
      platform: 'linux',
      dataFolder: '/data',
      isUnsafe: false,
      currentStoreId: STORE,
      stores: [
        {
          id: STORE,
          name: 'Acme',
          serviceAddress: 'https://service.example',
          email: 'mara@shop.example',
          practice: false,
          signedIn: true,
          signInLocked: false,
          signInExpired: false,
          workOffline: this.isWorkingOffline,
          undocumentedProductUpdate: false,
          checkoutUrl: null,
          sellerSlug: null,
          pageUrl: null,
          products: this.products.length,
          links: this.links.length,
          waiting: 0,
          attention: 0,
          lines: 0,
        },
      ],
      status: {
        waiting: 0,
        sending: 0,
        attention: 0,
        offline: this.isWorkingOffline,
        pause: null,
        workOffline: this.isWorkingOffline,
        signedIn: true,
        nextAttemptAt: null,
        diskProblem: null,
      },
      settings: this.settings,
      keepsSignIn: true,
      notices: [],
      marks: { sales: null, webhook: null },
      tour: null,
    };
  }

  readonly #linksFor = ({ search = '', productId = null }: { search?: string; productId?: string | null }) =>
    this.links.filter(
      (one) =>
        (productId === null || one.productId === productId) &&
        `${one.productTitle} ${one.metadata.map(({ key, value }) => `${key} ${value}`).join(' ')}`
          .toLowerCase()
          .includes(search.toLowerCase()),
    );

  readonly #answers: Answers = {
    'frame.get': () => ok(this.frame()),
    'leave.unsaved': () => ok(undefined),
    'clipboard.copy': () => ok(undefined),
    'clipboard.pass': () => ok(undefined),
    'stores.workOffline': ({ on }) => {
      this.isWorkingOffline = on;
      this.emit('frame.changed', this.frame());
      return ok(undefined);
    },
    'settings.update': (change) => {
      this.settings = { ...this.settings, ...change };
      this.emit('frame.changed', this.frame());
      return ok(undefined);
    },
    'settings.setCurrency': ({ currency }) => {
      this.settings = { ...this.settings, currencies: [...this.settings.currencies, currency] };
      this.emit('frame.changed', this.frame());
      return ok(undefined);
    },
    'products.get': ({ id }) => ok(this.products.find((one) => one.id === id) ?? null),
    'products.list': ({ search, offset, limit }) => {
      const matches = this.products.filter(({ fields }) =>
        fields.productTitle.toLowerCase().includes(search.toLowerCase()),
      );
      return ok({ total: matches.length, rows: matches.slice(offset, offset + limit) });
    },
    'links.get': ({ id }) => ok(this.links.find((one) => one.id === id) ?? null),
    'links.list': ({ offset, limit, ...query }) => ok({ rows: this.#linksFor(query).slice(offset, offset + limit) }),
    'links.count': (query) => {
      const total = this.#linksFor(query).length;
      return ok({ total, counts: { all: total, waiting: 0, attention: 0, useOnce: 0, sold: 0 } });
    },
    'links.ids': (query) => ok({ ids: this.#linksFor(query).map(({ id }) => id) }),
    'links.gone': ({ ids, ...query }) => {
      const listed = new Set(this.#linksFor(query).map(({ id }) => id));
      return ok({ ids: ids.filter((id) => !listed.has(id)) });
    },
    'links.create': () => ok({ id: 'link-new' }),
    'links.copyCheckoutLink': ({ id }) => ok({ url: this.links.find((one) => one.id === id)?.checkoutUrl ?? '' }),
    'share.before': ({ ids }) =>
      ok({ withAddress: ids.length, withoutAddress: 0, leaving: 0, soldOnce: 0, first: null }),
    'share.many': ({ ids }) => ok({ done: ids.length, file: null, withoutAddress: 0, clashing: 0 }),
    'links.delete': ({ ids }) => {
      this.setLinks(this.links.filter(({ id }) => !ids.includes(id)));
      return ok({ deletion: 'deletion', deleted: ids.length, left: 0 });
    },
    'links.keep': () => ok({ uncertain: null, newStays: false }),
    'sync.get': () => ok(null),
    // The palette asks for the inbox, and offers its commands only if there is one.
    'inbox.get': () => refuse('not-found', 'There is no inbox.'),
  };
}
