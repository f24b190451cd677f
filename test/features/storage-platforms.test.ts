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

  it.each(['EPERM', 'EACCES', 'EBUSY'])('waits while a virus scanner locks a new file (%s)', async (code) => {
    let held = 5;
    writes.refuse = (step) => (step === 'rename' && held-- > 0 ? code : null);
    await writeDurably(join(folder, 'a.json'), 'text');
    expect(readFileSync(join(folder, 'a.json'), 'utf8')).toBe('text');
    held = 5;
    writes.refuse = (step, file) => (step === 'open' && file === 'a.json' && held-- > 0 ? code : null);
    await writeDurably(join(folder, 'a.json'), 'more');
    expect(held).toBe(-1);
  });

  it('waits while a virus scanner locks a file to remove', async () => {
    const collection = openNotes(folder);
    await collection.commit({ put: notes(1, 3) });
    let held = 5;
    writes.refuse = (step) => (step === 'rm' && held-- > 0 ? 'EBUSY' : null);
    await collection.commit({ remove: ['1', '2', '3'] });
    expect(readdirSync(folder)).toEqual([]);
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

  it('rejects a full disk at once', async () => {
    let tries = 0;
    writes.refuse = (step) => {
      tries += step === 'rename' ? 1 : 0;
      return step === 'rename' ? 'ENOSPC' : null;
    };
    await expect(writeDurably(join(folder, 'a.json'), 'text')).rejects.toMatchObject({ code: 'ENOSPC' });
    expect(tries).toBe(1);
  });
});

describe('elsewhere', () => {
  it('reports a failed rename at once', async () => {
    on('linux');
    let tries = 0;
    writes.refuse = (step) => {
      tries += step === 'rename' ? 1 : 0;
      return step === 'rename' ? 'EPERM' : null;
    };
    await expect(writeDurably(join(folder, 'a.json'), 'text')).rejects.toMatchObject({ code: 'EPERM' });
    expect(tries).toBe(1);
  });
});

describe('a file system that cannot fsync a folder', () => {
  const isFolder = (file: string) => !file.includes('.json');

  it.each(['EINVAL', 'ENOTSUP', 'EPERM', 'EISDIR', 'EBADF'])('still accepts changes (%s)', async (code) => {
    on('linux');
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    writes.refuse = (step, file) => (step === 'open' && isFolder(file) ? code : null);
    const notesIn = join(folder, 'notes');
    mkdirSync(notesIn);
    const collection = openNotes(notesIn);
    await collection.commit({ put: [note(1)] });
    await collection.commit({ put: [note(2)], remove: ['1'] });
    await writeDurably(join(folder, 'a.json'), 'text');
    expect([...openNotes(notesIn).values()]).toEqual([note(2)]);
  });

  it('is logged once', async () => {
    on('linux');
    vi.resetModules();
    const { writeDurably: write } = await import('../../src/main/storage/durable-file.ts');
    const said = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    writes.refuse = (step, file) => (step === 'open' && isFolder(file) ? 'EINVAL' : null);
    for (const text of ['one', 'two', 'three']) await write(join(folder, 'a.json'), text);
    expect(said).toHaveBeenCalledOnce();
    expect(String(said.mock.calls[0]?.[0])).toContain(folder);
  });

  it('differs from other folder errors: a disk error rejects the change', async () => {
    on('linux');
    writes.refuse = (step, file) => (step === 'open' && isFolder(file) ? 'EIO' : null);
    await expect(writeDurably(join(folder, 'a.json'), 'text')).rejects.toMatchObject({ code: 'EIO' });
  });
});
