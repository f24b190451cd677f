// The webhook inbox: a receiver on this computer, and what has come in.
import { Stack, Text, Title } from '@mantine/core';
import { texts } from '../../../../shared/texts/window.ts';
import { ProblemAlert } from '../../../components/ProblemAlert.tsx';
import { useLive } from '../../../state/live.ts';
import { Deliveries } from './Deliveries.tsx';
import { InboxControls } from './InboxControls.tsx';

export function InboxSection({ onUseAddress }: { readonly onUseAddress: (url: string) => void }) {
  const { data, problem } = useLive('inbox.get', undefined, ['inbox']);
  return (
    <Stack component="section" gap={12} aria-labelledby="webhook-inbox">
      <div>
        <Title order={2} id="webhook-inbox">
          {texts.inbox.title}
        </Title>
        <Text size="sm" c="dimmed">
          {texts.inbox.about}
        </Text>
      </div>
      <ProblemAlert title={texts.inbox.notRead} problem={problem} />
      {data && <InboxControls view={data} onUseAddress={onUseAddress} />}
      {data && <Deliveries view={data} />}
    </Stack>
  );
}
