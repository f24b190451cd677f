// "Keep this link", and "Undo" of deletions: cancels deletions that are in the outbox.
import type { Output } from '../../shared/contract.ts';
import { ok, type Result, refuse } from '../../shared/problem.ts';
import { texts } from '../../shared/texts/main.ts';
import type { StoreContext } from '../store-context.ts';
import { kindOf } from '../sync/outbox/action.ts';
import { getLink } from './links.ts';

/** Refused when the deletion is being sent, or was. Not when it was cancelled already, for example on the Sync screen. */
export async function keepLink(store: StoreContext, id: string): Promise<Result<Output<'links.keep'>>> {
  const { outbox } = store;
  const link = getLink(store, id);
  const deletion = outbox.of(id).find((action) => kindOf(action) === 'link.delete');
  if (!link || deletion?.state === 'sending' || (!deletion && outbox.deletes(id))) {
    return refuse('conflict', texts.linkWork.keep.tooLate);
  }
  if (deletion) await outbox.discard(deletion.id);
  return ok({ uncertain: getLink(store, id)?.uncertain ?? null, newStays: link.replacedBy !== null });
}

/** In one write. */
export async function keepLinks(
  store: StoreContext,
  deletions: readonly string[],
): Promise<Result<Output<'links.keepMany'>>> {
  const kept = (await store.outbox.withdrawAll(deletions)).size;
  return ok({ kept, late: deletions.length - kept });
}
