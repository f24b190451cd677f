// What a computer of the team may not do on a real nats-server.
import { type JetStreamManager, jetstream, jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { beforeAll, expect, it } from 'vitest';
import { openDelivery } from '../../src/team-protocol/delivery.ts';
import type { Invite } from '../../src/team-protocol/invite.ts';
import {
  ALL_DELIVERIES,
  CATALOG_BUCKET,
  CATALOG_STREAM,
  DELIVERIES_STREAM,
  DELIVERIES_SUBJECT,
  inboxPrefixOf,
} from '../../src/team-protocol/names.ts';
import { publicKeyOf } from '../../tools/team-server/configuration.ts';
import { connectComputer, describeWithNats, inviteOf, sharedTeam } from '../support/team-server.ts';
import { until } from '../support/until.ts';

/** Short, because the server never answers a request that it refuses. */
const REFUSED_MS = 1_000;

describeWithNats('on a team server', () => {
  const team = sharedTeam();
  let anna: Invite;
  let ben: Invite;

  beforeAll(async () => {
    anna = inviteOf(await team.invite('Anna'));
    ben = inviteOf(await team.invite('Ben'));
    await fetch(team.server.relayUrl, { method: 'POST', body: 'a sale' });
  });

  const publicKey = (invite: Invite) => publicKeyOf(invite.seed);
  const managerOf = (connection: NatsConnection, timeout = 20_000) =>
    jetstreamManager(connection, { checkAPI: false, timeout });

  /** Resolves to the server's error message, because only that distinguishes a refusal from a slow answer. */
  async function refusal(connection: NatsConnection, act: () => Promise<unknown>): Promise<string> {
    const seen: string[] = [];
    const status = connection.status();
    const watching = (async () => {
      for await (const event of status) if (event.type === 'error') seen.push(event.error.message);
    })();
    await act().catch((error: unknown) => seen.push((error as Error).message));
    await connection.flush();
    await until('the server refuses', () => seen.some((text) => /permissions violation/i.test(text)));
    void watching;
    return seen.join('\n');
  }

  it('refuses a computer that tries to change a stream, publish a delivery or ask the system', async () => {
    type Act = (manager: JetStreamManager, own: NatsConnection) => unknown;
    const acts: Readonly<Record<string, Act>> = {
      'purge the catalog': ({ streams }) => streams.purge(CATALOG_STREAM),
      'purge deliveries': ({ streams }) => streams.purge(DELIVERIES_STREAM),
      'delete the catalog': ({ streams }) => streams.delete(CATALOG_STREAM),
      'delete a message': ({ streams }) => streams.deleteMessage(DELIVERIES_STREAM, 1),
      'change a stream': ({ streams }) => streams.update(CATALOG_STREAM, {}),
      'add a stream': ({ streams }) => streams.add({ name: 'o', subjects: ['o'] }),
      'list consumers': ({ consumers }) => consumers.list(DELIVERIES_STREAM).next(),
      'publish a delivery': (_, own) => jetstream(own).publish(DELIVERIES_SUBJECT, 'forged', { timeout: REFUSED_MS }),
      'ask the system': (_, own) => own.request('$SYS.REQ.SERVER.PING', '', { timeout: REFUSED_MS }),
      'publish anything else': (_, own) => own.publish('anything', ''),
    };
    await Promise.all(
      Object.entries(acts).map(async ([what, act]) => {
        const own = await connectComputer(anna);
        const manager = await managerOf(own, REFUSED_MS);
        expect(await refusal(own, async () => act(manager, own)), what).toMatch(/permissions violation for publish/i);
      }),
    );
  });

  it('refuses a computer that listens to subjects of others', async () => {
    const subjects = [`${inboxPrefixOf(publicKey(ben))}.>`, '_I.>', '_R.>', ALL_DELIVERIES, '$KV.>', '>'];
    for (const subject of subjects) {
      const connection = await connectComputer(anna);
      const act = async () => connection.subscribe(subject, { callback: () => undefined });
      expect(await refusal(connection, act), subject).toMatch(/permissions violation for subscription/i);
    }
  });

  it('refuses a computer that ends the watch of another', async () => {
    const name = 'watch-of-ben';
    const config = { name, filter_subject: `$KV.${CATALOG_BUCKET}.>`, ack_policy: 'none' } as const;
    await (await managerOf(await connectComputer(ben))).consumers.add(CATALOG_STREAM, config);
    const connection = await connectComputer(anna);
    const own = await managerOf(connection, REFUSED_MS);
    await refusal(connection, () => own.consumers.delete(CATALOG_STREAM, name));
    expect(await team.asAdmin(({ consumers }) => consumers.info(CATALOG_STREAM, name))).toBeDefined();
  });

  it('sends no message of a consumer, and no answer, to a subject of the server', async () => {
    const connection = await connectComputer(anna);
    const own = await managerOf(connection);
    const purges = [DELIVERIES_STREAM, CATALOG_STREAM].map((name) => `$JS.API.STREAM.PURGE.${name}`);
    const { deliveries } = await states();
    for (const [index, deliver_subject] of [...purges, DELIVERIES_SUBJECT].entries()) {
      const name = `trick-${index}`;
      const filter_subject = `$KV.${CATALOG_BUCKET}.>`;
      const config = { name, deliver_subject, filter_subject, deliver_policy: 'all', ack_policy: 'none' } as const;
      await own.consumers.add(CATALOG_STREAM, config);
      await jetstream(connection).publish(`$KV.${CATALOG_BUCKET}.record.trick`, '{}');
      await team.asAdmin(async ({ consumers }) => {
        const { delivered, push_bound } = await consumers.info(CATALOG_STREAM, name);
        expect([delivered.consumer_seq, push_bound ?? false], deliver_subject).toEqual([0, false]);
        await consumers.delete(CATALOG_STREAM, name);
      });
    }
    const previous = await states();
    expect(previous.deliveries).toEqual(deliveries);
    for (const reply of purges) connection.publish(`$JS.API.STREAM.INFO.${CATALOG_STREAM}`, '', { reply });
    // Requests on one connection are answered in order, so the earlier ones have ended.
    await own.streams.info(CATALOG_STREAM);
    expect(await states()).toEqual(previous);
  });

  it('a computer cannot make the server store a delivery that opens, or store one again', async () => {
    const previous = (await states()).deliveries;
    const connection = await connectComputer(anna);
    connection.publish(`$JS.API.STREAM.INFO.${CATALOG_STREAM}`, '', { reply: DELIVERIES_SUBJECT });
    await expect.poll(async () => (await states()).deliveries.last).toBe(previous.last + 1);
    const stored = await team.asAdmin(({ streams }) =>
      streams.getMessage(DELIVERIES_STREAM, { seq: previous.last + 1 }),
    );
    const deliveryKey = Buffer.from(anna.deliveryKey, 'base64url');
    const relayKey = Buffer.from(anna.relayKey, 'base64url');
    expect(openDelivery({ deliveryKey, relayKey }, DELIVERIES_SUBJECT, stored?.data as Uint8Array)).toBeNull();

    const config = {
      name: 'again',
      filter_subject: ALL_DELIVERIES,
      deliver_policy: 'all',
      ack_policy: 'none',
    } as const;
    await (await managerOf(connection)).consumers.add(DELIVERIES_STREAM, config);
    const next = `$JS.API.CONSUMER.MSG.NEXT.${DELIVERIES_STREAM}.again`;
    connection.publish(next, '{"batch":1}', { reply: DELIVERIES_SUBJECT });
    const again = () => team.asAdmin(({ consumers }) => consumers.info(DELIVERIES_STREAM, 'again'));
    await expect.poll(async () => (await again()).delivered.consumer_seq).toBe(1);
    await fetch(team.server.relayUrl, { method: 'POST', body: 'the next sale' });
    expect((await states()).deliveries.messages).toBe(previous.messages + 2);
  });

  async function states() {
    const of = (name: string) =>
      team.asAdmin(async ({ streams }) => {
        const { messages, last_seq: last } = (await streams.info(name)).state;
        return { messages, last };
      });
    return { deliveries: await of(DELIVERIES_STREAM), catalog: await of(CATALOG_STREAM) };
  }
});
