// The capacity of a team server, for docs/scale.md: messages per second, bytes of each, and the duration of a replay, on one node and on three.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { connectWith } from '../../src/main/team/connection.ts';
import { decodeInvite } from '../../src/team-protocol/invite.ts';
import { CATALOG_BUCKET, CATALOG_STREAM, DELIVERIES_STREAM } from '../../src/team-protocol/names.ts';
import { seal } from '../../src/team-protocol/seal.ts';
import { DIRECT_NETWORK } from '../../test/support/direct-network.ts';
import { SharingComputer } from '../../test/support/sharing-computer.ts';
import { startTeamServer, type TeamServer } from '../team-server/start.ts';
import { startBuiltWorker } from './built-worker.ts';
import { formatCount, type Row, timed, withoutTarget } from './measure.ts';

const DELIVERIES = 3_000;
const POSTS_AT_ONCE = 64;
const RECORDS = 20_000;
const RECORDS_AT_ONCE = 500;
/** Bytes of an event with a title, an amount and one pair of metadata. */
const BODY_BYTES = 600;
const UNLIMITED = ['perSecond', 'burst', 'bytesPerSecond', 'burstBytes', 'senderPerSecond', 'senderBurst'];
const RECORD_BYTES = 400;
const CATALOGS = [1_000, 10_000, 100_000];

/** `folder`: an empty one. */
export async function measureTeamLoad(folder: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (const nodes of [1, 3]) {
    const server = await startTeamServer({
      folder: join(folder, `nodes-${nodes}`),
      port: 0,
      relayPort: 0,
      nodes,
      // The limit of a team is there to be reached by nobody; here it would be what is measured.
      relayLimits: Object.fromEntries(UNLIMITED.map((name) => [name, 1_000_000_000])),
    });
    try {
      const on = nodes === 1 ? 'one node' : `${nodes} nodes`;
      rows.push(...(await measureDeliveries(server, on)), ...(await measureRecords(server, on)));
    } finally {
      await server.close();
    }
  }
  const server = await startTeamServer({ folder: join(folder, 'replay'), port: 0, relayPort: 0 });
  try {
    rows.push(...(await measureReplays(server)));
  } finally {
    await server.close();
  }
  return rows;
}

async function measureDeliveries(server: TeamServer, on: string): Promise<Row[]> {
  const body = JSON.stringify({ event: 'after_sell', text: 'x'.repeat(BODY_BYTES - 40) });
  let next = 0;
  const ms = await timed(() =>
    Promise.all(
      Array.from({ length: POSTS_AT_ONCE }, async () => {
        while (next++ < DELIVERIES) {
          const answer = await fetch(server.relayUrl, { method: 'POST', body });
          await answer.text();
          if (answer.status !== 200) throw new Error(`The relay answered ${answer.status}`);
        }
      }),
    ),
  );
  return [
    withoutTarget(`deliveries of ${BODY_BYTES} bytes through one relay, ${on}`, DELIVERIES / (ms / 1_000), 'a second'),
    withoutTarget(`a delivery in its stream, ${on}`, await bytesEach(server, DELIVERIES_STREAM), 'bytes'),
  ];
}

async function measureRecords(server: TeamServer, on: string): Promise<Row[]> {
  const connection = await connected(server);
  try {
    const stream = jetstream(connection);
    const key = randomBytes(32);
    const subject = (number: number) => `$KV.${CATALOG_BUCKET}.load.link.${number}`;
    let next = 0;
    const ms = await timed(() =>
      Promise.all(
        Array.from({ length: RECORDS_AT_ONCE }, async () => {
          for (let number = next++; number < RECORDS; number = next++) {
            const sealed = seal(key, subject(number), randomBytes(RECORD_BYTES));
            await stream.publish(subject(number), sealed, { timeout: 60_000, expect: { lastSubjectSequence: 0 } });
          }
        }),
      ),
    );
    return [
      withoutTarget(`records of ${RECORD_BYTES} bytes by compare-and-set, ${on}`, RECORDS / (ms / 1_000), 'a second'),
    ];
  } finally {
    await connection.close();
  }
}

async function measureReplays(server: TeamServer): Promise<Row[]> {
  const rows: Row[] = [];
  const first = new SharingComputer('Anna');
  try {
    const product = first.product('Mug');
    await first.join(await server.invite('Anna'));
    let links = 0;
    for (const size of CATALOGS) {
      while (links < size) {
        first.catalog.transaction(() => {
          for (const end = Math.min(links + 1_000, size); links < end; links += 1) first.link(product.id, `${links}`);
        }, false);
        await pause(0);
      }
      await first.isShared();
      const code = await server.invite(`Computer ${size}`);
      const joining = new SharingComputer(`Computer ${size}`);
      joining.startWorker = startBuiltWorker;
      try {
        const ms = await timed(async () => {
          await joining.join(code);
          while (joining.catalog.links.counts(null).all < size || joining.catalog.sharing.count > 0) await pause(10);
        });
        rows.push(withoutTarget(`a new computer has a catalog of ${formatCount(size)} records after`, ms, 'ms'));
      } finally {
        await joining.remove();
      }
    }
    rows.push(withoutTarget('a payment link in its stream', await bytesEach(server, CATALOG_STREAM), 'bytes'));
  } finally {
    await first.remove();
  }
  return rows;
}

/** With what the server keeps of each. */
async function bytesEach(server: TeamServer, stream: string): Promise<number> {
  const connection = await connected(server);
  try {
    const { state } = await (await jetstreamManager(connection, { checkAPI: false })).streams.info(stream);
    return state.bytes / state.messages;
  } finally {
    await connection.close();
  }
}

let computers = 0;

async function connected(server: TeamServer): Promise<NatsConnection> {
  const invite = decodeInvite(await server.invite(`Load ${computers++}`));
  if (typeof invite === 'string') throw new Error(invite);
  return connectWith(invite, DIRECT_NETWORK);
}
