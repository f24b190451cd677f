// Differences between systems: how a rename becomes durable, who locks a file, and folders without fsync.
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StorageError, writeDurably, writeForSeller } from '../../src/main/storage/durable-file.ts';
import { temporaryFolder } from '../support/folder.ts';
import { note, notes, openNotes } from '../support/notes.ts';
import { writes } from '../support/watched-writes.ts';

vi.mock('node:fs/promises', async (original) => (await import('../support/watched-writes.ts')).watchedWrites(original));

const ownPlatform = process.platform;
let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
  writes.reset();
});
afterEach(() => {
  Object.defineProperty(process, 'platform', { value: ownPlatform });
  vi.useRealTimers();
  vi.restoreAllMocks();
  writes.reset();
});

const on = (platform: NodeJS.Platform) => Object.defineProperty(process, 'platform', { value: platform });
/** Every step in order: open, rename and remove. */
function steps(): string[] {
  const seen: string[] = [];
  writes.refuse = (step, file) => {
    seen.push(`${step} ${file}`);
    return null;
  };
  return seen;
}

describe('on Windows', () => {
  beforeEach(() => on('win32'));

  it('opens each renamed file again to flush it, and no folder', async () => {
    const seen = steps();
    await writeDurably(join(folder, 'a.json'), 'text');
    expect(seen).toEqual(['open a.json.tmp', 'rename a.json', 'open a.json']);
    seen.length = 0;
    await openNotes(join(folder, 'notes')).commit({ put: [note(1)] });
    expect(seen).toEqual([
      'open segment-00000001.json.tmp',
      'rename segment-00000001.json',
      'open segment-00000001.json',
    ]);
    seen.length = 0;
    await writeForSeller(join(folder, 'export.csv'), ['a'], 'The export');
    expect(seen.at(-1)).toBe('open export.csv');
  });

  it('waits while a virus scanner locks a new file, or a file to remove', async () => {
    for (const code of ['EPERM', 'EACCES', 'EBUSY']) {
      for (const [locked, text] of [
        ['rename', 'text'],
        ['open', 'more'],
      ]) {
        let held = 5;
        writes.refuse = (step, file) => (step === locked && file === 'a.json' && held-- > 0 ? code : null);
        await writeDurably(join(folder, 'a.json'), text ?? '');
        expect(readFileSync(join(folder, 'a.json'), 'utf8')).toBe(text);
        expect(held, `${code} on ${locked}`).toBeLessThan(0);
      }
    }
    const notesIn = join(folder, 'notes');
    const collection = openNotes(notesIn);
    await collection.commit({ put: notes(1, 3) });
    let held = 5;
    writes.refuse = (step) => (step === 'rm' && held-- > 0 ? 'EBUSY' : null);
    await collection.commit({ remove: ['1', '2', '3'] });
    expect(readdirSync(notesIn)).toEqual([]);
  });

  it('rejects the change if the file is locked for too long, and keeps the previous data', async () => {
    const collection = openNotes(folder);
    await collection.commit({ put: [note(1)] });
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    let tries = 0;
    writes.refuse = (step) => {
      tries += step === 'rename' ? 1 : 0;
      return step === 'rename' ? 'EPERM' : null;
    };
    const refused = expect(collection.commit({ put: [note(2)] })).rejects.toBeInstanceOf(StorageError);
    const waiting = setInterval(() => void vi.advanceTimersByTimeAsync(100), 1);
    await refused;
    clearInterval(waiting);
    // Some ten seconds, with pauses of at most 100 ms before each attempt.
    expect(tries).toBeGreaterThan(50);
    expect(tries).toBeLessThan(400);
    writes.reset();
    expect([...openNotes(folder).values()]).toEqual([note(1)]);
  });
});

it('rejects a full disk at once, and elsewhere any failed rename', async () => {
  for (const [platform, code] of [
    ['win32', 'ENOSPC'],
    ['linux', 'EPERM'],
  ] as const) {
    on(platform);
    let tries = 0;
    writes.refuse = (step) => {
      tries += step === 'rename' ? 1 : 0;
      return step === 'rename' ? code : null;
    };
    await expect(writeDurably(join(folder, 'a.json'), 'text')).rejects.toMatchObject({ code });
    expect(tries, platform).toBe(1);
  }
});

describe('a file system that cannot fsync a folder', () => {
  const isFolder = (file: string) => !file.includes('.json');

  it('still accepts changes, and is logged once', async () => {
    on('linux');
    vi.resetModules();
    const { writeDurably: write } = await import('../../src/main/storage/durable-file.ts');
    const said = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    for (const code of ['EINVAL', 'ENOTSUP', 'EPERM', 'EISDIR', 'EBADF']) {
      writes.refuse = (step, file) => (step === 'open' && isFolder(file) ? code : null);
      await write(join(folder, 'a.json'), code);
      expect(readFileSync(join(folder, 'a.json'), 'utf8')).toBe(code);
    }
    expect(said).toHaveBeenCalledOnce();
    const notesIn = join(folder, 'notes');
    mkdirSync(notesIn);
    const collection = openNotes(notesIn);
    await collection.commit({ put: [note(1)] });
    await collection.commit({ put: [note(2)], remove: ['1'] });
    expect([...openNotes(notesIn).values()]).toEqual([note(2)]);
  });

  it('differs from other folder errors: a disk error rejects the change', async () => {
    on('linux');
    writes.refuse = (step, file) => (step === 'open' && isFolder(file) ? 'EIO' : null);
    await expect(writeDurably(join(folder, 'a.json'), 'text')).rejects.toMatchObject({ code: 'EIO' });
  });
});
