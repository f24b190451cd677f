// The webhook inbox: a receiver on this computer, and its deliveries.

import { Stack, Text, Title } from '@mantine/core';
import type { InboxView } from '../../../../shared/inbox.ts';
import type { TeamState } from '../../../../shared/team.ts';
import { texts } from '../../../../shared/texts/window.ts';
import { ProblemAlert } from '../../../components/ProblemAlert.tsx';
import { useCurrentStore } from '../../../state/frame.ts';
import type { Live } from '../../../state/live.ts';
import type { TourNext } from '../tour-next.ts';
import { Deliveries } from './Deliveries.tsx';
import { InboxControls } from './InboxControls.tsx';

interface InboxSectionProps {
  readonly inbox: Live<InboxView>;
  /** Null until it is known. In a team, this computer gets deliveries from a relay. */
  readonly team: TeamState | null;
  readonly next: TourNext | null;
  readonly onUseAddress: (url: string) => void;
}

export function InboxSection({ inbox: { data, problem }, team, ...controls }: InboxSectionProps) {
  const isPractice = useCurrentStore()?.practice ?? true;
  return (
    <Stack component="section" gap={12} aria-labelledby="webhook-inbox">
      <div>
        <Title order={2} id="webhook-inbox">
          {texts.inbox.title}
        </Title>
        <Text size="sm" c="dimmed">
          {texts.inbox.about}
          {team !== null && team !== 'none' && ` ${texts.inbox.fromRelay}`}
        </Text>
        {team === 'none' && !isPractice && (
          <Text size="sm" c="dimmed" mt={4}>
            {texts.team.howToGetOne}
          </Text>
        )}
      </div>
      <ProblemAlert title={texts.inbox.notRead} problem={problem} />
      {data && <InboxControls view={data} {...controls} />}
      {data && <Deliveries view={data} />}
    </Stack>
  );
}
