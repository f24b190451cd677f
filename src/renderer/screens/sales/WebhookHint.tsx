// The notice on the screen "Sales" that they do not arrive or cannot be verified, with the way to the screen "Webhook".
import { Alert, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { texts as later } from '../../../shared/texts/later.ts';
import { useLive } from '../../state/live.ts';
import { go } from '../../state/route.ts';
import { missesSales } from '../webhook/inbox/missed-sales.ts';
import { isKeyLost } from '../webhook/KeyWarning.tsx';
import styles from './sales.module.css';

export function WebhookHint() {
  const webhook = useLive('webhook.get', undefined, ['webhook']).data;
  const inbox = useLive('inbox.get', undefined, ['inbox']).data;
  if (!webhook?.current?.isOn || !inbox) return null;
  const said = [
    ...(missesSales(inbox, webhook) ? [later.inbox.missed.title] : []),
    ...(isKeyLost(webhook.current.key) ? [later.sales.keyLost] : []),
  ];
  if (said.length === 0) return null;
  return (
    <Alert color="yellow" p={8} className={styles.hint ?? ''} icon={<IconAlertTriangle size={16} aria-hidden />}>
      <Group gap={8} justify="space-between" wrap="nowrap">
        <Text size="sm">{said.join(' ')}</Text>
        <Button size="xs" variant="default" flex="none" onClick={() => go('#/webhook')}>
          {later.sales.seeWebhook}
        </Button>
      </Group>
    </Alert>
  );
}
