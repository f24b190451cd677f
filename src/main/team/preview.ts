// What a team has of each store, before this computer joins it.
import { jetstreamManager } from '@nats-io/jetstream';
import type { RecordCounts } from '../../shared/team.ts';
import type { Invite } from '../../team-protocol/invite.ts';
import { CATALOG_BUCKET, CATALOG_STREAM } from '../../team-protocol/names.ts';
import { recordKeys } from '../../team-protocol/seal.ts';
import { connectWith } from './connection.ts';
import { storeKey } from './shared-records.ts';
import type { SharedStore } from './shared-store.ts';

/** By the id of the store. Rejects where the server cannot be reached, or refuses this computer. */
export async function recordsInTeam(
  invite: Invite,
  stores: readonly SharedStore[],
): Promise<ReadonlyMap<string, RecordCounts>> {
  const keys = recordKeys(Buffer.from(invite.dataKey, 'base64url'), invite.team);
  const connection = await connectWith(invite);
  try {
    const { streams } = await jetstreamManager(connection, { checkAPI: false });
    const found = new Map<string, RecordCounts>();
    for (const { id, serviceAddress, email } of stores) {
      const subjects = `$KV.${CATALOG_BUCKET}.${storeKey(keys, serviceAddress, email)}.>`;
      const { state } = await streams.info(CATALOG_STREAM, { subjects_filter: subjects });
      const kinds = Object.keys(state.subjects ?? {}).map((subject) => subject.split('.').at(-2));
      const count = (kind: string) => kinds.filter((one) => one === kind).length;
      found.set(id, { products: count('product'), links: count('link') });
    }
    return found;
  } finally {
    await connection.close();
  }
}
