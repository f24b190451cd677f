// Finds unused columns that look like money, or like how many were bought, so that none is skipped silently.
import { currenciesCalled } from '../../../shared/amount.ts';
import { codesNamed } from '../../../shared/currency-names.ts';
import type { ColumnRole, MoneyLook } from '../../../shared/link-import.ts';
import type { Currency } from '../../../shared/money.ts';
import { texts } from '../../../shared/texts/main.ts';
import { withoutGuard } from '../../csv/formula-guard.ts';
import { Turns } from '../../turns.ts';
import { isQuantityName, isTaxName, lookOfName } from './column-names.ts';
import { type ColumnLook, guessRole, isOwnColumn } from './columns.ts';
import type { TableRow } from './table.ts';

const t = texts.linkTable.columns;

/** How many non-empty cells of a column are examined, and how many of them must look alike. */
const CELLS_LOOKED_AT = 200;
const MOST = 0.8;
/** Each of them is looked up in the catalog. */
const TITLES_LOOKED_UP = 20;

const LOOKS = ['currency', 'discount', 'price'] as const satisfies readonly MoneyLook[];

const CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));
/** "12.50" and "1.000,00", but no whole number, which may be a quantity or an id. */
const WITH_CENTS = /^[-+]?\d+(?:[.,\s'’]\d{3})*[.,]\d{2}$/u;
const SIGNED = /^(?<before>[^\d.,+-]*)[-+]?\d[\d.,\s'’]*(?<after>[^\d.,]*)$/u;
const ONE = /^[+]?0*1(?:[.,]0{1,2})?$/;
const PERCENTAGE = /^[-+]?\d[\d.,]*\s*%$/;

/** The first cells of each column that are not empty, `most` at most, without blocking the thread. */
export async function firstCells(
  columns: readonly string[],
  rows: readonly Pick<TableRow, 'cells'>[],
  most: number,
): Promise<string[][]> {
  const found = columns.map((): string[] => []);
  const turns = new Turns();
  for (const { cells } of rows) {
    for (const [at, ofColumn] of found.entries()) {
      const cell = ofColumn.length < most ? withoutGuard(cells[at] ?? '').trim() : '';
      if (cell !== '') ofColumn.push(cell);
    }
    if (found.every(({ length }) => length === most)) break;
    if (turns.isOver) await turns.next();
  }
  return found;
}

/** Examines the first cells of each column without blocking the thread. `isTitle`: whether a product has this title. */
export async function looksOf(
  columns: readonly string[],
  rows: readonly TableRow[],
  currencies: readonly Currency[],
  isTitle: (text: string) => boolean = () => false,
): Promise<ColumnLook[]> {
  const samples = await firstCells(columns, rows, CELLS_LOOKED_AT);
  const quantities = await columnsOfQuantities(columns, rows);
  return columns.map((name, at) => {
    const sample = samples[at] ?? [];
    if (sample.length === 0 || isOwnColumn(name)) return { name: null, values: null };
    const some = sample.slice(0, TITLES_LOOKED_UP);
    if (some.filter(isTitle).length >= some.length * MOST)
      return { name: lookOfName(name), values: null, hasTitles: true };
    const values = lookOfValues(sample, currencies);
    if (quantities.has(at)) return { name: lookOfName(name) ?? 'quantity', values };
    // "19 %" of a tax is nothing that the link would lack.
    return { name: lookOfName(name), values: values === 'discount' && isTaxName(name) ? null : values };
  });
}

/** The columns that are called after a quantity and have a number other than 1 in any row. */
async function columnsOfQuantities(columns: readonly string[], rows: readonly TableRow[]): Promise<Set<number>> {
  const named = columns.flatMap((name, at) => (isQuantityName(name) ? at : []));
  const found = new Set<number>();
  const turns = new Turns();
  for (const { cells } of rows) {
    for (const at of named) if (isSeveral(cells[at] ?? '')) found.add(at);
    if (found.size === named.length) break;
    if (turns.isOver) await turns.next();
  }
  return found;
}

/** "1,000" may be a thousand. */
function isSeveral(cell: string): boolean {
  const number = cell.normalize('NFKC').replace(/[^\d.,+-]/g, '');
  return /\d/.test(number) && !ONE.test(number);
}

function lookOfValues(cells: readonly string[], currencies: readonly Currency[]): MoneyLook | null {
  const found = cells.map((cell) => lookOfCell(cell, currencies));
  return LOOKS.find((look) => found.filter((one) => one === look).length >= cells.length * MOST) ?? null;
}

function lookOfCell(cell: string, currencies: readonly Currency[]): MoneyLook | null {
  if (isCurrency(cell, currencies)) return 'currency';
  if (PERCENTAGE.test(cell)) return 'discount';
  const { before = '', after = '' } = SIGNED.exec(cell)?.groups ?? {};
  const isSigned = isCurrency(`${before}${after}`.trim(), currencies);
  return isSigned || WITH_CENTS.test(cell) ? 'price' : null;
}

/** A currency of the store, or any currency's code, sign or name. Ids do not count: any number could be one. */
function isCurrency(text: string, currencies: readonly Currency[]): boolean {
  if (text === '' || /\d/.test(text)) return false;
  if (CODES.has(text) || /^\p{Sc}$/u.test(text)) return true;
  return currenciesCalled(text, currencies).length > 0 || codesNamed(text).length > 0;
}

/** Whether a column is unused and the seller has not confirmed that. */
export const isUndecided = (role: ColumnRole | undefined): boolean => role?.kind === 'ignore' && role.leftOut !== true;

/** A question for each unused column that looks like money or a quantity and that the seller has not left out. */
export const unusedMoney = (
  columns: readonly string[],
  roles: readonly ColumnRole[],
  looks: readonly ColumnLook[],
  currencies: readonly Currency[],
): string[] =>
  columns.flatMap((column, at) => {
    const look = lookOf(looks[at]);
    if (look === null || !isUndecided(roles[at])) return [];
    const { unknown } = guessRole(column, currencies);
    return unknown === undefined ? t.unusedMoney[look]({ column }) : t.inUnknownCurrency({ column, currency: unknown });
  });

/** The name wins over the values: "Rebate" with amounts is a discount. But "Geld" with amounts is a price. */
export const lookOf = (look: ColumnLook | undefined): MoneyLook | null =>
  look?.name === 'currency' ? (look.values ?? 'currency') : (look?.name ?? look?.values ?? null);
