// Opens "Customise checkout link", from anywhere in the window.
import { openDialog } from '../../components/dialog.tsx';
import { Customise } from './Customise.tsx';
import { blankMemory } from './fields.ts';
import type { SharedLink } from './shared-link.ts';

export function openCustomise(link: SharedLink): void {
  const memory = blankMemory();
  openDialog('Customise checkout link', 600, () => <Customise link={link} memory={memory} />);
}
