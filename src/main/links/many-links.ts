// Exports payment links as CSV.
import { setImmediate } from 'node:timers/promises';
import { type Currency, centsToNumber } from '../../shared/money.ts';
import type { Result } from '../../shared/problem.ts';
import { texts } from '../../shared/texts/main.ts';
import type { LinkQuery } from '../catalog/link-query.ts';
import type { LinkRecord } from '../catalog/records.ts';
import type { CsvCell } from '../csv/csv.ts';
import { saveTable, type Table } from '../csv/save-file.ts';
import type { AskWhereToSave } from '../platform.ts';
import type { StoreContext } from '../store-context.ts';
import { linkView } from './links.ts';

const t = texts.linkWork.export;

export async function exportLinks(
  store: StoreContext,
  query: LinkQuery,
  ids: readonly string[] | null,
  askWhereToSave: AskWhereToSave,
): Promise<Result<{ file: string; rows: number } | null>> {
  const { links: all } = store.catalog;
  const links = () => (ids ? all.chosen(ids, query.order) : all.list.each(query));
  const file = { title: ids ? t.selected : t.all, name: datedName(store, 'payment-links') };
  return saveTable(file, linkTable(store, links), askWhereToSave);
}

export const datedName = ({ deps }: StoreContext, name: string): string =>
  `${name}-${new Date(deps.now()).toISOString().slice(0, 10)}.csv`;

/** Links in batches. They are read twice, so that a million links are never in memory together. */
type LinkParts = () => AsyncIterable<readonly LinkRecord[]>;

export async function* linkTable(store: StoreContext, links: LinkParts): Table {
  const columns = await columnsOf(links, store.deps.settings().currencies);
  yield [header(columns)];
  for await (const part of links()) yield part.map((link) => rowOf(store, link, columns));
}

type Columns = Awaited<ReturnType<typeof columnsOf>>;

/** Currencies and metadata keys in the order of their first use. */
async function columnsOf(links: LinkParts, named: readonly Currency[]) {
  const ids = new Set<number>();
  const keys = new Set<string>();
  for await (const part of links()) {
    for (const { prices, metadata } of part) {
      for (const { currencyId } of prices) ids.add(currencyId);
      for (const { key } of metadata) keys.add(key);
    }
    await setImmediate();
  }
  const nameOf = (id: number) => named.find((currency) => currency.id === id)?.name ?? `currency ${id}`;
  return { currencies: [...ids].map((id) => ({ id, name: nameOf(id) })), keys: [...keys] };
}

const header = ({ currencies, keys }: Columns): CsvCell[] => [
  ...['Product', 'Product id', 'State', 'Checkout URL', 'uuid', 'Created', 'Single use'],
  ...currencies.flatMap(({ name }) => [`Price ${name}`, `Discounted price ${name}`]),
  ...keys.map((key) => `metadata: ${key}`),
  'Private note',
];

function rowOf(store: StoreContext, link: LinkRecord, { currencies, keys }: Columns): CsvCell[] {
  const view = linkView(store, link);
  const state = texts.states.sync[view.sync];
  const leavesAs = view.replacedBy === null ? t.toBeDeleted : t.beingReplaced;
  const prices = new Map(view.prices.map((price) => [price.currencyId, price]));
  const metadata = new Map(view.metadata.map(({ key, value }) => [key, value]));
  const cells: CsvCell[] = [
    view.productTitle,
    store.catalog.products.get(link.productId)?.serverId ?? '',
    view.deletion ? leavesAs({ state }) : state,
    view.checkoutUrl ?? '',
    view.uuid ?? '',
    new Date(view.createdAt).toISOString(),
    view.useOnce ? 'yes' : 'no',
  ];
  for (const { id } of currencies) {
    const { priceCents = null, discountCents = null } = prices.get(id) ?? {};
    cells.push(...[priceCents, discountCents].map((cents) => (cents === null ? '' : centsToNumber(cents))));
  }
  cells.push(...keys.map((key) => metadata.get(key) ?? ''), view.note);
  return cells;
}
