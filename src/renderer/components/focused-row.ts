// The commands of the row that has the focus, for the command palette.
import type { RowCommand } from './row-commands.tsx';

export interface RowMenu {
  /** As in "More actions for Logo design". */
  readonly label: string;
  readonly commands: readonly RowCommand[] | Promise<readonly RowCommand[]>;
}

let current: (() => RowMenu | null) | null = null;

/** Called by a table when one of its rows gets or loses the focus. */
export function setFocusedRow(menu: (() => RowMenu | null) | null): void {
  current = menu;
}

/** Null where no row with commands has the focus. */
export const menuOfFocusedRow = (): RowMenu | null => current?.() ?? null;
