// The webhook inbox: a receiver on this computer, its deliveries, and details for developers.
import { Alert, Button, Code, Group, Select, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconAlertTriangle, IconArrowUp, IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { useState } from 'react';
import { type AnswerWith, answerWithSchema, type InboxView } from '../../../../shared/inbox.ts';
import type { TeamState } from '../../../../shared/team.ts';
import { plainText } from '../../../../shared/text.ts';
import { texts } from '../../../../shared/texts/window.ts';
import { call } from '../../../bridge.ts';
import { report } from '../../../kit/notify.tsx';
import { WorkButton } from '../../../kit/parts.tsx';
import { useOptimisticValue } from '../../../state/optimistic.ts';
import { useSingleFlight } from '../../../state/single-flight.ts';
import { ReceiverHelp } from '../ReceiverHelp.tsx';
import { Deliveries } from './Deliveries.tsx';
import styles from './inbox.module.css';

const t = texts.inbox;

const ANSWERS = answerWithSchema.options.map((value) => ({ value, label: t.answers[value] }));

interface InboxSectionProps {
  readonly view: InboxView;
  /** Null until it is known. In a team, this computer gets deliveries from a relay. */
  readonly team: TeamState | null;
  fillAddress(url: string): void;
}

export function InboxSection({ view, team, fillAddress }: InboxSectionProps) {
  const { address, diskProblem } = view;
  const isStopped = address === null;
  const [typedPort, setTypedPort] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const working = useSingleFlight();

  /** Opens the part for developers, in which the seller chooses the port. */
  const refuse = (message: string) => {
    setError(message);
    setOpen(true);
  };
  const start = async () => {
    const port = typedPort === null ? view.port : Number.parseInt(typedPort, 10);
    const result = await call('inbox.start', { port });
    if (!result.ok) return refuse(result.problem.fields?.port ?? result.problem.message);
    setError(null);
    setTypedPort(null);
  };
  const [answerWith, answerNextWith] = useOptimisticValue(view.answerWith, (choice: AnswerWith) =>
    report(call('inbox.answerWith', { answerWith: choice })),
  );

  return (
    <Stack component="section" gap={12} aria-labelledby="webhook-inbox">
      <div>
        <Title order={2} id="webhook-inbox">
          {t.title}
        </Title>
        <Text size="sm" c="dimmed">
          {team !== null && team !== 'none' ? t.fromRelay : t.about}
        </Text>
      </div>
      <Group gap={12}>
        {!isStopped && (
          <>
            <Code className={styles.url} aria-label={t.listensAt}>
              {address}
            </Code>
            <Button
              variant="default"
              data-tour="inbox-address"
              leftSection={<IconArrowUp size={16} aria-hidden />}
              onClick={() => fillAddress(address)}
            >
              {t.useAddress}
            </Button>
          </>
        )}
        {/* One button for start and stop, so that it keeps the focus. */}
        <WorkButton
          variant="default"
          busy={working.slow}
          data-tour={isStopped ? 'inbox-start' : undefined}
          leftSection={isStopped ? <IconPlayerPlay size={16} aria-hidden /> : <IconPlayerStop size={16} aria-hidden />}
          onClick={() => void working.run(isStopped ? start : () => report(call('inbox.stop', undefined)))}
        >
          {isStopped ? t.start : t.stop}
        </WorkButton>
      </Group>
      {diskProblem !== null && (
        <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={t.notKept} role="alert">
          {t.notKeptBecause({ problem: diskProblem })}
        </Alert>
      )}
      <Deliveries view={view} />
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>{t.forDevelopers}</summary>
        <Stack gap={16} mt={12} maw={640}>
          <Group gap={12} align="flex-start">
            <TextInput
              label={t.port}
              w={160}
              inputMode="numeric"
              autoComplete="off"
              disabled={!isStopped}
              value={typedPort ?? String(view.port)}
              onChange={(event) => {
                setTypedPort(plainText(event.currentTarget.value).replace(/\D/g, ''));
                setError(null);
              }}
              error={error}
            />
            <Select
              label={t.answerWith}
              role="combobox"
              w={230}
              data={ANSWERS}
              allowDeselect={false}
              value={answerWith}
              onChange={(choice) => choice !== null && answerNextWith(choice)}
            />
          </Group>
          <ReceiverHelp />
        </Stack>
      </details>
    </Stack>
  );
}
