// The notice on the screen "Sales" that they do not arrive or cannot be verified, with the way to the screen "Webhook".

import { Button, Group, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { InboxView } from '../../../shared/inbox.ts';
import { sentences } from '../../../shared/sentences.ts';
import { texts } from '../../../shared/texts/window.ts';
import { isKeyLost, type WebhookView } from '../../../shared/webhook.ts';
import { SmallWarning } from '../../components/parts.tsx';
import { useLive } from '../../state/live.ts';
import { go } from '../../state/route.ts';
import { gapOf, missesSales, refusal } from '../webhook/inbox/missed-sales.ts';
import styles from './sales.module.css';

interface WebhookHintProps {
  /** The list is empty and says itself how to set up the webhook. */
  readonly saysSetUp: boolean;
  /** In the toolbar it is a button, where the window is so low that a list has no room below more. */
  readonly place: 'toolbar' | 'body';
}

export function WebhookHint({ saysSetUp, place }: WebhookHintProps) {
  // As at 200 % in a small window; the same as in the style sheet.
  const isNarrow = useMediaQuery('(max-width: 560px)', undefined, { getInitialValueInEffect: false });
  const isLow = useMediaQuery('(max-height: 360px)', undefined, { getInitialValueInEffect: false });
  const isInToolbar = isNarrow === true && isLow === true;
  return isInToolbar === (place === 'toolbar') ? <Hint saysSetUp={saysSetUp} place={place} /> : null;
}

function Hint({ saysSetUp, place }: WebhookHintProps) {
  const webhook = useLive('webhook.get', undefined, ['webhook']).data;
  const inbox = useLive('inbox.get', undefined, ['inbox']).data;
  if (!webhook || !inbox) return null;
  const parts = partsOf(webhook, inbox, saysSetUp);
  if (parts.length === 0) return null;
  const text = sentences(...parts);
  const see = () => go('#/webhook');
  if (place === 'toolbar')
    return (
      <Button
        size="xs"
        variant="default"
        className={styles.lowHint ?? ''}
        leftSection={<IconAlertTriangle size={16} aria-hidden />}
        title={text}
        onClick={see}
      >
        {texts.sales.seeWebhook}
      </Button>
    );
  return (
    <SmallWarning className={styles.hint ?? ''}>
      <Group gap={8} justify="space-between">
        <Text size="sm" flex="1 1 200px">
          {text}
        </Text>
        <Button size="xs" variant="default" onClick={see}>
          {texts.sales.seeWebhook}
        </Button>
      </Group>
    </SmallWarning>
  );
}

function partsOf(webhook: WebhookView, inbox: InboxView, saysSetUp: boolean): readonly string[] {
  const { current } = webhook;
  if (!current) return saysSetUp ? [] : [texts.sales.notSetUp];
  if (!current.isOn) return [texts.sales.webhookOff];
  const parts = [
    missesSales(inbox, webhook) ? texts.inbox.missed.title : null,
    refusal(inbox, webhook),
    gapOf(inbox, webhook),
    isKeyLost(current.key) ? texts.sales.keyLost : null,
    current.key === 'none' ? texts.sales.noKey : null,
  ];
  return parts.filter((text) => text !== null);
}
