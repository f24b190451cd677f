// The parts of the team server that need no nats-server: certificates, configuration, warnings and ports.
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { createUser } from '@nats-io/nkeys';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import {
  createAuthority,
  createServerCertificate,
  isGood,
  type KeyAndCertificate,
} from '../../tools/team-server/certificates.ts';
import { findNatsServer } from '../../tools/team-server/find-nats-server.ts';
import { accountsConfig, nodeConfig } from '../../tools/team-server/nats-config.ts';
import { choosePorts, nodeOf } from '../../tools/team-server/ports.ts';
import { streamWarnings, warningsOf } from '../../tools/team-server/status.ts';
import { changing, createTeam, loadTeam, saveTeam, type Team } from '../../tools/team-server/team-folder.ts';
import { relayUrlOf } from '../../tools/team-server/write-configuration.ts';
import { temporaryFolder } from '../support/folder.ts';

const NOW = Date.UTC(2026, 0, 1);
const YEAR = 365 * 24 * 60 * 60 * 1000;

const network = {
  nodes: [{ name: 'n1', host: '127.0.0.1', port: 4222, clusterPort: 6222 }],
  isPublic: false,
  relay: { host: '127.0.0.1', port: 8480, publicUrl: null },
};
const newTeam = (folder = temporaryFolder()): Promise<Team> => createTeam(folder, network, NOW);

describe('a certificate of a server', () => {
  let authority: KeyAndCertificate;
  let own: KeyAndCertificate;
  const names = ['localhost', '127.0.0.1', 'nats.example.com'];
  beforeAll(async () => {
    authority = await createAuthority(NOW);
    own = await createServerCertificate(authority, names, NOW);
  });

  it('is valid for its names, under its authority', () => {
    expect(isGood(own.cert, authority.cert, names, NOW)).toBe(true);
    expect(isGood(own.cert, authority.cert, [...names, 'other.example.com'], NOW)).toBe(false);
    expect(isGood(own.cert, authority.cert, ['10.0.0.1'], NOW)).toBe(false);
  });

  it('is not valid under another authority, or in its last year', async () => {
    expect(isGood(own.cert, (await createAuthority(NOW)).cert, names, NOW)).toBe(false);
    expect(isGood(own.cert, authority.cert, names, NOW + 8 * YEAR)).toBe(true);
    expect(isGood(own.cert, authority.cert, names, NOW + 9.5 * YEAR)).toBe(false);
  });

  it('cannot sign others', () => {
    expect(new X509Certificate(own.cert).ca).toBe(false);
    expect(new X509Certificate(authority.cert).ca).toBe(true);
  });
});

describe('the configuration of nats-server', () => {
  it('names the users that are not revoked, and no secret', async () => {
    const team = await newTeam();
    const [anna, ben] = [createUser().getPublicKey(), createUser().getPublicKey()];
    const computers = [
      { name: 'Anna', publicKey: anna, createdAt: NOW, revokedAt: null },
      { name: 'Ben', publicKey: ben, createdAt: NOW, revokedAt: NOW },
    ];
    const config = accountsConfig({ ...team, computers });
    expect(config).toContain(anna);
    expect(config).not.toContain(ben);
    for (const secret of [...Object.values(team.keys), ...Object.values(team.seeds), team.tokens[0]?.token]) {
      expect(config).not.toContain(secret);
    }
  });

  it('listens on this machine only, unless it is public', async () => {
    const team = await newTeam();
    const node = team.nodes[0] as Team['nodes'][0];
    const features = { syncsAlways: true, limitsTls: true };
    expect(nodeConfig(team, node, features)).toContain('listen: "127.0.0.1:4222"');
    expect(nodeConfig({ ...team, isPublic: true }, node, features)).toContain('listen: "0.0.0.0:4222"');
  });

  it('quotes names, which may look like numbers', async () => {
    const team = await newTeam();
    const node = { ...(team.nodes[0] as Team['nodes'][0]), name: '1e17' };
    const cluster = { ...team, team: '1e17173195339eb148b9', nodes: [node, node, node] };
    const config = nodeConfig(cluster, node, { syncsAlways: true, limitsTls: true });
    expect(config).toContain('server_name: "1e17"');
    expect(config).toContain('name: "1e17173195339eb148b9"');
  });

  it('flushes each message and asks for TLS 1.3 where the server can', async () => {
    const team = await newTeam();
    const node = team.nodes[0] as Team['nodes'][0];
    const newest = nodeConfig(team, node, { syncsAlways: true, limitsTls: true });
    expect(newest).toContain('sync_interval: always');
    expect(newest).toContain('min_version: "1.3"');
    const oldest = nodeConfig(team, node, { syncsAlways: false, limitsTls: false });
    expect(oldest).not.toMatch(/sync_interval|min_version/);
  });

  it('does not close the connection of a computer with a slow line', async () => {
    const team = await newTeam();
    const node = team.nodes[0] as Team['nodes'][0];
    expect(nodeConfig(team, node, { syncsAlways: true, limitsTls: true })).toContain('write_deadline: "60s"');
  });
});

