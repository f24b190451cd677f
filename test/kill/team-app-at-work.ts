// A computer of a team in the process that gets killed.

import { setTimeout as pause } from 'node:timers/promises';
import { isUnsentLink, isUnsentProduct, type LinkRecord, type ProductRecord } from '../../src/main/catalog/records.ts';
import { createLink, setLinkNote } from '../../src/main/links/links.ts';
import { createProduct } from '../../src/main/products/products.ts';
import type { OpenStore } from '../../src/main/stores/open-store.ts';
import { OutboxConflict } from '../../src/main/sync/outbox/deps.ts';
import { discard, undo } from '../../src/main/sync/sync.ts';
import { ok } from '../../src/shared/problem.ts';
import { createApp, openShownStore } from '../support/app-without-window.ts';
import { activeLinks, activeProducts, allLinks, allProducts } from '../support/catalog-rows.ts';
import { discardingInbox } from '../support/inbox.ts';
import { SELLER } from '../support/recording-service.ts';
import { type Chance, createChance } from './chance.ts';

export type ToTeamApp =
  | { readonly kind: 'join'; readonly invite: string }
  | { readonly kind: 'work'; readonly changes: number; readonly seed: number }
  /** Waits until nothing moves, then reports what is there. */
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

/** `skew`: by how many ms its clock is wrong. */
export async function run(folder: string, serviceAddress: string, name: string, skew: number): Promise<void> {
  const core = createApp(folder, { newDevice: () => name, now: () => Date.now() + skew });
  await core.start();
  await core.team.start(discardingInbox());
  const store = await openShownStore(core, serviceAddress, SELLER);
  const workOffline = (on: boolean) => core.manager.setWorkOffline(store.id, on);
  // It may have been killed while it worked offline.
  await workOffline(false);

  const obey = async (order: ToTeamApp): Promise<void> => {
    switch (order.kind) {
      case 'join': {
        const joined =
          core.team.view().state === 'none' ? await core.team.join(order.invite, async () => true) : ok(undefined);
        if (!joined.ok) throw new Error(joined.problem.message);
        return void say({ kind: 'ready' });
      }
      case 'work':
        return work({ store, name, workOffline }, order.changes, createChance(order.seed));
      case 'state':
        await settled(store);
        return void say(stateOf(store, name));
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

interface AtWork {
  readonly store: OpenStore;
  readonly name: string;
  readonly workOffline: (on: boolean) => Promise<unknown>;
}

async function work(at: AtWork, changes: number, chance: Chance): Promise<void> {
  const { store, name } = at;
  for (let change = 0; change < changes; change += 1) {
    await pause(chance.between(0, LONGEST_PAUSE_MS));
    const [products, links] = [activeProducts(store), activeLinks(store)];
    const product = chance.pick(products);
    const link = chance.pick(links);
    const kind = chance.between(0, 10);
    if (!product || (kind === 0 && products.length < PRODUCTS)) {
      const fields = { buttonTitle: 'Buy', productTitle: `of ${name}`, productDescription: 'x' };
      await createProduct(store, fields);
    } else if (kind < 6 || !link) await create(at, product.id);
    else if (kind < 8) setLinkNote(store, link.id, `${name} ${chance.between(0, 1_000)}`);
    else if (kind < 10) await remove(store, link.id);
    else await changeItsMind(at, product.id, chance);
  }
}

/** Resolves to its id. */
async function create({ store, name }: AtWork, productId: string): Promise<string | null> {
  const order = `${name} ${store.deps.stamper.id()}`;
  const metadata = [{ key: 'order', value: order }];
  const created = await createLink(store, productId, { prices: PRICES, useOnce: false, metadata });
  if (!created.ok) return null;
  say({ kind: 'accepted', order });
  return created.value.id;
}

/** Resolves to what can be undone. */
async function remove(store: OpenStore, id: string): Promise<readonly string[]> {
  try {
    const creation = store.outbox.of(id)[0];
    const discarded = creation && (await discard(store, creation.id, true));
    return discarded?.ok ? discarded.value.undo : [];
  } catch (error) {
    // It was sent in this very moment.
    if (error instanceof OutboxConflict) return [];
    throw error;
  }
}

/** Creates a link, takes it back before it is sent, and undoes that. The other computers may see each step. */
async function changeItsMind(at: AtWork, productId: string, chance: Chance): Promise<void> {
  const { store, workOffline } = at;
  await workOffline(true);
  const id = await create(at, productId);
  await pause(chance.between(0, LONGEST_PAUSE_MS));
  const withdrawn = id === null ? [] : await remove(store, id);
  await pause(chance.between(0, LONGEST_PAUSE_MS));
  if (withdrawn.length > 0) await store.runExclusive(() => undo(store, withdrawn));
  await workOffline(false);
}

/** Doubts stay: nothing here decides about them. */
async function settled(store: OpenStore): Promise<void> {
  const moves = () =>
    store.outbox.unsettled().some(({ state }) => ['ready', 'retrying', 'sending'].includes(state)) ||
    store.catalog.sharing.count > 0 ||
    store.catalog.sharing.twins().length > 0;
  while (moves()) await pause(20);
}

function stateOf(store: OpenStore, name: string): FromTeamApp {
  const products = allProducts(store).map((product) => withCreator(name, product, isUnsentProduct(product)));
  const links = allLinks(store).map((link) => withCreator(name, link, isUnsentLink(link)));
  const orders = allLinks(store).map(({ metadata }) => metadata[0]?.value ?? '');
  return { kind: 'state', records: [...products, ...links].sort(), orders };
}

/** Who creates a record is not stored on its own computer. */
const withCreator = (name: string, record: ProductRecord | LinkRecord, isUnsent: boolean): string =>
  inOrder(isUnsent ? { ...record, createdOn: record.createdOn ?? { device: name } } : record);

const inOrder = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
