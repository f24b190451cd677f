// What a product, a link or the webhook shows about its changes, on this and other computers of the team.
import { type CreatedOn, type DoubtOn, type SyncState, syncStateOf } from '../../shared/change.ts';
import { texts } from '../../shared/texts/main.ts';
import type { Creator } from '../catalog/records.ts';
import type { StoreDeps } from '../store-context.ts';
import type { Change } from './outbox/change.ts';

const URGENCY: Readonly<Record<SyncState, number>> = {
  'needs-review': 4,
  rejected: 3,
  sending: 2,
  waiting: 1,
  uncertain: 0,
  synced: 0,
};

/** The change that determines the sync state of its subject. */
export function mostUrgentChange(changes: readonly Change[]): Change | null {
  let mostUrgent: Change | null = null;
  for (const change of changes) {
    if (!mostUrgent || URGENCY[syncStateOf(change.state)] > URGENCY[syncStateOf(mostUrgent.state)]) mostUrgent = change;
  }
  return mostUrgent;
}

/** The other computer that has yet to create a product or link on the service; null if there is none. */
export const createdOn = (
  { computers }: Pick<StoreDeps, 'computers'>,
  record: { readonly id: string; readonly createdOn?: Creator | undefined } | undefined,
): CreatedOn | null =>
  record?.createdOn === undefined
    ? null
    : {
        computer: computers?.nameOf(record.createdOn.device) ?? texts.team.anotherComputer,
        isInDoubt: computers?.inDoubtAbout(record.id).includes(record.createdOn.device) ?? false,
      };

/** The computers on which a change to a product or link of the service is in doubt. */
export const doubtOn = (
  { computers }: Pick<StoreDeps, 'computers'>,
  record: { readonly id: string; readonly createdOn?: Creator | undefined; readonly deletedAt: number | null },
): DoubtOn[] => {
  if (!computers || record.createdOn !== undefined || record.deletedAt !== null) return [];
  return computers.inDoubtAbout(record.id).map((device) => ({
    computer: computers.nameOf(device) ?? texts.team.anotherComputer,
    seenAt: computers.lastSeen(device),
  }));
};