describe('the folder of a team', () => {
  it('keeps the team, and refuses a damaged file', async () => {
    const folder = temporaryFolder();
    const team = await newTeam(folder);
    expect(loadTeam(folder)).toEqual(team);
    await saveTeam(folder, { ...team, isPublic: true });
    expect(loadTeam(folder).isPublic).toBe(true);
    writeFileSync(join(folder, 'team.json'), '{ "version": 1, ');
    expect(() => loadTeam(folder)).toThrow('team.json is damaged');
  });

  it('is not set up among other files', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'letter.txt'), 'mine');
    await expect(newTeam(folder)).rejects.toThrow('has other files');
  });

  it('is set up after a first start that was killed while it wrote the team', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'team.json.tmp'), '{ "version": 1, ');
    const team = await newTeam(folder);
    expect(loadTeam(folder)).toEqual(team);
  });

  it('is changed by one command at a time', async () => {
    const folder = temporaryFolder();
    await newTeam(folder);
    const add = (name: string) =>
      changing(folder, async (team) => {
        const computer = { name, publicKey: name, createdAt: NOW, revokedAt: null };
        await saveTeam(folder, { ...team, computers: [...team.computers, computer] });
      });
    await Promise.all(['a', 'b', 'c', 'd'].map(add));
    expect(
      loadTeam(folder)
        .computers.map(({ name }) => name)
        .sort(),
    ).toEqual(['a', 'b', 'c', 'd']);
  });
});

describe('the ports', () => {
  it('are those that it had before, even if any are allowed', async () => {
    const first = await choosePorts(null, { port: 0, relayPort: 0 });
    const team = { ...(await newTeam()), ...first };
    expect(await choosePorts(team, { port: 0, relayPort: 0 })).toEqual(first);
    expect(await choosePorts(team, {})).toEqual(first);
  });

  it('are others if those are in use, unless they were requested', async () => {
    const occupied = createServer().listen(0, '127.0.0.1');
    await once(occupied, 'listening');
    onTestFinished(() => void occupied.close());
    const { port } = occupied.address() as AddressInfo;
    const team: Team = { ...(await newTeam()), relay: { host: '127.0.0.1', port, publicUrl: null } };
    expect((await choosePorts(team, { port: 0, relayPort: 0 })).relay.port).not.toBe(port);
    await expect(choosePorts(team, { port: 0 })).rejects.toThrow(`Port ${port} is in use.`);
    await expect(choosePorts(null, { port, relayPort: 0 })).rejects.toThrow('choose another one with --port');
  });

  it('of several servers on this machine all differ', async () => {
    const { nodes, relay } = await choosePorts(null, { port: 0, relayPort: 0, nodes: 3 });
    const ports = [...nodes.flatMap(({ port, clusterPort }) => [port, clusterPort]), relay.port];
    expect(new Set(ports).size).toBe(7);
  });
});

