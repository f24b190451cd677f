// The computers of a team: invites one, revokes one, lists all with when they were last seen.
import { setTimeout as pause } from 'node:timers/promises';
import { jetstreamManager } from '@nats-io/jetstream';
import { createUser } from '@nats-io/nkeys';
import type { NatsConnection } from '@nats-io/transport-node';
import { z } from 'zod';
import { signingKeysOf } from '../../src/team-protocol/delivery.ts';
import { encodeInvite } from '../../src/team-protocol/invite.ts';
import { CATALOG_BUCKET, CATALOG_STREAM, computerKey } from '../../src/team-protocol/names.ts';
import { checkConfig } from './check-config.ts';
import type { NatsServer } from './find-nats-server.ts';
import { connectAs, withConnection } from './nats-client.ts';
import { reload } from './reload.ts';
import {
  type Computer,
  changing,
  loadTeam,
  nodeFolderOf,
  saveTeam,
  type Team,
  TeamServerError,
} from './team-folder.ts';
import { natsUrlsOf, relayUrlOf, writeAccounts } from './write-configuration.ts';

/** `now`: the running server has it · `at-start`: none runs on this machine · `restart-needed`: it runs, but takes no signals. */
export type Effect = 'now' | 'at-start' | 'restart-needed';

const EFFECT_MS = 30_000;

const isActive = ({ revokedAt }: Computer): boolean => revokedAt === null;

export async function invite(
  folder: string,
  name: string,
  natsServer: NatsServer | null,
): Promise<{ readonly code: string; readonly effect: Effect }> {
  const computer = name.trim();
  // Its length as the app counts it when it reads the invite.
  if (computer.length > 100 || !/^[^\p{Cc}]+$/u.test(computer))
    throw new TeamServerError('A name has 1 to 100 characters, without line breaks.');
  return changing(folder, async (team) => {
    if (team.computers.some((other) => isActive(other) && sameName(other.name, computer))) {
      throw new TeamServerError(`"${computer}" has an invite already. Revoke it first, or choose another name.`);
    }
    const user = createUser();
    const seed = new TextDecoder().decode(user.getSeed());
    const added = { name: computer, publicKey: user.getPublicKey(), createdAt: Date.now(), revokedAt: null };
    const changed = { ...team, computers: [...team.computers, added] };
    const effect = await apply(folder, team, changed, natsServer);
    if (effect === 'now') await untilConnects(changed, seed);
    const { relayKey } = signingKeysOf(Buffer.from(team.keys.signing, 'base64url'));
    const code = encodeInvite({
      team: team.team,
      computer,
      servers: natsUrlsOf(team),
      ca: team.authority.cert,
      seed,
      dataKey: team.keys.data,
      deliveryKey: team.keys.delivery,
      relayKey: Buffer.from(relayKey).toString('base64url'),
      relayUrl: relayUrlOf(team),
    });
    return { code, effect };
  });
}

export async function revoke(folder: string, name: string, natsServer: NatsServer | null): Promise<Effect> {
  return changing(folder, async (team) => {
    const revoked = team.computers.find((computer) => isActive(computer) && sameName(computer.name, name.trim()));
    if (!revoked) {
      const was = team.computers.some((computer) => sameName(computer.name, name.trim()));
      throw new TeamServerError(was ? `"${name}" is revoked already.` : `There is no computer "${name}" in this team.`);
    }
    const computers = team.computers.map((computer) =>
      computer === revoked ? { ...computer, revokedAt: Date.now() } : computer,
    );
    const changed = { ...team, computers };
    const effect = await apply(folder, team, changed, natsServer);
    if (effect === 'now') await untilGone(changed, revoked.publicKey);
    return effect;
  });
}

const sameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** Puts the users of `changed` into effect; leaves everything as it was where nats-server does not take them. */
async function apply(folder: string, team: Team, changed: Team, natsServer: NatsServer | null): Promise<Effect> {
  await writeAccounts(folder, changed);
  if (natsServer) {
    try {
      for (const node of changed.nodes) checkConfig(natsServer, nodeFolderOf(folder, changed, node), 'accounts.conf');
    } catch (error) {
      await writeAccounts(folder, team);
      throw error;
    }
  }
  // Before the signal: a server that starts meanwhile has the same users.
  await saveTeam(folder, changed);
  const answer = reload(folder, changed);
  return answer === 'reloaded' ? 'now' : answer === 'not-running' ? 'at-start' : answer;
}

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + EFFECT_MS;
  let last: unknown;
  for (;;) {
    try {
      if (await holds()) return;
    } catch (error) {
      last = error;
    }
    if (performance.now() > end) {
      throw new TeamServerError(
        `${what}${last instanceof Error ? ` (${last.message})` : ''}. It takes effect when nats-server is restarted.`,
      );
    }
    await pause(50);
  }
}

const untilConnects = (team: Team, seed: string): Promise<void> =>
  until('The server did not accept the new computer', async () => {
    await (await connectAs(team, seed)).close();
    return true;
  });

const untilGone = (team: Team, publicKey: string): Promise<void> =>
  until('The server did not disconnect the computer', async () => {
    const seen = await connections(team);
    return !seen.some((connection) => connection.publicKey === publicKey && connection.isOpen);
  });

export interface ComputerState extends Computer {
  /** Null where no server answers. */
  readonly isConnected: boolean | null;
  readonly lastSeenAt: number | null;
}

export async function list(folder: string): Promise<ComputerState[]> {
  const team = loadTeam(folder);
  const seen = await connections(team).catch(() => null);
  const records = seen ? await recordTimes(team) : new Map<string, number>();
  return team.computers.map((computer) => {
    const own = seen?.filter(({ publicKey }) => publicKey === computer.publicKey) ?? [];
    const times = [...own.map(({ at }) => at), records.get(computer.publicKey) ?? 0].filter((at) => at > 0);
    return {
      ...computer,
      isConnected: seen && own.some(({ isOpen }) => isOpen),
      lastSeenAt: times.length === 0 ? null : Math.max(...times),
    };
  });
}

const connectionsSchema = z.object({
  data: z.object({
    connections: z
      .array(
        z.object({
          authorized_user: z.string().optional(),
          last_activity: z.string().optional(),
          stop: z.string().optional(),
        }),
      )
      .nullish(),
  }),
});

interface Seen {
  readonly publicKey: string;
  readonly isOpen: boolean;
  readonly at: number;
}

/** Open and recent connections of all nodes. Rejects where none answers. */
async function connections(team: Team): Promise<Seen[]> {
  return withConnection(team, team.seeds.system, async (connection) => {
    const request = JSON.stringify({ auth: true, state: 2, limit: 20_000 });
    const answers = await askAll(connection, '$SYS.REQ.SERVER.PING.CONNZ', request);
    return answers.flatMap((answer) =>
      (connectionsSchema.parse(answer).data.connections ?? []).flatMap(({ authorized_user, last_activity, stop }) =>
        authorized_user
          ? [
              {
                publicKey: authorized_user,
                isOpen: stop === undefined,
                at: Date.parse(stop ?? last_activity ?? '') || 0,
              },
            ]
          : [],
      ),
    );
  });
}

/** A node that does not answer in time is left out. */
async function askAll(connection: NatsConnection, subject: string, request: string): Promise<unknown[]> {
  const answers: unknown[] = [];
  const options = { maxWait: 2_000, strategy: 'stall' as const, jitter: 0 };
  for await (const message of await connection.requestMany(subject, request, options)) answers.push(message.json());
  return answers;
}

/** When each computer last wrote of itself into the catalog; what it wrote is sealed. */
async function recordTimes(team: Team): Promise<Map<string, number>> {
  return withConnection(team, team.seeds.admin, async (connection) => {
    const { streams } = await jetstreamManager(connection, { timeout: 5_000 });
    const times = new Map<string, number>();
    for (const { publicKey } of team.computers) {
      const subject = `$KV.${CATALOG_BUCKET}.${computerKey(publicKey)}`;
      const message = await streams.getMessage(CATALOG_STREAM, { last_by_subj: subject });
      if (message) times.set(publicKey, message.time.getTime());
    }
    return times;
  });
}
