// "Undo" for changes that were discarded or taken back: they wait again as they did.
import { texts } from '../../shared/texts/window.ts';
import { call } from '../bridge.ts';
import { type ToastAction, toast } from './toast.tsx';

/** The toast's action; none where nothing can be brought back. `of`: how many there were, where some cannot be. */
export function undoOf(ids: readonly string[], of = ids.length): ToastAction | undefined {
  return ids.length === 0 ? undefined : { label: texts.common.undo, run: () => void undo(ids, of) };
}

async function undo(ids: readonly string[], of: number): Promise<void> {
  const answer = await call('sync.undo', { ids: [...ids] });
  if (answer.ok) toast('success', texts.parts.changesBack(ids.length, of));
  else toast('error', answer.problem.message);
}
