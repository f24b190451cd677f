// The folder of a team server: what the team is, its keys, and where its files are.
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createUser } from '@nats-io/nkeys';
import { z } from 'zod';
import { writeForSeller } from '../../src/main/storage/durable-file.ts';
import { lockFolder } from '../../src/main/storage/folder-lock.ts';
import { ensureFolder } from '../../src/main/storage/folders.ts';
import { RELAY_SUBJECT } from '../../src/team-protocol/names.ts';
import { KEY_BYTES } from '../../src/team-protocol/seal.ts';
import { createAuthority } from './certificates.ts';

const seedSchema = z.string().regex(/^SU[A-Z2-7]{56}$/);
const portSchema = z.int().min(1).max(65_535);

const nodeSchema = z.strictObject({
  /** The name of the server, and of its folder where there are several. */
  name: z.string().regex(/^[a-z0-9-]{1,40}$/),
  /** The address under which computers, relays and other nodes reach it. */
  host: z.string().min(1).max(253),
  port: portSchema,
  clusterPort: portSchema,
});
export type TeamNode = z.infer<typeof nodeSchema>;

const computerSchema = z.strictObject({
  name: z.string(),
  publicKey: z.string(),
  createdAt: z.number(),
  /** Missing until a computer has connected with the invite. */
  firstSeenAt: z.number().optional(),
  revokedAt: z.number().nullable(),
});
export type Computer = z.infer<typeof computerSchema>;

const teamSchema = z.strictObject({
  version: z.literal(1),
  team: z.string(),
  createdAt: z.number(),
  keys: z.strictObject({ data: z.string(), delivery: z.string(), signing: z.string() }),
  seeds: z.strictObject({ admin: seedSchema, relay: seedSchema, system: seedSchema }),
  authority: z.strictObject({ key: z.string(), cert: z.string() }),
  /** The first one is in new invites; the others are still accepted. */
  tokens: z.array(z.strictObject({ token: z.string(), subject: z.string() })).min(1),
  /** One, or the nodes of a cluster. */
  nodes: z.array(nodeSchema).min(1).max(9),
  /** Whether other machines may connect. */
  isPublic: z.boolean(),
  relay: z.strictObject({ host: z.string().min(1), port: portSchema, publicUrl: z.string().nullable() }),
  computers: z.array(computerSchema),
});
export type Team = z.infer<typeof teamSchema>;

/** An error that an operator can act on; shown without a stack. */
export class TeamServerError extends Error {}

export interface TeamPaths {
  readonly team: string;
  readonly running: string;
  readonly relayConfig: string;
  readonly relayLog: string;
  readonly relayFolder: string;
}

export const pathsOf = (folder: string): TeamPaths => ({
  team: join(folder, 'team.json'),
  running: join(folder, 'running'),
  relayFolder: join(folder, 'relay'),
  relayConfig: join(folder, 'relay', 'relay.json'),
  relayLog: join(folder, 'relay', 'relay.log'),
});

/** All that one nats-server needs; paths in its configuration are relative to it. */
export const nodeFolderOf = (folder: string, team: Team, node: TeamNode): string =>
  team.nodes.length === 1 ? join(folder, 'nats') : join(folder, 'nodes', node.name);

export const secret = (): string => randomBytes(KEY_BYTES).toString('base64url');

export type Network = Pick<Team, 'nodes' | 'isPublic' | 'relay'>;

export async function createTeam(folder: string, network: Network, now: number): Promise<Team> {
  const seed = () => new TextDecoder().decode(createUser().getSeed());
  const team: Team = {
    version: 1,
    team: randomBytes(10).toString('hex'),
    createdAt: now,
    keys: { data: secret(), delivery: secret(), signing: secret() },
    seeds: { admin: seed(), relay: seed(), system: seed() },
    authority: await createAuthority(now),
    tokens: [{ token: secret(), subject: RELAY_SUBJECT }],
    ...network,
    computers: [],
  };
  ensureFolder(folder);
  const others = readdirSync(folder).filter((name) => !OWN_NAMES.includes(name));
  if (others.length > 0) {
    throw new TeamServerError(`${folder} has other files. Name an empty folder, or one that does not exist yet.`);
  }
  if (process.platform !== 'win32') chmodSync(folder, 0o700);
  await saveTeam(folder, team);
  return team;
}

/** What the locks, or a first start that failed, may have left. */
const OWN_NAMES = ['running', 'changing', 'nats', 'nodes', 'relay', 'caddy', 'team.json.tmp'];

export const hasTeam = (folder: string): boolean => existsSync(pathsOf(folder).team);

export function loadTeam(folder: string): Team {
  const { team: path } = pathsOf(folder);
  if (!existsSync(path)) {
    throw new TeamServerError(
      `There is no team server in ${folder}. Start one there first: npm run team-server -- --dir ${folder}`,
    );
  }
  try {
    return teamSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    throw new TeamServerError(
      `${path} is damaged or of another version. Restore it from a backup: it holds the keys of the team.`,
    );
  }
}

export const saveTeam = (folder: string, team: Team): Promise<void> =>
  writeServerFile(pathsOf(folder).team, `${JSON.stringify(teamSchema.parse(team), null, 2)}\n`);

/** Durable, and readable by this user only. */
export const writeServerFile = (path: string, text: string): Promise<void> =>
  writeForSeller(path, [text], 'A file of the team server', 0o600);

/** For as long as its servers run, or its files are set up. Returns what releases it. */
export function claimFolder(folder: string): () => void {
  const lock = lockFolder(pathsOf(folder).running);
  if (lock.kind === 'held') return lock.release;
  if (lock.kind === 'busy') throw new TeamServerError(`A team server is already running in ${folder}.`);
  throw new TeamServerError(`${folder} cannot be used (${lock.code}).`);
}

const LOCK_PATIENCE_MS = 30_000;

/** Runs `change` while no other command changes the team. */
export async function changing<T>(folder: string, change: (team: Team) => Promise<T>): Promise<T> {
  loadTeam(folder);
  const end = performance.now() + LOCK_PATIENCE_MS;
  for (;;) {
    const lock = lockFolder(join(folder, 'changing'));
    if (lock.kind === 'unavailable') throw new TeamServerError(`${folder} cannot be locked (${lock.code}).`);
    if (lock.kind === 'held') {
      try {
        return await change(loadTeam(folder));
      } finally {
        lock.release();
      }
    }
    if (performance.now() > end) throw new TeamServerError(`Another command is still changing ${folder}.`);
    await pause(50);
  }
}
