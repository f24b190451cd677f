// Opens "Private note" from anywhere in the window.
import { texts } from '../../../shared/texts/window.ts';
import { lazyPart } from '../../components/lazy-part.tsx';
import { openDialog } from '../../state/dialogs.ts';
import type { Noted } from './NoteForm.tsx';

const NoteForm = lazyPart(async () => (await import('./NoteForm.tsx')).NoteForm);

export function openNote(of: Noted): void {
  openDialog(texts.notes.title, 480, (close) => <NoteForm of={of} close={close} />);
}
