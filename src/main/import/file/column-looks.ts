// Finds unused columns that look like money, so that none is skipped silently.
import { currenciesCalled } from '../../../shared/amount.ts';
import type { ColumnRole, MoneyLook } from '../../../shared/link-import.ts';
import type { Currency } from '../../../shared/money.ts';
import { texts } from '../../../shared/texts/main.ts';
import { withoutGuard } from '../../csv/formula-guard.ts';
import { Turns } from '../../turns.ts';
import { type ColumnLook, guessRole, isOwnColumn, plainName } from './columns.ts';
import type { TableRow } from './table.ts';

const words = texts.linkTable.columns;

/** How many cells of a column are looked at, empty ones aside, and how many of them have to look alike. */
const CELLS_LOOKED_AT = 200;
const MOST = 0.8;

const NAMES: Readonly<Record<MoneyLook, ReadonlySet<string>>> = {
  currency: new Set(['currency', 'cur', 'curr', 'ccy', 'währung', 'devise', 'moneda', 'valuta']),
  discount: new Set([
    'discount',
    'discounted',
    'rebate',
    'rabatt',
    'rabattpreis',
    'aktionspreis',
    'remise',
    'descuento',
  ]),
  price: new Set(
    ['price', 'prices', 'amount', 'cost', 'total', 'preis', 'betrag', 'summe', 'prix', 'montant', 'precio'].concat(
      'importe',
    ),
  ),
};
const LOOKS = ['currency', 'discount', 'price'] as const satisfies readonly MoneyLook[];

const CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));
/** "12.50" and "1.000,00", and no whole number, which may count or number anything. */
const WITH_CENTS = /^[-+]?\d+(?:[.,\s'’]\d{3})*[.,]\d{2}$/u;
const SIGNED = /^(?<before>[^\d.,+-]*)[-+]?\d[\d.,\s'’]*(?<after>[^\d.,]*)$/u;
const PERCENTAGE = /^[-+]?\d[\d.,]*\s*%$/;

/** Looks at the first cells of each column; others get their turn meanwhile. */
export async function looksOf(
  columns: readonly string[],
  rows: readonly TableRow[],
  currencies: readonly Currency[],
): Promise<ColumnLook[]> {
  const samples = columns.map((): string[] => []);
  const turns = new Turns();
  for (const { cells } of rows) {
    for (const [at, sample] of samples.entries()) {
      const cell = sample.length < CELLS_LOOKED_AT ? withoutGuard(cells[at] ?? '').trim() : '';
      if (cell !== '') sample.push(cell);
    }
    if (samples.every(({ length }) => length === CELLS_LOOKED_AT)) break;
    if (turns.isOver) await turns.next();
  }
  return columns.map((name, at) => {
    const sample = samples[at] ?? [];
    if (sample.length === 0 || isOwnColumn(name)) return { name: null, values: null };
    return { name: lookOfName(name), values: lookOfValues(sample, currencies) };
  });
}

function lookOfName(name: string): MoneyLook | null {
  const parts = plainName(name).split(' ');
  return LOOKS.find((look) => parts.some((part) => NAMES[look].has(part))) ?? null;
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

/** A currency of the store, or a code or sign of any. The ids of currencies are numbers like others. */
function isCurrency(text: string, currencies: readonly Currency[]): boolean {
  if (text === '' || /\d/.test(text)) return false;
  return CODES.has(text) || /^\p{Sc}$/u.test(text) || currenciesCalled(text, currencies).length > 0;
}

/** Whether a column is not used without the seller having said so. */
export const isUndecided = (role: ColumnRole | undefined): boolean => role?.kind === 'ignore' && role.leftOut !== true;

/** Asks about each column that looks like money, is not used, and was not left out by the seller; in words. */
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
    return unknown === undefined ? words.unusedMoney[look](column) : words.inUnknownCurrency(column, unknown);
  });

/** What its name says comes first: "Rebate" with amounts in it is a discount. */
export const lookOf = (look: ColumnLook | undefined): MoneyLook | null => look?.name ?? look?.values ?? null;
