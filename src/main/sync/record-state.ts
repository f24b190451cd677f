// What a product, a link or the webhook shows about its changes, on this and other computers of the team.
import { type CreatedOn, type DoubtOn, type SyncState, syncStateOf } from '../../shared/change.ts';
import { texts } from '../../shared/texts/main.ts';
import type { LinkRecord, ProductRecord } from '../catalog/records.ts';
import type { Change } from '../outbox/change.ts';
import type { StoreContext } from '../store-context.ts';

/** The most urgent first. */
const OPEN_STATES: readonly SyncState[] = ['needs-review', 'rejected', 'sending', 'waiting'];

/** The change that determines the sync state of its subject. */
export const mostUrgentChange = (changes: readonly Change[]): Change | undefined =>
  OPEN_STATES.flatMap((state) => changes.filter((change) => syncStateOf(change.state) === state))[0];

export function recordState(store: StoreContext, record: ProductRecord | LinkRecord) {
  const change = mostUrgentChange(store.queue.of(record.id));
  return {
    sync: change ? syncStateOf(change.state) : stateWithoutChange(store, record),
    changeId: change?.id ?? null,
    createdOn: createdOn(store, record),
    doubtOn: doubtOn(store, record),
  };
}

function stateWithoutChange({ catalog }: StoreContext, record: ProductRecord | LinkRecord): SyncState {
  const { held, staged } = catalog;
  const { id } = record;
  if (held.creates(id)) return 'needs-review';
  if (staged.has('create', id) || staged.has('delete', id)) return 'waiting';
  return 'deletionDoubt' in record && record.deletionDoubt ? 'uncertain' : 'synced';
}

/** The other computer that has yet to create a product or link on the service; null if there is none. */
export function createdOn({ deps }: StoreContext, record: ProductRecord | LinkRecord | undefined): CreatedOn | null {
  if (record?.createdOn === undefined) return null;
  const { device } = record.createdOn;
  return {
    computer: deps.computers?.nameOf(device) ?? texts.team.anotherComputer,
    isInDoubt: deps.computers?.inDoubtAbout(record.id).includes(device) ?? false,
  };
}

/** The computers on which a change to a product or link of the service is in doubt. */
function doubtOn({ deps: { computers } }: StoreContext, record: ProductRecord | LinkRecord): DoubtOn[] {
  if (!computers || record.createdOn !== undefined || record.deletedAt !== null) return [];
  return computers.inDoubtAbout(record.id).map((device) => ({
    computer: computers.nameOf(device) ?? texts.team.anotherComputer,
    seenAt: computers.lastSeen(device),
  }));
}
