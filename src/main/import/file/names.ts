// The names of a table's columns.
import { cutInMiddle } from '../../../shared/text.ts';
import { texts } from '../../../shared/texts/main.ts';

/** Characters, as many as a metadata key may have. A quotation mark that is never closed makes one cell of a whole file. */
const LONGEST_NAME = 200;

/** What a cell of the header calls its column. */
export const asName = (cell: string): string => cutInMiddle(cell.trim(), LONGEST_NAME);

/** A header may end in empty cells that no row fills. */
export const withoutEmptyEnd = (cells: readonly string[]): readonly string[] => {
  const last = cells.findLastIndex((cell) => cell.trim() !== '');
  return cells.slice(0, last + 1);
};

/** Every column gets a name of its own, so that an error tells which one is meant. */
export function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((given, at) => {
    const name = asName(given) || texts.linkTable.columns.unnamed(at + 1);
    let unique = name;
    for (let number = 2; taken.has(unique); number += 1) unique = `${name} (${number})`;
    taken.add(unique);
    return unique;
  });
}
