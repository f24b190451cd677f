// Updates the webhook's record and keys after a change to it has ended.
import { isDeepStrictEqual } from 'node:util';
import type { Document } from '../storage/document.ts';
import type { WebhookRecord } from '../store-record.ts';
import { type Action, isRecordedBySeller, type Payload } from '../sync/outbox/action.ts';
import { doubtAfter } from '../sync/outbox/doubt.ts';

export interface WebhookDeps {
  readonly webhook: Document<WebhookRecord>;
  readonly now: () => number;
  /** Actions on the webhook that are unsettled or just sent. */
  readonly upcoming: () => readonly Action[];
  readonly forgetKey: (keyRef: string) => Promise<void>;
}

/** Null where the action carries no key. */
export const keyRefOf = ({ payload }: Action): string | null =>
  payload.kind === 'settings.update' ? payload.keyRef : null;

/** Stores what was sent, or the doubt that a discard leaves. Idempotent. */
export async function webhookSettled(
  { webhook, now, upcoming: coming, forgetKey }: WebhookDeps,
  action: Action,
  payload: Extract<Payload, { kind: 'settings.update' }>,
): Promise<void> {
  const { doubt: doubtBefore, ...before } = webhook.value;
  const doubt = doubtAfter(action, doubtBefore);
  const withDoubt = doubt ? { doubt } : {};
  // Two actions may carry the same key.
  const isCarried = (keyRef: string) => coming().some((other) => keyRefOf(other) === keyRef);
  if (action.ending !== 'sent') {
    if (!isDeepStrictEqual(doubt, doubtBefore)) await webhook.save({ ...before, ...withDoubt });
    const { keyRef } = payload;
    if (keyRef !== null && keyRef !== before.saved?.keyRef && !isCarried(keyRef)) await forgetKey(keyRef);
    return;
  }
  const keyRef = payload.keyRef ?? before.saved?.keyRef ?? null;
  const recorded = isRecordedBySeller(action) ? ({ recordedByYou: true } as const) : {};
  const saved = { url: payload.url, isOn: payload.isOn, keyRef, savedAt: action.endedAt ?? now(), ...recorded };
  await webhook.save({ ...before, ...withDoubt, saved });
  const old = before.saved?.keyRef;
  if (old && old !== keyRef && !isCarried(old)) await forgetKey(old);
}
