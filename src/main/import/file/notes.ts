// Notes for the seller about how a file was read.
import type { ColumnRole, Encoding } from '../../../shared/link-import.ts';
import { sentences } from '../../../shared/sentences.ts';
import { texts } from '../../../shared/texts/main.ts';
import { isGuarded } from '../../csv/formula-guard.ts';
import { eachInTurns } from '../../turns.ts';
import type { FoundEncoding } from './decode.ts';
import { asName } from './names.ts';
import type { TableRow } from './table.ts';

const t = texts.linkTable.notes;

/** `found`: the detected encoding, null for pasted text. `encoding`: the one in use. */
export async function readingNotes(
  rows: readonly TableRow[],
  found: FoundEncoding | null,
  encoding: Encoding,
): Promise<string[]> {
  const notes: string[] = [];
  if (found && !found.certain && encoding === found.encoding) {
    notes.push(t.notUtf8({ encoding: t.encodings[encoding] }));
  }
  let unreadable = 0;
  let guarded = 0;
  await eachInTurns(rows, ({ cells }) => {
    if (cells.some((cell) => cell.includes('\uFFFD'))) unreadable += 1;
    if (cells.some(isGuarded)) guarded += 1;
  });
  if (unreadable > 0) notes.push(t.unreadable({ rows: unreadable }));
  if (guarded > 0) notes.push(t.guarded({ rows: guarded }));
  return notes;
}

/** Notes about the header. `certain`: the seller chose it, or the first row cannot be read the other way. */
export function headerNotes(named: boolean, certain: boolean, rows: number): string[] {
  if (named && rows === 1) return [sentences(t.onlyRowIsNames, t.untick)];
  if (certain) return [];
  return [named ? sentences(t.firstRowIsNames, t.untick) : t.firstRowIsRow];
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
    return t.twice({ name, column });
  });
}
