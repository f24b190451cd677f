// The webhook's record and keys after a change to it has ended.
import { isDeepStrictEqual } from 'node:util';
import { webhookIn } from '../catalog/open-catalog.ts';
import type { StoreContext } from '../store-context.ts';
import type { WebhookRecord } from '../store-record.ts';
import { type Change, isRecordedBySeller, type Payload, WEBHOOK_SUBJECT } from '../sync/outbox/change.ts';
import { doubtAfter } from '../sync/outbox/doubt.ts';

/** The most keys that are kept after they were replaced. */
export const EARLIER_KEYS = 5;
/** A team's server keeps deliveries as long (ms). */
const EARLIER_KEYS_KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** Null if the change carries no key. */
export const keyRefOf = ({ payload }: Change): string | null =>
  payload.kind === 'settings.update' ? payload.keyRef : null;

/**
 * The record with what was sent, or with the doubt that a discard leaves, and the keys to forget once the change has ended.
 * Idempotent.
 *
 * @param others the other open changes of the webhook
 */
export function webhookSettled(
  record: WebhookRecord,
  change: Change,
  payload: Extract<Payload, { kind: 'settings.update' }>,
  others: readonly Change[],
): { readonly record: WebhookRecord; readonly forgotten: readonly string[] } {
  const { doubt: doubtBefore, earlierKeys = [], ...before } = record;
  const doubt = doubtAfter(change, doubtBefore);
  const withDoubt = doubt ? { doubt } : {};
  const withKeys = (keys: typeof earlierKeys) => (keys.length > 0 ? { earlierKeys: keys } : {});
  // Two changes may carry the same key.
  const isCarried = (keyRef: string) => others.some((other) => keyRefOf(other) === keyRef);
  if (change.ending !== 'sent') {
    const { keyRef } = payload;
    const isForgotten = keyRef !== null && keyRef !== before.saved?.keyRef && !isCarried(keyRef);
    return { record: { ...before, ...withDoubt, ...withKeys(earlierKeys) }, forgotten: isForgotten ? [keyRef] : [] };
  }
  const keyRef = payload.keyRef ?? before.saved?.keyRef ?? null;
  const recorded = isRecordedBySeller(change) ? ({ recordedByYou: true } as const) : {};
  const settings = { url: payload.url, isOn: payload.isOn, keyRef, ...recorded };
  const endedAt = change.endedAt ?? 0;
  const known = before.saved?.savedAt ?? 0;
  // Of a team the last one counts, and the one before may be of a computer whose clock is ahead. Settled again it is the same.
  const savedAt = isDeepStrictEqual(before.saved, { ...settings, savedAt: known })
    ? Math.max(endedAt, known)
    : Math.max(endedAt, known + 1);
  const saved = { ...settings, savedAt };
  const old = before.saved?.keyRef;
  const replaced = old && old !== keyRef ? [{ keyRef: old, until: savedAt }, ...earlierKeys] : earlierKeys;
  const kept = replaced.filter(({ until }) => savedAt - until <= EARLIER_KEYS_KEPT_MS).slice(0, EARLIER_KEYS);
  return {
    record: { ...before, ...withDoubt, ...withKeys(kept), saved },
    forgotten: replaced.flatMap((key) => (kept.includes(key) || isCarried(key.keyRef) ? [] : key.keyRef)),
  };
}

/** Settles changes in the catalog, together with what they change in the webhook's record. */
export async function settle(store: StoreContext, ended: readonly Change[]): Promise<void> {
  const ids = new Set(ended.map(({ id }) => id));
  const others = store.queue.of(WEBHOOK_SUBJECT).filter(({ id }) => !ids.has(id));
  const webhook = webhookIn(store.catalog);
  const forgotten: string[] = [];
  await store.catalog.settle(ended, () => {
    for (const change of ended) {
      if (change.payload.kind !== 'settings.update') continue;
      const settled = webhookSettled(webhook.value, change, change.payload, others);
      webhook.put(settled.record);
      forgotten.push(...settled.forgotten);
    }
  });
  // Not before: a change that the disk keeps open needs its key.
  for (const keyRef of forgotten) {
    await store.deps.vault
      .delete(store.keyName(keyRef))
      .catch((error: unknown) => console.error('A key of the webhook could not be removed from the disk', error));
  }
}
