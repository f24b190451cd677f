// Opens "It went through", for a change that the seller can say it of.
import type { ActionDetail } from '../../../shared/action.ts';
import { texts } from '../../../shared/texts/window.ts';
import { openDialog } from '../../components/dialog.tsx';
import { WentThroughForm } from './WentThroughForm.tsx';

/** False where it is settled by now. */
export function openWentThrough({ id, title, can: { wentThrough } }: ActionDetail): boolean {
  if (!wentThrough) return false;
  openDialog(texts.sync.decisions.wentThrough, 480, (close) => (
    <WentThroughForm id={id} title={title} wanted={wentThrough} close={close} />
  ));
  return true;
}
