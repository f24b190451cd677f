// The parts of the team server that need no nats-server: certificates, configuration, folder and warnings.
import { X509Certificate } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createUser } from '@nats-io/nkeys';
import { describe, expect, it } from 'vitest';
import { createAuthority, createServerCertificate, isGood } from '../../tools/team-server/certificates.ts';
import { findNatsServer } from '../../tools/team-server/find-nats-server.ts';
import { accountsConfig, natsConfig } from '../../tools/team-server/nats-config.ts';
import { warningsOf } from '../../tools/team-server/status.ts';
import {
  changing,
  createTeam,
  loadTeam,
  natsUrlsOf,
  relayUrlOf,
  saveTeam,
  type Team,
} from '../../tools/team-server/team-folder.ts';
import { temporaryFolder } from '../support/folder.ts';

const newTeam = (folder = temporaryFolder()): Promise<Team> => createTeam(folder, { port: 4222, relayPort: 8480 });

it('a certificate is valid for its names, under its authority, and cannot sign others', async () => {
  const authority = await createAuthority();
  const names = ['localhost', '127.0.0.1', 'nats.example.com'];
  const { cert } = await createServerCertificate(authority, names);
  expect(isGood(cert, authority.cert, names)).toBe(true);
  expect(isGood(cert, authority.cert, [...names, 'other.example.com'])).toBe(false);
  expect(isGood(cert, authority.cert, ['10.0.0.1'])).toBe(false);
  expect(isGood(cert, (await createAuthority()).cert, names)).toBe(false);
  expect([new X509Certificate(cert).ca, new X509Certificate(authority.cert).ca]).toEqual([false, true]);
});

describe('the configuration of nats-server', () => {
  it('names the users that are not revoked, and no secret', async () => {
    const team = await newTeam();
    const [anna, ben] = [createUser().getPublicKey(), createUser().getPublicKey()];
    const computers = [
      { name: 'Anna', publicKey: anna, createdAt: 1, revokedAt: null },
      { name: 'Ben', publicKey: ben, createdAt: 1, revokedAt: 2 },
    ];
    const config = accountsConfig({ ...team, computers });
    expect(config).toContain(anna);
    expect(config).not.toContain(ben);
    for (const secret of [...Object.values(team.keys), ...Object.values(team.seeds), team.tokens[0]?.token]) {
      expect(config).not.toContain(secret);
    }
  });

  it('listens on this machine only, unless it has a host', async () => {
    const team = await newTeam();
    const features = { syncsAlways: true, limitsTls: true };
    expect(natsConfig(team, features)).toContain('listen: "127.0.0.1:4222"');
    expect(natsConfig({ ...team, hosts: ['nats.example.com'] }, features)).toContain('listen: "0.0.0.0:4222"');
  });

  it('flushes each message and asks for TLS 1.3 if the server can', async () => {
    const team = await newTeam();
    const newest = natsConfig(team, { syncsAlways: true, limitsTls: true });
    expect(newest).toContain('sync_interval: always');
    expect(newest).toContain('min_version: "1.3"');
    expect(natsConfig(team, { syncsAlways: false, limitsTls: false })).not.toMatch(/sync_interval|min_version/);
  });
});

describe('the folder of a team', () => {
  it('keeps the team, and refuses a damaged file', async () => {
    const folder = temporaryFolder();
    const team = await newTeam(folder);
    expect(loadTeam(folder)).toEqual(team);
    writeFileSync(join(folder, 'team.json'), '{ "version": 1, ');
    expect(() => loadTeam(folder)).toThrow('team.json is damaged');
  });

  it('is not set up among other files', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'letter.txt'), 'mine');
    await expect(newTeam(folder)).rejects.toThrow('has other files');
  });

  it('is changed by one command at a time', async () => {
    const folder = temporaryFolder();
    await newTeam(folder);
    const add = (name: string) =>
      changing(folder, async (team) => {
        const computer = { name, publicKey: name, createdAt: 1, revokedAt: null };
        await saveTeam(folder, { ...team, computers: [...team.computers, computer] });
      });
    await Promise.all(['a', 'b', 'c', 'd'].map(add));
    expect(new Set(loadTeam(folder).computers.map(({ name }) => name))).toEqual(new Set(['a', 'b', 'c', 'd']));
  });
});

it('warns until there are a new version, a host name and an address with TLS', async () => {
  const team = await newTeam();
  const done = { ...team, hosts: ['nats.example.com'], publicUrl: 'https://hooks.example.com' };
  for (const version of ['2.10.27', '2.14.0', null]) expect(warningsOf(done, version)).toEqual([]);
  expect(warningsOf(done, '2.9.10')).toEqual([expect.stringContaining('is for trials')]);
  expect(warningsOf({ ...done, publicUrl: 'http://hooks.example.com' }, null)).toEqual([
    expect.stringContaining('no TLS'),
  ]);
  expect(warningsOf(team, null)).toHaveLength(2);
  const state = { messages: 1, bytes: 900 * 1024 * 1024 };
  expect(warningsOf(done, null, [{ name: 'deliveries', state }])).toEqual([expect.stringContaining('nearly fill')]);
  expect(warningsOf(done, null, [{ name: 'deliveries', state: null }])).toEqual([
    expect.stringContaining('Its disk may be full'),
  ]);
});

describe('the files for containers', () => {
  const deployed = (name: string) => readFileSync(resolve(import.meta.dirname, '../../deploy', name), 'utf8');

  it('keep the path and the headers of requests out of the log of Caddy', () => {
    expect(deployed('Caddyfile')).toMatch(
      /^\{\n\tlog default \{\n\t\texclude http\.log\.error http\.handlers\.reverse_proxy\n\t\}\n\}$/m,
    );
  });

  it('need no variable of the shell for any command', () => {
    expect(deployed('compose.yaml').match(/\$\{?\w+(?!\w|:-)/g)).toBeNull();
  });
});

it('has the addresses of its hosts, and a webhook address with the newest token', async () => {
  const team = { ...(await newTeam()), tokens: [{ token: 'next', subject: 'deliveries.next' }] };
  expect(natsUrlsOf(team)).toEqual(['tls://127.0.0.1:4222']);
  expect(natsUrlsOf({ ...team, hosts: ['a', 'b'] })).toEqual(['tls://a:4222', 'tls://b:4222']);
  expect(relayUrlOf(team)).toBe('http://127.0.0.1:8480/hooks/next');
  expect(relayUrlOf({ ...team, publicUrl: 'https://hooks.example.com/' })).toBe('https://hooks.example.com/hooks/next');
});

it('a missing nats-server is an error that says how to get it', () => {
  expect(() => findNatsServer(undefined, { STOREFRONT_NATS_SERVER: 'none' })).toThrow('https://nats.io');
  expect(() => findNatsServer('/nowhere/nats-server')).toThrow('There is no nats-server at /nowhere');
});
