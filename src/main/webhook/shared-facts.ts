// What the computers of a team share of a store beside its catalog: its checkout address, and the webhook with its key.
import { z } from 'zod';
import { webhookUrlSchema } from '../../shared/webhook.ts';
import { timeSchema } from '../storage/stamp.ts';
import type { StoreContext } from '../store-context.ts';
import { EARLIER_KEYS } from './webhook-settled.ts';

const sharedWebhookSchema = z.object({
  url: webhookUrlSchema,
  isOn: z.boolean(),
  savedAt: timeSchema,
  recordedByYou: z.literal(true).optional(),
  /** Null where the computer that shared it has none. */
  key: z.string().nullable(),
});
type SharedWebhook = z.infer<typeof sharedWebhookSchema>;

export const storeFactsSchema = z.object({
  checkout: z.object({ url: z.string(), sellerSlug: z.string() }).nullable(),
  webhook: sharedWebhookSchema.nullable(),
});
export type StoreFacts = z.infer<typeof storeFactsSchema>;

export function storeFacts(store: StoreContext): StoreFacts {
  const { deps, webhook } = store;
  const { checkoutUrl, sellerSlug } = deps.record();
  const { saved } = webhook.value;
  return {
    checkout: checkoutUrl === null || sellerSlug === null ? null : { url: checkoutUrl, sellerSlug },
    webhook: saved && {
      url: saved.url,
      isOn: saved.isOn,
      savedAt: saved.savedAt,
      ...(saved.recordedByYou && { recordedByYou: true }),
      key: saved.keyRef === null ? null : deps.vault.get(store.keyName(saved.keyRef)),
    },
  };
}

/** Commutative, associative and idempotent. */
export const mergeFacts = (a: StoreFacts, b: StoreFacts): StoreFacts => ({
  checkout: least(a.checkout, b.checkout, ({ url }) => url),
  webhook: mergeWebhooks(a.webhook, b.webhook),
});

/** The webhook that was saved last; its key, where either has it. */
function mergeWebhooks(a: SharedWebhook | null, b: SharedWebhook | null): SharedWebhook | null {
  if (!a || !b) return a ?? b;
  if (a.savedAt !== b.savedAt) return a.savedAt > b.savedAt ? a : b;
  const webhook = least(a, b, ({ key: _, ...rest }) => JSON.stringify(rest));
  return webhook && { ...webhook, key: least(a.key, b.key, (key) => key) };
}

function least<T>(a: T | null, b: T | null, rankOf: (value: T) => string): T | null {
  if (a === null || b === null) return a ?? b;
  return rankOf(a) <= rankOf(b) ? a : b;
}

/** Stores what another computer knows. Rejects with `StorageError`. */
export async function takeFacts(store: StoreContext, facts: StoreFacts): Promise<void> {
  const { deps, webhook } = store;
  if (facts.checkout && deps.record().checkoutUrl === null)
    deps.onCheckoutAddress(facts.checkout.url, facts.checkout.sellerSlug);
  if (facts.webhook === null) return;
  const { key, ...shared } = facts.webhook;
  const before = webhook.value.saved;
  const has = before?.keyRef == null ? null : deps.vault.get(store.keyName(before.keyRef));
  const isOther = key !== null && key !== has;
  const keyRef = isOther ? deps.stamper.id() : (before?.keyRef ?? null);
  // The key first: a record without its key would say that it was lost.
  if (isOther && keyRef !== null) await deps.vault.set(store.keyName(keyRef), key);
  const { earlierKeys = [], ...record } = webhook.value;
  const replaced =
    isOther && has !== null && before?.keyRef != null ? [{ keyRef: before.keyRef, until: shared.savedAt }] : [];
  const kept = [...replaced, ...earlierKeys].slice(0, EARLIER_KEYS);
  await webhook.save({ ...record, ...(kept.length > 0 && { earlierKeys: kept }), saved: { ...shared, keyRef } });
  deps.onChange();
}
