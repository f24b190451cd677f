// Sends a test event and shows its result.
import { Group, Loader, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { IconInfoCircle, IconSend } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { texts } from '../../../shared/texts/window.ts';
import type { WebhookTest, WebhookView } from '../../../shared/webhook.ts';
import { call, type Problem } from '../../bridge.ts';
import { ProblemAlert, WorkButton } from '../../components/parts.tsx';
import { useSingleFlight } from '../../state/single-flight.ts';
import { TestResult, verdictOf } from './TestResult.tsx';
import styles from './webhook.module.css';

const t = texts.webhook.test;

/** A save that is sent within this many ms does not block the test: a press that has begun would be lost. */
const LATE_MS = 300;

interface TestSectionProps {
  readonly view: WebhookView;
  readonly unsaved: boolean;
  /** The tour highlights "Send test event" now. */
  readonly isNext: boolean;
}

export function TestSection({ view, unsaved, isNext }: TestSectionProps) {
  const { testBlocked, tests, current } = view;
  const [answer, setAnswer] = useState<WebhookTest | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const testing = useSingleFlight();
  const isBlocked = useLate(testBlocked !== null);
  // A response may arrive before the list that includes it.
  const isListed = answer === null || tests.some(({ id }) => id === answer.id);
  const newest = isListed ? tests.toSorted((a, b) => b.at - a.at)[0] : { ...answer, outdated: false };
  const note = testBlocked ?? (current === null ? t.nothingSaved : unsaved ? t.usesSaved : null);

  const run = () =>
    testing.run(async () => {
      const result = await call('webhook.test', undefined);
      setAnswer(result.ok ? result.value : null);
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
          data-tour={isNext ? 'webhook-next' : undefined}
          leftSection={<IconSend size={16} aria-hidden />}
          disabled={isBlocked}
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
      {/* Announces only this: the result contains a running time, and an error is an alert of its own. */}
      <VisuallyHidden aria-live="polite">
        {testing.slow ? t.waiting : answer && newest && !newest.outdated && verdictOf(newest)}
      </VisuallyHidden>
      {(newest || problem || testing.slow) && (
        <section aria-label={t.result} aria-busy={testing.slow} className={styles.result}>
          {testing.slow ? (
            <Group gap={8} role="presentation">
              <Loader size={16} aria-hidden />
              <Text size="sm">{t.waiting}</Text>
            </Group>
          ) : problem ? (
            <ProblemAlert title={t.notRun} problem={problem} />
          ) : (
            newest && <TestResult test={newest} />
          )}
        </section>
      )}
    </Stack>
  );
}

/** True once `is` has been so for a moment. */
function useLate(is: boolean): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!is) return;
    const timer = setTimeout(() => setLate(true), LATE_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [is]);
  return is && late;
}
