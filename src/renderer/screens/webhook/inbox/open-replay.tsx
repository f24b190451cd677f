// Opens "Replay delivery".

import type { Delivery } from '../../../../shared/inbox.ts';
import { texts } from '../../../../shared/texts/window.ts';
import { openDialog } from '../../../state/dialogs.ts';
import { ReplayForm } from './ReplayForm.tsx';

export function openReplay({ id, verification }: Delivery): void {
  openDialog(texts.inbox.replay.title, 560, (close) => (
    <ReplayForm id={id} isVerified={verification === 'verified'} onClose={close} />
  ));
}
