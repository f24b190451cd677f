// Starts and stops the inbox, shows its address, and sets its response.

import { Alert, Button, Code, Group, Select, Text, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconArrowUp, IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { useState } from 'react';
import { type AnswerWith, answerWithSchema, type InboxView, inboxPortSchema } from '../../../../shared/inbox.ts';
import { texts } from '../../../../shared/texts/window.ts';
import { call } from '../../../bridge.ts';
import { notify } from '../../../components/notify.tsx';
import { WorkButton } from '../../../components/parts.tsx';
import { useAtOnce } from '../../../state/at-once.ts';
import type { TourNext } from '../tour-next.ts';
import styles from './inbox.module.css';

const t = texts.inbox;

const ANSWERS = answerWithSchema.options.map((value) => ({ value, label: t.answers[value] }));

interface InboxControlsProps {
  readonly view: InboxView;
  /** What the tour highlights now. */
  readonly next: TourNext | null;
  readonly onUseAddress: (url: string) => void;
}

export function InboxControls({ view, next, onUseAddress }: InboxControlsProps) {
  const { address, diskProblem } = view;
  const isStopped = address === null;
  const [typedPort, setTypedPort] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [answerWith, choose] = useAtOnce(view.answerWith, async (choice: AnswerWith) => {
    const result = await call('inbox.answerWith', { answerWith: choice });
    if (!result.ok) notify('error', result.problem.message);
    return result.ok;
  });

  const start = async () => {
    const checked = inboxPortSchema.safeParse(typedPort === null ? view.port : Number.parseInt(typedPort, 10));
    if (!checked.success) return setError(checked.error.issues[0]?.message ?? t.enterPort);
    setBusy(true);
    const result = await call('inbox.start', { port: checked.data });
    setBusy(false);
    setError(result.ok ? null : result.problem.message);
    if (result.ok) setTypedPort(null);
  };

  const stop = async () => {
    setBusy(true);
    const result = await call('inbox.stop', undefined);
    setBusy(false);
    if (!result.ok) notify('error', result.problem.message);
  };

  return (
    <>
      <Group gap={12} align="flex-end">
        {isStopped ? (
          <TextInput
            label={t.port}
            w={110}
            inputMode="numeric"
            autoComplete="off"
            value={typedPort ?? String(view.port)}
            onChange={(event) => {
              setTypedPort(event.currentTarget.value.replace(/\D/g, ''));
              setError(null);
            }}
            onKeyDown={(event) => {
              if (event.key === 'Enter') void start();
            }}
            error={error !== null}
            aria-describedby={error === null ? undefined : 'inbox-problem'}
          />
        ) : (
          <>
            <div className={styles.address}>
              <Text size="sm" fw={500}>
                {t.listensAt}
              </Text>
              <Code className={styles.url}>{address}</Code>
            </div>
            <Button
              variant="default"
              data-tour={next === 'address' ? 'webhook-next' : undefined}
              leftSection={<IconArrowUp size={16} aria-hidden />}
              onClick={() => onUseAddress(address)}
            >
              {t.useAddress}
            </Button>
          </>
        )}
        {/* One button for both, so that it keeps the focus. */}
        <WorkButton
          variant="default"
          busy={busy}
          data-tour={next === 'start' ? 'webhook-next' : undefined}
          leftSection={isStopped ? <IconPlayerPlay size={16} aria-hidden /> : <IconPlayerStop size={16} aria-hidden />}
          onClick={() => void (isStopped ? start() : stop())}
        >
          {isStopped ? t.start : t.stop}
        </WorkButton>
        <Select
          label={t.answerWith}
          role="combobox"
          w={230}
          data={ANSWERS}
          allowDeselect={false}
          value={answerWith}
          onChange={(choice) => choice !== null && choose(choice as AnswerWith)}
        />
      </Group>
      {error !== null && (
        <Text size="sm" c="var(--mantine-color-error)" id="inbox-problem" role="alert">
          {error}
        </Text>
      )}
      {diskProblem !== null && (
        <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={t.notKept} role="alert">
          {t.notKeptBecause({ problem: diskProblem })}
        </Alert>
      )}
    </>
  );
}
