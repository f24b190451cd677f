// Opens "Replay delivery".
import type { Delivery } from '../../../../shared/inbox.ts';
import { texts as later } from '../../../../shared/texts/later.ts';
import { lazyPart } from '../../../components/lazy-part.tsx';
import { openDialog } from '../../../state/dialogs.ts';

const ReplayForm = lazyPart(async () => (await import('./ReplayForm.tsx')).ReplayForm);

export function openReplay({ id, verification }: Delivery): void {
  openDialog(later.inbox.replay.title, 560, (close) => (
    <ReplayForm id={id} isVerified={verification === 'verified'} onClose={close} />
  ));
}
