// Whether sales are sent to this app's inbox while it is stopped.
import type { InboxView } from '../../../../shared/inbox.ts';
import { texts as later } from '../../../../shared/texts/later.ts';
import { isLoopbackHost } from '../../../../shared/web-address.ts';
import type { WebhookView } from '../../../../shared/webhook.ts';
import { call } from '../../../bridge.ts';
import { toast } from '../../../components/toast.tsx';
import { isOnScreen } from '../../../state/route.ts';

export function missesSales(inbox: InboxView, { current }: WebhookView): boolean {
  if (inbox.address !== null || !current?.isOn) return false;
  const url = URL.parse(current.url);
  return url !== null && isLoopbackHost(url.hostname) && url.port === String(inbox.port);
}

/** Shows a toast after the inbox was stopped on another screen; the Webhook screen has a notice. */
export async function warnOfMissedSales(start: () => void): Promise<void> {
  const [inbox, webhook] = await Promise.all([call('inbox.get', undefined), call('webhook.get', undefined)]);
  if (!inbox.ok || !webhook.ok || isOnScreen('#/webhook') || !missesSales(inbox.value, webhook.value)) return;
  toast('attention', later.inbox.missed.title, { label: later.inbox.missed.start, run: start });
}
