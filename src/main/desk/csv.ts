// CSV as spreadsheets read it: comma, CRLF, UTF-8 with a byte order mark, and no cell that a spreadsheet would run.
import Papa from 'papaparse';

/** A text, or a number of ours, which stays a number. */
export type CsvCell = string | number;

/** The first thing in a file, so that spreadsheets read it as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** A text that begins so is taken for a formula by some spreadsheet; the wide signs by those that write Japanese. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/**
 * Rows as CSV (RFC 4180, with another delimiter where one is given), each with its line end. A text that would be run as
 * a formula gets a single quote before it.
 */
export const csvRows = (rows: readonly (readonly CsvCell[])[], delimiter = ','): string =>
  rows.length === 0
    ? ''
    : `${Papa.unparse(rows as CsvCell[][], { newline: '\r\n', escapeFormulae: FORMULA, delimiter })}\r\n`;
