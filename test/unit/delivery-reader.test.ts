// Deliveries of the stream on their way into the inbox.
import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { type DeliveryInbox, DeliveryReader } from '../../src/main/team/delivery-reader.ts';
import { sealDelivery, signingKeysOf } from '../../src/team-protocol/delivery.ts';
import { RELAY_SUBJECT } from '../../src/team-protocol/names.ts';
import { until } from '../support/until.ts';

const CREATED = '2026-01-01T00:00:00Z';

it('a delivery is stored at once where the client has notes of its own after it', async () => {
  const deliveryKey = randomBytes(32);
  const { signingKey, relayKey } = signingKeysOf(randomBytes(32));
  const stored: string[] = [];
  const inbox: DeliveryInbox = {
    keepRelayed: async (deliveries) => {
      stored.push(...deliveries.map(({ id }) => id));
    },
    relayPosition: async () => undefined,
  };
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  async function* messages() {
    const delivery = { id: 'a-random-id-of-22-char', at: 1_700_000_000_000, rawHeaders: [], body: Buffer.from('{}') };
    const data = sealDelivery({ deliveryKey, signingKey }, RELAY_SUBJECT, delivery);
    yield { seq: 1, subject: RELAY_SUBJECT, data, headers: undefined, info: { pending: 0 } };
    await ended;
  }
  const consumed = Object.assign(messages(), { getPending: () => 1, stop: end });
  const reader = new DeliveryReader({
    team: 'team',
    keys: { deliveryKey, relayKey },
    inbox,
    stream: { consumers: { get: async () => ({ consume: async () => consumed }) } } as never,
    manager: { streams: { info: async () => ({ created: CREATED, state: { first_seq: 1, last_seq: 1 } }) } } as never,
    onUnreadable: () => undefined,
    onMissed: () => undefined,
  });
  const running = reader.run();
  await until('the delivery is stored', () => stored.length > 0);
  expect(stored).toEqual(['a-random-id-of-22-char']);
  reader.stop();
  await running;
});
