// CSV as spreadsheets read it: CRLF, UTF-8 with a byte order mark, and no cell that a spreadsheet would run.
import Papa from 'papaparse';
import { withGuard } from './formula-guard.ts';

/** A text, or a number of ours, which stays a number. */
export type CsvCell = string | number;

/** A cell of a file as it was: what is plainly a number stays one, also where it is below zero. */
export const numberOrText = (cell: string): CsvCell =>
  /^-(?:0|[1-9]\d{0,12})(?:\.\d{1,2})?$/.test(cell) ? Number(cell) : cell;

/** The first thing in a file, so that spreadsheets read it as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** Quoted whatever the delimiter is: texts with a separator that a spreadsheet may split at, or with outer blanks, which it may drop. */
const QUOTED = /[,;|\t]|^\s|\s$/;

/** Rows as CSV (RFC 4180, with another delimiter where one is given), each with its line end. No text is run as a formula. */
export const csvRows = (rows: readonly (readonly CsvCell[])[], delimiter = ','): string =>
  rows.length === 0
    ? ''
    : `${Papa.unparse(rows.map(guarded), { newline: '\r\n', quotes: (cell) => QUOTED.test(String(cell)), delimiter })}\r\n`;

function guarded(row: readonly CsvCell[]): CsvCell[] {
  // Where the line is split at another separator, a number below zero at its start is the start of a formula with what follows.
  const hasText = row.some((cell) => typeof cell === 'string');
  return row.map((cell, at) =>
    typeof cell === 'string' || (cell < 0 && at === 0 && hasText) ? withGuard(String(cell)) : cell,
  );
}
