// Opens "Customise checkout link" from anywhere in the window.
import { texts } from '../../../shared/texts/window.ts';
import { openDialog } from '../../components/dialog.tsx';
import { lazyPart } from '../../components/lazy-part.tsx';
import type { CustomiseProps } from './Customise.tsx';
import type { SharedLink } from './shared-link.ts';

const Customise = lazyPart(async () => (await import('./Customise.tsx')).Customise);

export function openCustomise(link: SharedLink): void {
  const kept: CustomiseProps['kept'] = { memory: null };
  openDialog(texts.share.customise.title, 600, () => <Customise link={link} kept={kept} />);
}
