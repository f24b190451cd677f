// The team: join with an invite, its state, its computers, and leaving it.
import { Button, Group, Stack, Table, Text, TextInput, Title } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconCloudOff,
  IconDoorExit,
  IconLock,
} from '@tabler/icons-react';
import type { Output } from '../../../shared/contract.ts';
import type { TeamState, TeamView } from '../../../shared/team.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { agreesTo, ask } from '../../kit/dialogs.tsx';
import { type Saved, useDialogForm } from '../../kit/form.tsx';
import { notify, report } from '../../kit/notify.tsx';
import { ProblemAlert, SmallWarning, WorkButton } from '../../kit/parts.tsx';
import { StateWord } from '../../kit/SyncBadge.tsx';
import { RelativeTime } from '../../kit/values.tsx';
import { useTeam } from '../../state/live.ts';
import { isOnScreen } from '../../state/route.ts';
import { Section } from './Section.tsx';
import styles from './settings.module.css';

const t = texts.team;

export function TeamSection() {
  const { data: team, problem } = useTeam();
  return (
    <Section id="team" title={t.title} about={t.about}>
      <ProblemAlert problem={problem} />
      {team && (
        <Stack gap={16}>
          {team.state !== 'none' && <TeamStatus team={team} state={team.state} />}
          {team.state === 'none' && (
            <div>
              <Title order={3}>{t.join.title}</Title>
              <Text size="sm" c="dimmed">
                {t.howToGetOne}
              </Text>
            </div>
          )}
          {(team.state === 'none' || team.state === 'forgotten') && <JoinForm />}
          {team.computers.length > 0 && <Computers team={team} />}
          {team.state !== 'none' && (
            <Group>
              <Button variant="default" leftSection={<IconDoorExit size={16} aria-hidden />} onClick={askToLeave}>
                {t.leave.button}
              </Button>
              <Button variant="subtle" onClick={() => void shareAgain()}>
                {t.shareAgain.button}
              </Button>
            </Group>
          )}
        </Stack>
      )}
    </Section>
  );
}

function JoinForm() {
  const form = useDialogForm({
    initial: { invite: '' },
    save: async ({ invite }): Promise<Saved<void>> => {
      const preview = await call('team.preview', { invite });
      if (preview.ok && preview.value.stores.length > 0 && !(await agreesToJoin(preview.value))) return { ok: false };
      const answer = preview.ok ? await call('team.join', { invite }) : preview;
      if (answer.ok) return answer;
      const { message, fields } = answer.problem;
      if (!isOnScreen('#/settings')) notify('error', message);
      return { ok: false, errors: { invite: fields?.invite ?? message } };
    },
    saved: () => form.setValues({ invite: '' }),
    stays: true,
    content: null,
  });
  const invite = form.getInputProps('invite');
  return (
    <form {...form.element}>
      <Stack gap={12} align="flex-start">
        <TextInput
          w="100%"
          label={t.join.invite}
          description={invite.error ? undefined : t.join.inviteAbout}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          autoComplete="off"
          spellCheck={false}
          {...invite}
        />
        <WorkButton type="submit" variant="default" busy={form.slow}>
          {t.join.button}
        </WorkButton>
      </Stack>
    </form>
  );
}

/** Shows which records of this computer would be merged with the team's, and asks. */
const agreesToJoin = (preview: Output<'team.preview'>): Promise<boolean> =>
  agreesTo({ title: t.join.preview.title, body: <JoinPreview {...preview} />, confirm: t.join.preview.join });

function JoinPreview({ stores }: Output<'team.preview'>) {
  const { about, store, here, records } = t.join.preview;
  return (
    <Stack gap={12}>
      <Text size="sm">{about}</Text>
      <Table aria-label={t.join.preview.title}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{store}</Table.Th>
            <Table.Th>{here}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {stores.map(({ name, products, links }) => (
            <Table.Tr key={name}>
              <Table.Td className={styles.cut} title={name}>
                {name}
              </Table.Td>
              <Table.Td>{records({ products, links })}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Stack>
  );
}

type JoinedState = Exclude<TeamState, 'none'>;

const LOOK = {
  connecting: { tone: 'waiting', Icon: IconCircleDashed },
  connected: { tone: 'synced', Icon: IconCircleCheck },
  offline: { tone: 'waiting', Icon: IconCloudOff },
  revoked: { tone: 'rejected', Icon: IconAlertTriangle },
  locked: { tone: 'waiting', Icon: IconLock },
  forgotten: { tone: 'needs-review', Icon: IconAlertTriangle },
} as const satisfies Record<JoinedState, unknown>;

interface TeamStatusProps {
  readonly team: TeamView;
  readonly state: JoinedState;
}

function TeamStatus({ team, state }: TeamStatusProps) {
  const { computer, problem, unshared, toFetch, newer } = team;
  const isConnected = state === 'connected';
  const notes = [
    ...(state === 'connecting' || state === 'connected' ? [] : [t.means[state]]),
    ...(isConnected && toFetch ? [t.toFetch({ count: toFetch })] : []),
    ...(isConnected && unshared > 0 ? [t.sharing({ count: unshared })] : []),
    ...(problem !== null && state === 'offline' ? [problem] : []),
  ];
  return (
    <Stack gap={4}>
      <div role="status" aria-label={t.status}>
        <StateWord {...LOOK[state]} word={state === 'offline' ? t.toShare({ count: unshared }) : t.states[state]} />
      </div>
      {computer !== null && <Text size="sm">{t.thisComputer({ name: computer })}</Text>}
      {notes.map((note) => (
        <Text key={note} size="sm" c="dimmed">
          {note}
        </Text>
      ))}
      {newer > 0 && <SmallWarning text={t.newer({ count: newer })} />}
    </Stack>
  );
}

function Computers({ team: { computers, state } }: { readonly team: TeamView }) {
  return (
    <Table aria-label={t.computers} layout="fixed" tabularNums>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t.name}</Table.Th>
          <Table.Th w={150}>{t.lastSeen}</Table.Th>
          <Table.Th w={130} ta="right">
            {texts.sync.waitingChanges}
          </Table.Th>
          <Table.Td w={110} />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {computers.map((computer) => (
          <Table.Tr key={computer.id}>
            <Table.Td className={styles.cut} title={computer.name}>
              {computer.isThis ? t.nameOfThis({ name: computer.name }) : computer.name}
            </Table.Td>
            <Table.Td>
              {computer.isThis && state === 'connected' ? t.now : <RelativeTime at={computer.lastSeen} />}
            </Table.Td>
            <Table.Td ta="right">{t.waitingCount({ count: computer.waiting })}</Table.Td>
            <Table.Td ta="right">
              {!computer.isThis && (
                <Button variant="subtle" size="compact-sm" onClick={() => askToRemove(computer)}>
                  {t.remove.button}
                </Button>
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

async function shareAgain(): Promise<void> {
  if (await report(call('team.shareAgain', undefined))) notify('success', t.shareAgain.started);
}

const askToRemove = ({ id, name }: TeamView['computers'][number]) =>
  ask({
    title: t.remove.title({ name }),
    body: t.remove.body,
    confirm: t.remove.button,
    danger: true,
    act: () => call('team.remove', { id }),
  });

const askToLeave = () =>
  ask({
    title: t.leave.title,
    body: t.leave.body,
    confirm: t.leave.button,
    cancel: t.leave.cancel,
    danger: true,
    act: () => call('team.leave', undefined),
  });
