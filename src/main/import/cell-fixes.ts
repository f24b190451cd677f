// The cells of an open file that the seller corrected, by line and column.
import { isGuarded, withGuard } from '../csv/formula-guard.ts';
import type { TableRow } from './file/table.ts';

export interface CellFix {
  /** The index of the column. */
  readonly at: number;
  readonly text: string;
}

export class CellFixes {
  readonly #byLine = new Map<number, Map<number, string>>();

  get some(): boolean {
    return this.#byLine.size > 0;
  }

  /** To be called when the cells are divided in another way. */
  clear(): void {
    this.#byLine.clear();
  }

  put(line: number, fixes: readonly CellFix[]): void {
    const cells = this.#byLine.get(line) ?? new Map<number, string>();
    // What the seller types is no guard.
    for (const { at, text } of fixes) cells.set(at, isGuarded(text) ? withGuard(text) : text);
    this.#byLine.set(line, cells);
  }

  /** The row as corrected. */
  of(row: TableRow): TableRow {
    const fixes = this.#byLine.get(row.line);
    if (!fixes) return row;
    const width = Math.max(row.cells.length, ...[...fixes.keys()].map((at) => at + 1));
    const corrected = new Set(fixes.keys());
    return { ...row, corrected, cells: Array.from({ length: width }, (_, at) => fixes.get(at) ?? row.cells[at] ?? '') };
  }
}
