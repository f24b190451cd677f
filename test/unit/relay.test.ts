// The parts of the relay that need no network: its bounds, its configuration and its log.
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createUser } from '@nats-io/nkeys';
import { describe, expect, it } from 'vitest';
import { SenderBuckets, senderOf, TokenBucket } from '../../src/relay/bounds.ts';
import { type RelayConfigFile, readConfig } from '../../src/relay/config.ts';
import { errorFacts } from '../../src/relay/log.ts';
import { temporaryFolder } from '../support/folder.ts';

it('a token bucket allows a burst, then says how long to wait, and saves up one burst at most', () => {
  let now = 0;
  const bucket = new TokenBucket(2, 3, () => now);
  expect([bucket.take(), bucket.take(), bucket.take(), bucket.take()]).toEqual([0, 0, 0, 1]);
  now = 500;
  expect([bucket.take(), bucket.take()]).toEqual([0, 1]);
  now = 60_000;
  expect([bucket.take(2), bucket.take(4)]).toEqual([0, 2]);
});

describe('a sender', () => {
  it('is the peer, or the last address that a proxy on this machine names; with IPv6, its whole network', () => {
    for (const [peer, forwarded, sender] of [
      ['203.0.113.5', undefined, '203.0.113.5'],
      ['203.0.113.5', '198.51.100.1', '203.0.113.5'],
      ['127.0.0.1', undefined, '127.0.0.1'],
      ['127.0.0.1', '198.51.100.1', '198.51.100.1'],
      ['::ffff:127.0.0.1', '10.0.0.1, 198.51.100.1 ', '198.51.100.1'],
      ['::1', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
      ['::1', '2001:db8:1:2::6', '2001:db8:1:2'],
      ['::1', '2001:db8::6', '2001:db8:0:0'],
      [undefined, undefined, ''],
    ] as const) {
      const request = { socket: { remoteAddress: peer }, headers: { 'x-forwarded-for': forwarded } };
      expect(senderOf(request as never), `${peer} ${forwarded}`).toBe(sender);
    }
  });

  it('has its own bucket until enough other senders replace it', () => {
    const senders = new SenderBuckets(() => new TokenBucket(1, 2, () => 0), 2);
    const waits = (...names: string[]) => names.map((name) => senders.take(name));
    expect(waits('a', 'a', 'a', 'b')).toEqual([0, 0, 1, 0]);
    expect(waits('a', 'c', 'a', 'b')).toEqual([1, 0, 1, 0]);
  });
});

describe('the configuration', () => {
  const key = Buffer.alloc(32, 1).toString('base64url');
  const seed = new TextDecoder().decode(createUser().getSeed());
  const good: RelayConfigFile = {
    port: 8480,
    nats: { servers: ['tls://127.0.0.1:4222'], ca: null, seed },
    tokens: ['a'.repeat(43)],
    deliveryKey: key,
    signingKey: key,
  };
  function written(content: string, mode = 0o600): string {
    const path = join(temporaryFolder(), 'relay.json');
    writeFileSync(path, content);
    chmodSync(path, mode);
    return path;
  }

  it('is read, with default limits', () => {
    const config = readConfig(written(JSON.stringify(good)));
    expect(config).toMatchObject({ host: '127.0.0.1', limits: { bodyBytes: 1024 * 1024, publishMs: 20_000 } });
    expect(config.deliveryKey).toEqual(new Uint8Array(32).fill(1));
  });

  it.each<[string, string]>([
    ['tokens.0 (', JSON.stringify({ ...good, tokens: ['short-secret'] })],
    ['deliveryKey (', JSON.stringify({ ...good, deliveryKey: 'short-secret' })],
    ['nats.servers.0 (', JSON.stringify({ ...good, nats: { ...good.nats, servers: ['nats://127.0.0.1:4222'] } })],
    ['it is not JSON', '{ "token": "short-secret", '],
  ])('is refused with the name of the wrong field, but not its value: %s', (problem, content) => {
    const read = () => readConfig(written(content));
    expect(read).toThrow(`is not a configuration of the relay: ${problem}`);
    expect(read).not.toThrow('short-secret');
  });

  it.skipIf(process.platform === 'win32')('is refused if other users may read it', () => {
    expect(() => readConfig(written(JSON.stringify(good), 0o644))).toThrow('Run: chmod 600');
  });
});

it('the log has the class and the code of an error, but not its message', () => {
  const error = Object.assign(new TypeError('a secret'), { code: 'ECONNREFUSED' });
  expect(errorFacts(error)).toEqual({ error: 'TypeError', code: 'ECONNREFUSED' });
  expect(errorFacts('a secret')).toEqual({ error: 'string' });
});
