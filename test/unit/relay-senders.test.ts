// Who sent a request to the relay, and how much of it may pass.
import { expect, it } from 'vitest';
import { networkOf, SenderBuckets, senderOf, TokenBucket } from '../../src/relay/bounds.ts';

it('is the peer, or the last address that a proxy on this machine names', () => {
  for (const [peer, forwarded, sender] of [
    ['203.0.113.5', undefined, '203.0.113.5'],
    ['203.0.113.5', '198.51.100.1', '203.0.113.5'],
    ['127.0.0.1', undefined, '127.0.0.1'],
    ['127.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['::ffff:127.0.0.1', '10.0.0.1, 198.51.100.1 ', '198.51.100.1'],
    ['::1', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    [undefined, undefined, ''],
  ] as const) {
    const request = { socket: { remoteAddress: peer }, headers: { 'x-forwarded-for': forwarded } };
    expect(senderOf(request as never), `${peer} ${forwarded}`).toBe(sender);
  }
});

it('is a whole network of IPv6, however its address is written', () => {
  for (const [address, network] of [
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::6', '2001:db8:1:2'],
    ['2001:db8::6', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['::ffff:203.0.113.5', '::ffff:203.0.113.5'],
  ] as const)
    expect(networkOf(address), address).toBe(network);
});

it('has a bucket of its own, which is forgotten once it is full again', () => {
  let now = 0;
  let made = 0;
  const senders = new SenderBuckets(() => {
    made += 1;
    return new TokenBucket(1, 2, () => now);
  });
  expect([senders.take('a'), senders.take('a'), senders.take('a'), senders.take('b')]).toEqual([0, 0, 1, 0]);
  now = 5_000;
  senders.take('b');
  expect(made).toBe(2);
  senders.take('a');
  expect(made).toBe(3);
});

it('may send so many bytes, and waits for those that are missing', () => {
  let now = 0;
  const bytes = new TokenBucket(100, 1_000, () => now);
  expect([bytes.take(900), bytes.take(600), bytes.take(100)]).toEqual([0, 5, 0]);
  now = 6_000;
  expect(bytes.take(600)).toBe(0);
});
