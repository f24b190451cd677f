// Sends a test event and shows its result.
import { Anchor, Button, Group, Loader, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { IconInfoCircle, IconSend } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { create } from 'zustand';
import { texts } from '../../../shared/texts/window.ts';
import type { ListedTest, WebhookTest, WebhookView } from '../../../shared/webhook.ts';
import { call, type Problem } from '../../bridge.ts';
import { ProblemAlert } from '../../components/ProblemAlert.tsx';
import { SmallWarning } from '../../components/parts.tsx';
import { useCurrentStore } from '../../state/frame.ts';
import { TestResult, verdictOf } from './TestResult.tsx';
import styles from './webhook.module.css';

const t = texts.webhook.test;

/** Progress is shown after this many ms. */
const LATE_MS = 300;

/** A response may arrive before the list that includes it. */
function newestFirst(tests: readonly ListedTest[], answer: WebhookTest | null): readonly ListedTest[] {
  const isMissing = answer && !tests.some(({ id }) => id === answer.id);
  const all = isMissing ? [...tests, { ...answer, outdated: false }] : [...tests];
  return all.sort((a, b) => b.at - a.at);
}

interface Run {
  readonly running: boolean;
  readonly answer: WebhookTest | null;
  readonly problem: Problem | null;
}
const NOT_RUN: Run = { running: false, answer: null, problem: null };

/** By store: a test continues while another screen is shown. */
const useRuns = create<Readonly<Record<string, Run>>>(() => ({}));

const useRun = (storeId: string): Run => useRuns((runs) => runs[storeId]) ?? NOT_RUN;

async function runTest(storeId: string): Promise<void> {
  const before = useRuns.getState()[storeId] ?? NOT_RUN;
  useRuns.setState({ [storeId]: { ...before, running: true } });
  const result = await call('webhook.test', undefined);
  useRuns.setState({
    [storeId]: result.ok
      ? { running: false, answer: result.value, problem: null }
      : { running: false, answer: null, problem: result.problem },
  });
}

interface TestSectionProps {
  readonly view: WebhookView;
  readonly unsaved: boolean;
  /** The tour highlights "Send test event" now. */
  readonly isNext: boolean;
}

export function TestSection({ view, unsaved, isNext }: TestSectionProps) {
  const storeId = useCurrentStore()?.id ?? '';
  const { running, answer, problem } = useRun(storeId);
  const button = useRef<HTMLButtonElement>(null);
  const late = useLate(running);
  /** Not for the moment in which a save is sent: a press that has begun would be lost. */
  const isBlocked = useLate(view.testBlocked !== null);
  const newest = newestFirst(view.tests, answer)[0];
  const { current } = view;

  const run = async () => {
    await runTest(storeId);
    // The button was disabled meanwhile and lost the focus.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) button.current?.focus();
    });
  };

  return (
    <Stack component="section" gap={12} aria-labelledby="webhook-test">
      <Title order={2} id="webhook-test">
        {t.title}
      </Title>
      <Group gap={12}>
        <Button
          ref={button}
          variant="default"
          data-tour={isNext ? 'webhook-next' : undefined}
          leftSection={<IconSend size={16} aria-hidden />}
          disabled={running || isBlocked}
          aria-describedby={view.testBlocked === null ? 'webhook-test-target' : 'webhook-test-blocked'}
          onClick={() => void run()}
        >
          {t.send}
        </Button>
        {view.testBlocked !== null && (
          <Text size="sm" c="dimmed" id="webhook-test-blocked" className={styles.beside}>
            {view.testBlocked}
            {current?.actionId && (current.sync === 'rejected' || current.sync === 'needs-review') && (
              <>
                {' '}
                <Anchor href={`#/sync/${encodeURIComponent(current.actionId)}`} underline="always" inherit>
                  {texts.common.showTheChange}
                </Anchor>
              </>
            )}
          </Text>
        )}
        {view.testBlocked === null && (unsaved || current === null) && (
          <Text size="sm" c="dimmed" id="webhook-test-target" className={styles.beside}>
            <IconInfoCircle size={15} aria-hidden /> {current === null ? t.nothingSaved : t.usesSaved}
          </Text>
        )}
      </Group>
      {/* Announces only this text: the result contains a running time, and an error is an alert of its own. */}
      <VisuallyHidden aria-live="polite">
        {late ? (
          t.waiting
        ) : !running && answer && !newest?.outdated ? (
          <>
            <p>{verdictOf(answer)}</p>
            <p>{answer.explanation}</p>
          </>
        ) : null}
      </VisuallyHidden>
      {(newest || problem || late) && (
        <section aria-label={t.result} aria-busy={late} className={styles.result}>
          {late ? (
            <Group gap={8} role="presentation">
              <Loader size={16} aria-hidden />
              <Text size="sm">{t.waiting}</Text>
            </Group>
          ) : problem ? (
            <ProblemAlert title={t.notRun} problem={problem} />
          ) : (
            newest && (
              <>
                <TestResult test={newest} />
                {newest.delivered && !newest.outdated && current?.key === 'none' && (
                  <SmallWarning>{t.deliveredWithoutKey}</SmallWarning>
                )}
              </>
            )
          )}
        </section>
      )}
    </Stack>
  );
}

/** True once `busy` has lasted for a moment, so that quick responses do not make the screen flicker. */
function useLate(busy: boolean): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!busy) return;
    const timer = setTimeout(() => setLate(true), LATE_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [busy]);
  return busy && late;
}
