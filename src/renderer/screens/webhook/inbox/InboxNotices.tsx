// Says that sales do not arrive in this app's inbox, or did not for a time: one line each, with the button that helps.
import { Group, Text } from '@mantine/core';
import { type InboxView, refusesAll, sendsToInbox } from '../../../../shared/inbox.ts';
import type { Result } from '../../../../shared/problem.ts';
import { texts } from '../../../../shared/texts/window.ts';
import type { WebhookView } from '../../../../shared/webhook.ts';
import { call } from '../../../bridge.ts';
import { report } from '../../../kit/notify.tsx';
import { SmallWarning, WorkButton } from '../../../kit/parts.tsx';
import { exactTime } from '../../../kit/values.tsx';
import { useCurrentStore } from '../../../state/frame.ts';
import { useSingleFlight } from '../../../state/single-flight.ts';

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
    return <InboxNotice text={t.missed} button={t.start} act={() => call('inbox.start', { port })} />;
  }
  return (
    <>
      {refusesAll(inbox) && (
        <InboxNotice
          text={t.refuses({ answer: t.answers[answerWith] })}
          button={t.acceptAgain}
          act={() => call('inbox.answerWith', { answerWith: '200' })}
        />
      )}
      {gap !== null && !isPractice && (
        <InboxNotice
          text={t.gap({ from: exactTime(gap.from), until: exactTime(gap.until) })}
          button={t.dismissGap}
          act={() => call('inbox.dismissGap', undefined)}
        />
      )}
    </>
  );
}

interface InboxNoticeProps {
  readonly text: string;
  readonly button: string;
  readonly act: () => Promise<Result<unknown>>;
}

function InboxNotice({ text, button, act }: InboxNoticeProps) {
  const acting = useSingleFlight();
  return (
    <SmallWarning>
      <Group gap={8} justify="space-between">
        <Text size="sm" flex="1 1 240px">
          {text}
        </Text>
        <WorkButton size="xs" variant="default" busy={acting.slow} onClick={() => void acting.run(() => report(act()))}>
          {button}
        </WorkButton>
      </Group>
    </SmallWarning>
  );
}
