// Changes that came from a backup are held; here they can be sent all together.
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { call } from '../../bridge.ts';
import { ask } from '../../components/confirm.tsx';
import { toast } from '../../components/toast.tsx';
import styles from './sync.module.css';

function askToSend(count: number): void {
  ask({
    title: 'Send all restored changes?',
    body: (
      <Stack gap={8}>
        <Text size="sm">
          {count === 1 ? '1 change is sent from here.' : `${count.toLocaleString()} changes are sent from here.`}
        </Text>
        <Text size="sm">
          If the app that the backup was made with has sent them since, or still will, products and links come to exist
          twice. Look on your store's page first.
        </Text>
      </Stack>
    ),
    confirm: 'Send all',
    failed: 'Nothing was sent',
    act: async () => {
      const answer = await call('sync.sendRestored', undefined);
      if (answer.ok) {
        const sent = answer.value.count;
        toast('success', sent === 1 ? '1 change will be sent.' : `${sent.toLocaleString()} changes will be sent.`);
      }
      return answer;
    },
  });
}

export function RestoredChanges({ count }: { readonly count: number }) {
  return (
    <Group className={styles.restored} justify="space-between" gap={12}>
      <Text size="sm">
        {count === 1
          ? '1 change came from a backup and is held for you to decide.'
          : `${count.toLocaleString()} changes came from a backup and are held for you to decide.`}
      </Text>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconSend size={14} aria-hidden />}
        onClick={() => askToSend(count)}
      >
        Send all restored changes
      </Button>
    </Group>
  );
}
