// The shared catalog of a team: how soon a link is on the other computer, and how long joining a large catalog takes.
import { setTimeout as pause } from 'node:timers/promises';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import type { App } from '../../src/main/app/app.ts';
import type { Catalog } from '../../src/main/catalog/catalog.ts';
import { createLink } from '../../src/main/links/links.ts';
import { createProduct } from '../../src/main/products/products.ts';
import { Database } from '../../src/main/storage/database.ts';
import type { StoreSession } from '../../src/main/stores/store-session.ts';
import { connectWith } from '../../src/main/team/connection.ts';
import { decodeInvite } from '../../src/team-protocol/invite.ts';
import { CATALOG_BUCKET, CATALOG_STREAM } from '../../src/team-protocol/names.ts';
import { createApp, openShownStore } from '../../test/support/app-without-window.ts';
import { DIRECT_NETWORK } from '../../test/support/direct-network.ts';
import { newFolder, removeFolder } from '../../test/support/folder.ts';
import { discardingInbox } from '../../test/support/inbox.ts';
import { RecordingService, SELLER } from '../../test/support/recording-service.ts';
import { SharingComputer } from '../../test/support/sharing-computer.ts';
import { startTeamServer, type TeamServer } from '../team-server/start.ts';
import { startBuiltWorker } from './built-worker.ts';
import { atMost, formatCount, median, type Row, timed, withoutTarget } from './measure.ts';

const LINKS_SEEN = 50;
const RECORDS = 100_000;
/** Of new computers, and bare replays. */
const JOINS = 5;

/** `folder`: an empty one. */
export async function measureTeamCatalog(folder: string): Promise<Row[]> {
  const server = await startTeamServer({ folder, port: 0, relayPort: 0, nodes: 3 });
  try {
    return [...(await measureVisible(server)), ...(await measureJoin(server))];
  } finally {
    await server.close();
  }
}

interface Desktop {
  readonly app: App;
  readonly store: StoreSession;
  readonly folder: string;
}

async function desktop(server: TeamServer, name: string, address: string): Promise<Desktop> {
  const folder = newFolder();
  const app = createApp(folder, { newDevice: () => name });
  await app.start();
  await app.team.start(discardingInbox());
  const store = await openShownStore(app, address, SELLER);
  const joined = await app.team.join(await server.invite(name), async () => true);
  if (!joined.ok) throw new Error(joined.problem.message);
  return { app, store, folder };
}

async function measureVisible(server: TeamServer): Promise<Row[]> {
  const service = new RecordingService();
  await service.start();
  const [anna, ben] = [await desktop(server, 'Anna', service.url), await desktop(server, 'Ben', service.url)];
  try {
    const product = await createProduct(anna.store, {
      buttonTitle: 'Buy',
      productTitle: 'Mug',
      productDescription: '',
    });
    if (!product.ok) throw new Error(product.problem.message);
    const times: number[] = [];
    const ours: number[] = [];
    const between = timeBetweenCommits(anna.store.catalog, ben.store.catalog);
    for (let index = 0; index < LINKS_SEEN; index += 1) {
      const started = performance.now();
      const prices = [{ currencyId: 2, priceCents: 100, discountCents: null }];
      const metadata = [{ key: 'order', value: `${index}` }];
      const link = await createLink(anna.store, product.value.id, { prices, useOnce: false, metadata });
      if (!link.ok) throw new Error(link.problem.message);
      while (!ben.store.catalog.links.get(link.value.id)) await pause(1);
      times.push(performance.now() - started);
      ours.push(between());
      await pause(20);
    }
    const bare = await measureBare(server);
    return [
      atMost('a link of one desktop is on the other, median', median(times), 'ms', 500),
      withoutTarget('a bare publish, watch and SQLite commit, median', bare, 'ms'),
      withoutTarget('from the commit of a link on one desktop to that on the other, median', median(ours), 'ms'),
      atMost('that, compared with the bare publish, watch and commit', median(ours) / bare, '×', 2),
    ];
  } finally {
    for (const { app, folder } of [anna, ben]) {
      await app.team.close();
      await app.close();
      removeFolder(folder);
    }
    await service.stop();
  }
}

/**
 * The part of the way of a new link that is the team's: from the moment its row is committed on one desktop to the moment it is committed on
 * the other. The durable write of the queue comes before it, with or without a team. Returns the time that the newest link took.
 */
