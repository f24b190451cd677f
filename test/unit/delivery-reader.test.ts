// Deliveries of the stream on their way into the inbox.
import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import type { RelayPosition } from '../../src/main/catalog/deliveries.ts';
import { type DeliveryInbox, DeliveryReader } from '../../src/main/team/delivery-reader.ts';
import { sealDelivery, signingKeysOf } from '../../src/team-protocol/delivery.ts';
import { DELIVERIES_SUBJECT } from '../../src/team-protocol/names.ts';
import { until } from '../support/until.ts';

const AT = 1_700_000_000_000;
const CREATED = '2026-01-01T00:00:00Z';

/** A reader of a stream with one delivery that no other follows. */
function readerInto(inbox: DeliveryInbox, now: number) {
  const deliveryKey = randomBytes(32);
  const { signingKey, relayKey } = signingKeysOf(randomBytes(32));
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  async function* messages() {
    const delivery = { id: 'a-random-id-of-22-char', at: AT, rawHeaders: [], body: Buffer.from('{}') };
    const data = sealDelivery({ deliveryKey, signingKey }, DELIVERIES_SUBJECT, delivery);
    yield { seq: 1, subject: DELIVERIES_SUBJECT, data, headers: undefined, info: { pending: 0 } };
    await ended;
  }
  // The client has notes of its own after the delivery.
  const consumed = Object.assign(messages(), { getPending: () => 1, stop: () => end() });
  return new DeliveryReader({
    team: 'team',
    keys: { deliveryKey, relayKey },
    inbox,
    stream: { consumers: { get: async () => ({ consume: async () => consumed }) } } as never,
    manager: { streams: { info: async () => ({ created: CREATED, state: { first_seq: 1, last_seq: 1 } }) } } as never,
    now: () => now,
    onMissed: () => undefined,
  });
}

it('refuses a delivery that the server shows again after more than 60 days', async () => {
  const DAY = 24 * 60 * 60 * 1000;
  for (const [days, expected] of [
    [59, 'stored'],
    [61, 'refused'],
  ] as const) {
    const seen: string[] = [];
    let position: RelayPosition | undefined;
    const reader = readerInto(
      {
        keepRelayed: async (deliveries, _team, next, continues) => {
          if (continues) seen.push(deliveries.length > 0 ? 'stored' : 'refused');
          position = next;
          return true;
        },
        relayPosition: async () => position,
      },
      AT + days * DAY,
    );
    const running = reader.run();
    await until('it is read', () => seen.length > 0);
    expect(seen, `${days} days`).toEqual([expected]);
    expect(position?.sequence).toBe(1);
    reader.stop();
    await running;
  }
});
