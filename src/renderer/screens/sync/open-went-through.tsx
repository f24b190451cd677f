// "Mark as sent" and "Paste addresses": asks what the service created, or, where there is nothing to enter, whether the seller has seen it there.
import type { ActionDetail } from '../../../shared/action.ts';
import { texts } from '../../../shared/texts/window.ts';
import { openDialog } from '../../components/dialog.tsx';
import { lazyPart } from '../../components/lazy-part.tsx';
import { askAboutMany } from './decide-many.tsx';

const PasteAddresses = lazyPart(async () => (await import('./PasteAddresses.tsx')).PasteAddresses);
const WentThroughForm = lazyPart(async () => (await import('./WentThroughForm.tsx')).WentThroughForm);

/** False where it is settled by now. */
export function openWentThrough({ id, title, can: { wentThrough } }: ActionDetail): boolean {
  if (!wentThrough) return false;
  if (wentThrough === 'nothing') {
    void askAboutMany('markAsSent', [id], () => undefined);
    return true;
  }
  openDialog(texts.sync.decisions.wentThrough, 480, (close) => (
    <WentThroughForm id={id} title={title} wanted={wentThrough} close={close} />
  ));
  return true;
}

/** "Paste addresses". */
export function openPasteAddresses(): void {
  openDialog(texts.sync.paste.open, 960, (close) => <PasteAddresses close={close} />);
}
