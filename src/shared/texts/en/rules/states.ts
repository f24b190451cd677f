// States, in a word or two.
import { counted } from './counting.ts';

const changes = (count: number): string => counted(count, 'change');

/** A record towards the service. */
const sync = {
  synced: 'Synced',
  uncertain: 'Not certain',
  waiting: 'Waiting',
  sending: 'Sending',
  'needs-review': 'Needs review',
  rejected: 'Rejected',
};

export const states = {
  sync,
  /** A record that another computer is creating. */
  createdOn: (computer: string) => `Being created on ${computer}`,
  inDoubtOn: (computers: readonly string[]) => `In doubt on ${computers.join(', ')}`,

  importRow: {
    ready: 'Ready',
    exists: 'Exists already',
    unconfirmed: 'Not confirmed',
    refused: 'Link rejected',
    repeated: 'Repeated',
    repriced: 'Other price',
    bad: 'Error',
    'not-chosen': 'Not chosen',
    'not-made': 'Not created',
    deleted: 'Deleted',
    ...sync,
  },

  /** A store towards the service. */
  store: {
    signInToSend: (count: number) => `Sign in to send ${changes(count)}`,
    needsAttention: (count: number) => `${changes(count)} ${count === 1 ? 'needs' : 'need'} your attention`,
    waiting: (count: number) => `${changes(count)} waiting`,
    sending: (count: number) => `Sending ${changes(count)}`,
    offline: (waiting: number) => `Offline, ${waiting === 0 ? 'no changes' : changes(waiting)} waiting`,
    saved: 'All changes are saved on the service',
  },
};
