// Opens "Private note" from anywhere in the window.
import { texts } from '../../../shared/texts/window.ts';
import { openDialog } from '../../state/dialogs.ts';
import type { Noted } from './NoteForm.tsx';
import { NoteForm } from './NoteForm.tsx';

export function openNote(of: Noted): void {
  openDialog(texts.notes.title, 480, (close) => <NoteForm of={of} close={close} />);
}
