// The notices that sales do not arrive in this app's inbox, or did not for a time, each with the button that ends it.
import { Group, Text } from '@mantine/core';
import type { InboxView } from '../../../../shared/inbox.ts';
import type { Result } from '../../../../shared/problem.ts';
import { texts } from '../../../../shared/texts/window.ts';
import type { WebhookView } from '../../../../shared/webhook.ts';
import { call } from '../../../bridge.ts';
import { notify } from '../../../components/notify.tsx';
import { SmallWarning, WorkButton } from '../../../components/parts.tsx';
import { useOneAtATime } from '../../../state/one-at-a-time.ts';
import { gapOf, missesSales, refusal } from './missed-sales.ts';

const t = texts.inbox;

interface InboxNoticesProps {
  readonly inbox: InboxView;
  readonly webhook: WebhookView;
}

export function InboxNotices({ inbox, webhook }: InboxNoticesProps) {
  const refused = refusal(inbox, webhook);
  const gap = gapOf(inbox, webhook);
  return (
    <>
      {missesSales(inbox, webhook) && (
        <InboxNotice
          text={t.missed.title}
          button={t.missed.start}
          act={() => call('inbox.start', { port: inbox.port })}
        />
      )}
      {refused !== null && (
        <InboxNotice
          text={refused}
          button={t.acceptAgain}
          act={() => call('inbox.answerWith', { answerWith: '200' })}
        />
      )}
      {gap !== null && <InboxNotice text={gap} button={t.dismissGap} act={() => call('inbox.dismissGap', undefined)} />}
    </>
  );
}

interface InboxNoticeProps {
  readonly text: string;
  readonly button: string;
  readonly act: () => Promise<Result<unknown>>;
}

function InboxNotice({ text, button, act }: InboxNoticeProps) {
  const acting = useOneAtATime();
  const run = () =>
    acting.run(async () => {
      const result = await act();
      if (!result.ok) notify('error', result.problem.message);
    });
  return (
    <SmallWarning>
      <Group gap={8} justify="space-between">
        <Text size="sm" flex="1 1 240px">
          {text}
        </Text>
        <WorkButton size="xs" variant="default" busy={acting.slow} onClick={() => void run()}>
          {button}
        </WorkButton>
      </Group>
    </SmallWarning>
  );
}
