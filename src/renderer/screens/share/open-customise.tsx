// Opens "Customise checkout link" from anywhere in the window.
import { texts } from '../../../shared/texts/window.ts';
import { openDialog } from '../../state/dialogs.ts';
import { Customise } from './Customise.tsx';
import type { SharedLink } from './shared-link.ts';

export function openCustomise(link: SharedLink): void {
  openDialog(texts.share.customise.title, 600, () => <Customise link={link} />);
}
