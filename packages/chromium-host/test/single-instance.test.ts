// The Chromium host's single-instance lock in the cases where it must act like Chromium's: stale, hung, hostile, on another computer.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SingleInstance } from '../src/single-instance.ts';

const SCRIPT = resolve(import.meta.dirname, 'held-instance.ts');

let folder: string;
const children: ChildProcess[] = [];
const instances: SingleInstance[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'storefront-host-lock-'));
});

afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  for (const instance of instances.splice(0)) instance.release();
  rmSync(folder, { recursive: true });
});

function elsewhere(json = 'null', patience = 20_000) {
  const child = spawn(process.execPath, ['--import', 'tsx', SCRIPT, folder, json, String(patience)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return { child, next: async () => (await lines.next()).value as string | undefined };
}

function here(patience?: number) {
  const instance = new SingleInstance(
    () => folder,
    () => true,
    patience,
  );
  instances.push(instance);
  return instance;
}

const address = () =>
  JSON.parse(readFileSync(join(folder, 'SingletonSocket'), 'utf8')) as { pid: number; socket: string };

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

describe('the first instance', () => {
  it('receives the second start, and survives malformed and huge messages', async () => {
    const first = elsewhere();
    expect(await first.next()).toBe('true');
    const stranger = connect(address().socket);
    stranger.end('not a message');
    stranger.resume();
    await once(stranger, 'close');
    expect(here().request({ huge: 'x'.repeat(33 * 1024 * 1024) })).toBe(false);
    const second = elsewhere('{"link":"a"}');
    expect(await second.next()).toBe('false');
    expect(await first.next()).toBe('second {"link":"a"}');
  });

  it.skipIf(process.platform === 'win32')(
    'listens where nobody else can enter, and cleans up when it ends',
    async () => {
      const first = here();
      expect(first.request(null)).toBe(true);
      const { socket } = address();
      expect(statSync(dirname(socket)).mode & 0o777).toBe(0o700);
      first.release();
      expect([existsSync(dirname(socket)), existsSync(join(folder, 'SingletonSocket'))]).toEqual([false, false]);
      expect((await elsewhere().next()) === 'true').toBe(true);
    },
  );

  it('leaves nothing that blocks the next one when it is killed', async () => {
    const first = elsewhere();
    expect(await first.next()).toBe('true');
    await kill(first.child);
    expect(existsSync(join(folder, 'SingletonSocket'))).toBe(true);
    const second = here();
    expect(second.request(null)).toBe(true);
    expect(address().pid).toBe(process.pid);
  });

  it.skipIf(process.platform === 'win32')('is killed when it does not answer', async () => {
    const first = elsewhere();
    expect(await first.next()).toBe('true');
    first.child.kill('SIGSTOP');
    const gone = once(first.child, 'exit');
    expect(await elsewhere('null', 1_000).next()).toBe('true');
    expect(await gone).toEqual([null, 'SIGKILL']);
  });
});

it('grants no lock where it cannot be held', () => {
  writeFileSync(join(folder, 'file'), '');
  const nowhere = new SingleInstance(
    () => join(folder, 'file'),
    () => true,
  );
  expect(nowhere.request(null)).toBe(false);
});

describe('the second instance', () => {
  it.skipIf(process.platform === 'win32')('sends nothing to a socket that others can reach', async () => {
    const first = elsewhere();
    expect(await first.next()).toBe('true');
    chmodSync(dirname(address().socket), 0o755);
    expect(here(200).request({ link: 'secret' })).toBe(false);
    chmodSync(dirname(address().socket), 0o700);
    expect(here().request({ link: 'open' })).toBe(false);
    expect(await first.next()).toBe('second {"link":"open"}');
  });

  it('takes over from another computer, as Electron does', async () => {
    const first = elsewhere();
    expect(await first.next()).toBe('true');
    writeFileSync(join(folder, 'SingletonSocket'), JSON.stringify({ ...address(), host: `not-${hostname()}` }));
    expect(here().request(null)).toBe(true);
  });
});
