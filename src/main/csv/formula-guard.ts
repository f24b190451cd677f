// Quotes that keep spreadsheets from running a text as a formula: added when the app writes CSV, removed when it reads it.
//
// A spreadsheet may split a line at another separator than the one it was written with, and ignore quotation marks. So a
// sign is guarded at the start of a cell and after every separator inside it.

/** Signs that begin a formula; the full-width ones do in spreadsheets set to Japanese. */
const SIGN = '[=+\\-@＝＋－＠]';
/** What may stand between a separator and the formula without stopping it: blanks, invisible characters, quotation marks. */
const BLANK = '\\s\\p{Cc}\\p{Cf}"';

/** A text that begins as a formula, or with a control character, which spreadsheets drop. */
const AT_START = new RegExp(`^'*(?:[${BLANK}]*${SIGN}|\\p{Cc})`, 'u');
/** Blanks and separators up to a sign. The run is taken whole, so that a long one is not scanned again from each of its characters. */
const INSIDE = new RegExp(`(?<![${BLANK},;|])([${BLANK},;|]+)('*)(${SIGN})(?=( ?))`, 'gu');

/** A minus between two spaces is a dash: where a line is split at spaces, it stands alone. */
const splitsHere = (run: string, after: string): boolean =>
  /[,;|\p{Cc}]/u.test(run) || (/\s/.test(run) && after === '');

const guardInside = (text: string): string =>
  text.replace(INSIDE, (whole, run: string, quotes: string, sign: string, after: string) =>
    splitsHere(run, after) ? `${run}${quotes}'${sign}` : whole,
  );

const unguardInside = (text: string): string =>
  text.replace(INSIDE, (whole, run: string, quotes: string, sign: string, after: string) =>
    splitsHere(run, after) && quotes !== '' ? `${run}${quotes.slice(1)}${sign}` : whole,
  );

const needsGuard = (text: string): boolean => AT_START.test(text) || guardInside(text) !== text;

/** The text as it may stand in a CSV file. What is guarded inside also has a quote at its start: only such texts are read back. */
export const withGuard = (text: string): string => (needsGuard(text) ? `'${guardInside(text)}` : text);

/** A text that another program, or an earlier version of this app, guarded at its start only. */
const GUARDED_START = /^\s*'(?=[=+\-@\t\r\n＝＋－＠])/;

/** The text that was written; a cell that carries no guard stays as it is. */
export function withoutGuard(cell: string): string {
  if (!cell.trimStart().startsWith("'")) return cell;
  const text = unguardInside(cell.slice(1));
  if (withGuard(text) === cell) return text;
  // What this app wrote was read above: such a cell comes from elsewhere.
  return needsGuard(cell) ? cell.replace(GUARDED_START, '') : cell;
}

export const isGuarded = (cell: string): boolean => withoutGuard(cell) !== cell;
