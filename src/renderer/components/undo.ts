// "Undo" for changes that were discarded or withdrawn: they are waiting again.
import { texts } from '../../shared/texts/window.ts';
import { call } from '../bridge.ts';
import { type NotifyAction, notify, shownStoreId } from './notify.tsx';

/** The toast's action; undefined if nothing can be restored. `of`: how many there were, if some cannot be. */
export function undoOf(ids: readonly string[], of = ids.length): NotifyAction | undefined {
  // Another store may be shown when it is pressed.
  const storeId = shownStoreId();
  if (ids.length === 0 || storeId === '') return undefined;
  return { label: texts.common.undo, run: () => void undo(storeId, ids, of) };
}

const describeRestored = (count: number, of: number): string =>
  count < of ? texts.parts.someChangesBack({ count, of }) : texts.parts.changesBack({ count });

async function undo(storeId: string, ids: readonly string[], of: number): Promise<void> {
  const answer = await call('sync.undo', { storeId, ids: [...ids] });
  if (answer.ok) notify('success', describeRestored(ids.length, of));
  else notify('error', answer.problem.message);
}