describe('a node on the command line', () => {
  it.each([
    ['n1=nats.example.com', { name: 'n1', host: 'nats.example.com', port: 4222, clusterPort: 6222 }],
    ['n1=10.0.0.1:5000:7000', { name: 'n1', host: '10.0.0.1', port: 5000, clusterPort: 7000 }],
    ['n1', null],
    ['N 1=host', null],
    ['n1=host:70000', null],
    ['n1=host:0', null],
    ['n1=../etc', null],
  ])('%s is %j', (text, node) => {
    expect(nodeOf(text)).toEqual(node);
  });
});

describe('the warnings', () => {
  it.each([
    ['2.9.10', /a power cut may lose webhooks/],
    ['2.10.5', /It has known holes/],
  ])('name the risk of nats-server %s', async (version, risk) => {
    expect(warningsOf(await newTeam(), version)[0]).toMatch(risk);
  });

  it('end with a new version, a host name and an address with TLS', async () => {
    const team = await newTeam();
    const relay = { host: '127.0.0.1', port: 8480, publicUrl: 'https://hooks.example.com' };
    expect(warningsOf({ ...team, isPublic: true, relay }, '2.10.27')).toEqual([]);
    expect(warningsOf({ ...team, isPublic: true, relay }, '2.14.0')).toEqual([]);
    const plain = { ...relay, publicUrl: 'http://hooks.example.com' };
    expect(warningsOf({ ...team, isPublic: true, relay: plain }, null)).toEqual([expect.stringContaining('no TLS')]);
    expect(warningsOf(team, null)).toHaveLength(2);
  });
});

it('warns that a running server has closed its streams', () => {
  const stream = { name: 'deliveries', messages: 1, bytes: 1 };
  const given = { name: 'deliveries', messages: null, bytes: null };
  expect(streamWarnings('2.10.27', [stream, stream])).toEqual([]);
  expect(streamWarnings('2.10.27', [stream, given])).toEqual([expect.stringMatching(/Its disk may be full, or was/)]);
  expect(streamWarnings(null, [])).toEqual([]);
  const full = { ...stream, bytes: 900 * 1024 * 1024 };
  expect(streamWarnings('2.10.27', [full, stream])).toEqual([expect.stringContaining('nearly fill')]);
});

describe('the files for containers', () => {
  const deployed = (name: string) => readFileSync(resolve(import.meta.dirname, '../../deploy', name), 'utf8');

  it('keep the path and the headers of requests out of the log of Caddy', () => {
    expect(deployed('Caddyfile')).toMatch(
      /^\{\n\tlog default \{\n\t\texclude http\.log\.error http\.handlers\.reverse_proxy\n\t\}\n\}$/m,
    );
  });

  it.each(['compose.yaml', 'cluster/compose.yaml'])('%s needs no variable of the shell for any command', (name) => {
    expect(deployed(name).match(/\$\{?\w+(?!\w|:-)/g)).toBeNull();
  });
});

it('the webhook address has the newest token, at the public address if there is one', async () => {
  const team = { ...(await newTeam()), tokens: [{ token: 'next', subject: 'deliveries.next' }] };
  expect(relayUrlOf(team)).toBe('http://127.0.0.1:8480/hooks/next');
  const relay = { host: '127.0.0.1', port: 8480, publicUrl: 'https://hooks.example.com/' };
  expect(relayUrlOf({ ...team, relay })).toBe('https://hooks.example.com/hooks/next');
});

it('a missing nats-server is an error that says how to get it', async () => {
  await expect(findNatsServer({ env: { STOREFRONT_NATS_SERVER: 'none' } })).rejects.toThrow('https://nats.io');
  await expect(findNatsServer({ path: '/nowhere/nats-server' })).rejects.toThrow('There is no nats-server at /nowhere');
});
