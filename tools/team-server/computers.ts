// The computers of a team: invites one, revokes one, ends unused invites, and knows when each was last seen.
import { setTimeout as pause } from 'node:timers/promises';
import { jetstreamManager } from '@nats-io/jetstream';
import { AuthorizationError, TimeoutError } from '@nats-io/transport-node';
import { signingKeysOf } from '../../src/team-protocol/delivery.ts';
import { encodeInvite, INVITE_MS } from '../../src/team-protocol/invite.ts';
import { CATALOG_BUCKET, CATALOG_STREAM, presenceKey } from '../../src/team-protocol/names.ts';
import { publicKeyOf, writeAccounts } from './configuration.ts';
import { ensureStreams, withConnection } from './streams.ts';
import { changing, loadTeam, natsUrlsOf, newSeed, relayUrlOf, saveTeam, type Team } from './team.ts';

const EFFECT_MS = 10_000;

const isNamed = (name: string) => (computer: { name: string }) =>
  computer.name.toLowerCase() === name.trim().toLowerCase();

/** `isInEffect`: whether the running server has read it. */
export async function invite(folder: string, given: string): Promise<{ code: string; isInEffect: boolean }> {
  const name = given.trim();
  // Counts characters as the app does when it reads the invite.
  if (name.length > 100 || !/^[^\p{Cc}]+$/u.test(name))
    throw new Error('A name has 1 to 100 characters, without line breaks.');
  return changing(folder, async (team) => {
    if (team.computers.some(isNamed(name)))
      throw new Error(`"${name}" has an invite already. Revoke it first, or choose another name.`);
    const seed = newSeed();
    const added = { name, publicKey: publicKeyOf(seed), createdAt: Date.now() };
    const isInEffect = await apply(folder, { ...team, computers: [...team.computers, added] });
    const code = encodeInvite({
      at: added.createdAt,
      team: team.team,
      computer: name,
      servers: natsUrlsOf(team),
      ca: team.authority.cert,
      seed,
      dataKey: team.keys.data,
      deliveryKey: team.keys.delivery,
      relayKey: signingKeysOf(Buffer.from(team.keys.signing, 'base64url')).relayKey.toString('base64url'),
      relayUrl: relayUrlOf(team),
    });
    return { code, isInEffect };
  });
}

/** Resolves to whether the running server has read it. */
export function revoke(folder: string, name: string): Promise<boolean> {
  return changing(folder, async (team) => {
    const revoked = team.computers.filter(isNamed(name));
    if (revoked.length === 0) throw new Error(`There is no computer "${name}" in this team.`);
    return apply(folder, { ...team, computers: team.computers.filter((one) => !revoked.includes(one)) });
  });
}

/**
 * Revokes the invites that no computer has used within a day, and records which were used. Resolves to the names of the
 * revoked computers; none while no server answers.
 */
export async function endUnused(folder: string, now: number): Promise<readonly string[]> {
  if (loadTeam(folder).computers.every(({ firstSeenAt }) => firstSeenAt !== undefined)) return [];
  return changing(folder, async (team) => {
    const seen = await lastSeen(team);
    if (!seen) return [];
    // Saved in the team's file, because the presence of a computer is lost with the server's data.
    for (const one of team.computers) one.firstSeenAt ??= seen.get(one.publicKey);
    const unused = team.computers.filter((one) => one.firstSeenAt === undefined && now - one.createdAt >= INVITE_MS);
    const next = { ...team, computers: team.computers.filter((one) => !unused.includes(one)) };
    if (unused.length > 0) await apply(folder, next);
    else await saveTeam(folder, next);
    return unused.map(({ name }) => name);
  });
}

/** Puts a team's users into effect. Resolves to whether the running server has read them. */
async function apply(folder: string, changed: Team): Promise<boolean> {
  // A server that accepts this user has read the changed file.
  const team = { ...changed, seeds: { ...changed.seeds, newest: newSeed() } };
  await writeAccounts(folder, team);
  await saveTeam(folder, team);
  // Servers in containers have no streams before the first invite.
  await ensureStreams(team).catch(() => undefined);
  for (const end = performance.now() + EFFECT_MS; performance.now() < end; await pause(100)) {
    const refusal = await withConnection(team, 'newest', async () => null).catch((error: unknown) => error);
    if (!(refusal instanceof AuthorizationError || refusal instanceof TimeoutError)) return refusal === null;
  }
  return false;
}

/** When each computer last wrote its presence, which it does every minute; null if no server answers. */
export function lastSeen(team: Team): Promise<ReadonlyMap<string, number> | null> {
  return withConnection(team, 'admin', async (connection) => {
    const { streams } = await jetstreamManager(connection, { timeout: 5_000 });
    const subjects_filter = `$KV.${CATALOG_BUCKET}.${presenceKey('*', '*')}`;
    const { subjects = {} } = (await streams.info(CATALOG_STREAM, { subjects_filter })).state;
    const times = new Map<string, number>();
    for (const subject of Object.keys(subjects)) {
      const publicKey = subject.slice(subject.lastIndexOf('.') + 1);
      const at = (await streams.getMessage(CATALOG_STREAM, { last_by_subj: subject }))?.time.getTime() ?? 0;
      times.set(publicKey, Math.max(at, times.get(publicKey) ?? 0));
    }
    return times;
  }).catch(() => null);
}
