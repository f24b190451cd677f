// Disk failures: nothing of the change is kept, in memory or on disk, and the previous data is still there.
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { StorageError, writeDurably } from '../../src/main/storage/durable-file.ts';
import type { SetAside } from '../../src/main/storage/set-aside.ts';
import { temporaryFolder } from '../support/folder.ts';
import { note, notes, openNotes } from '../support/notes.ts';
import { mountSmallDisk } from '../support/small-disk.ts';
import { writes } from '../support/watched-writes.ts';

vi.mock('node:fs/promises', async (original) => (await import('../support/watched-writes.ts')).watchedWrites(original));

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
  writes.reset();
});
afterEach(() => writes.reset());

const segment = (number: number) => `segment-${String(number).padStart(8, '0')}.json`;
const onDisk = () =>
  Object.fromEntries(readdirSync(folder).map((file) => [file, readFileSync(join(folder, file), 'utf8')]));
const reasons = async (commits: Promise<void>[]) =>
  (await Promise.allSettled(commits)).map((each) => (each.status === 'rejected' ? each.reason : 'kept'));

describe('a change that the disk rejects', () => {
  it.each([
    ['ENOSPC', 'The notes could not be written: the disk is full'],
    ['EIO', 'The notes could not be written: the disk reported an error'],
  ] as const)('has a readable error (%s) with the system’s error as its cause', async (code, message) => {
    const collection = openNotes(folder);
    writes.refuse = (step) => (step === 'open' ? code : null);
    const [error] = await reasons([collection.commit({ put: [note(1)] })]);
    expect(error).toBeInstanceOf(StorageError);
    expect(error).toMatchObject({ message, cause: { code } });
  });

  it('is rejected with everything that was to be written with it; the next one is accepted', async () => {
    const collection = openNotes(folder);
    await collection.commit({ put: notes(1, 3) });
    const [values, disk] = [[...collection.values()], onDisk()];
    writes.refuse = (step) => (step === 'open' ? 'ENOSPC' : null);
    const refused = await reasons([
      collection.commit({ put: [note(1, 'changed'), note(4)] }),
      collection.commit({ remove: ['2'] }),
      collection.commit({ put: [note(5)] }),
    ]);
    for (const error of refused) expect(error).toBeInstanceOf(StorageError);
    expect([...collection.values()]).toEqual(values);
    expect(onDisk()).toEqual(disk);
    writes.reset();
    await collection.commit({ put: [note(6)] });
    expect([...openNotes(folder).values()]).toEqual([...values, note(6)]);
  });

  it.each<[string, 'open' | 'rename' | 'rm', string]>([
    ['the first segment cannot be written', 'open', `${segment(1)}.tmp`],
    ['the last segment cannot be written', 'open', `${segment(4)}.tmp`],
    ['the first segment cannot be put in place', 'rename', segment(1)],
    ['the last segment cannot be put in place', 'rename', segment(4)],
    ['an emptied segment cannot be removed', 'rm', segment(2)],
    ['the folder cannot be synced', 'open', ''],
  ])('leaves disk and memory unchanged if %s', async (_, step, file) => {
    const collection = openNotes(folder);
    await collection.commit({ put: notes(1, 192) });
    const [values, disk] = [[...collection.values()], onDisk()];
    let refusals = 0;
    writes.refuse = (at, name) => {
      const isIt = at === step && (name === file || (file === '' && !name.endsWith('.tmp')));
      if (!isIt || refusals > 0) return null;
      refusals += 1;
      return 'EIO';
    };
    // Changes the first segment, empties the second, and needs a fourth.
    const emptied = notes(65, 128).map(({ id }) => id);
    const [error] = await reasons([
      collection.commit({ put: [note(1, 'changed'), ...notes(193, 200)], remove: emptied }),
    ]);
    expect(error).toBeInstanceOf(StorageError);
    expect(refusals).toBe(1);
    expect([...collection.values()]).toEqual(values);
    expect(onDisk()).toEqual(disk);
    await collection.commit({ put: [note(201)] });
    expect([...openNotes(folder).values()]).toEqual([...values, note(201)]);
  });

  it('changes no file if a full disk shows only at the last segment, even if nothing more can be written then', async () => {
    const collection = openNotes(folder);
    await collection.commit({ put: notes(1, 128) });
    const disk = onDisk();
    let full = false;
    writes.refuse = (step, file) => {
      full ||= step === 'open' && file === `${segment(2)}.tmp`;
      return full && step === 'open' ? 'ENOSPC' : null;
    };
    await reasons([collection.commit({ put: [note(1, 'changed'), note(128, 'changed')] })]);
    expect(full).toBe(true);
    expect(onDisk()).toEqual(disk);
  });

  it('is undone with the next write if it could not be undone at once', async () => {
    const collection = openNotes(folder);
    await collection.commit({ put: notes(1, 128) });
    const values = [...collection.values()];
    let broken = false;
    writes.refuse = (step, file) => {
      broken ||= step === 'rename' && file === segment(1);
      return broken ? 'EIO' : null;
    };
    await reasons([collection.commit({ put: [note(1, 'refused'), note(128, 'refused'), note(129, 'refused')] })]);
    expect(onDisk()[segment(2)]).toContain('refused');
    expect([...collection.values()]).toEqual(values);
    writes.reset();
    await collection.commit({ put: [note(130)] });
    expect([...openNotes(folder).values()]).toEqual([...values, note(130)]);
    expect(Object.values(onDisk()).join()).not.toContain('refused');
  });

  it('is rejected while the folder is missing, and the next one is accepted when it is back', async () => {
    const collection = openNotes(folder);
    await collection.commit({ put: notes(1, 70) });
    const away = `${folder}-away`;
    renameSync(folder, away);
    onTestFinished(() => rmSync(away, { recursive: true, force: true }));
    const [error] = await reasons([collection.commit({ put: [note(71)] })]);
    expect(error).toMatchObject({ message: 'The notes could not be written: the data folder is gone' });
    expect(collection.size).toBe(70);
    renameSync(away, folder);
    await collection.commit({ put: [note(72)] });
    expect([...openNotes(folder).values()]).toEqual([...notes(1, 70), note(72)]);
  });

  it('does not block later changes', async () => {
    const collection = openNotes(folder);
    writes.refuse = (step) => (step === 'open' ? 'ENOSPC' : null);
    const first = collection.commit({ put: [note(1)] }).catch(() => {
      writes.reset();
      return collection.commit({ put: [note(2)] });
    });
    await first;
    expect([...openNotes(folder).values()]).toEqual([note(2)]);
  });
});

