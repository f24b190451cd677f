// Opens "Mark as sent", which asks what the service created or confirms a deletion, and "Paste addresses".
import type { ActionDetail } from '../../../shared/action.ts';
import { texts } from '../../../shared/texts/window.ts';
import { openDialog } from '../../state/dialogs.ts';
import { askAboutMany } from './decide-many.tsx';
import { MarkAsSentForm } from './MarkAsSentForm.tsx';
import { PasteAddresses } from './PasteAddresses.tsx';

/** False if it is settled by now. */
export function openMarkAsSent({ id, title, can: { markAsSent } }: ActionDetail): boolean {
  if (!markAsSent) return false;
  if (markAsSent === 'nothing') {
    void askAboutMany('markAsSent', [id], 0, () => undefined);
    return true;
  }
  openDialog(texts.sync.decisions.markAsSent, 480, (close) => (
    <MarkAsSentForm id={id} title={title} wanted={markAsSent} close={close} />
  ));
  return true;
}

export function openPasteAddresses(): void {
  openDialog(texts.sync.paste.open, 960, (close) => <PasteAddresses close={close} />);
}
