// One running app per data folder: the lock in the folder, its combination with Electron's lock, and the data of a second start.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { claimFolder, type FolderLock, handedOverLink, lockFolder } from '../../src/main/electron/single-instance.ts';

const SCRIPT = resolve(import.meta.dirname, '../support/lock-folder.ts');

let folder: string;
const held: FolderLock[] = [];
const children: ChildProcess[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'storefront-single-'));
});

afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  for (const lock of held.splice(0)) if (lock.kind === 'held') lock.release();
  rmSync(folder, { recursive: true });
});

/** Closed after the test. */
async function lock(where = folder): Promise<FolderLock> {
  const taken = await lockFolder(where);
  held.push(taken);
  return taken;
}

/** Locks the folder in another process; `next` returns its output line by line. */
function lockElsewhere(where = folder, options: { more?: string; command?: readonly string[] } = {}) {
  const [program = '', ...args] = [
    ...(options.command ?? []),
    ...[process.execPath, '--import', 'tsx', SCRIPT, where, options.more ?? ''],
  ];
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return { child, next: async () => (await lines.next()).value as string | undefined };
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

describe('the lock of a data folder', () => {
  it('belongs to the first who takes it, until it is released', async () => {
    const first = await lockFolder(folder);
    expect(first.kind).toBe('held');
    expect((await lock()).kind).toBe('busy');
    expect((await lock()).kind).toBe('busy');
    if (first.kind === 'held') first.release();
    expect((await lock()).kind).toBe('held');
    expect((await lock()).kind).toBe('busy');
  });

  it('belongs to only one of many concurrent claims, in one process or in several', async () => {
    const locks = await Promise.all(Array.from({ length: 8 }, () => lock(join(folder, 'here'))));
    expect(locks.map(({ kind }) => kind).sort()).toEqual([...Array(7).fill('busy'), 'held']);
    const others = Array.from({ length: 4 }, () => lockElsewhere());
    const said = await Promise.all(others.map(({ next }) => next()));
    expect(said.sort()).toEqual(['busy', 'busy', 'busy', 'held']);
  });

  it('is the same under any name of the folder', async () => {
    const link = join(folder, 'link');
    const real = join(folder, 'real');
    mkdirSync(real);
    symlinkSync(real, link);
    expect((await lock(real)).kind).toBe('held');
    for (const name of [link, `${real}/`, `${real}/../link/.`]) expect((await lock(name)).kind, name).toBe('busy');
    expect(await lockElsewhere(`${link}/`).next()).toBe('busy');
  });

  it('creates a missing folder, for its owner only, and leaves one empty file in it', async () => {
    const missing = join(folder, 'above/desk');
    expect((await lock(missing)).kind).toBe('held');
    expect(readdirSync(missing)).toEqual(['lock']);
    expect(statSync(join(missing, 'lock')).size).toBe(0);
    if (process.platform === 'win32') return;
    expect(statSync(missing).mode & 0o777).toBe(0o700);
    expect(statSync(join(missing, 'lock')).mode & 0o777).toBe(0o600);
  });

  it('is unavailable, not busy, if the lock is no file or is in no folder', async () => {
    mkdirSync(join(folder, 'lock'));
    for (const where of [folder, join(SCRIPT, 'desk')]) {
      expect(await lock(where)).toEqual({ kind: 'unavailable', code: expect.stringMatching(/^E[A-Z]+$/) });
    }
  });

  it('stays if the file is opened and closed by others, in this process too', async () => {
    expect((await lock()).kind).toBe('held');
    // With POSIX record locks this alone would lose it.
    for (let times = 0; times < 3; times += 1) expect((await lock()).kind).toBe('busy');
    statSync(join(folder, 'lock'));
    expect(await lockElsewhere().next()).toBe('busy');
  });
});

describe('a data folder of another process', () => {
  it('is free as soon as that one is killed, although its child process lives on', async () => {
    const other = lockElsewhere(folder, { more: 'child' });
    const pid = Number(await other.next());
    try {
      expect(await other.next()).toBe('held');
      expect((await lock()).kind).toBe('busy');
      await kill(other.child);
      expect(process.kill(pid, 0)).toBe(true);
      expect((await lock()).kind).toBe('held');
    } finally {
      process.kill(pid, 'SIGKILL');
    }
  });

  it.runIf(process.platform === 'linux' && process.getuid?.() === 0)(
    'is busy for one that shares no network and no host name with it',
    async () => {
      expect((await lock()).kind).toBe('held');
      const other = lockElsewhere(folder, { command: ['unshare', '--net', '--uts', '--ipc'] });
      expect(await other.next()).toBe('busy');
    },
  );
});

describe('a claim', () => {
  const claim = (request: () => boolean, patience = 300) => claimFolder(folder, request, patience);

  it('makes the first app of a computer the one that runs, and asks Electron before it touches the folder', async () => {
    const seen: string[][] = [];
    const request = () => {
      seen.push(readdirSync(folder));
      return true;
    };
    expect(await claim(request)).toMatchObject({ kind: 'first', problem: null });
    expect(seen).toEqual([[]]);
    expect((await lock()).kind).toBe('busy');
  });

  it('hands over if the first app of this computer has the folder, and asks it once', async () => {
    await lock();
    const request = vi.fn(() => false);
    expect(await claim(request)).toEqual({ kind: 'handed-over' });
    expect(request).toHaveBeenCalledTimes(1);
  });

  it('is refused if an unreachable app has the folder, and waits for one that is exiting', async () => {
    const other = lockElsewhere();
    expect(await other.next()).toBe('held');
    expect(await claim(() => true)).toEqual({ kind: 'folder-in-use' });
    const ending = claim(() => true, 60_000);
    await kill(other.child);
    expect(await ending).toMatchObject({ kind: 'first', problem: null });
  });

  it('waits for Electron’s lock if nobody has the folder', async () => {
    const answers = [false, false, true];
    expect(await claim(() => answers.shift() ?? true)).toMatchObject({ kind: 'first', problem: null });
    expect(answers).toEqual([]);
  });

  it('is refused, and leaves the folder free, if Electron gives no lock and nobody has the folder', async () => {
    expect(await claim(() => false)).toEqual({ kind: 'no-lock' });
    expect((await lock()).kind).toBe('held');
    // Electron cannot keep its lock if the folder above is not writable.
    expect(await claimFolder(join(SCRIPT, 'desk'), () => false, 300)).toEqual({ kind: 'no-lock' });
  });

  it('relies on Electron’s lock alone if the folder cannot be locked', async () => {
    mkdirSync(join(folder, 'lock'));
    expect(await claim(() => true)).toMatchObject({ kind: 'first', problem: expect.stringMatching(/^E[A-Z]+$/) });
    expect(await claim(() => false)).toEqual({ kind: 'handed-over' });
  });
});

it('takes from the data of a second start a link of at most 4 kB, and nothing else', () => {
  const link = 'storefront-desk://sync';
  const cyclic: Record<string, unknown> = {};
  cyclic.link = cyclic;
  expect(handedOverLink({ link, more: 1 })).toBe(link);
  expect(handedOverLink({ link: 'x'.repeat(4_096) })).toHaveLength(4_096);
  expect(handedOverLink({ link: 'ž'.repeat(2_048) })).toHaveLength(2_048);
  for (const [what, data] of [
    ['nothing', undefined],
    ['null', null],
    ['a text', link],
    ['a number', 4],
    ['a list', [link]],
    ['an empty object', {}],
    ['no link', { link: null }],
    ['a link that is no text', { link: { toString: () => link } }],
    ['a boxed text', { link: Object(link) }],
    ['a list as link', { link: [link] }],
    ['bytes', { link: Buffer.from(link) }],
    ['a map', new Map([['link', link]])],
    ['a link of the prototype', Object.create({ link: 4 })],
    ['itself', cyclic],
    ['a long link', { link: 'x'.repeat(4_097) }],
    ['a link that is long in bytes', { link: 'ž'.repeat(2_049) }],
    ['a huge link', { link: 'x'.repeat(1_000_000) }],
  ] as const) {
    expect(handedOverLink(data), String(what)).toBeNull();
  }
});
