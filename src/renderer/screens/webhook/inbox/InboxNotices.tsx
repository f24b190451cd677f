// Says that sales do not arrive in this app's inbox, or did not for a time: one line each, with the button that helps.
import { type InboxView, refusesAll, sendsToInbox } from '../../../../shared/inbox.ts';
import { texts } from '../../../../shared/texts/window.ts';
import type { WebhookView } from '../../../../shared/webhook.ts';
import { call } from '../../../bridge.ts';
import { report } from '../../../kit/notify.tsx';
import { SmallWarning } from '../../../kit/parts.tsx';
import { exactTime } from '../../../kit/values.tsx';
import { useCurrentStore } from '../../../state/frame.ts';

const t = texts.inbox;

interface InboxNoticesProps {
  readonly inbox: InboxView;
  readonly webhook: WebhookView;
}

export function InboxNotices({ inbox, webhook: { current } }: InboxNoticesProps) {
  // The practice store runs inside this app, so it had no sales while the app was closed.
  const isPractice = useCurrentStore()?.practice ?? true;
  if (!sendsToInbox(inbox, current)) return null;
  const { address, answerWith, gap, port } = inbox;
  if (address === null) {
    return <SmallWarning text={t.missed} button={t.start} act={() => report(call('inbox.start', { port }))} />;
  }
  return (
    <>
      {refusesAll(inbox) && (
        <SmallWarning
          text={t.refuses({ answer: t.answers[answerWith] })}
          button={t.acceptAgain}
          act={() => report(call('inbox.answerWith', { answerWith: '200' }))}
        />
      )}
      {gap !== null && !isPractice && (
        <SmallWarning
          text={t.gap({ from: exactTime(gap.from), until: exactTime(gap.until) })}
          button={t.dismissGap}
          act={() => report(call('inbox.dismissGap', undefined))}
        />
      )}
    </>
  );
}
