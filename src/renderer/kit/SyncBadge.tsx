// The sync state of a record: an icon and a word, so that nobody depends on the colour.
import { Text } from '@mantine/core';
import {
  type Icon,
  IconAlertTriangle,
  IconCheck,
  IconCircleX,
  IconClock,
  IconDevices,
  IconHelpCircle,
  IconSend,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { CreatedOn, DoubtOn, SyncState } from '../../shared/change.ts';
import { texts as shared } from '../../shared/texts/main.ts';
import type { texts } from '../../shared/texts/window.ts';
import { RichText } from './parts.tsx';
import styles from './SyncBadge.module.css';
import { RelativeTime } from './values.tsx';

const ICONS: Readonly<Record<SyncState, Icon>> = {
  synced: IconCheck,
  uncertain: IconHelpCircle,
  waiting: IconClock,
  sending: IconSend,
  'needs-review': IconAlertTriangle,
  rejected: IconCircleX,
};

interface SyncBadgeProps {
  readonly state: SyncState;
  readonly title?: string;
  /** Words to use instead of those of the lists. */
  readonly words?: Readonly<Record<SyncState, string>>;
  readonly createdOn?: CreatedOn | null;
  readonly doubtOn?: readonly DoubtOn[];
}

export function SyncBadge(props: SyncBadgeProps) {
  const { state, title, words = shared.states.sync, createdOn = null, doubtOn = [] } = props;
  const inDoubt = (createdOn?.isInDoubt ? [createdOn] : doubtOn).map(({ computer }) => computer);
  const elsewhere =
    inDoubt.length > 0
      ? shared.states.inDoubtOn({ computers: inDoubt })
      : createdOn && shared.states.createdOn({ computer: createdOn.computer });
  // If this computer has a change to the record, that says more.
  if (elsewhere !== null && (state === 'synced' || state === 'uncertain'))
    return <StateWord Icon={IconDevices} tone={inDoubt.length > 0 ? 'needs-review' : 'waiting'} word={elsewhere} />;
  return <StateWord Icon={ICONS[state]} tone={state} word={words[state]} title={title} />;
}

/** For lists: does not mark a record that is as it should be. */
export const Exception = ({ children }: { readonly children: ReactNode }) => (
  <span className={styles.quiet}>{children}</span>
);

/** One sentence for each computer that is in doubt. */
export const DoubtNotes = (props: {
  readonly doubtOn: readonly DoubtOn[];
  /** `doubtOnUnlisted`: for a computer that has left the team. */
  readonly words: Pick<typeof texts.links.details, 'doubtOn' | 'doubtOnUnlisted'>;
}) =>
  props.doubtOn.map(({ computer, seenAt }, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: computers may have the same name
    <Text key={place} size="sm">
      {seenAt === null ? (
        props.words.doubtOnUnlisted({ computer })
      ) : (
        <RichText of={props.words.doubtOn({ computer, seen: <RelativeTime at={seenAt} /> })} />
      )}
    </Text>
  ));

const COLORS: Partial<Record<SyncState, string>> = {
  synced: 'var(--desk-good)',
  sending: 'var(--mantine-color-anchor)',
  uncertain: 'var(--desk-warn)',
  'needs-review': 'var(--desk-warn)',
  rejected: 'var(--mantine-color-error)',
};

interface StateWordProps {
  readonly Icon: Icon;
  readonly tone: SyncState;
  readonly word: string;
  readonly title?: string | undefined;
}

/** Any state as an icon and a word, in the colour of the sync state `tone`. */
export const StateWord = ({ Icon, tone, word, title = word }: StateWordProps) => (
  <span className={styles.badge} data-tone={tone} title={title}>
    <Icon size={15} color={COLORS[tone] ?? 'var(--mantine-color-dimmed)'} aria-hidden />
    <span>{word}</span>
  </span>
);
