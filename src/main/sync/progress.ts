// The progress of changes that were just accepted, for the toast that offers their "Undo".
import type { Output } from '../../shared/contract.ts';
import type { StoreContext } from '../store-context.ts';
import { type Action, isHeldForUndo, isWithdrawable, needsSeller } from './outbox/action.ts';

type Progress = Output<'sync.progress'>;

export function progressOf({ outbox, catalog }: StoreContext, ids: readonly string[]): Progress {
  const counts = { undoable: 0, sent: 0, attention: 0, open: 0 };
  let waits: Progress['waits'] = null;
  for (const id of ids) {
    const action = outbox.get(id) ?? catalog.history.get(id);
    if (!action || (action.state === 'done' && action.ending !== 'sent')) continue;
    if (action.state === 'done') counts.sent += 1;
    else if (needsSeller(action)) counts.attention += 1;
    else if (isWithdrawable(action)) {
      counts.undoable += 1;
      waits ??= whyItWaits(action, outbox.blockers(action).some(needsSeller));
    } else counts.open += 1;
  }
  return { ...counts, waits };
}

function whyItWaits(action: Action, isStuck: boolean): Progress['waits'] {
  if (isHeldForUndo(action)) return 'held';
  if (action.state !== 'waiting') return 'sent';
  return isStuck ? 'stuck' : 'blocked';
}
