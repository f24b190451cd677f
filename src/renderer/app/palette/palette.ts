// Opens the command palette, from anywhere in the window.
import { createSpotlight } from '@mantine/spotlight';
import { isBehindDialog } from '../../state/shortcuts.ts';

/** Its state; `palette.open()` opens it unless a dialog is open. */
export const [paletteStore, { open, close }] = createSpotlight();

/** What had the keyboard when it was opened. */
let before: Element | null = null;

/** A dialog has the window to itself (the page is hidden behind it): what is typed in it must not be left by a slip. */
export function openPalette(): void {
  if (isBehindDialog()) return;
  before = document.activeElement;
  open();
}

export const closePalette = (): void => close();

/** To the control that had it, else to the heading of the screen. */
export function giveKeyboardBack(): void {
  if (before instanceof HTMLElement && before.isConnected) before.focus();
  if (document.activeElement === document.body) document.querySelector<HTMLElement>('h1[tabindex]')?.focus();
}
