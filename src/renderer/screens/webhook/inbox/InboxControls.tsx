// Starts and stops the inbox, shows its address, and says what it answers.
import { Alert, Button, Code, Group, NumberInput, Select, Text } from '@mantine/core';
import { IconAlertTriangle, IconArrowUp, IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { useState } from 'react';
import { type AnswerWith, type InboxView, inboxPortSchema } from '../../../../shared/inbox.ts';
import { call } from '../../../bridge.ts';
import { toast } from '../../../components/toast.tsx';
import { WorkButton } from '../../../components/WorkButton.tsx';
import { useAtOnce } from '../../../state/at-once.ts';
import styles from './inbox.module.css';

const ANSWERS: readonly { readonly value: AnswerWith; readonly label: string }[] = [
  { value: '200', label: '200 (received)' },
  { value: '400', label: '400 (bad request)' },
  { value: '403', label: '403 (forbidden)' },
  { value: '500', label: '500 (receiver failed)' },
  { value: '503', label: '503 (unavailable)' },
  { value: 'slow', label: 'Slow: 200 after 5 seconds' },
  { value: 'none', label: 'None: no answer at all' },
];

interface InboxControlsProps {
  readonly view: InboxView;
  readonly onUseAddress: (url: string) => void;
}

export function InboxControls({ view, onUseAddress }: InboxControlsProps) {
  const { address, turnedAway, diskProblem } = view;
  const [typedPort, setTypedPort] = useState<number | string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [answerWith, choose] = useAtOnce(view.answerWith, async (choice: AnswerWith) => {
    const result = await call('inbox.answerWith', { answerWith: choice });
    if (!result.ok) toast('error', result.problem.message);
    return result.ok;
  });

  const start = async () => {
    const checked = inboxPortSchema.safeParse(typedPort ?? view.port);
    if (!checked.success) return setError(checked.error.issues[0]?.message ?? 'Enter a port');
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
    if (!result.ok) toast('error', result.problem.message);
  };

  return (
    <>
      <Group gap={12} align="flex-end">
        {address === null ? (
          <>
            <NumberInput
              label="Port"
              w={110}
              min={1_024}
              max={65_535}
              clampBehavior="none"
              allowDecimal={false}
              allowNegative={false}
              hideControls
              value={typedPort ?? view.port}
              onChange={(value) => {
                setTypedPort(value);
                setError(null);
              }}
              onKeyDown={(event) => {
                if (event.key === 'Enter') void start();
              }}
              error={error !== null}
              aria-describedby={error === null ? undefined : 'inbox-problem'}
            />
            <WorkButton
              variant="default"
              busy={busy}
              data-tour="start-inbox"
              leftSection={<IconPlayerPlay size={16} aria-hidden />}
              onClick={() => void start()}
            >
              Start inbox
            </WorkButton>
          </>
        ) : (
          <>
            <div className={styles.address}>
              <Text size="sm" fw={500}>
                Listens at
              </Text>
              <Code className={styles.url}>{address}</Code>
            </div>
            <Button
              variant="default"
              data-tour="use-address"
              leftSection={<IconArrowUp size={16} aria-hidden />}
              onClick={() => onUseAddress(address)}
            >
              Use this address
            </Button>
            <WorkButton
              variant="default"
              busy={busy}
              leftSection={<IconPlayerStop size={16} aria-hidden />}
              onClick={() => void stop()}
            >
              Stop inbox
            </WorkButton>
          </>
        )}
        <Select
          label="Answer with"
          role="combobox"
          w={230}
          data={[...ANSWERS]}
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
        <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title="Deliveries cannot be kept" role="alert">
          {diskProblem}. The sender is answered 507 and can deliver again; what was kept before is still here.
        </Alert>
      )}
      {turnedAway !== null && (
        <Text size="sm" c="dimmed">
          {turnedAway.count === 1 ? '1 request was' : `${turnedAway.count.toLocaleString()} requests were`} turned away
          since the start. The last was {turnedAway.last}.
        </Text>
      )}
    </>
  );
}
