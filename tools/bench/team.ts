// Deliveries through a cluster of three nats-servers and a relay that are killed in turn, to two desktops; and who may do what.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection, nkeyAuthenticator } from '@nats-io/transport-node';
import { decodeInvite, type Invite } from '../../src/team-protocol/invite.ts';
import {
  CATALOG_STREAM,
  DELIVERIES_STREAM,
  inboxPrefixOf,
  RELAY_INBOX_PREFIX,
  RELAY_SUBJECT,
} from '../../src/team-protocol/names.ts';
import { newFolder, removeFolder } from '../../test/support/folder.ts';
import { freePort } from '../../test/support/free-port.ts';
import { TEAM_KEY, TeamComputer } from '../../test/support/team-computer.ts';
import { root } from '../launch/project.ts';
import { Child } from '../team-server/child.ts';
import { publicKeyOf } from '../team-server/nats-config.ts';
import { relayCommand, startTeamServer, type TeamServer } from '../team-server/start.ts';
import { pathsOf } from '../team-server/team-folder.ts';
import { atMost, formatCount, median, type Row, withoutTarget } from './measure.ts';

const DELIVERIES = 5_000;
const LANES = 16;
const KILL_EVERY = 500;
const NODES = 3;
const COMPUTERS = ['Anna', 'Ben'];
const PLANTED = ['Planted logo design', 'planted-order-1042', '80.1042', TEAM_KEY];

/** `folder`: an empty one. */
export async function measureTeam(folder: string): Promise<Row[]> {
  const server = await startTeamServer({ folder, port: 0, relayPort: 0, nodes: NODES });
  const computers: TeamComputer[] = [];
  const relay = await secondRelay(folder);
  try {
    for (const name of COMPUTERS) {
      const computer = new TeamComputer();
      computers.push(computer);
      await computer.start();
      await computer.join(await server.invite(name));
      await computer.reached('connected');
    }
    const latency = await measureLatency(server, computers);
    const accepted = await postWhileKilling(server, relay);
    await allHave(computers, accepted);
    const rows = computers.flatMap((computer, index) => rowsOf(COMPUTERS[index] ?? '', computer, accepted));
    return [
      withoutTarget('from the post to the inbox of a desktop, median', latency, 'ms'),
      withoutTarget(`answered 200 of ${formatCount(DELIVERIES)} posted`, accepted.size, 'deliveries'),
      ...rows,
      atMost('planted names, prices and keys found in the servers’ folders and logs', planted(folder), 'found', 0),
      ...(await measurePermissions(server)),
      await measureOtherTeam(server),
    ];
  } finally {
    for (const computer of computers) await computer.remove();
    await relay.stop();
    await server.close();
  }
}

interface SecondRelay {
  readonly port: number;
  kill(): void;
  stop(): Promise<void>;
}

/** As a balancer would have it. Its configuration and its log are in the team's folder. */
async function secondRelay(folder: string): Promise<SecondRelay> {
  const { relayConfig, relayFolder } = pathsOf(folder);
  const port = await freePort();
  const config = join(relayFolder, 'second.json');
  writeFileSync(config, JSON.stringify({ ...JSON.parse(readFileSync(relayConfig, 'utf8')), port }), { mode: 0o600 });
  const child = new Child({
    name: 'the second relay',
    command: relayCommand(config),
    cwd: root,
    logFile: join(relayFolder, 'second.log'),
    say: () => undefined,
  });
  return { port, kill: () => child.kill(), stop: () => child.stop() };
}

const bodyOf = (name: string): string =>
  JSON.stringify({
    name,
    event: 'after_sell',
    product_title: PLANTED[0],
    metadata: { order: PLANTED[1] },
    price: PLANTED[2],
  });

async function post(url: string, name: string): Promise<boolean> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'Webhook-Key': TEAM_KEY },
    body: bodyOf(name),
  }).catch(() => null);
  await answer?.text().catch(() => undefined);
  return answer?.status === 200;
}

const namesIn = (computer: TeamComputer): string[] =>
  computer.kept().map(({ body }) => (JSON.parse(body) as { name: string }).name);

async function measureLatency(server: TeamServer, computers: readonly TeamComputer[]): Promise<number> {
  const times: number[] = [];
  for (let index = 0; index < 50; index += 1) {
    const started = performance.now();
    await post(server.relayUrl, `first ${index}`);
    while (computers.some((computer) => computer.count <= index)) await pause(1);
    times.push(performance.now() - started);
  }
  return median(times);
}

/** Each node and each relay is killed in turn. Returns what was answered 200. */
async function postWhileKilling(server: TeamServer, relay: SecondRelay): Promise<Set<string>> {
  const accepted = new Set<string>();
  const second = new URL(server.relayUrl);
  second.port = String(relay.port);
  const urls = [server.relayUrl, second.href];
  const killing = [
    ...Array.from({ length: NODES }, (_, node) => () => server.killNats(node)),
    () => server.killRelay(),
    () => relay.kill(),
  ];
  let next = 0;
  let kills = 0;
  await Promise.all(
    Array.from({ length: LANES }, async () => {
      while (next < DELIVERIES) {
        const number = next++;
        if (number % KILL_EVERY === KILL_EVERY - 1) {
          killing[kills % killing.length]?.();
          kills += 1;
        }
        // Another name for each try: one whose answer was lost may be stored, and does not count.
        for (let tries = 0; ; tries += 1) {
          const name = `${number} ${tries}`;
          if (await post(urls[(number + tries) % urls.length] as string, name)) {
            accepted.add(name);
            break;
          }
          await pause(50);
        }
      }
    }),
  );
  return accepted;
}

