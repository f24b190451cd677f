// "Copy when ready": copies the address of a link when it arrives.
import { ok, type Result, refuse } from '../../shared/problem.ts';
import { texts } from '../../shared/texts/main.ts';
import type { Emit } from '../handlers.ts';
import type { Change } from '../outbox/change.ts';
import type { Clipboard } from '../platform.ts';
import type { StoreContext } from '../store-context.ts';
import { linkFacts, titleOfProduct } from '../sync/change-title.ts';

/** The ids of the requested links, with the clipboard's generation at the request. Lost at a restart. */
const asked = new Map<string, number>();

export const isAsked = (id: string): boolean => asked.has(id);

/** Requests a copy of a link's address, or cancels the request. Refused if the link has an address already. */
export function askToCopy(store: StoreContext, id: string, on: boolean, clipboard: Clipboard): Result<void> {
  if (on) {
    const link = store.catalog.links.active(id);
    if (!link) return refuse('not-found', texts.linkWork.gone);
    if (link.paymentLink !== null) return refuse('conflict', texts.share.hasAddress);
    asked.set(id, clipboard.generation());
  } else asked.delete(id);
  store.deps.onChange();
  return ok(undefined);
}

/**
 * Call when a change is settled. If its link's address was requested, copies it and notifies the window. If the seller may have
 * copied something else since, the clipboard stays unchanged and the toast offers the address.
 */
export async function copyIfAsked(store: StoreContext, change: Change, clipboard: Clipboard, emit: Emit) {
  const { payload, result } = change;
  const moment = asked.get(change.subject);
  if (moment === undefined || payload.kind !== 'link.create') return;
  asked.delete(change.subject);
  if (result?.kind !== 'link') return;
  let copied = clipboard.isFocused() && clipboard.generation() === moment;
  if (copied) {
    await clipboard.copy(result.paymentLink).catch((error: unknown) => {
      console.error('The address could not be put on the clipboard', error);
      copied = false;
    });
  }
  emit('linkReady', {
    productTitle: titleOfProduct(store, payload.productId),
    facts: linkFacts(payload.draft, store.deps.settings().currencies),
    url: result.paymentLink,
    copied,
  });
}
