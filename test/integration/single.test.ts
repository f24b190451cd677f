// One running app for each data folder: a second one says so and leaves, and a crash locks nobody out.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addressOf, type Claim, claimFolder } from '../../src/main/shell/single.ts';

const SCRIPT = resolve(import.meta.dirname, '../support/claim-folder.ts');

let folder: string;
const held: Claim[] = [];
const children: ChildProcess[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'storefront-single-'));
});

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const claim of held.splice(0)) if (claim.kind === 'first') await claim.release();
  rmSync(folder, { recursive: true });
});

async function claim(where = folder, onSecond: (said: string) => void = () => undefined): Promise<Claim> {
  const claimed = await claimFolder(where, onSecond);
  held.push(claimed);
  return claimed;
}

/** Claims the folder in another process; `next` gives the lines that it tells, one after the other. */
function claimElsewhere(where = folder, say = '') {
  const child = spawn(process.execPath, ['--import', 'tsx', SCRIPT, where, say], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return { child, next: async () => (await lines.next()).value as string | undefined };
}

/** A connection to the one that has the folder, by a stranger who knows how its address is made. */
async function connected(where: string): Promise<Socket> {
  const socket = connect(addressOf(where));
  socket.on('error', () => undefined);
  socket.resume();
  await once(socket, 'connect');
  return socket;
}

describe('a data folder', () => {
  it('belongs to the first who claims it; the second is told, and the first asked to show itself', async () => {
    const knocked = vi.fn();
    expect((await claim(folder, knocked)).kind).toBe('first');
    const never = vi.fn();
    expect((await claim(folder, never)).kind).toBe('second');
    await expect.poll(() => knocked.mock.calls.length).toBe(1);
    expect((await claim(folder, never)).kind).toBe('second');
    await expect.poll(() => knocked.mock.calls.length).toBe(2);
    expect(never).not.toHaveBeenCalled();
  });

  it('belongs to one only when many claim it at once', async () => {
    const claims = await Promise.all(Array.from({ length: 8 }, () => claim()));
    expect(claims.filter(({ kind }) => kind === 'first')).toHaveLength(1);
  });

  it('is free again when it was released', async () => {
    const first = await claim();
    if (first.kind === 'first') await first.release();
    expect((await claim()).kind).toBe('first');
    expect((await claim()).kind).toBe('second');
  });

  it('is the same by whatever name it is called', async () => {
    const link = join(folder, 'link');
    const real = join(folder, 'real');
    mkdirSync(real);
    symlinkSync(real, link);
    expect((await claim(real)).kind).toBe('first');
    expect((await claim(link)).kind).toBe('second');
    expect((await claim(`${real}/../real/`)).kind).toBe('second');
  });

  it('does not stand in the way of another one', async () => {
    const [one, other] = [join(folder, 'one'), join(folder, 'other')];
    mkdirSync(one);
    mkdirSync(other);
    const knocked = vi.fn();
    expect((await claim(one, knocked)).kind).toBe('first');
    expect((await claim(other, knocked)).kind).toBe('first');
    expect(knocked).not.toHaveBeenCalled();
  });

  it('cannot be claimed when it is not there', async () => {
    await expect(claim(join(folder, 'nowhere'))).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

describe('a data folder that another process has', () => {
  it('is refused to this one, and free as soon as that one is killed', async () => {
    const other = claimElsewhere();
    expect(await other.next()).toBe('first');
    expect((await claim()).kind).toBe('second');
    expect(await other.next()).toBe('knocked');
    other.child.kill('SIGKILL');
    await once(other.child, 'exit');
    expect((await claim()).kind).toBe('first');
  });

  it('hears what a second start says, from another process too', async () => {
    const knocked = vi.fn();
    await claim(folder, knocked);
    const third = claimElsewhere(folder, 'storefront-desk://sync ž');
    expect(await third.next()).toBe('second');
    await expect.poll(() => knocked.mock.calls).toEqual([['storefront-desk://sync ž']]);
    // Too much for a link: whoever says that is heard as one who says nothing.
    await claimFolder(folder, () => undefined, 'x'.repeat(1_000_000));
    await expect.poll(() => knocked.mock.calls.length).toBe(2);
    expect(knocked).toHaveBeenLastCalledWith('');
  });

  it('is not held up by one that goes on saying something, nor by many that say nothing', async () => {
    const knocked = vi.fn();
    await claim(folder, knocked);
    const dripping = await connected(folder);
    const drops = setInterval(() => dripping.write('x'), 100);
    const silent = await Promise.all(Array.from({ length: 100 }, () => connected(folder)));
    await Promise.all([...silent, dripping].map((socket) => socket.destroyed || once(socket, 'close')));
    clearInterval(drops);
    expect(knocked.mock.calls.length).toBeLessThan(100);
    const again = async () => {
      expect(await claimFolder(folder, () => undefined, 'storefront-desk://sync')).toEqual({ kind: 'second' });
      return knocked.mock.calls.flat();
    };
    // Once those that were let in are gone on this side too.
    await expect.poll(again).toContain('storefront-desk://sync');
  });

  it('is refused to a third process too, which ends by itself', async () => {
    const knocked = vi.fn();
    expect((await claim(folder, knocked)).kind).toBe('first');
    const third = claimElsewhere();
    expect(await third.next()).toBe('second');
    const [code] = (await once(third.child, 'exit')) as [number | null];
    expect(code).toBe(0);
    await expect.poll(() => knocked.mock.calls.length).toBe(1);
  });
});
