// Reads the text of a cell without what other programs put around it, and whether it means yes, no, or a total of the table.
import type { ColumnRole } from '../../../shared/link-import.ts';
import { cutInMiddle, withoutInvisible } from '../../../shared/text.ts';
import { withoutGuard } from '../../csv/formula-guard.ts';
import { foldedName } from './column-names.ts';

export interface Cell {
  readonly at: number;
  readonly role: ColumnRole;
  readonly text: string;
}

/** Adds an error to a column; `at`: null for the whole row. `asksForSign`: knowing the decimal sign would solve it. */
export type Complain = (at: number | null, message: string, asksForSign?: true) => void;

/** ="00123", as exporters write a number that spreadsheets must not change. */
const AS_FORMULA = /^="((?:[^"]|"")*)"$/;
/** '00123, as spreadsheets write such a number. */
const AS_TEXT = /^'(?=\d[\d\s.,/-]*$)/;

/**
 * Returns a cell without the guards and invisible characters that programs add. A text that this app guarded comes back
 * unchanged.
 */
export function cellText(cell: string): string {
  const text = withoutGuard(cell);
  if (text !== cell) return withoutInvisible(text).trim();
  const visible = withoutInvisible(cell).trim();
  const [, quoted] = AS_FORMULA.exec(visible) ?? [];
  return quoted === undefined ? visible.replace(AS_TEXT, '') : quoted.replaceAll('""', '"').trim();
}

const YES = /^(?:y(?:es)?|true|1|x|✓|ja|wahr|oui|vrai|si|verdadero|sim|verdadeiro|はい)$/;
const NO = /^(?:no?|false|0|nein|falsch|non|faux|falso|nao|いいえ|)$/;

/** In the languages of the app; null if the cell says neither. */
export function yesOrNo(cell: string): boolean | null {
  const text = foldedName(cell);
  if (YES.test(text)) return true;
  return NO.test(text) ? false : null;
}

const TOTAL =
  /^(?:(?:grand |sub ?|net )?totals?|sum|(?:gesamt|zwischen|end)?summe|gesamt(?:betrag)?|insgesamt|(?:sous )?totaux|(?:sous )?total(?: general| geral)?|somme|suma(?: total)?|soma|総?合計|総計|小計)\s*[:：]?(?: (?:\d+|for|of|fur|im|pour|du|des?|d[ao]|para|por) .*)?$/;

/** Whether a cell says that its row is a total, in the languages of the app. */
export const saysTotal = (text: string): boolean => text.length < 40 && TOTAL.test(foldedName(text));

const TOTAL_WORD = /\btotal|gesamt|summe|ergebnis|somme|suma|soma|[合総小]計/;

/** Whether a cell may say that its row is a total, as in "North total"; only the amounts of the rows above it can tell. */
export const namesTotal = (text: string): boolean => text.length < 40 && TOTAL_WORD.test(foldedName(text));

/** Characters of a cell. An unclosed quotation mark may turn a whole file into one cell. */
const SHOWN = 500;

/** The cells of a row that did not become a link. `price` joins the price, the discounted price and the currency. */
export function cellsAsRead(cells: readonly string[], roles: readonly ColumnRole[]) {
  const filled = roles.flatMap((role, index) => {
    const text = cutInMiddle(cells[index]?.trim() ?? '', SHOWN);
    return text === '' ? [] : [{ role, text }];
  });
  const textsOf = (...kinds: ColumnRole['kind'][]) =>
    filled.flatMap(({ role, text }) => (kinds.includes(role.kind) ? text : []));
  const metadata = filled.flatMap(({ role, text }) => (role.kind === 'metadata' ? { key: role.key, value: text } : []));
  return {
    product: textsOf('product', 'productId')[0] ?? '',
    price: textsOf('price', 'discount', 'currency').join(' · '),
    metadata,
  };
}
