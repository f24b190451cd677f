// The sync state of a record: an icon and a word, so that colour is not needed.
import {
  IconAlertTriangle,
  IconCheck,
  IconCircleX,
  IconClock,
  IconDevices,
  IconHelpCircle,
  IconSend,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { CreatedOn, SyncState } from '../../shared/action.ts';
import { texts as rules } from '../../shared/texts/rules.ts';
import styles from './SyncBadge.module.css';

const ICONS: Readonly<Record<SyncState, typeof IconCheck>> = {
  synced: IconCheck,
  uncertain: IconHelpCircle,
  waiting: IconClock,
  sending: IconSend,
  'needs-review': IconAlertTriangle,
  rejected: IconCircleX,
};

interface SyncBadgeProps {
  readonly state: SyncState;
  /** Shown on hover. */
  readonly title?: string;
  /** Labels other than those of the lists. */
  readonly words?: Readonly<Record<SyncState, string>>;
  /** The other computer that is creating the record. */
  readonly createdOn?: CreatedOn | null;
}

export function SyncBadge({ state, title, words = rules.states.sync, createdOn = null }: SyncBadgeProps) {
  // A change of this computer to it says more.
  if (createdOn !== null && state === 'synced')
    return (
      <StateWord
        icon={<IconDevices size={15} stroke={2} aria-hidden />}
        tone={createdOn.isInDoubt ? 'needs-review' : 'waiting'}
      >
        {createdOn.isInDoubt ? rules.states.inDoubtOn(createdOn.computer) : rules.states.createdOn(createdOn.computer)}
      </StateWord>
    );
  const Icon = ICONS[state];
  return (
    <StateWord icon={<Icon size={15} stroke={2} aria-hidden />} tone={state} title={title}>
      {words[state]}
    </StateWord>
  );
}

/** Any state as icon and word, in the colour of the sync state `tone`. */
export function StateWord(props: {
  readonly icon: ReactNode;
  readonly tone: SyncState;
  readonly title?: string | undefined;
  readonly children: string;
}) {
  return (
    <span className={styles.badge} data-tone={props.tone} title={props.title ?? props.children}>
      {props.icon}
      <span>{props.children}</span>
    </span>
  );
}
