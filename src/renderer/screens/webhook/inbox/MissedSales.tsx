// The notice that sales go to this app's inbox while it is stopped, with the button that starts it.
import { Alert, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { texts as later } from '../../../../shared/texts/later.ts';
import { call } from '../../../bridge.ts';
import { toast } from '../../../components/toast.tsx';
import { WorkButton } from '../../../components/WorkButton.tsx';
import { useOneAtATime } from '../../../state/one-at-a-time.ts';

const words = later.inbox.missed;

export function MissedSales({ port }: { readonly port: number }) {
  const starting = useOneAtATime();
  const start = () =>
    starting.run(async () => {
      const result = await call('inbox.start', { port });
      if (!result.ok) toast('error', result.problem.message);
    });
  return (
    <Alert color="yellow" p={8} icon={<IconAlertTriangle size={16} aria-hidden />}>
      <Group gap={8} justify="space-between">
        <Text size="sm">{words.title}</Text>
        <WorkButton size="xs" variant="default" busy={starting.slow} onClick={() => void start()}>
          {words.start}
        </WorkButton>
      </Group>
    </Alert>
  );
}