function timeBetweenCommits(from: Catalog, to: Catalog): () => number {
  let id = '';
  let committedAt = 0;
  let arrivedAt = 0;
  const accept = from.accept.bind(from);
  from.accept = async (actions) => {
    id = actions[0]?.subject ?? '';
    arrivedAt = 0;
    await accept(actions);
    committedAt = performance.now();
  };
  const noteArrival = () => {
    if (arrivedAt === 0 && id !== '' && to.links.get(id)) arrivedAt = performance.now();
  };
  const transaction = to.transaction.bind(to);
  to.transaction = (act, synced) => {
    const result = transaction(act, synced);
    noteArrival();
    return result;
  };
  // Records of others are held and then committed together.
  const release = to.release.bind(to);
  to.release = () => {
    release();
    noteArrival();
  };
  return () => {
    if (arrivedAt === 0) throw new Error('The commit on the other desktop was not seen');
    return arrivedAt - committedAt;
  };
}

/** From one client to another one, and durable there. */
async function measureBare(server: TeamServer): Promise<number> {
  const folder = newFolder();
  const database = new Database(`${folder}/bare.db`, { what: 'The database' });
  database.exec('CREATE TABLE rows (id TEXT PRIMARY KEY, record BLOB NOT NULL) STRICT');
  const [sender, receiver] = [await connected(server, 'Cora'), await connected(server, 'Dora')];
  try {
    const prefix = `$KV.${CATALOG_BUCKET}.bare.`;
    const consumer = await jetstream(receiver).consumers.get(CATALOG_STREAM, { filter_subjects: `${prefix}>` });
    const messages = await consumer.consume();
    let onStored: () => void = () => undefined;
    const storing = (async () => {
      for await (const { subject, data } of messages) {
        database.transaction(() =>
          database.run('INSERT OR REPLACE INTO rows VALUES (?, ?)', subject, Buffer.from(data)),
        );
        onStored();
      }
    })();
    const times: number[] = [];
    for (let index = 0; index < LINKS_SEEN; index += 1) {
      const stored = new Promise<void>((resolve) => {
        onStored = resolve;
      });
      const started = performance.now();
      await jetstream(sender).publish(`${prefix}${index}`, Buffer.alloc(600));
      await stored;
      times.push(performance.now() - started);
      await pause(20);
    }
    messages.stop();
    await storing;
    return median(times);
  } finally {
    for (const connection of [sender, receiver]) await connection.close();
    await database.close();
    removeFolder(folder);
  }
}

async function connected(server: TeamServer, name: string) {
  const invite = decodeInvite(await server.invite(name));
  if (typeof invite === 'string') throw new Error(invite);
  return connectWith(invite, DIRECT_NETWORK);
}

async function measureJoin(server: TeamServer): Promise<Row[]> {
  const anna = new SharingComputer('Anna 2');
  try {
    const product = anna.product('Mug');
    for (let from = 0; from < RECORDS; from += 1_000) {
      anna.catalog.transaction(() => {
        for (let order = from; order < from + 1_000; order += 1) anna.link(product.id, `${order}`);
      }, false);
    }
    const invite = await server.invite('Anna 2');
    const pushed = await timed(async () => {
      await anna.join(invite);
      await anna.isShared();
    });
    // In turns: a replay takes about twice as long on a connection to another node than the one with its consumer.
    const times: { bare: number; joined: number }[] = [];
    for (let round = 1; round <= JOINS; round += 1) {
      const bare = await measureReplay(server, `Eva ${round}`);
      times.push({ bare, joined: await measureOneJoin(server, `Ben 2 ${round}`) });
    }
    const bareMs = median(times.map(({ bare }) => bare));
    const joinedMs = median(times.map(({ joined }) => joined));
    const records = formatCount(RECORDS);
    return [
      withoutTarget(`the first push of ${records} records`, RECORDS / (pushed / 1_000), 'records/s'),
      withoutTarget(`a bare replay of ${records} records, median of ${JOINS}`, bareMs, 'ms'),
      atMost(
        `a new computer joins a catalog of ${records} records, median of ${JOINS}, compared with a bare replay`,
        joinedMs / bareMs,
        '×',
        5,
      ),
    ];
  } finally {
    await anna.remove();
  }
}

async function measureOneJoin(server: TeamServer, name: string): Promise<number> {
  const computer = new SharingComputer(name);
  try {
    const code = await server.invite(name);
    computer.startWorker = startBuiltWorker;
    const { catalog } = computer;
    return await timed(async () => {
      await computer.join(code);
      while (catalog.links.counts(null).all < RECORDS || catalog.sharing.count > 0) await pause(20);
    });
  } finally {
    await computer.remove();
  }
}

async function measureReplay(server: TeamServer, name: string): Promise<number> {
  const connection = await connected(server, name);
  try {
    const { state } = await (await jetstreamManager(connection, { checkAPI: false })).streams.info(CATALOG_STREAM);
    return await timed(async () => {
      const consumer = await jetstream(connection).consumers.get(CATALOG_STREAM, {
        filter_subjects: `$KV.${CATALOG_BUCKET}.>`,
      });
      const messages = await consumer.consume();
      for await (const { seq } of messages) if (seq >= state.last_seq) break;
    });
  } finally {
    await connection.close();
  }
}
