// How the parts of a connected team reach its server: where their records are, and what a refusal means.
import { JetStreamApiError, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { InvalidArgumentError, type NatsConnection } from '@nats-io/transport-node';
import type { Invite } from '../../team-protocol/invite.ts';
import { CATALOG_BUCKET, CATALOG_STREAM } from '../../team-protocol/names.ts';
import { recordKeys } from '../../team-protocol/seal.ts';

/** An answer may wait behind other data on a slow line. */
const ANSWER_MS = 60_000;

export type TeamServer = Awaited<ReturnType<typeof serverOn>>;

/** A connection to the server of a team. */
export async function serverOn(connection: NatsConnection, invite: Invite, publicKey: string) {
  return {
    ...{ team: invite.team, publicKey, keys: recordKeys(Buffer.from(invite.dataKey, 'base64url'), invite.team) },
    stream: jetstream(connection, { timeout: ANSWER_MS }),
    manager: await jetstreamManager(connection, { checkAPI: false, timeout: ANSWER_MS }),
  };
}

/** What precedes each key of the bucket in its subject. */
export const SUBJECTS = `$KV.${CATALOG_BUCKET}.`;

/** How long the server keeps the consumer of a reader that was killed, in ms. The server limits the number of consumers. */
export const CONSUMER_MS = 60_000;

/** The entry of a key; null if there is none. */
export const entryOf = ({ manager }: TeamServer, key: string) =>
  manager.streams.getMessage(CATALOG_STREAM, { last_by_subj: SUBJECTS + key });

/** Resolves to the revision. `replaces`: the revision that the server must still have. Rejects with errors of the server. */
export async function put({ stream }: TeamServer, key: string, value: Uint8Array | string, replaces?: number) {
  const options = replaces === undefined ? {} : { expect: { lastSubjectSequence: replaces } };
  return (await stream.publish(SUBJECTS + key, value, options)).seq;
}

/**
 * Why the server refused a message, if the same message would be refused again. `conflict`: another computer was
 * faster, and its version is on its way here. `too-large`: the message is over a limit. Null for other errors.
 */
export function refusalOf(error: unknown): 'conflict' | 'too-large' | null {
  // The client does not send a message over the server's limit.
  if (error instanceof InvalidArgumentError && error.message.includes('max_payload')) return 'too-large';
  if (!(error instanceof JetStreamApiError)) return null;
  return error.code === 10071 ? 'conflict' : error.code === 10054 ? 'too-large' : null;
}
