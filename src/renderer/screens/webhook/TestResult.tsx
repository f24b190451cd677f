// The result of one test event: delivered or not, why, and the raw response of the service.

import { Stack, Text, Title } from '@mantine/core';
import { IconCircleCheck, IconCircleX, IconHistory } from '@tabler/icons-react';
import { texts } from '../../../shared/texts/window.ts';
import type { ListedTest, WebhookTest } from '../../../shared/webhook.ts';
import { CodeBlock } from '../../components/CodeBlock.tsx';
import { durationText } from '../../components/duration.ts';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import styles from './webhook.module.css';

const t = texts.webhook.test;

export const verdictOf = ({ delivered }: WebhookTest): string => (delivered ? t.delivered : t.failed);

export function TestResult({ test }: { readonly test: ListedTest }) {
  if (test.outdated) return <Outdated />;
  const Icon = test.delivered ? IconCircleCheck : IconCircleX;
  return (
    <Stack gap={8}>
      <Title order={3} size="h5" className={styles.verdict} data-delivered={test.delivered}>
        <Icon size={20} aria-hidden />
        {verdictOf(test)}
      </Title>
      <Text size="sm">{test.explanation}</Text>
      <dl className={styles.facts}>
        <dt>{t.status}</dt>
        <dd>{test.status ?? t.noAnswer}</dd>
        <dt>{t.took}</dt>
        <dd>{durationText(test.tookMs)}</dd>
        <dt>{t.when}</dt>
        <dd>
          <RelativeTime at={test.at} />
        </dd>
      </dl>
      {test.body === '' ? (
        test.status !== null && (
          <Text size="sm" c="dimmed">
            {t.noBody}
          </Text>
        )
      ) : (
        <>
          <Text size="xs" c="dimmed">
            {t.body}
          </Text>
          <CodeBlock text={test.body} />
        </>
      )}
    </Stack>
  );
}

const Outdated = () => (
  <Stack gap={8}>
    <Title order={3} size="h5" className={styles.outdated ?? ''}>
      <IconHistory size={20} aria-hidden />
      {t.outdated}
    </Title>
    <Text size="sm">{t.outdatedBecause}</Text>
  </Stack>
);
