// The choice of the window's host, by what is installed, requested, and who runs it.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { AS_ROOT, chooseHost, hostForDevelopment, hostForTests, type Machine } from '../../tools/launch/choose-host.ts';
import { canSandbox, installedElectron } from '../../tools/launch/electron-binary.ts';
import { root } from '../../tools/launch/project.ts';

const seller: Machine = {
  platform: 'linux',
  uid: 1000,
  hasDisplay: true,
  electron: '/opt/electron',
  canSandbox: () => true,
  asked: undefined,
};
const asRoot: Machine = { ...seller, uid: 0 };
const electron = { kind: 'electron', path: '/opt/electron' };
const asked = { headless: false, fetchElectron: false };

describe('a person', () => {
  const choose = (machine: Machine, options = asked) => chooseHost(options, machine, async () => '/opt/electron');

  it('gets Electron as an ordinary user, also with uid 0 outside Linux', async () => {
    expect(await choose(seller)).toEqual(electron);
    expect(await choose({ ...asRoot, platform: 'darwin' })).toEqual(electron);
    expect(await choose({ ...seller, platform: 'win32', uid: undefined })).toEqual(electron);
  });

  it.each<[Partial<Machine>, typeof asked]>([
    [{}, asked],
    [{ asked: 'electron' }, asked],
    [{ asked: 'electron', electron: undefined, hasDisplay: false }, asked],
    [{ electron: undefined }, { ...asked, fetchElectron: true }],
  ])('is asked to be an ordinary user instead of root, without a download: %j %j', async (more, options) => {
    const fetch = vi.fn(async () => '/opt/electron');
    await expect(chooseHost(options, { ...asRoot, ...more }, fetch)).rejects.toThrow(AS_ROOT);
    expect(fetch).not.toHaveBeenCalled();
  });

  it.each<[Partial<Machine>, typeof asked]>([
    [{ asked: 'chromium' }, asked],
    [{}, { ...asked, headless: true }],
    [{ hasDisplay: false }, asked],
    [{ electron: undefined }, asked],
  ])('gets the Chromium host as root if Electron would not start: %j %j', async (more, options) => {
    expect(await choose({ ...asRoot, ...more }, options)).toMatchObject({ kind: 'chromium-host' });
  });

  // Without root, this would start or download Electron.
  it.runIf(process.platform === 'linux' && process.getuid?.() === 0).each(['start.ts', 'dev.ts'])(
    'who is root gets that one sentence and exit code 1 from %s',
    (program) => {
      const dist = mkdtempSync(join(tmpdir(), 'electron-'));
      writeFileSync(join(dist, 'electron'), '');
      const { status, stderr } = spawnSync(process.execPath, ['--import', 'tsx', join(root, 'tools/launch', program)], {
        cwd: root,
        encoding: 'utf8',
        env: { ...process.env, STOREFRONT_HOST: 'electron', ELECTRON_OVERRIDE_DIST_PATH: dist },
      });
      rmSync(dist, { recursive: true });
      expect({ status, stderr }).toEqual({ status: 1, stderr: `${AS_ROOT}\n` });
    },
  );
});

describe('Electron', () => {
  it('is not started where its sandbox cannot start, and both remedies are named', async () => {
    const noSandbox = { ...seller, canSandbox: () => false };
    const chosen = await chooseHost(asked, noSandbox, async () => '/opt/electron');
    expect(chosen).toMatchObject({ kind: 'chromium-host', why: expect.stringMatching(/chmod 4755.*sysctl/s) });
    expect(hostForTests(noSandbox)).toMatchObject({ kind: 'chromium-host' });
    expect(hostForDevelopment(noSandbox)).toMatchObject({ kind: 'chromium-host' });
  });

  it.runIf(process.platform === 'linux')('has no sandbox where AppArmor or the kernel refuses user namespaces', () => {
    const proc = mkdtempSync(join(tmpdir(), 'proc-'));
    onTestFinished(() => rmSync(proc, { recursive: true }));
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

  it('that is half unpacked is not an installed one', () => {
    const folder = mkdtempSync(join(tmpdir(), 'electron-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
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

describe('live development', () => {
  it('uses the installed Electron, and explains why it cannot as root', () => {
    expect(hostForDevelopment(seller)).toEqual(electron);
    expect(() => hostForDevelopment(asRoot)).toThrow(AS_ROOT);
    for (const more of [{ asked: 'chromium' }, { electron: undefined }])
      expect(hostForDevelopment({ ...asRoot, ...more })).toMatchObject({ kind: 'chromium-host' });
  });
});

describe('the tests', () => {
  it.each<[Partial<Machine>, object]>([
    [{}, electron],
    [{ electron: undefined }, { kind: 'chromium-host', why: "Electron's binary is not installed" }],
    [{ hasDisplay: false }, { kind: 'chromium-host', why: 'no display' }],
    [{ hasDisplay: false, asked: 'electron' }, electron],
    [{ asked: 'chromium' }, { kind: 'chromium-host', why: 'STOREFRONT_HOST asks for it' }],
    [{ uid: 0 }, { kind: 'chromium-host', why: 'Electron cannot run as root' }],
    [{ uid: 0, platform: 'darwin' }, electron],
  ])('run where possible: %j on %j', (more, choice) => {
    expect(hostForTests({ ...seller, ...more })).toEqual(choice);
  });

  it('fail with the same message as root if Electron is requested', () => {
    expect(() => hostForTests({ ...asRoot, asked: 'electron' })).toThrow(AS_ROOT);
    expect(() => hostForTests({ ...seller, electron: undefined, asked: 'electron' })).toThrow('not installed');
    expect(() => hostForTests({ ...seller, asked: 'firefox' })).toThrow('must be "electron" or "chromium"');
  });
});
