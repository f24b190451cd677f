// What the computers of a team share of a store beside its catalog: its checkout address, and the webhook with its key.
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { CheckoutAddress } from '../../shared/checkout-url.ts';
import { textOf } from '../catalog/merge-record.ts';
import { orLog } from '../storage/durable-file.ts';
import { timeSchema } from '../storage/stamp.ts';
import type { StoreContext } from '../store-context.ts';
import { type StoreRecord, savedWebhookSchema } from '../store-record.ts';
import { forgetKeys } from './webhook-settled.ts';

/** `id`: of the row from which the fact is made. */
export const sharedFactSchema = z.discriminatedUnion('id', [
  z.object({
    id: z.literal('store'),
    /** 0 for an address that the service gave. */
    savedAt: timeSchema,
    /** Null if the seller removed the address. */
    url: z.string().nullable(),
    sellerSlug: z.string().nullable(),
  }),
  savedWebhookSchema.omit({ keyRef: true }).extend({
    id: z.literal('webhook'),
    /** Null if the computer that shared it has none. */
    key: z.string().nullable(),
  }),
]);
export type SharedFact = z.infer<typeof sharedFactSchema>;

/** The facts of one store. */
export interface SharedFacts {
  get(id: SharedFact['id']): SharedFact | null;
  /** Rejects with `StorageError`. */
  take(fact: SharedFact): Promise<void>;
}

/** Null if nothing is known. */
export function sharedFact(store: StoreContext, id: SharedFact['id']): SharedFact | null {
  if (id === 'store') {
    const { checkoutUrl: url, sellerSlug, checkoutSavedAt } = store.deps.record();
    const isKnown = checkoutSavedAt !== undefined || (url !== null && sellerSlug !== null);
    return isKnown ? { id, url, sellerSlug, savedAt: checkoutSavedAt ?? 0 } : null;
  }
  const { saved } = store.webhook.value;
  if (!saved) return null;
  const { keyRef, ...shared } = saved;
  return { id, ...shared, key: store.webhookKey(keyRef) };
}

/** The one that was saved last. Of two saved at the same time, one with a key. Commutative, associative and idempotent. */
export function mergeFact(a: SharedFact, b: SharedFact): SharedFact {
  if (a.savedAt !== b.savedAt) return a.savedAt > b.savedAt ? a : b;
  const hasNoKey = (fact: SharedFact) => fact.id === 'webhook' && fact.key === null;
  if (hasNoKey(a) !== hasNoKey(b)) return hasNoKey(a) ? b : a;
  return textOf(a) <= textOf(b) ? a : b;
}

/** What changes in a store's record when the seller types or removes its address. It wins over what other computers have. */
export function changedCheckout(
  before: StoreRecord,
  checkout: Pick<StoreRecord, 'checkoutUrl' | 'sellerSlug'>,
  now: number,
): Partial<StoreRecord> {
  if (before.checkoutUrl === checkout.checkoutUrl && before.sellerSlug === checkout.sellerSlug) return {};
  // The last change may come from a computer whose clock is ahead.
  return { ...checkout, checkoutSavedAt: Math.max(now, (before.checkoutSavedAt ?? 0) + 1) };
}

/** Keeps the checkout address of an answer of the service, or of an added link, unless one is known. */
export function learnCheckout({ deps }: StoreContext, { checkoutUrl, sellerSlug }: CheckoutAddress): void {
  const known = deps.record();
  if (known.checkoutUrl !== null) return;
  const checkout = { checkoutUrl, sellerSlug };
  const change = known.checkoutSavedAt ? changedCheckout(known, checkout, deps.now()) : checkout;
  orLog('The checkout address could not be kept', () => deps.changeRecord(change));
}

/** Merges what another computer knows. Rejects with `StorageError`. */
export async function takeFact(store: StoreContext, incoming: SharedFact): Promise<void> {
  const { deps, webhook } = store;
  const here = sharedFact(store, incoming.id);
  const fact = here ? mergeFact(here, incoming) : incoming;
  if (isDeepStrictEqual(fact, here)) return;
  if (fact.id === 'store') {
    const { url, sellerSlug, savedAt } = fact;
    deps.changeRecord({ checkoutUrl: url, sellerSlug, ...(savedAt > 0 && { checkoutSavedAt: savedAt }) });
  } else {
    const { id: _, key, ...shared } = fact;
    const previousRef = webhook.value.saved?.keyRef ?? null;
    const isOther = key !== null && key !== store.webhookKey(previousRef);
    const keyRef = isOther ? deps.stamper.id() : previousRef;
    // Saves the key first, because a record without its key would say that the key was lost.
    if (isOther && keyRef !== null) await deps.vault.set(store.keyName(keyRef), key);
    webhook.save({ ...webhook.value, saved: { ...shared, keyRef } });
    await forgetKeys(store, [previousRef]);
    deps.onChange();
  }
}
