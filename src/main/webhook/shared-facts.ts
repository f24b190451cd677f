// What the computers of a team share of a store beside its catalog: its checkout address, and the webhook with its key.
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { webhookUrlSchema } from '../../shared/webhook.ts';
import { textOf } from '../catalog/merge-record.ts';
import { timeSchema } from '../storage/stamp.ts';
import type { StoreContext } from '../store-context.ts';
import type { StoreRecord, WebhookRecord } from '../store-record.ts';
import type { SharedDocument } from '../team/shared-document.ts';
import { forgetKeys } from './webhook-settled.ts';

const storeFactsSchema = z.object({
  /** `savedAt` is 0 for an address that the service gave. The texts are null if the seller removed the address. */
  checkout: z.object({ url: z.string().nullable(), sellerSlug: z.string().nullable(), savedAt: timeSchema }).nullable(),
  webhook: z
    .object({
      url: webhookUrlSchema,
      isOn: z.boolean(),
      savedAt: timeSchema,
      recordedByYou: z.literal(true).optional(),
      /** Null if the computer that shared it has none. */
      key: z.string().nullable(),
    })
    .nullable(),
});
export type StoreFacts = z.infer<typeof storeFactsSchema>;

export const sharedFacts = (store: StoreContext): SharedDocument<StoreFacts> => ({
  kind: 'facts',
  schema: storeFactsSchema,
  read: () => storeFacts(store),
  write: (value) => takeFacts(store, value),
  merge: (_base, here, there) => mergeFacts(here, there),
  hasBase: false,
});

export function storeFacts(store: StoreContext): StoreFacts {
  const { checkoutUrl: url, sellerSlug, checkoutSavedAt } = store.deps.record();
  const isKnown = checkoutSavedAt !== undefined || (url !== null && sellerSlug !== null);
  const { saved } = store.webhook.value;
  return {
    checkout: isKnown ? { url, sellerSlug, savedAt: checkoutSavedAt ?? 0 } : null,
    webhook: saved && withKey(store, saved),
  };
}

const withKey = (store: StoreContext, { keyRef, ...saved }: NonNullable<WebhookRecord['saved']>) => ({
  ...saved,
  key: keyOf(store, keyRef),
});

const keyOf = (store: StoreContext, keyRef: string | null): string | null =>
  keyRef === null ? null : store.webhookKey(keyRef);

/** Commutative, associative and idempotent. */
export const mergeFacts = (a: StoreFacts, b: StoreFacts): StoreFacts => ({
  checkout: last(a.checkout, b.checkout),
  webhook: last(a.webhook, b.webhook),
});

/** The one that was saved last. Of two saved at the same time, one with a key. */
function last<T extends { readonly savedAt: number; readonly key?: string | null }>(a: T | null, b: T | null) {
  if (a === null || b === null) return a ?? b;
  if (a.savedAt !== b.savedAt) return a.savedAt > b.savedAt ? a : b;
  if ((a.key === null) !== (b.key === null)) return a.key === null ? b : a;
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
export function learnCheckout(
  { deps }: StoreContext,
  { checkoutUrl, sellerSlug }: { readonly checkoutUrl: string; readonly sellerSlug: string },
): void {
  const known = deps.record();
  if (known.checkoutUrl !== null) return;
  const checkout = { checkoutUrl, sellerSlug };
  deps
    .changeRecord(known.checkoutSavedAt ? changedCheckout(known, checkout, deps.now()) : checkout)
    .catch((error: unknown) => console.error('The checkout address could not be kept', error));
}

/** Stores what another computer knows. */
async function takeFacts(store: StoreContext, facts: StoreFacts): Promise<void> {
  const { deps, webhook } = store;
  const here = storeFacts(store);
  if (facts.checkout && !isDeepStrictEqual(facts.checkout, here.checkout)) {
    const { url, sellerSlug, savedAt } = facts.checkout;
    await deps.changeRecord({ checkoutUrl: url, sellerSlug, ...(savedAt > 0 && { checkoutSavedAt: savedAt }) });
  }
  if (facts.webhook === null || isDeepStrictEqual(facts.webhook, here.webhook)) return;
  const { key, ...shared } = facts.webhook;
  const previousRef = webhook.value.saved?.keyRef ?? null;
  const isOther = key !== null && key !== keyOf(store, previousRef);
  const keyRef = isOther ? deps.stamper.id() : previousRef;
  // Saves the key first, because a record without its key would say that the key was lost.
  if (isOther && keyRef !== null) await deps.vault.set(store.keyName(keyRef), key);
  await webhook.save({ ...webhook.value, saved: { ...shared, keyRef } });
  await forgetKeys(store, [previousRef]);
  deps.onChange();
}
