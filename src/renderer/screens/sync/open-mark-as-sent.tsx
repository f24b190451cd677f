// Opens "Mark as sent", which asks what the service created or confirms a deletion, and "Paste addresses".
import type { ActionDetail } from '../../../shared/action.ts';
import { texts } from '../../../shared/texts/window.ts';
import { openDialog } from '../../state/dialogs.ts';
import { askAboutMany } from './decide-many.tsx';
import { MarkAsSentForm } from './MarkAsSentForm.tsx';
import { PasteAddresses } from './PasteAddresses.tsx';

export function openMarkAsSent({ id, title, can: { markAsSent } }: ActionDetail): void {
  if (!markAsSent) return;
  if (markAsSent === 'nothing') {
    void askAboutMany('markAsSent', [id], 0, () => undefined);
    return;
  }
  openDialog(texts.sync.decisions.markAsSent, 480, (close) => (
    <MarkAsSentForm id={id} title={title} wanted={markAsSent} close={close} />
  ));
}

export function openPasteAddresses(): void {
  openDialog(texts.sync.paste.open, 960, (close) => <PasteAddresses close={close} />);
}
