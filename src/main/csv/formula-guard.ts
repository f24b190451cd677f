// Apostrophes that prevent spreadsheets from running text as a formula: added when CSV is written, removed when it is read.
//
// A spreadsheet may split a line at another separator and ignore quotation marks, so a sign is guarded at the start of a cell
// and after every separator inside it.

/** Signs that begin a formula; the full-width ones in Japanese spreadsheets. */
const SIGN = '[=+\\-@＝＋－＠]';
/** Characters that may precede a formula: blanks, invisible characters, quotation marks. */
const BLANK = '\\s\\p{Cc}\\p{Cf}"';

/** A text that begins like a formula, with a control character, which spreadsheets drop, or like a number written as text. */
const AT_START = new RegExp(`^'*(?:[${BLANK}]*${SIGN}|\\p{Cc})|^'+\\d`, 'u');
/** Blanks and separators up to a sign. The lookbehind matches a whole run, so that a long one is scanned only once. */
const INSIDE = new RegExp(`(?<![${BLANK},;|])([${BLANK},;|]+)('*)(${SIGN})(?=( ?))`, 'gu');

/** A minus between two spaces is a dash: if the line is split at spaces, it gets a cell of its own. */
const splitsHere = (run: string, after: string): boolean =>
  /[,;|\p{Cc}]/u.test(run) || (/\s/.test(run) && after === '');

/** Changes the apostrophes before each sign at which a spreadsheet may begin a cell. */
const quoteInside = (text: string, quote: (quotes: string) => string): string =>
  text.replace(INSIDE, (whole, run: string, quotes: string, sign: string, after: string) =>
    splitsHere(run, after) ? `${run}${quote(quotes)}${sign}` : whole,
  );
const guardInside = (text: string): string => quoteInside(text, (quotes) => `'${quotes}`);

const needsGuard = (text: string): boolean => AT_START.test(text) || guardInside(text) !== text;

/** A text guarded inside also gets an apostrophe at its start, because only such texts are unguarded. */
export const withGuard = (text: string): string => (needsGuard(text) ? `'${guardInside(text)}` : text);

/** A guard at the start only, as other programs write it. */
const GUARDED_START = /^\s*'(?=[=+\-@\t\r\n＝＋－＠])/;

/** The original text; a cell without a guard is not changed. */
export function withoutGuard(cell: string): string {
  if (!cell.trimStart().startsWith("'")) return cell;
  const text = quoteInside(cell.slice(1), (quotes) => quotes.slice(1));
  if (withGuard(text) === cell) return text;
  return needsGuard(cell) ? cell.replace(GUARDED_START, '') : cell;
}

export const isGuarded = (cell: string): boolean => withoutGuard(cell) !== cell;