const PATIENCE_MS = 120_000;

async function allHave(computers: readonly TeamComputer[], accepted: ReadonlySet<string>): Promise<void> {
  const isComplete = (computer: TeamComputer) => {
    const names = new Set(namesIn(computer));
    return [...accepted].every((name) => names.has(name));
  };
  for (const end = performance.now() + PATIENCE_MS; performance.now() < end; await pause(500)) {
    if (computers.every(isComplete)) return;
  }
}

function rowsOf(name: string, computer: TeamComputer, accepted: ReadonlySet<string>): Row[] {
  const names = namesIn(computer);
  const once = new Set(names);
  const lost = [...accepted].filter((each) => !once.has(each)).length;
  return [
    atMost(`deliveries answered 200 that ${name}’s desktop has lost`, lost, 'lost', 0),
    atMost(`deliveries that ${name}’s desktop has twice`, names.length - once.size, 'doubled', 0),
  ];
}

function planted(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const bytes = files.map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'));
  return PLANTED.filter((text) => bytes.some((content) => content.includes(text))).length;
}

// ---- permissions

const connectWith = ({ servers, seed, ca }: Invite): Promise<NatsConnection> =>
  connect({
    servers,
    authenticator: nkeyAuthenticator(Buffer.from(seed)),
    inboxPrefix: inboxPrefixOf(publicKeyOf(seed)),
    tls: ca === null ? {} : { ca },
    reconnect: false,
    timeout: 5_000,
  });

async function invited(server: TeamServer, name: string): Promise<Invite> {
  const invite = decodeInvite(await server.invite(name));
  if (typeof invite === 'string') throw new Error(invite);
  return invite;
}

async function measurePermissions(server: TeamServer): Promise<Row[]> {
  const invite = await invited(server, 'Mallory');
  const connection = await connectWith(invite);
  const allowed: string[] = [];
  const manager = await jetstreamManager(connection, { checkAPI: false, timeout: 1_000 });
  const attempts: Readonly<Record<string, () => Promise<unknown>>> = {
    'purge deliveries': () => manager.streams.purge(DELIVERIES_STREAM),
    'purge the catalog': () => manager.streams.purge(CATALOG_STREAM),
    'delete a stream': () => manager.streams.delete(DELIVERIES_STREAM),
    'add a stream': () => manager.streams.add({ name: 'other', subjects: ['other'] }),
    'write a delivery': () => jetstream(connection).publish(RELAY_SUBJECT, 'forged', { timeout: 1_000 }),
  };
  for (const [what, attempt] of Object.entries(attempts)) {
    const isDone = await attempt().then(
      () => true,
      () => false,
    );
    if (isDone) allowed.push(what);
  }
  for (const subject of ['_I.>', `${RELAY_INBOX_PREFIX}.>`, 'deliveries.>', '>']) {
    if (await listens(connection, subject)) allowed.push(`listen to ${subject}`);
  }
  await server.revoke('Mallory');
  const isCut = await Promise.race([connection.closed().then(() => true), pause(30_000).then(() => false)]);
  const isBack = await connectWith(invite).then(
    (again) => again.close().then(() => true),
    () => false,
  );
  for (const what of allowed) console.error(`Allowed, and should not be: ${what}`);
  return [
    atMost(
      'a computer that purges, deletes, adds, forges, or listens to others: what the server allows',
      allowed.length,
      'allowed',
      0,
    ),
    atMost('a revoked computer that stays connected, or connects again', Number(!isCut) + Number(isBack), 'allowed', 0),
  ];
}

/** A computer of this team tries to read another one, with the address and the authority of that one's server. */
async function measureOtherTeam(server: TeamServer): Promise<Row> {
  const folder = newFolder();
  const other = await startTeamServer({ folder, port: 0, relayPort: 0 });
  try {
    await post(other.relayUrl, 'of the other team');
    const own = await invited(other, 'Owner');
    const stranger = { ...(await invited(server, 'Stranger')), servers: own.servers, ca: own.ca };
    const reads = async (invite: Invite) => {
      try {
        const connection = await connectWith(invite);
        const { streams } = await jetstreamManager(connection, { checkAPI: false, timeout: 5_000 });
        const { state } = await streams.info(DELIVERIES_STREAM).finally(() => connection.close());
        return state.messages > 0;
      } catch {
        return false;
      }
    };
    if (!(await reads(own))) throw new Error('A computer cannot read its own team');
    return atMost('a computer that reads another team', Number(await reads(stranger)), 'allowed', 0);
  } finally {
    await other.close();
    removeFolder(folder);
  }
}

/** Whether a subscription is accepted. */
async function listens(connection: NatsConnection, subject: string): Promise<boolean> {
  let isRefused = false;
  connection.subscribe(subject, {
    callback: (error) => {
      if (error) isRefused = true;
    },
  });
  await connection.flush();
  // The refusal comes before the answer to the flush, and is passed on in a later turn.
  await pause(0);
  return !isRefused;
}
