// Notes for the seller about how a file was read.
import type { ColumnRole, Encoding } from '../../../shared/link-import.ts';
import { sentences } from '../../../shared/sentences.ts';
import { texts } from '../../../shared/texts/main.ts';
import { isGuarded } from '../../csv/formula-guard.ts';
import { eachInTurns } from '../../turns.ts';
import type { FoundEncoding } from './decode.ts';
import { asName } from './names.ts';
import type { TableRow } from './table.ts';

const words = texts.linkTable.notes;

/** `found`: the detected encoding, null for pasted text. `encoding`: the one in use. */
export async function readingNotes(
  rows: readonly TableRow[],
  found: FoundEncoding | null,
  encoding: Encoding,
): Promise<string[]> {
  const notes: string[] = [];
  if (found && !found.certain && encoding === found.encoding) {
    notes.push(words.notUtf8({ encoding: words.encodings[encoding] }));
  }
  let unreadable = 0;
  let guarded = 0;
  await eachInTurns(rows, ({ cells }) => {
    if (cells.some((cell) => cell.includes('\uFFFD'))) unreadable += 1;
    if (cells.some(isGuarded)) guarded += 1;
  });
  if (unreadable > 0) notes.push(words.unreadable({ rows: unreadable }));
  if (guarded > 0) notes.push(words.guarded({ rows: guarded }));
  return notes;
}

/** Notes about the header. `certain`: the seller chose it, or the first row cannot be read the other way. */
export function headerNotes(named: boolean, certain: boolean, rows: number): string[] {
  if (named && rows === 1) return [sentences(words.onlyRowIsNames, words.untick)];
  if (certain) return [];
  return [named ? sentences(words.firstRowIsNames, words.untick) : words.firstRowIsRow];
}

/** Notes about unused columns that share their name with another. `columns`: their unique names. */
export function twiceNotes(
  header: readonly string[],
  columns: readonly string[],
  roles: readonly ColumnRole[],
): string[] {
  return columns.flatMap((column, at) => {
    const name = asName(header[at] ?? '');
    if (name === '' || name === column || roles[at]?.kind !== 'ignore') return [];
    return words.twice({ name, column });
  });
}
