// What the seller should know about how a file was read.
import type { ColumnRole, Encoding } from '../../shared/link-import.ts';
import { isGuarded } from './cells.ts';
import type { FoundEncoding } from './decode.ts';
import type { TableRow } from './table.ts';

const ENCODINGS: Readonly<Record<Encoding, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16 (big-endian)',
  'windows-1252': 'Windows-1252',
};

const rowsHave = (count: number): string => (count === 1 ? '1 row has' : `${count.toLocaleString('en')} rows have`);

/** In sentences. `found` is what the bytes look like, null for pasted text; `encoding` is what they are read as. */
export function readingNotes(rows: readonly TableRow[], found: FoundEncoding | null, encoding: Encoding): string[] {
  const notes: string[] = [];
  if (found && !found.certain && encoding === found.encoding) {
    notes.push(
      `The file is not UTF-8, so it is read as ${ENCODINGS[encoding]}, as older spreadsheets write it. Look whether special letters are right; if not, change "Encoding".`,
    );
  }
  const withCell = (is: (cell: string) => boolean) => rows.filter(({ cells }) => cells.some(is)).length;
  const unreadable = withCell((cell) => cell.includes('\uFFFD'));
  if (unreadable > 0) {
    notes.push(
      `${rowsHave(unreadable)} letters that cannot be read (\uFFFD). Another "Encoding" may be the right one.`,
    );
  }
  const guarded = withCell(isGuarded);
  if (guarded > 0) {
    notes.push(
      `${rowsHave(guarded)} a cell with a quote before a sign such as =, put there so that no spreadsheet runs it. The quote is left out.`,
    );
  }
  return notes;
}

/** What is said of the names of columns. `certain`: the seller chose, or the first row can be nothing else. */
export function headerNotes(named: boolean, certain: boolean, rows: number): string[] {
  const untick = 'If it is a row to import, untick "First row has names".';
  if (named && rows === 1)
    return [`The only row is read as the names of the columns, so there is no row to import. ${untick}`];
  if (certain) return [];
  return named
    ? [`The first row is read as the names of the columns, and that is not certain. ${untick}`]
    : [
        'The first row is read as a row to import, and that is not certain. If it has the names of the columns, tick "First row has names".',
      ];
}

/** Columns that are not used and are called like another one. `columns` are their names as they are told apart. */
export function twiceNotes(
  header: readonly string[],
  columns: readonly string[],
  roles: readonly ColumnRole[],
): string[] {
  return columns.flatMap((column, at) => {
    const name = header[at]?.trim() ?? '';
    if (name === '' || name === column || roles[at]?.kind !== 'ignore') return [];
    return `There is more than one column called "${name}". "${column}" is not used: choose what it is if it should be.`;
  });
}
