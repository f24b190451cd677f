// "Edit template": opens the settings at the message to customers.
import { go } from '../../state/route.ts';

let isWanted = false;

export function editMessage(): void {
  isWanted = true;
  go('#/settings');
}

/** Whether the settings were opened for the message; true once. */
export function takeEditMessage(): boolean {
  const was = isWanted;
  isWanted = false;
  return was;
}
