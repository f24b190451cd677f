// The parts of the relay that need no network: its bounds, its configuration and its log.
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createUser } from '@nats-io/nkeys';
import { describe, expect, it } from 'vitest';
import { Budget, TokenBucket } from '../../src/relay/bounds.ts';
import { type RelayConfigFile, readConfig } from '../../src/relay/config.ts';
import { errorFacts, logTo } from '../../src/relay/log.ts';
import { temporaryFolder } from '../support/folder.ts';

describe('a token bucket', () => {
  it('lets a burst pass, then says how long to wait', () => {
    let now = 0;
    const bucket = new TokenBucket(2, 3, () => now);
    expect([bucket.take(), bucket.take(), bucket.take(), bucket.take()]).toEqual([0, 0, 0, 1]);
    now = 500;
    expect([bucket.take(), bucket.take()]).toEqual([0, 1]);
  });

  it('never saves up more than one burst', () => {
    let now = 0;
    const bucket = new TokenBucket(10, 2, () => now);
    now = 60_000;
    expect([bucket.take(), bucket.take(), bucket.take()]).toEqual([0, 0, 1]);
  });
});

describe('a budget', () => {
  it('refuses requests above it, and has room again after a release', () => {
    const budget = new Budget(10);
    const [one, two] = [budget.share(), budget.share()];
    expect([one.add(6), two.add(5), two.add(4)]).toEqual([true, false, true]);
    expect(budget.used).toBe(10);
    one.release();
    one.release();
    expect(budget.used).toBe(4);
    expect(two.add(6)).toBe(true);
  });
});

describe('the configuration', () => {
  const key = Buffer.alloc(32, 1).toString('base64url');
  const good: RelayConfigFile = {
    port: 8480,
    nats: {
      servers: ['tls://127.0.0.1:4222'],
      ca: null,
      seed: new TextDecoder().decode(createUser().getSeed()),
    },
    tokens: [{ token: 'a'.repeat(43), subject: 'deliveries.main' }],
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
    expect(config).toMatchObject({
      host: '127.0.0.1',
      port: 8480,
      limits: { bodyBytes: 1024 * 1024, publishMs: 20_000 },
    });
    expect(config.deliveryKey).toEqual(new Uint8Array(32).fill(1));
  });

  it.each<[string, object]>([
    ['tokens.0.token', { tokens: [{ token: 'short-secret', subject: 'deliveries.main' }] }],
    ['tokens.0.subject', { tokens: [{ token: 'a'.repeat(43), subject: '$JS.API.>' }] }],
    ['deliveryKey', { deliveryKey: 'short-secret' }],
    ['nats.servers.0', { nats: { ...good.nats, servers: ['nats://127.0.0.1:4222'] } }],
    ['the file', { unknown: 'short-secret' }],
  ])('is refused for a wrong %s, which is named and not shown', (place, change) => {
    const read = () => readConfig(written(JSON.stringify({ ...good, ...change })));
    expect(read).toThrow(`is not a configuration of the relay: ${place} (`);
    expect(read).not.toThrow('short-secret');
  });

  it('is refused if it is no JSON', () => {
    expect(() => readConfig(written('{ "token": "short-secret", '))).toThrow(/relay\.json is not JSON\.$/);
  });

  it.skipIf(process.platform === 'win32')('is refused where other users may read it', () => {
    expect(() => readConfig(written(JSON.stringify(good), 0o644))).toThrow('Run: chmod 600');
  });
});

describe('the log', () => {
  it('has one JSON object a line', () => {
    const lines: string[] = [];
    logTo((line) => lines.push(line))('request', { status: 200, ms: 3 });
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] as string)).toMatchObject({ event: 'request', status: 200, ms: 3 });
    expect(lines[0]?.endsWith('}\n')).toBe(true);
  });

  it('has the class and the code of an error, and not its message', () => {
    const error = Object.assign(new TypeError('a secret'), { code: 'ECONNREFUSED' });
    expect(errorFacts(error)).toEqual({ error: 'TypeError', code: 'ECONNREFUSED' });
    expect(errorFacts('a secret')).toEqual({ error: 'string' });
  });
});
