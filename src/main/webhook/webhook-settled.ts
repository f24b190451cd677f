// The webhook's record and keys after a change to it has ended.
import { webhookIn } from '../catalog/open-catalog.ts';
import { type Change, isRecordedBySeller, WEBHOOK_SUBJECT } from '../outbox/change.ts';
import { doubtAfter } from '../outbox/doubt.ts';
import type { StoreContext } from '../store-context.ts';
import type { WebhookRecord } from '../store-record.ts';

/** What a change sets; null if it is not about the webhook. */
export const settingsOf = ({ payload }: Change) => (payload.kind === 'settings.update' ? payload : null);

/** Null if the change carries no key. */
export const keyRefOf = (change: Change): string | null => settingsOf(change)?.keyRef ?? null;

/** The record with what was sent, or with the doubt that a discard leaves. */
export function webhookSettled(record: WebhookRecord, change: Change): WebhookRecord {
  const settings = settingsOf(change);
  const { saved } = record;
  const withDoubt = { ...record, doubt: doubtAfter(change, record.doubt) };
  if (change.ending !== 'sent' || !settings) return withDoubt;
  const recorded = isRecordedBySeller(change) ? ({ recordedByYou: true } as const) : {};
  const keyRef = settings.keyRef ?? saved?.keyRef ?? null;
  // In a team the newest save wins, so it gets a later time than the previous one, whose computer's clock may be ahead.
  const savedAt = Math.max(change.endedAt ?? 0, (saved?.savedAt ?? 0) + 1);
  return { ...withDoubt, saved: { url: settings.url, isOn: settings.isOn, keyRef, savedAt, ...recorded } };
}

/** Settles changes in the catalog, together with what they change in the webhook's record. */
export async function settleWithWebhook(store: StoreContext, ended: readonly Change[]): Promise<void> {
  const webhook = webhookIn(store.catalog);
  const previousRef = webhook.value.saved?.keyRef ?? null;
  await store.catalog.settle(ended, () => {
    for (const change of ended) {
      if (settingsOf(change)) webhook.save(webhookSettled(webhook.value, change));
    }
  });
  // Only now, because a change that could not be settled still needs its key.
  await forgetKeys(store, [previousRef, ...ended.map(keyRefOf)], ended);
}

/** Removes the given keys that neither the webhook nor a change uses. Changes in `ended` do not count. */
export async function forgetKeys(
  store: StoreContext,
  keyRefs: readonly (string | null)[],
  ended: readonly Change[] = [],
): Promise<void> {
  const open = store.queue.of(WEBHOOK_SUBJECT).filter(({ id }) => !ended.some((change) => change.id === id));
  const inUse = new Set([webhookIn(store.catalog).value.saved?.keyRef, ...open.map(keyRefOf)]);
  for (const keyRef of new Set(keyRefs)) {
    if (keyRef === null || inUse.has(keyRef)) continue;
    await store.deps.vault
      .delete(store.keyName(keyRef))
      .catch((error: unknown) => console.error('A key of the webhook could not be removed from the disk', error));
  }
}
