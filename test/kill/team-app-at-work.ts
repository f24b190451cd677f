// A computer of a team in the process that gets killed.
import { setTimeout as pause } from 'node:timers/promises';
import { createLink, deleteLink, setLinkNote } from '../../src/main/links/links.ts';
import { createProduct } from '../../src/main/products/products.ts';
import type { StoreSession } from '../../src/main/stores/store-session.ts';
import { OutboxConflict } from '../../src/main/sync/outbox/deps.ts';
import { ok } from '../../src/shared/problem.ts';
import { createApp, openShownStore } from '../support/app-without-window.ts';
import { activeLinks, activeProducts, allLinks, allProducts } from '../support/catalog-rows.ts';
import { discardingInbox } from '../support/inbox.ts';
import { SELLER } from '../support/recording-service.ts';
import { type Chance, createChance } from './chance.ts';

export type ToTeamApp =
  | { readonly kind: 'join'; readonly invite: string }
  | { readonly kind: 'work'; readonly changes: number; readonly seed: number }
  /** Wait until nothing moves any more, then say what is there. */
  | { readonly kind: 'state' }
  | { readonly kind: 'close' };

export type FromTeamApp =
  | { readonly kind: 'ready' }
  /** The order number of a link. */
  | { readonly kind: 'accepted'; readonly order: string }
  | { readonly kind: 'state'; readonly records: readonly string[]; readonly orders: readonly string[] }
  | { readonly kind: 'failed'; readonly message: string };

const PRICES = [{ currencyId: 2, priceCents: 1_000, discountCents: null }];
const PRODUCTS = 6;
const LONGEST_PAUSE_MS = 12;

const say = (message: FromTeamApp) => process.send?.(message);

export async function run(folder: string, serviceAddress: string, name: string): Promise<void> {
  const core = createApp(folder, { newDevice: () => name });
  await core.start();
  await core.team.start(discardingInbox());
  const store = await openShownStore(core, serviceAddress, SELLER);

  const obey = async (order: ToTeamApp): Promise<void> => {
    switch (order.kind) {
      case 'join': {
        const joined = core.team.view().state === 'none' ? await core.team.join(order.invite) : ok(undefined);
        if (!joined.ok) throw new Error(joined.problem.message);
        return void say({ kind: 'ready' });
      }
      case 'work':
        return work(store, name, order.changes, createChance(order.seed));
      case 'state':
        await settled(store);
        return void say(stateOf(store));
      case 'close':
        await core.team.close();
        await core.close();
        process.disconnect();
    }
  };
  let last = Promise.resolve();
  process.on('message', (order: ToTeamApp) => {
    last = last
      .then(() => obey(order))
      .catch((error: Error) => void say({ kind: 'failed', message: `${error.stack}` }));
  });
}

async function work(store: StoreSession, name: string, changes: number, chance: Chance): Promise<void> {
  for (let change = 0; change < changes; change += 1) {
    await pause(chance.between(0, LONGEST_PAUSE_MS));
    const [products, links] = [activeProducts(store), activeLinks(store)];
    const product = chance.pick(products);
    const link = chance.pick(links);
    const kind = chance.between(0, 9);
    if (!product || (kind === 0 && products.length < PRODUCTS)) {
      const fields = { buttonTitle: 'Buy', productTitle: `of ${name}`, productDescription: 'x' };
      await createProduct(store, fields);
    } else if (kind < 6 || !link) {
      const order = `${name} ${store.deps.stamper.id()}`;
      const metadata = [{ key: 'order', value: order }];
      const created = await createLink(store, product.id, { prices: PRICES, useOnce: false, metadata });
      if (created.ok) say({ kind: 'accepted', order });
    } else if (kind < 9) setLinkNote(store, link.id, `${name} ${chance.between(0, 1_000)}`);
    else {
      await store
        .runExclusive(() => deleteLink(store, link.id))
        .catch((error: unknown) => {
          // It was sent in this very moment.
          if (!(error instanceof OutboxConflict)) throw error;
        });
    }
  }
}

/** Doubts stay: nothing here decides about them. */
async function settled(store: StoreSession): Promise<void> {
  const moves = () =>
    store.outbox.unsettled().some(({ state }) => ['ready', 'retrying', 'sending'].includes(state)) ||
    store.catalog.sharing.count > 0 ||
    store.catalog.sharing.twins().length > 0;
  while (moves()) await pause(20);
}

function stateOf(store: StoreSession): FromTeamApp {
  // Who creates a record is not known on its own computer.
  const rows = [...allProducts(store), ...allLinks(store)].map(({ createdOn: _, ...row }) => inOrder(row));
  const orders = allLinks(store).map(({ metadata }) => metadata[0]?.value ?? '');
  return { kind: 'state', records: rows.sort(), orders };
}

const inOrder = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
