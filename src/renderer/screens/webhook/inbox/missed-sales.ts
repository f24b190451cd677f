// What the seller has to know where sales do not arrive in this app's inbox.
import { type InboxView, inboxTrouble, refusesAll, sendsToInbox } from '../../../../shared/inbox.ts';
import { sentences } from '../../../../shared/sentences.ts';
import { texts } from '../../../../shared/texts/window.ts';
import type { WebhookView } from '../../../../shared/webhook.ts';
import { call } from '../../../bridge.ts';
import { notify } from '../../../components/notify.tsx';
import { exactTime } from '../../../components/RelativeTime.tsx';
import { isOnScreen } from '../../../state/route.ts';

const t = texts.inbox;

/** Sales are sent to this app's inbox while it is stopped. */
export const missesSales = (inbox: InboxView, { current }: WebhookView): boolean =>
  inboxTrouble(inbox, current) === 'stopped';

/** Null if the inbox is stopped, accepts deliveries, or gets none. */
export function refusal(inbox: InboxView, { current }: WebhookView): string | null {
  if (inbox.address === null || !sendsToInbox(inbox, current) || !refusesAll(inbox)) return null;
  return t.refuses({ answer: t.answers[inbox.answerWith] });
}

/** Null if the inbox missed no time, or would have got nothing. */
export function gapOf(inbox: InboxView, { current }: WebhookView): string | null {
  const { address, gap } = inbox;
  if (address === null || !sendsToInbox(inbox, current) || gap === null) return null;
  return sentences(t.gap({ from: exactTime(gap.from), until: exactTime(gap.until) }), t.gapMeans);
}

/** Shows a toast after the inbox was stopped on another screen; the Webhook screen has a notice. */
export async function warnOfMissedSales(start: () => void): Promise<void> {
  const [inbox, webhook] = await Promise.all([call('inbox.get', undefined), call('webhook.get', undefined)]);
  if (!inbox.ok || !webhook.ok || isOnScreen('#/webhook') || !missesSales(inbox.value, webhook.value)) return;
  notify('attention', t.missed.title, { action: { label: t.missed.start, run: start } });
}
