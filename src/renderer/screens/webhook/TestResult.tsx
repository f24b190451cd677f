// What came back from one test event: delivered or not, why, and the service's answer as it came.
import { Stack, Text, Title } from '@mantine/core';
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import type { WebhookTest } from '../../../shared/webhook.ts';
import { CodeBlock } from '../../components/CodeBlock.tsx';
import { durationText } from '../../components/duration.ts';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import styles from './webhook.module.css';

export function TestResult({ test }: { readonly test: WebhookTest }) {
  const Icon = test.delivered ? IconCircleCheck : IconCircleX;
  return (
    <Stack gap={8}>
      <Title order={3} size="h5" className={styles.verdict} data-delivered={test.delivered}>
        <Icon size={20} aria-hidden />
        {test.delivered ? 'Test delivered' : 'Test failed'}
      </Title>
      <Text size="sm">{test.explanation}</Text>
      <dl className={styles.facts}>
        <dt>Status</dt>
        <dd>{test.status ?? 'no answer'}</dd>
        <dt>Took</dt>
        <dd>{durationText(test.tookMs)}</dd>
        <dt>When</dt>
        <dd>
          <RelativeTime at={test.at} />
        </dd>
      </dl>
      {test.body === '' ? (
        test.status !== null && (
          <Text size="sm" c="dimmed">
            The answer had no body.
          </Text>
        )
      ) : (
        <>
          <Text size="xs" c="dimmed">
            Body as it came
          </Text>
          <CodeBlock text={test.body} />
        </>
      )}
    </Stack>
  );
}
