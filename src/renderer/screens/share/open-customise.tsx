// Opens "Customise checkout link", from anywhere in the window.
import { texts } from '../../../shared/texts/window.ts';
import { openDialog } from '../../components/dialog.tsx';
import { leftDraft } from '../../state/draft.ts';
import { Customise, customiseDraft } from './Customise.tsx';
import { blankMemory } from './fields.ts';
import type { SharedLink } from './shared-link.ts';

export function openCustomise(link: SharedLink): void {
  const memory = { ...blankMemory(), ...leftDraft(customiseDraft(link)) };
  openDialog(texts.share.customise.title, 600, () => <Customise link={link} memory={memory} />);
}
