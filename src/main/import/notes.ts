// What the seller should know about how a file was read.
import type { ColumnRole, Encoding } from '../../shared/link-import.ts';
import { texts } from '../../shared/texts/main.ts';
import type { FoundEncoding } from './decode.ts';
import { isGuarded } from './formula-guard.ts';
import { asName } from './names.ts';
import type { TableRow } from './table.ts';

const words = texts.linkTable.notes;

/** In sentences. `found` is what the bytes look like, null for pasted text; `encoding` is what they are read as. */
export function readingNotes(rows: readonly TableRow[], found: FoundEncoding | null, encoding: Encoding): string[] {
  const notes: string[] = [];
  if (found && !found.certain && encoding === found.encoding) {
    notes.push(words.notUtf8(words.encodings[encoding]));
  }
  const withCell = (is: (cell: string) => boolean) => rows.filter(({ cells }) => cells.some(is)).length;
  const unreadable = withCell((cell) => cell.includes('\uFFFD'));
  if (unreadable > 0) notes.push(words.unreadable(unreadable));
  const guarded = withCell(isGuarded);
  if (guarded > 0) notes.push(words.guarded(guarded));
  return notes;
}

/** What is said of the names of columns. `certain`: the seller chose, or the first row can be nothing else. */
export function headerNotes(named: boolean, certain: boolean, rows: number): string[] {
  if (named && rows === 1) return [`${words.onlyRowIsNames} ${words.untick}`];
  if (certain) return [];
  return [named ? `${words.firstRowIsNames} ${words.untick}` : words.firstRowIsRow];
}

/** Columns that are not used and are called like another one. `columns` are their names as they are told apart. */
export function twiceNotes(
  header: readonly string[],
  columns: readonly string[],
  roles: readonly ColumnRole[],
): string[] {
  return columns.flatMap((column, at) => {
    const name = asName(header[at] ?? '');
    if (name === '' || name === column || roles[at]?.kind !== 'ignore') return [];
    return words.twice(name, column);
  });
}
