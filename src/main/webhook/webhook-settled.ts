// What the end of a change to the webhook makes of its record, and of the keys that are kept for it.
import { isDeepStrictEqual } from 'node:util';
import type { Document } from '../storage/document.ts';
import type { WebhookRecord } from '../store-record.ts';
import { type Action, isRecordedBySeller, type Payload } from '../sync/outbox/action.ts';
import { doubtAfter } from '../sync/outbox/doubt.ts';

export interface WebhookDeps {
  readonly webhook: Document<WebhookRecord>;
  readonly now: () => number;
  /** The changes to the webhook that are to be sent, or were a moment ago. */
  readonly upcoming: () => readonly Action[];
  /** Forgets the key of a `keyRef`. */
  readonly forgetKey: (keyRef: string) => Promise<void>;
}

/** Where the key is that a change carries; null where it carries none. */
export const keyRefOf = ({ payload }: Action): string | null =>
  payload.kind === 'settings.update' ? payload.keyRef : null;

/** Takes over what was sent, or notes what a discard leaves uncertain. Applying twice changes nothing. */
export async function webhookSettled(
  { webhook, now, upcoming: coming, forgetKey }: WebhookDeps,
  action: Action,
  payload: Extract<Payload, { kind: 'settings.update' }>,
): Promise<void> {
  const { doubt: doubtBefore, ...before } = webhook.value;
  const doubt = doubtAfter(action, doubtBefore);
  const withDoubt = doubt ? { doubt } : {};
  // One key may have been entered for two changes at once.
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
