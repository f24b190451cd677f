// Exports payment links as CSV, in batches.
import { setImmediate } from 'node:timers/promises';
import { type Currency, centsToNumber } from '../../shared/money.ts';
import { texts } from '../../shared/texts/main.ts';
import type { LinkRecord } from '../catalog/records.ts';
import { BYTE_ORDER_MARK, type CsvCell, csvRows } from '../csv/csv.ts';
import type { StoreContext } from '../store-context.ts';
import { linkView } from './links.ts';

const t = texts.linkWork.export;

/** Currencies and metadata keys in the order of their first use. */
interface Columns {
  readonly currencies: readonly { readonly id: number; readonly name: string }[];
  readonly keys: readonly string[];
  readonly hasNotes: boolean;
}

/** Links in batches. They are read twice, so that a million links are never in memory together. */
export type LinkParts = () => AsyncIterable<readonly LinkRecord[]> | Iterable<readonly LinkRecord[]>;

/** Yields to the event loop between parts. */
export async function* linksAsCsv(store: StoreContext, links: LinkParts): AsyncGenerator<string> {
  const columns = await columnsOf(links, store.deps.settings().currencies);
  yield BYTE_ORDER_MARK + csvRows([header(columns)]);
  for await (const part of links()) {
    yield csvRows(part.map((link) => rowOf(store, link, columns)));
    await setImmediate();
  }
}

async function columnsOf(links: LinkParts, named: readonly Currency[]): Promise<Columns> {
  const ids = new Set<number>();
  const keys = new Set<string>();
  let hasNotes = false;
  for await (const part of links()) {
    for (const { prices, metadata, note } of part) {
      hasNotes ||= note !== undefined;
      for (const { currencyId } of prices) ids.add(currencyId);
      for (const { key } of metadata) keys.add(key);
    }
    await setImmediate();
  }
  const nameOf = (id: number) => named.find((currency) => currency.id === id)?.name ?? `currency ${id}`;
  const all = [...ids];
  return {
    currencies: all.map((id) => {
      const isTwice = all.some((other) => other !== id && nameOf(other) === nameOf(id));
      return { id, name: isTwice ? `${nameOf(id)} (${id})` : nameOf(id) };
    }),
    keys: [...keys],
    hasNotes,
  };
}

const header = ({ currencies, keys, hasNotes }: Columns): CsvCell[] => [
  ...['Product', 'Product id', 'State', 'Checkout URL', 'uuid', 'Created', 'Single use'],
  ...currencies.flatMap(({ name }) => [`Price ${name}`, `Discounted price ${name}`]),
  ...keys.map((key) => `metadata: ${key}`),
  ...(hasNotes ? ['Private note'] : []),
];

function rowOf(store: StoreContext, link: LinkRecord, { currencies, keys, hasNotes }: Columns): CsvCell[] {
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
  cells.push(...keys.map((key) => metadata.get(key) ?? ''));
  if (hasNotes) cells.push(view.note);
  return cells;
}
