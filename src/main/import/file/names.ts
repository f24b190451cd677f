// The names of a table's columns.
import { cutInMiddle } from '../../../shared/text.ts';
import { texts } from '../../../shared/texts/main.ts';

/** Characters, as many as a metadata key may have. An unclosed quotation mark turns a whole file into one cell. */
const LONGEST_NAME = 200;

/** The name of a column, from its header cell. */
export const asName = (cell: string): string => cutInMiddle(cell.trim(), LONGEST_NAME);

/** Removes empty cells from the end of a header. */
export const withoutEmptyEnd = (cells: readonly string[]): readonly string[] => {
  const last = cells.findLastIndex((cell) => cell.trim() !== '');
  return cells.slice(0, last + 1);
};

/** Makes names unique, so that an error identifies its column. */
export function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((given, at) => {
    const name = asName(given) || texts.linkTable.columns.unnamed({ place: at + 1 });
    let unique = name;
    for (let number = 2; taken.has(unique); number += 1) unique = `${name} (${number})`;
    taken.add(unique);
    return unique;
  });
}
