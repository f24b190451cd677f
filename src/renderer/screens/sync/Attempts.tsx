// Each attempt to send a change: when, what happened, how long it took, and the response.
import { Button, Text } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import type { AttemptView } from '../../../shared/action.ts';
import { indentIfJson } from '../../../shared/indent-json.ts';
import { localeInUse } from '../../../shared/texts/catalog.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { CodeBlock } from '../../components/CodeBlock.tsx';
import { durationText } from '../../components/duration.ts';
import { notify } from '../../components/notify.tsx';
import { exactTime } from '../../components/RelativeTime.tsx';
import styles from './sync.module.css';

const clock = new Intl.DateTimeFormat(localeInUse(), { timeStyle: 'medium' });
const clockAndDay = new Intl.DateTimeFormat(localeInUse(), { dateStyle: 'short', timeStyle: 'medium' });

/** The time of day, with the date if it was not today. */
const timeText = (at: number): string =>
  (new Date(at).toDateString() === new Date().toDateString() ? clock : clockAndDay).format(at);

export function Attempts({ attempts }: { readonly attempts: readonly AttemptView[] }) {
  if (attempts.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {texts.sync.change.noAttempts}
      </Text>
    );
  }
  return (
    <ol className={styles.attempts} aria-labelledby="change-attempts">
      {attempts.map(({ at, tookMs, outcome, detail, status, body }) => (
        <li key={`${at} ${tookMs} ${outcome}`}>
          <div className={styles.attempt}>
            <time dateTime={new Date(at).toISOString()} title={exactTime(at)}>
              {timeText(at)}
            </time>
            <span className={styles.outcome} title={detail ?? undefined}>
              {outcome}
            </span>
            <span className={styles.figures}>
              {status !== null && <span>{texts.sync.change.status({ status })}</span>}
              <span>{durationText(tookMs)}</span>
            </span>
          </div>
          {body && (
            <>
              <CodeBlock text={indentIfJson(body)} />
              <div>
                <CopyText what="answer" text={body} />
              </div>
            </>
          )}
        </li>
      ))}
    </ol>
  );
}

const t = texts.sync.change;

/** "Copy request", "Copy answer": the raw text. */
export function CopyText({ what, text }: { readonly what: 'request' | 'answer'; readonly text: string }) {
  const copy = async () => {
    const result = await call('clipboard.copy', { text });
    if (result.ok) notify('success', what === 'request' ? t.requestCopied : t.answerCopied);
    else notify('error', result.problem.message);
  };
  return (
    <Button
      variant="default"
      size="compact-sm"
      leftSection={<IconCopy size={14} aria-hidden />}
      onClick={() => void copy()}
    >
      {what === 'request' ? t.copyRequest : t.copyAnswer}
    </Button>
  );
}
