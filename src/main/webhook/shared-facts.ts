// What the computers of a team share of a store beside its catalog: its checkout address, and the webhook with its key.
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { webhookUrlSchema } from '../../shared/webhook.ts';
import { isNewer, type Stamp, type Stamper, stampSchema, timeSchema } from '../storage/stamp.ts';
import type { StoreContext } from '../store-context.ts';
import type { StoreRecord, WebhookRecord } from '../store-record.ts';
import type { SharedDocument } from '../team/shared-document.ts';
import { forgetKeys } from './webhook-settled.ts';

const sharedWebhookSchema = z.object({
  url: webhookUrlSchema,
  isOn: z.boolean(),
  savedAt: timeSchema,
  recordedByYou: z.literal(true).optional(),
  /** Null if the computer that shared it has none. */
  key: z.string().nullable(),
});
type SharedWebhook = z.infer<typeof sharedWebhookSchema>;
type Saved = NonNullable<WebhookRecord['saved']>;

const storeFactsSchema = z.object({
  checkout: z.object({ url: z.string(), sellerSlug: z.string() }).nullable(),
  checkoutStamp: stampSchema.optional(),
  webhook: sharedWebhookSchema.nullable(),
});
export type StoreFacts = z.infer<typeof storeFactsSchema>;

/** `changeRecord`: changes the record of the store. Rejects with `StorageError`. */
export const sharedFacts = (
  store: StoreContext,
  changeRecord: (change: Partial<StoreRecord>) => Promise<void>,
): SharedDocument<StoreFacts> => ({
  kind: 'facts',
  schema: storeFactsSchema,
  read: () => storeFacts(store),
  write: (value) => takeFacts(store, value, changeRecord),
  merge: (_base, here, there) => mergeFacts(here, there),
  hasBase: false,
});

export function storeFacts(store: StoreContext): StoreFacts {
  const { saved } = store.webhook.value;
  const { checkoutUrl, sellerSlug, checkoutStamp } = store.deps.record();
  return {
    checkout: checkoutUrl === null || sellerSlug === null ? null : { url: checkoutUrl, sellerSlug },
    ...(checkoutStamp && { checkoutStamp }),
    webhook: saved && withKey(store, saved),
  };
}

const withKey = (store: StoreContext, { keyRef, ...saved }: Saved): SharedWebhook => ({
  ...saved,
  key: keyOf(store, keyRef),
});

/** Commutative, associative and idempotent. */
export const mergeFacts = (a: StoreFacts, b: StoreFacts): StoreFacts => ({
  ...mergeCheckouts(checkoutOf(a), checkoutOf(b)),
  webhook: mergeWebhooks(a.webhook, b.webhook),
});

type Checkout = Pick<StoreFacts, 'checkout' | 'checkoutStamp'>;

const checkoutOf = ({ checkout, checkoutStamp }: StoreFacts): Checkout => ({
  checkout,
  ...(checkoutStamp && { checkoutStamp }),
});

/** Before every stamp. */
const NEVER: Stamp = { time: 0, counter: 0, device: '' };

/** The address that the seller typed or removed last. If nobody did, any address that the service gave. */
function mergeCheckouts(a: Checkout, b: Checkout): Checkout {
  const [ofA, ofB] = [a.checkoutStamp ?? NEVER, b.checkoutStamp ?? NEVER];
  if (isNewer(ofA, ofB)) return a;
  if (isNewer(ofB, ofA)) return b;
  const checkout = least(a.checkout, b.checkout, ({ url, sellerSlug }) => JSON.stringify([url, sellerSlug]));
  return { ...a, checkout };
}

/** What changes in a store's record when the seller types or removes its address; stamped, so that it wins on all computers. */
export function changedCheckout(
  before: StoreRecord,
  checkout: Pick<StoreRecord, 'checkoutUrl' | 'sellerSlug'>,
  stamper: Stamper,
): Partial<StoreRecord> {
  if (before.checkoutUrl === checkout.checkoutUrl && before.sellerSlug === checkout.sellerSlug) return {};
  // The last change may come from a computer whose clock is ahead.
  if (before.checkoutStamp) stamper.follow(before.checkoutStamp);
  return { ...checkout, checkoutStamp: stamper.stamp() };
}

/** The webhook that was saved last, with its key if either side has it. */
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

/** Stores what another computer knows. */
async function takeFacts(
  store: StoreContext,
  facts: StoreFacts,
  changeRecord: (change: Partial<StoreRecord>) => Promise<void>,
): Promise<void> {
  const { deps, webhook } = store;
  const here = storeFacts(store);
  const { checkout, checkoutStamp } = facts;
  if (!isDeepStrictEqual(checkoutOf(facts), checkoutOf(here)))
    await changeRecord({
      checkoutUrl: checkout?.url ?? null,
      sellerSlug: checkout?.sellerSlug ?? null,
      ...(checkoutStamp && { checkoutStamp }),
    });
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

const keyOf = (store: StoreContext, keyRef: string | null): string | null =>
  keyRef === null ? null : store.webhookKey(keyRef);
