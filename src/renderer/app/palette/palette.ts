// Opens the command palette, from anywhere in the window.
import type { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { create } from 'zustand';
import { menuOfFocusedRow, type RowMenu } from '../../kit/commands.tsx';
import { isBehindDialog } from '../../state/shortcuts.ts';

export interface Row {
  readonly key: string;
  readonly label: string;
  readonly description?: string;
  readonly Icon: typeof IconPlus;
  readonly beside?: ReactNode;
  /** The keys that do the same. */
  readonly keys?: string;
  readonly disabled?: boolean;
  /** Does not depend on the search of this computer's records, so Enter can run it before that has ended. */
  readonly isCommand?: true;
  run(): unknown;
}

export interface Group {
  readonly label: string;
  readonly rows: readonly Row[];
}

interface PaletteState {
  readonly isOpen: boolean;
  /** The menu of the row that had the focus. */
  readonly row: RowMenu | null;
}

export const usePalette = create<PaletteState>(() => ({ isOpen: false, row: null }));

/** The element that had the focus when the palette opened. */
let opener: Element | null = null;

/** Does nothing behind a dialog, so that its unsaved text is not left by accident. */
export function openPalette(): void {
  if (isBehindDialog()) return;
  opener = document.activeElement;
  usePalette.setState({ isOpen: true, row: menuOfFocusedRow() });
}

/** Returns the focus to the control that had it, else to the screen's heading. */
export function closePalette(): void {
  usePalette.setState({ isOpen: false, row: null });
  if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
  if (document.activeElement === document.body) document.querySelector<HTMLElement>('h1[tabindex]')?.focus();
}
