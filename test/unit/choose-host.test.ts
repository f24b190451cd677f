// How the launcher chooses between Electron and the Chromium host, and what it says if Electron cannot run.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chooseHost, type Machine } from '../../tools/launch/choose-host.ts';
import { canSandbox, installedElectron } from '../../tools/launch/electron-binary.ts';
import { temporaryFolder } from '../support/folder.ts';

const seller: Machine = {
  platform: 'linux',
  uid: 1000,
  hasDisplay: true,
  electron: '/opt/electron',
  canSandbox: () => true,
  asked: undefined,
};

it.each<Partial<Machine>>([
  {},
  { platform: 'darwin', uid: 0 },
  { platform: 'win32', uid: undefined },
  { hasDisplay: false, asked: 'electron' },
])('chooses Electron if it can run: %j', (more) => {
  expect(chooseHost({ ...seller, ...more })).toEqual({ kind: 'electron', path: '/opt/electron' });
});

it.each<[Partial<Machine>, RegExp]>([
  [{ electron: undefined }, /not installed/],
  [{ hasDisplay: false }, /no display/],
  [{ uid: 0 }, /cannot run as root/],
  [{ asked: 'chromium' }, /asks for it/],
  // The reason names both remedies.
  [{ canSandbox: () => false }, /chmod 4755.*sysctl/s],
])('chooses the Chromium host otherwise, and says why: %j', (more, why) => {
  expect(chooseHost({ ...seller, ...more })).toEqual({ kind: 'chromium-host', why: expect.stringMatching(why) });
});

it('fails if Electron is requested and cannot run', () => {
  expect(() => chooseHost({ ...seller, uid: 0, asked: 'electron' })).toThrow('as root');
  expect(() => chooseHost({ ...seller, electron: undefined, asked: 'electron' })).toThrow('not installed');
  expect(() => chooseHost({ ...seller, asked: 'firefox' })).toThrow('must be "electron" or "chromium"');
});

describe('Electron', () => {
  it.runIf(process.platform === 'linux')('has no sandbox if AppArmor or the kernel refuses user namespaces', () => {
    const proc = temporaryFolder();
    mkdirSync(join(proc, 'sys/kernel'), { recursive: true });
    const set = (name: string, value: string) => writeFileSync(join(proc, 'sys/kernel', name), `${value}\n`);
    const can = () => canSandbox('/nowhere/electron', proc);
    expect(can()).toBe(true);
    set('apparmor_restrict_unprivileged_userns', '1');
    expect(can()).toBe(false);
    set('apparmor_restrict_unprivileged_userns', '0');
    expect(can()).toBe(true);
    set('unprivileged_userns_clone', '0');
    expect(can()).toBe(false);
  });

  it('does not count as installed if it is only partly unpacked', () => {
    const folder = temporaryFolder();
    const program = { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' }[
      process.platform as string
    ];
    const binary = join(folder, 'dist', program ?? 'electron');
    mkdirSync(dirname(binary), { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{"version":"45.0.0"}');
    writeFileSync(binary, '');
    expect(installedElectron(folder)).toBeUndefined();
    writeFileSync(join(folder, 'dist/version'), 'v45.0.0');
    expect(installedElectron(folder)).toBeUndefined();
    writeFileSync(join(folder, 'path.txt'), program ?? 'electron');
    expect(installedElectron(folder)).toBe(binary);
    writeFileSync(join(folder, 'dist/version'), '44.9.9');
    expect(installedElectron(folder)).toBeUndefined();
  });
});
