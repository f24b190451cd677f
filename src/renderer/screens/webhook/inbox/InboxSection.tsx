// The webhook inbox: a receiver on this computer, and what has come in.
import { Stack, Text, Title } from '@mantine/core';
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
          Webhook inbox
        </Title>
        <Text size="sm" c="dimmed">
          A receiver on this computer that shows what the webhook delivers. It listens only after you start it, and only
          a service on this computer, such as the practice store, can reach it.
        </Text>
      </div>
      <ProblemAlert title="The webhook inbox could not be read" problem={problem} />
      {data && <InboxControls view={data} onUseAddress={onUseAddress} />}
      {data && <Deliveries view={data} />}
    </Stack>
  );
}
