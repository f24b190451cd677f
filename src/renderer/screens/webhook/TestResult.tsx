// The result of one test event: delivered or not, why, and the raw response of the service.
import { Stack, Text, Title } from '@mantine/core';
import { IconCircleCheck, IconCircleX, IconHistory } from '@tabler/icons-react';
import { texts } from '../../../shared/texts/window.ts';
import type { ListedTest } from '../../../shared/webhook.ts';
import { CodeBlock } from '../../components/parts.tsx';
import { durationText, RelativeTime } from '../../components/values.tsx';
import styles from './webhook.module.css';

const t = texts.webhook.test;

export const verdictOf = ({ delivered }: ListedTest): string => (delivered ? t.delivered : t.failed);

export function TestResult({ test }: { readonly test: ListedTest }) {
  const { outdated, delivered, explanation, status, tookMs, at, body } = test;
  const Icon = outdated ? IconHistory : delivered ? IconCircleCheck : IconCircleX;
  return (
    <Stack gap={8}>
      <Title order={3} size="h5" className={styles.verdict} data-delivered={outdated ? undefined : delivered}>
        <Icon size={20} aria-hidden />
        {outdated ? t.outdated : verdictOf(test)}
      </Title>
      {!outdated && (
        <>
          <Text size="sm">{explanation}</Text>
          <dl className={styles.facts}>
            <dt>{t.status}</dt>
            <dd>{status ?? t.noAnswer}</dd>
            <dt>{t.took}</dt>
            <dd>{durationText(tookMs)}</dd>
            <dt>{texts.sync.columns.when}</dt>
            <dd>
              <RelativeTime at={at} />
            </dd>
          </dl>
          {body !== '' && <CodeBlock text={body} />}
        </>
      )}
    </Stack>
  );
}
