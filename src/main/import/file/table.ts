// Parses text as a table: finds the delimiter, and returns each row with its line number.
import { setImmediate } from 'node:timers/promises';
import Papa from 'papaparse';
import { type Delimiter, delimiterSchema, MAX_IMPORT_COLUMNS, MAX_IMPORT_ROWS } from '../../../shared/link-import.ts';
import { texts } from '../../../shared/texts/main.ts';
import { withoutGuard } from '../../csv/formula-guard.ts';
import { Turns } from '../../turns.ts';

const t = texts.linkTable;

export interface TableRow {
  /** The line where the row begins, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
  /** The error of its quotation marks, or null. */
  readonly quotes: string | null;
  /** The indexes of the cells that the seller corrected. */
  readonly corrected?: ReadonlySet<number>;
}

export type Table =
  | { readonly ok: true; readonly rows: readonly TableRow[] }
  | { readonly ok: false; readonly why: string };

/** Characters that are parsed without a break. */
const CHARACTERS_AT_A_TIME = 64 * 1024;
/** Rows that are examined to find the delimiter. */
const ROWS_LOOKED_AT = 50;
/** Spreadsheets may name the delimiter in a line before the table. */
const NAMED_DELIMITER = /^"?sep=(.)"?[ ,;\t|]*(?:\n|$)/i;

/** One kind of line break: `\n`. */
export const withPlainLineBreaks = (text: string): string => text.replace(/\r\n?/g, '\n');

/** Returns the delimiter that gives rows of equal length, else a comma. */
export function findDelimiter(text: string): Delimiter {
  const named = delimiterSchema.safeParse(NAMED_DELIMITER.exec(text)?.[1]);
  if (named.success) return named.data;
  let best: { readonly delimiter: Delimiter; readonly even: number; readonly width: number } | null = null;
  for (const delimiter of delimiterSchema.options) {
    const { data } = Papa.parse<string[]>(text.slice(0, CHARACTERS_AT_A_TIME), {
      delimiter,
      newline: '\n',
      preview: ROWS_LOOKED_AT,
      skipEmptyLines: 'greedy',
    });
    const width = data[0]?.length ?? 0;
    if (width < 2) continue;
    const even = data.filter(({ length }) => length === width).length / data.length;
    const isBetter = !best || even > best.even + 0.1 || (even >= best.even - 0.1 && width > best.width);
    if (isBetter) best = { delimiter, even, width };
  }
  return best?.delimiter ?? ',';
}

/**
 * Reads all rows that are not blank, including the header, without blocking the thread. `text` has `\n` for every line
 * break; `stopped` ends it early.
 */
export async function readTable(text: string, delimiter: Delimiter, stopped = () => false): Promise<Table> {
  const named = NAMED_DELIMITER.exec(text)?.[0] ?? '';
  const rows: TableRow[] = [];
  const lines = lineCounter(text);
  let why: string | null = null;
  let from = named.length;
  const step = ({ data, errors, meta }: Papa.ParseStepResult<string[]>) => {
    const cells = data as unknown as string[][];
    const line = lines(from);
    from = meta.cursor;
    for (const row of cells) {
      const quotes = errors.length > 0 ? describeQuoteError(errors[0]?.code, line, lines(from - 1)) : null;
      if (row.some((cell) => cell.trim() !== '')) rows.push({ line, cells: row, quotes });
      why ??= tooMuch(line, row.length, rows.length);
    }
    if (why !== null) parser.abort();
  };
  const parser = new Papa.Parser({ delimiter, newline: '\n', step });
  let done = from;
  for (let size = CHARACTERS_AT_A_TIME; done < text.length && why === null && !stopped(); ) {
    const isLast = done + size >= text.length;
    parser.parse(text.slice(done, done + size), done, !isLast);
    // The row is longer than the part.
    if (from === done) size *= 2;
    else size = CHARACTERS_AT_A_TIME;
    done = isLast ? text.length : from;
    await setImmediate();
  }
  if (why !== null) return { ok: false, why };
  return rows.length === 0 ? { ok: false, why: t.file.withoutRows } : { ok: true, rows };
}

function tooMuch(line: number, cells: number, rows: number): string | null {
  if (cells > MAX_IMPORT_COLUMNS) return t.file.tooWide({ line, cells, most: MAX_IMPORT_COLUMNS });
  return rows <= MAX_IMPORT_ROWS + 1 ? null : t.file.tooLong({ most: MAX_IMPORT_ROWS });
}

function describeQuoteError(code: string | undefined, line: number, last: number): string {
  const kind = code === 'MissingQuotes' ? 'quoteNotClosed' : 'quoteOutOfPlace';
  return last > line ? t.row.readAsOne[kind]({ line, last }) : t.row[kind]({ line });
}

/** Returns the line of a position, from 1. Positions must ascend. */
function lineCounter(text: string): (position: number) => number {
  let line = 1;
  let counted = 0;
  return (position) => {
    for (;;) {
      const next = text.indexOf('\n', counted);
      if (next < 0 || next >= position) return line;
      line += 1;
      counted = next + 1;
    }
  };
}

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
