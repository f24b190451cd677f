// Opens the dialog "Keyboard shortcuts", from anywhere in the window.
import { texts } from '../../../shared/texts/window.ts';
import { lazyPart } from '../../components/lazy-part.tsx';
import { openDialog } from '../../state/dialogs.ts';

const ShortcutSheet = lazyPart(async () => (await import('./ShortcutSheet.tsx')).ShortcutSheet);

export function openShortcuts(): void {
  openDialog(texts.shortcuts.title, 480, () => <ShortcutSheet />);
}
