// Exports payment links as CSV, in batches.
import { setImmediate } from 'node:timers/promises';
import { type Currency, centsToNumber } from '../../shared/money.ts';
import { texts } from '../../shared/texts/main.ts';
import type { LinkRecord } from '../catalog/records.ts';
import { BYTE_ORDER_MARK, type CsvCell, csvRows } from '../csv/csv.ts';
import type { StoreContext } from '../store-context.ts';
import { linkView } from './links.ts';

const t = texts.linkWork.export;
/** Further keys share one column, or links with unique keys would make the table as wide as it is long. */
export const MOST_METADATA_COLUMNS = 200;

/** Currencies and metadata keys in the order of their first use. */
interface Columns {
  readonly currencies: readonly { readonly id: number; readonly name: string }[];
  readonly keys: readonly string[];
  /** Whether some keys share a column. */
  readonly hasOthers: boolean;
  readonly hasNotes: boolean;
}

/** Links in batches; read twice, so that a million of them are never in memory together. */
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
  const uses = new Map<string, number>();
  let hasNotes = false;
  for await (const part of links()) {
    for (const { prices, metadata, note } of part) {
      hasNotes ||= note !== undefined;
      for (const { currencyId } of prices) ids.add(currencyId);
      for (const { key } of metadata) uses.set(key, (uses.get(key) ?? 0) + 1);
    }
    await setImmediate();
  }
  const nameOf = (id: number) => named.find((currency) => currency.id === id)?.name ?? `currency ${id}`;
  const all = [...ids];
  const hasOthers = uses.size > MOST_METADATA_COLUMNS;
  const byUse = hasOthers ? [...uses].sort(([, a], [, b]) => b - a) : [...uses];
  return {
    currencies: all.map((id) => {
      const isTwice = all.some((other) => other !== id && nameOf(other) === nameOf(id));
      return { id, name: isTwice ? `${nameOf(id)} (${id})` : nameOf(id) };
    }),
    keys: byUse.slice(0, MOST_METADATA_COLUMNS).map(([key]) => key),
    hasOthers,
    hasNotes,
  };
}

const header = ({ currencies, keys, hasOthers, hasNotes }: Columns): CsvCell[] => [
  ...['Product', 'Product id', 'State', 'Checkout URL', 'uuid', 'Created', 'Single use'],
  ...currencies.flatMap(({ name }) => [`Price ${name}`, `Discounted price ${name}`]),
  ...keys.map((key) => `metadata: ${key}`),
  ...(hasOthers ? ['Other metadata'] : []),
  ...(hasNotes ? ['Private note'] : []),
];

function rowOf(store: StoreContext, link: LinkRecord, { currencies, keys, hasOthers, hasNotes }: Columns): CsvCell[] {
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
  for (const key of keys) {
    cells.push(metadata.get(key) ?? '');
    metadata.delete(key);
  }
  if (hasOthers) cells.push(metadata.size > 0 ? JSON.stringify(Object.fromEntries(metadata)) : '');
  if (hasNotes) cells.push(view.note);
  return cells;
}
