// Reads a source as a sheet: stores its rows in the catalog, and guesses the roles of its columns.
import { setImmediate } from 'node:timers/promises';
import {
  type ColumnRole,
  ENCODING_NAMES,
  type ImportChange,
  type ImportDraftView,
  namesProduct,
} from '../../shared/link-import.ts';
import { USD_CURRENCY_ID } from '../../shared/money.ts';
import { cutInMiddle } from '../../shared/text.ts';
import { texts } from '../../shared/texts/main.ts';
import { listProducts } from '../products/products.ts';
import type { StoreContext } from '../store-context.ts';
import { columnNames, findHeader, guessRoles, lastChoices, samplesOf } from './file/columns.ts';
import { openTable } from './file/open-table.ts';
import type { SourceToRead, TableFacts } from './file/table.js';

const t = texts.linkTable.notes;
/** Characters shown of a line that may be the header. */
const HEAD_LENGTH = 60;

export interface Sheet extends Pick<ImportDraftView, 'choices' | 'head' | 'columns' | 'notes' | 'counts'> {
  /** The names of the columns. */
  readonly header: readonly string[];
  /** Remarks of the check that concern all rows. */
  readonly rowNotes: readonly string[];
  /** The decimal sign was chosen or found. Corrected cells then do not change how other rows are read. */
  readonly isDecimalKnown: boolean;
}

/**
 * Replaces the rows of an import by those of a source, and guesses what the seller has not chosen. If it cannot be read,
 * returns why, and keeps the rows.
 */
export function readSheet(
  store: StoreContext,
  importId: string,
  source: SourceToRead,
  { encoding, delimiter, headerLine }: ImportChange = {},
): Promise<Sheet | string> {
  const { imports } = store.catalog;
  const { currencies } = store.deps.settings();
  return openTable({ ...source, encoding, delimiter }, async ({ facts, head, rows }) => {
    const line = headerLine === undefined ? head[findHeader(head, currencies) ?? -1]?.line : headerLine;
    const row = head.findIndex((one) => one.line === line);
    while (imports.removeRows(importId)) await setImmediate();
    let next = 0;
    for await (const part of rows(row + 1)) {
      await store.catalog.writeInBatches(part, (cells) => imports.addRow(importId, next++, cells), false);
      await store.catalog.nextTurn();
    }
    await store.catalog.flush();
    const header = columnNames(head[row]?.cells ?? null, head);
    const firstRows = head.slice(row + 1).map(({ cells }) => cells);
    const columns = header.map((name, index) => ({ name, samples: samplesOf(index, firstRows) }));
    const last = lastChoices(header, imports.all());
    const roles =
      last?.roles ?? guessRoles(columns, currencies, (text) => store.catalog.products.titled(text).length > 0);
    const currencyId = currencies.find(({ id }) => id === last?.currencyId)?.id ?? USD_CURRENCY_ID;
    return {
      choices: {
        encoding: facts.encoding,
        delimiter: facts.delimiter,
        headerLine: head[row]?.line ?? null,
        decimal: last?.decimal ?? null,
        roles,
        productId: await productFor(store, roles, last?.productId ?? null),
        currencyId,
      },
      header,
      columns,
      head: head.map(({ line, cells }) => ({ line, text: cutInMiddle(cells.join(' · '), HEAD_LENGTH) })),
      notes: [...notesOn(facts, header), ...(last ? [texts.linkImport.draft.asLastTime] : [])],
      rowNotes: [],
      counts: await imports.rowCounts(importId),
      isDecimalKnown: false,
    };
  });
}

const notesOn = ({ encoding, isGuess, unreadable, damaged }: TableFacts, header: readonly string[]): string[] => [
  ...(isGuess ? [t.notUtf8({ encoding: ENCODING_NAMES[encoding] })] : []),
  ...(unreadable > 0 ? [t.unreadable({ rows: unreadable })] : []),
  ...damaged.flatMap(({ at, cells }) => {
    const column = header[at];
    return column === undefined ? [] : t.damaged({ column, cells });
  }),
];

/** The product of rows that name none: as last time, else that of the newest link, else the only one. */
async function productFor(store: StoreContext, roles: ColumnRole[], lastId: string | null): Promise<string | null> {
  const { products, links } = store.catalog;
  if (lastId !== null && products.active(lastId)) return lastId;
  // If a column names products, a row with an empty cell must not get the usual one.
  if (roles.some(namesProduct)) return null;
  const newest = links.get(links.newestId() ?? '')?.productId;
  if (newest !== undefined && products.active(newest)) return newest;
  const { rows } = await listProducts(store, { offset: 0, limit: 2, search: '', isHidden: false });
  return (rows.length === 1 && rows[0]?.id) || null;
}
