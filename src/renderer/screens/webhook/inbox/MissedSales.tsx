// The notice that sales go to this app's inbox while it is stopped, with the button that starts it.
import { Alert, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { texts } from '../../../../shared/texts/window.ts';
import { call } from '../../../bridge.ts';
import { toast } from '../../../components/toast.tsx';
import { WorkButton } from '../../../components/WorkButton.tsx';

const words = texts.inbox.missed;

export function MissedSales({ port }: { readonly port: number }) {
  const [busy, setBusy] = useState(false);
  const start = async () => {
    setBusy(true);
    const result = await call('inbox.start', { port });
    setBusy(false);
    if (!result.ok) toast('error', result.problem.message);
  };
  return (
    <Alert color="yellow" p={8} icon={<IconAlertTriangle size={16} aria-hidden />}>
      <Group gap={8} justify="space-between">
        <Text size="sm">{words.title}</Text>
        <WorkButton size="xs" variant="default" busy={busy} onClick={() => void start()}>
          {words.start}
        </WorkButton>
      </Group>
    </Alert>
  );
}