describe('a disk that is really full', () => {
  const disk = mountSmallDisk(128);
  const full = it.skipIf(disk === null);
  afterEach(() => disk?.drain());
  afterAll(() => disk?.close());

  full('refuses in words, keeps all that it took, and takes more when there is room again', async () => {
    const where = join(disk?.folder ?? '', 'notes');
    mkdirSync(where);
    const collection = openNotes(where);
    let taken = 0;
    let refused: unknown = null;
    while (refused === null) {
      await collection.commit({ put: [note(taken + 1, 'x'.repeat(3_000))] }).then(
        () => {
          taken += 1;
        },
        (error) => {
          refused = error;
        },
      );
    }
    expect(refused).toMatchObject({ message: 'The notes could not be written: the disk is full' });
    expect(taken).toBeGreaterThan(3);
    expect(collection.size).toBe(taken);
    const setAside: SetAside[] = [];
    expect([...openNotes(where, setAside).values()]).toEqual([...collection.values()]);
    expect(setAside).toEqual([]);
    expect(readdirSync(where).filter((file) => file.endsWith('.tmp'))).toEqual([]);
    await collection.commit({ remove: [...collection.values()].map(({ id }) => id) });
    await collection.commit({ put: [note(1)] });
    expect([...openNotes(where).values()]).toEqual([note(1)]);
  });

  full('never puts a cut file in the place of a good one', async () => {
    const path = join(disk?.folder ?? '', 'file.json');
    writeFileSync(path, 'good');
    for (const room of [0, 4_096, 8_192, 16_384]) {
      disk?.fill(room);
      await expect(writeDurably(path, 'x'.repeat(room + 8_192))).rejects.toMatchObject({ code: 'ENOSPC' });
      expect(readFileSync(path, 'utf8')).toBe('good');
      expect(readdirSync(disk?.folder ?? '')).not.toContain('file.json.tmp');
      disk?.drain();
    }
    await writeDurably(path, 'better');
    expect(readFileSync(path, 'utf8')).toBe('better');
  });
});
