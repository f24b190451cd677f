// Writes CSV for spreadsheets: CRLF, UTF-8 with a byte order mark, and no cell that would run as a formula.
import Papa from 'papaparse';
import { withGuard } from './formula-guard.ts';

/** Numbers are written without a guard, except a negative one at the start of a row with text: see `guardRow`. */
export type CsvCell = string | number;

/** Turns negative numbers in the text of a cell into numbers, so that they are not guarded. */
export const numberOrText = (cell: string): CsvCell =>
  /^-(?:0|[1-9]\d{0,12})(?:\.\d{1,2})?$/.test(cell) ? Number(cell) : cell;

/** Makes spreadsheets read a file as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** Quotes texts with any separator at which a spreadsheet may split, or with outer blanks that it may drop. */
const QUOTED = /[,;|\t]|^\s|\s$/;

/** RFC 4180 apart from the delimiter; each row ends with a line break. */
export const csvRows = (rows: readonly (readonly CsvCell[])[], delimiter = ','): string =>
  rows.length === 0
    ? ''
    : `${Papa.unparse(rows.map(guardRow), { newline: '\r\n', quotes: (cell) => QUOTED.test(String(cell)), delimiter })}\r\n`;

function guardRow(row: readonly CsvCell[]): CsvCell[] {
  // A negative number at the start of a line could start a formula if a spreadsheet splits the line at another separator.
  const hasText = row.some((cell) => typeof cell === 'string');
  return row.map((cell, index) =>
    typeof cell === 'string' || (cell < 0 && index === 0 && hasText) ? withGuard(String(cell)) : cell,
  );
}
