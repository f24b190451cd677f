// Opens the dialog "Keyboard shortcuts", from anywhere in the window.
import { texts } from '../../../shared/texts/window.ts';
import { openDialog } from '../../state/dialogs.ts';
import { ShortcutSheet } from './ShortcutSheet.tsx';

export function openShortcuts(): void {
  openDialog(texts.shortcuts.title, 480, () => <ShortcutSheet />);
}
