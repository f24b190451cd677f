// Confirms, in a system dialog, that the saved webhook key leaves the main process.
import { type Result, refuse } from '../../shared/problem.ts';
import { texts } from '../../shared/texts/main.ts';
import type { Confirm } from '../platform.ts';
import { type SignedInStore, savedKey } from './webhook.ts';

const words = texts.stores.exits;

export async function confirmedKey(
  store: SignedInStore,
  use: 'reveal' | 'copy',
  confirm: Confirm,
): Promise<Result<{ key: string }>> {
  const found = savedKey(store);
  if (!found.ok) return found;
  const { message, detail, button } = words[use];
  const agreed = await confirm({ message: message(store.deps.record().name), detail, button });
  return agreed ? found : refuse('forbidden', words.notConfirmed);
}
