// Opens "Customise checkout link" from anywhere in the window.
import { texts } from '../../../shared/texts/window.ts';
import { lazyPart } from '../../components/lazy-part.tsx';
import { openDialog } from '../../state/dialogs.ts';
import type { SharedLink } from './shared-link.ts';

const Customise = lazyPart(async () => (await import('./Customise.tsx')).Customise);

export function openCustomise(link: SharedLink): void {
  openDialog(texts.share.customise.title, 600, () => <Customise link={link} />);
}
