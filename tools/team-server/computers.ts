// The computers of a team: invites one, revokes one, lists all with when they were last seen.
import { setTimeout as pause } from 'node:timers/promises';
import { jetstreamManager } from '@nats-io/jetstream';
import { Kvm } from '@nats-io/kv';
import { createUser } from '@nats-io/nkeys';
import type { NatsConnection } from '@nats-io/transport-node';
import { z } from 'zod';
import { signingKeysOf } from '../../src/team-protocol/delivery.ts';
import { encodeInvite, INVITE_MS } from '../../src/team-protocol/invite.ts';
import { CATALOG_BUCKET, CATALOG_STREAM, computerKey } from '../../src/team-protocol/names.ts';
import { checkConfig } from './check-config.ts';
import type { NatsServer } from './find-nats-server.ts';
import { CONNECTION_NAME, connectAs, withConnection } from './nats-client.ts';
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

/**
 * `now`: the running server has it · `unconfirmed`: it was signalled, and does not show it yet · `at-start`: none runs on this machine ·
 * `restart-needed`: it runs, but takes no signals.
 */
export type Effect = 'now' | 'unconfirmed' | 'at-start' | 'restart-needed';

const EFFECT_MS = 15_000;

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
    // The computer is in the team by now, so its code is given in any case.
    const effect = await apply(folder, team, changed, natsServer, () => connects(changed, seed));
    const { relayKey } = signingKeysOf(Buffer.from(team.keys.signing, 'base64url'));
    const code = encodeInvite({
      at: added.createdAt,
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
    const effect = await apply(folder, team, changed, natsServer, () => isGone(changed, revoked.publicKey));
    // Where no server answers, its next start or `setup` removes it.
    await withConnection(changed, changed.seeds.admin, (connection) => removeRevoked(connection, changed)).catch(
      () => undefined,
    );
    return effect;
  });
}

/**
 * Revokes the invites that no computer has connected with for a day, and notes which computers have. Returns the names of the former.
 * Does nothing while no server answers.
 */
export async function endUnused(
  folder: string,
  natsServer: NatsServer | null,
  now: number,
): Promise<{ readonly names: readonly string[]; readonly effect: Effect }> {
  const nothing = { names: [], effect: 'now' } as const;
  if (!loadTeam(folder).computers.some(isUnseen)) return nothing;
  return changing(folder, async (team) => {
    const states = await list(folder).catch(() => []);
    const seen = new Map(states.map((state) => [state.publicKey, state]));
    const names: string[] = [];
    const computers = team.computers.map((computer) => {
      const state = seen.get(computer.publicKey);
      if (!isUnseen(computer) || !state || state.isConnected === null) return computer;
      // Kept, because the record of a computer is lost with the server's data.
      if (state.lastSeenAt !== null) return { ...computer, firstSeenAt: state.lastSeenAt };
      if (now - computer.createdAt < INVITE_MS) return computer;
      names.push(computer.name);
      return { ...computer, revokedAt: now };
    });
    const changed = { ...team, computers };
    if (names.length > 0) return { names, effect: await apply(folder, team, changed, natsServer, async () => true) };
    if (computers.some((computer, index) => computer !== team.computers[index])) await saveTeam(folder, changed);
    return nothing;
  });
}

const isUnseen = (computer: Computer): boolean => isActive(computer) && computer.firstSeenAt === undefined;

const sameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/**
 * Puts the users of `changed` into effect; leaves everything as it was where nats-server does not take them.
 *
 * @param isInEffect asks the running server
 */
async function apply(
  folder: string,
  team: Team,
  changed: Team,
  natsServer: NatsServer | null,
  isInEffect: () => Promise<boolean>,
): Promise<Effect> {
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
  if (answer === 'reloaded') return (await holdsInTime(isInEffect)) ? 'now' : 'unconfirmed';
  return answer === 'not-running' ? 'at-start' : answer;
}

/** A rejection counts as not yet. */
async function holdsInTime(condition: () => Promise<boolean>): Promise<boolean> {
  for (const end = performance.now() + EFFECT_MS; performance.now() < end; await pause(50)) {
    if (await condition().catch(() => false)) return true;
  }
  return false;
}

async function connects(team: Team, seed: string): Promise<boolean> {
  await (await connectAs(team, seed)).close();
  return true;
}

async function isGone(team: Team, publicKey: string): Promise<boolean> {
  const seen = await connections(team);
  return !seen.some((connection) => connection.publicKey === publicKey && connection.isOpen);
}

/**
 * Removes the records of revoked computers from the catalog, so that the others no longer list them. One that is still connected writes its
 * record again.
 */
export async function removeRevoked(connection: NatsConnection, { computers }: Team): Promise<void> {
  const bucket = await new Kvm(connection).open(CATALOG_BUCKET);
  for (const { publicKey, revokedAt } of computers) {
    const key = computerKey(publicKey);
    if (revokedAt !== null && (await bucket.get(key))?.operation === 'PUT') await bucket.delete(key);
  }
}

export interface ComputerState extends Computer {
  /** Null if no server answers. */
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
          name: z.string().optional(),
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
      (connectionsSchema.parse(answer).data.connections ?? []).flatMap(
        ({ name, authorized_user, last_activity, stop }) =>
          // `invite` itself connects once with the key that it has made.
          authorized_user && name !== CONNECTION_NAME
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
    for (const { publicKey, revokedAt } of team.computers) {
      const subject = `$KV.${CATALOG_BUCKET}.${computerKey(publicKey)}`;
      const message = await streams.getMessage(CATALOG_STREAM, { last_by_subj: subject });
      // That of a revoked computer was removed by its revocation.
      const isOwn = revokedAt === null || (message?.data.length ?? 0) > 0;
      if (message && isOwn) times.set(publicKey, message.time.getTime());
    }
    return times;
  });
}
