// Sends a test event and shows the result: delivered or not, why, and the service's raw answer.
import { Group, Loader, Paper, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { IconCircleCheck, IconCircleX, IconInfoCircle, IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { texts } from '../../../shared/texts/window.ts';
import type { WebhookTest, WebhookView } from '../../../shared/webhook.ts';
import { call, type Problem } from '../../bridge.ts';
import { CodeBlock, ProblemAlert, WorkButton } from '../../kit/parts.tsx';
import { durationText, RelativeTime } from '../../kit/values.tsx';
import { useSingleFlight } from '../../state/single-flight.ts';
import styles from './webhook.module.css';

const t = texts.webhook.test;

interface TestSectionProps {
  readonly view: WebhookView;
  readonly unsaved: boolean;
}

export function TestSection({ view, unsaved }: TestSectionProps) {
  const { testBlocked, test, current } = view;
  const [announced, setAnnounced] = useState<string | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const testing = useSingleFlight();
  const note = testBlocked ?? (current === null ? t.nothingSaved : unsaved ? t.usesSaved : null);

  const run = () =>
    testing.run(async () => {
      const result = await call('webhook.test', undefined);
      setAnnounced(result.ok ? result.value.id : null);
      setProblem(result.ok ? null : result.problem);
    });

  return (
    <Stack component="section" gap={12} aria-labelledby="webhook-test">
      <Title order={2} id="webhook-test">
        {t.title}
      </Title>
      <Group gap={12}>
        <WorkButton
          variant="default"
          busy={testing.slow}
          data-tour={current === null ? undefined : 'webhook-test'}
          leftSection={<IconSend size={16} aria-hidden />}
          disabled={testBlocked !== null}
          aria-describedby={note === null ? undefined : 'webhook-test-note'}
          onClick={() => void run()}
        >
          {t.send}
        </WorkButton>
        {note !== null && (
          <Text size="sm" c="dimmed" id="webhook-test-note" className={styles.beside}>
            <IconInfoCircle size={15} aria-hidden /> {note}
          </Text>
        )}
      </Group>
      {/* Announces only the verdict: the result contains a running time, and an error is an alert of its own. */}
      <VisuallyHidden aria-live="polite">
        {testing.slow ? t.waiting : test && test.id === announced && verdictOf(test)}
      </VisuallyHidden>
      {(test || problem || testing.slow) && (
        <Paper component="section" withBorder p={16} radius={8} aria-label={t.result} aria-busy={testing.slow}>
          {testing.slow ? (
            <Group gap={8} role="presentation">
              <Loader size={16} aria-hidden />
              <Text size="sm">{t.waiting}</Text>
            </Group>
          ) : problem ? (
            <ProblemAlert title={t.notRun} problem={problem} />
          ) : (
            test && <TestResult test={test} />
          )}
        </Paper>
      )}
    </Stack>
  );
}

const verdictOf = ({ delivered }: WebhookTest): string => (delivered ? t.delivered : t.failed);

function TestResult({ test }: { readonly test: WebhookTest }) {
  const { delivered, explanation, status, tookMs, at, body } = test;
  const Icon = delivered ? IconCircleCheck : IconCircleX;
  return (
    <Stack gap={8}>
      <Title order={3} size="h5" className={styles.verdict}>
        <Icon size={20} color={delivered ? 'var(--desk-good)' : 'var(--mantine-color-error)'} aria-hidden />
        {verdictOf(test)}
      </Title>
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
      {body !== '' && (
        <section aria-label={texts.sync.change.answer}>
          <Text size="sm" c="dimmed">
            {texts.sync.change.answer}
          </Text>
          <CodeBlock text={body} />
        </section>
      )}
    </Stack>
  );
}
