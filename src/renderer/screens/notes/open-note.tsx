// Opens "Private note", from anywhere in the window.
import { texts } from '../../../shared/texts/window.ts';
import { openDialog } from '../../components/dialog.tsx';
import { lazyPart } from '../../components/lazy-part.tsx';

const NoteForm = lazyPart(async () => (await import('./NoteForm.tsx')).NoteForm);

/** What a note is about. */
export interface Noted {
  readonly kind: 'link' | 'product';
  readonly id: string;
}

export function openNote(of: Noted): void {
  openDialog(texts.notes.title, 480, (close) => <NoteForm of={of} close={close} />);
}
