// What a team has of each store, before this computer joins it.
import { setTimeout } from 'node:timers/promises';
import { jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import type { RecordCounts } from '../../shared/team.ts';
import type { Invite } from '../../team-protocol/invite.ts';
import { CATALOG_BUCKET, CATALOG_STREAM } from '../../team-protocol/names.ts';
import { recordKeys } from '../../team-protocol/seal.ts';
import type { Network } from '../service/network.ts';
import { connectWith, isRefusal, REFUSALS, RETRY_MS } from './connection.ts';
import { storeKey } from './shared-records.ts';
import type { SharedStore } from './shared-store.ts';

/** By the id of the store; `refused` where the server does not know the invite. Rejects if the server cannot be reached. */
export async function recordsInTeam(
  invite: Invite,
  stores: readonly SharedStore[],
  network: Network,
): Promise<ReadonlyMap<string, RecordCounts> | 'refused'> {
  const keys = recordKeys(Buffer.from(invite.dataKey, 'base64url'), invite.team);
  const connection = await connected(invite, network);
  if (connection === 'refused') return connection;
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

async function connected(invite: Invite, network: Network): Promise<NatsConnection | 'refused'> {
  for (let refusals = 0; refusals < REFUSALS; refusals += 1) {
    if (refusals > 0) await setTimeout(RETRY_MS.first);
    try {
      return await connectWith(invite, network);
    } catch (error) {
      if (!isRefusal(error)) throw error;
    }
  }
  return 'refused';
}
