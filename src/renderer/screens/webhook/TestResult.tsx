// What came back from one test event: delivered or not, why, and the service's answer as it came.
import { Stack, Text, Title } from '@mantine/core';
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { texts } from '../../../shared/texts/window.ts';
import type { WebhookTest } from '../../../shared/webhook.ts';
import { CodeBlock } from '../../components/CodeBlock.tsx';
import { durationText } from '../../components/duration.ts';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import styles from './webhook.module.css';

const words = texts.webhook.test;

export function TestResult({ test }: { readonly test: WebhookTest }) {
  const Icon = test.delivered ? IconCircleCheck : IconCircleX;
  return (
    <Stack gap={8}>
      <Title order={3} size="h5" className={styles.verdict} data-delivered={test.delivered}>
        <Icon size={20} aria-hidden />
        {test.delivered ? words.delivered : words.failed}
      </Title>
      <Text size="sm">{test.explanation}</Text>
      <dl className={styles.facts}>
        <dt>{words.status}</dt>
        <dd>{test.status ?? words.noAnswer}</dd>
        <dt>{words.took}</dt>
        <dd>{durationText(test.tookMs)}</dd>
        <dt>{words.when}</dt>
        <dd>
          <RelativeTime at={test.at} />
        </dd>
      </dl>
      {test.body === '' ? (
        test.status !== null && (
          <Text size="sm" c="dimmed">
            {words.noBody}
          </Text>
        )
      ) : (
        <>
          <Text size="xs" c="dimmed">
            {words.body}
          </Text>
          <CodeBlock text={test.body} />
        </>
      )}
    </Stack>
  );
}
