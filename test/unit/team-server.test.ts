// The parts of the team server that need no nats-server: configuration, folder and warnings.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createUser } from '@nats-io/nkeys';
import { describe, expect, it } from 'vitest';
import { accountsConfig, natsConfig } from '../../tools/team-server/configuration.ts';
import { warningsOf } from '../../tools/team-server/streams.ts';
import { changing, ensureTeam, loadTeam, relayUrlOf, saveTeam, type Team } from '../../tools/team-server/team.ts';
import { temporaryFolder } from '../support/folder.ts';

async function newTeam(folder = temporaryFolder()): Promise<Team> {
  await ensureTeam(folder);
  return loadTeam(folder);
}

describe('the configuration of nats-server', () => {
  it('contains the public keys of the computers, and no secret', async () => {
    const team = await newTeam();
    const publicKey = createUser().getPublicKey();
    const config = accountsConfig({ ...team, computers: [{ name: 'Anna', publicKey, createdAt: 1 }] });
    expect(config).toContain(publicKey);
    for (const secret of [...Object.values(team.keys), ...Object.values(team.seeds), ...team.tokens]) {
      expect(config).not.toContain(secret);
    }
  });

  it('listens on this machine only, unless the team has a host name, and flushes each message', async () => {
    const team = await newTeam();
    expect(natsConfig(team, '2.10.27')).toMatch(/listen: "127\.0\.0\.1:4222"[\s\S]*sync_interval: always/);
    expect(natsConfig({ ...team, hosts: ['nats.example.com'] }, '2.14.0')).toContain('listen: "0.0.0.0:4222"');
    expect(natsConfig(team, '2.9.10')).not.toContain('sync_interval');
  });
});

it('the folder of a team is changed by one command at a time, and refused if it is damaged', async () => {
  const folder = temporaryFolder();
  await newTeam(folder);
  const add = (name: string) =>
    changing(folder, async (team) => {
      await saveTeam(folder, { ...team, computers: [...team.computers, { name, publicKey: name, createdAt: 1 }] });
    });
  await Promise.all(['a', 'b', 'c', 'd'].map(add));
  expect(new Set(loadTeam(folder).computers.map(({ name }) => name))).toEqual(new Set(['a', 'b', 'c', 'd']));
  writeFileSync(join(folder, 'team.json'), '{ "version": 1, ');
  expect(() => loadTeam(folder)).toThrow('team.json is damaged');
});

it('warns until the server has a recent version, a host name and a public address', async () => {
  const team = await newTeam();
  const done = { ...team, hosts: ['nats.example.com'], publicUrl: 'https://hooks.example.com' };
  for (const version of ['2.10.27', '2.14.0']) expect(warningsOf(done, version)).toEqual([]);
  expect(warningsOf(done, '2.9.10')).toEqual([expect.stringContaining('is for trials')]);
  expect(warningsOf(team, '2.14.0')).toHaveLength(2);
});

it('the webhook address of a team contains its first token', async () => {
  const team = { ...(await newTeam()), tokens: ['next', 'previous'] };
  expect(relayUrlOf(team)).toBe('http://127.0.0.1:8480/hooks/next');
  expect(relayUrlOf({ ...team, publicUrl: 'https://hooks.example.com/' })).toBe('https://hooks.example.com/hooks/next');
});
