// The reader of a team's stream stores deliveries that are at most 60 days old.
import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { DeliveryReader, type DeliveryReaderDeps } from '../../src/main/team/delivery-reader.ts';
import { sealDelivery, signingKeysOf } from '../../src/team-protocol/delivery.ts';
import { DELIVERIES_SUBJECT } from '../../src/team-protocol/names.ts';
import { gate, until } from '../support/until.ts';

const AT = 1_700_000_000_000;
const DAY = 24 * 60 * 60 * 1000;

it.each([
  [59, 1],
  [61, 0],
])('a delivery that arrives after %i days is stored %i times', async (days, expected) => {
  const deliveryKey = randomBytes(32);
  const { signingKey, relayKey } = signingKeysOf(randomBytes(32));
  const { open: end, opened: ended } = gate();
  async function* messages() {
    const delivery = { id: 'a-random-id-of-22-char', at: AT, rawHeaders: [], body: Buffer.from('{}') };
    const data = sealDelivery({ deliveryKey, signingKey }, DELIVERIES_SUBJECT, delivery);
    yield { seq: 1, subject: DELIVERIES_SUBJECT, data, headers: undefined, info: { pending: 0 } };
    await ended;
  }
  // `getPending` also counts the client's own messages, so the reader must not wait until it is 0.
  const consumed = Object.assign(messages(), { getPending: () => 1, stop: end });
  const info = { created: '2026-01-01T00:00:00Z', state: { first_seq: 1, last_seq: 1 } };
  const server = {
    stream: { consumers: { get: async () => ({ consume: async () => consumed }) } },
    manager: { streams: { info: async () => info } },
  };
  const stored: number[] = [];
  let sequence = 0;
  const stopping = new AbortController();
  const deps: DeliveryReaderDeps = {
    keys: { deliveryKey, relayKey },
    position: {
      value: null,
      save: (position) => {
        sequence = position?.sequence ?? 0;
      },
    },
    onDeliveries: async (arrivals, setPosition) => {
      stored.push(arrivals.length);
      setPosition();
    },
    now: () => AT + days * DAY,
    onMissed: () => undefined,
  };
  const running = new DeliveryReader(server as never, deps, stopping.signal).run();
  await until('it is read', () => sequence === 1);
  expect(stored).toEqual([expected]);
  stopping.abort();
  await running;
});
