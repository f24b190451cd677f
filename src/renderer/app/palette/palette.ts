// Opens the command palette, from anywhere in the window.
import { createSpotlight } from '@mantine/spotlight';
import { isBehindDialog } from '../../state/shortcuts.ts';

export const [paletteStore, { open, close }] = createSpotlight();

/** What had the focus when the palette was opened. */
let before: Element | null = null;

/** Not above a dialog, whose unsaved text must not be left by accident. */
export function openPalette(): void {
  if (isBehindDialog()) return;
  before = document.activeElement;
  open();
}

export const closePalette = (): void => close();

/** Focuses the control that had the focus, else the screen's heading. */
export function returnFocus(): void {
  if (before instanceof HTMLElement && before.isConnected) before.focus();
  if (document.activeElement === document.body) document.querySelector<HTMLElement>('h1[tabindex]')?.focus();
}
