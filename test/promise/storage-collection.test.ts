// A collection on real files: how it uses segments, and how it handles damage and failing disks. storage-model has the rest.
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
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

const files = () => readdirSync(folder).sort();
const segment = (number: number) => `segment-${String(number).padStart(8, '0')}.json`;
const ids = (records: Iterable<{ id: string }>) => [...records].map(({ id }) => id);
const onDisk = () => Object.fromEntries(files().map((file) => [file, readFileSync(join(folder, file), 'utf8')]));
/** Writes a segment file as an earlier run, or damage, would have left it. */
const leave = (file: string, content: unknown) =>
  writeFileSync(join(folder, file), typeof content === 'string' ? content : JSON.stringify(content));
const reopened = () => [...openNotes(folder).values()];

it('a collection accepts any text, and any id, unchanged, in a folder that it creates', async () => {
  const deep = join(folder, 'a', 'b');
  const odd = [note('__proto__', '\u0000 \ud83d\ude42 "\\'), note('constructor', '__internal__'), note('a.b', '')];
  await openNotes(deep).commit({ put: odd });
  expect([...openNotes(deep).values()]).toEqual(odd);
});

describe('the segments of a collection', () => {
  it('are written once for many concurrent commits, and at most twice for commits during a write', async () => {
    const collection = openNotes(folder);
    await Promise.all(notes(1, 60).map((each) => collection.commit({ put: [each] })));
    expect(writes.renamed).toEqual([segment(1)]);
    const first = collection.commit({ put: [note(1, 'changed')] });
    await Promise.resolve();
    await Promise.resolve();
    await Promise.all([first, ...notes(2, 50).map((each) => collection.commit({ put: [each] }))]);
    expect(writes.renamed.length).toBeLessThanOrEqual(3);
  });

  it('have at most 64 records, or 256 kB and one record more, in bytes on disk', async () => {
    await openNotes(folder).commit({ put: notes(1, 200) });
    expect(Object.values(onDisk()).map((text) => JSON.parse(text).records.length)).toEqual([64, 64, 64, 8]);
    const size = 20_000;
    for (const letter of ['x', '語', '🙂']) {
      const at = join(folder, letter);
      await openNotes(at).commit({ put: notes(1, 40, letter.repeat(size / Buffer.byteLength(letter))) });
      const sizes = readdirSync(at).map((file) => statSync(join(at, file)).size);
      expect(Math.max(...sizes), letter).toBeLessThan(256 * 1024 + size + 1_000);
      expect(sizes.length, letter).toBeLessThanOrEqual(4);
    }
  });

  it('are written separately, filled up after a restart, and removed when empty; names are not used again', async () => {
    await openNotes(folder).commit({ put: notes(1, 120) });
    const collection = openNotes(folder);
    await collection.commit({ put: notes(121, 130) });
    writes.reset();
    await collection.commit({ put: [note(70, 'changed')] });
    expect(writes.renamed).toEqual([segment(2)]);
    await collection.commit({ remove: ids(notes(1, 64)) });
    expect(files()).toEqual([segment(2), segment(3)]);
    await collection.commit({ remove: ids(notes(65, 130)) });
    expect(files()).toEqual([]);
    await collection.commit({ put: [note(131)] });
    expect(files()).toEqual([segment(4)]);
    if (process.platform !== 'win32') expect(statSync(join(folder, segment(4))).mode & 0o777).toBe(0o600);
  });

  it('leave no temporary files, and files left by a crash are removed', async () => {
    await openNotes(folder).commit({ put: notes(1, 70) });
    leave(`${segment(2)}.tmp`, '{"version":1,"records":[{"id":"9');
    leave(`${segment(9)}.tmp`, '');
    expect(openNotes(folder).size).toBe(70);
    expect(files()).toEqual([segment(1), segment(2)]);
  });
});

describe('a damaged segment', () => {
  const ASIDE = /\.damaged-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z$/;

  it('is set aside whole and reported, whatever the damage; the rest is there, and new records are kept', async () => {
    const damages: unknown[] = [
      '{"version":1,"records":[{"id":"1"',
      '',
      '\u0000'.repeat(500),
      'null',
      '[]',
      { version: 0, records: [note(1)] },
      { records: [note(1)] },
      { version: 1 },
      { version: 1, records: { 1: note(1) } },
    ];
    for (const damage of damages) {
      folder = temporaryFolder();
      await openNotes(folder).commit({ put: notes(1, 192) });
      leave(segment(2), damage);
      const damaged = readFileSync(join(folder, segment(2)), 'utf8');
      const setAside: SetAside[] = [];
      const collection = openNotes(folder, setAside);
      expect(ids(collection.values()), damaged).toEqual(ids([...notes(1, 64), ...notes(129, 192)]));
      expect(setAside).toMatchObject([
        { file: join(folder, segment(2)), kept: 0, movedTo: expect.stringMatching(ASIDE) },
      ]);
      expect(readFileSync(setAside[0]?.movedTo ?? '', 'utf8')).toBe(damaged);
      expect(existsSync(join(folder, segment(2)))).toBe(false);
      await collection.commit({ put: [note(193)] });
      expect(openNotes(folder, setAside).size).toBe(129);
      expect(setAside).toHaveLength(1);
    }
  });

  it('with some readable records continues with those; a copy of all is set aside, once', async () => {
    leave(segment(1), { version: 1, records: [note(1), { id: '2' }, null, 'text', { text: 'no id' }, note(3)] });
    const before = readFileSync(join(folder, segment(1)), 'utf8');
    leave(segment(2), { version: 1, records: [{ id: '4' }] });
    const setAside: SetAside[] = [];
    const collection = openNotes(folder, setAside);
    expect([...collection.values()]).toEqual([note(1), note(3)]);
    expect(setAside.map(({ kept }) => kept)).toEqual([2, 0]);
    expect(readFileSync(setAside[0]?.movedTo ?? '', 'utf8')).toBe(before);
    await collection.commit({ put: [note(5)] });
    expect(ids(openNotes(folder, setAside).values())).toEqual(['1', '3', '5']);
    expect(setAside).toHaveLength(2);
  });

  it('may be a folder, and is not a foreign file', () => {
    const foreign = ['other.json', 'segment-1.json', `${segment(1)}.damaged-2026`, 'notes.txt'];
    for (const file of foreign) leave(file, 'nonsense');
    const setAside: SetAside[] = [];
    expect(openNotes(folder, setAside).size).toBe(0);
    expect([setAside, files()]).toEqual([[], foreign.sort()]);
    mkdirSync(join(folder, segment(1)));
    expect(openNotes(folder, setAside).size).toBe(0);
    expect(setAside).toHaveLength(1);
  });

  it('with a record that a later one has too gives way to it, for good', async () => {
    leave(segment(1), { version: 1, records: [note(1), note(2, 'old')] });
    leave(segment(2), { version: 1, records: [note(2, 'new'), note(3)] });
    const collection = openNotes(folder);
    expect(collection.get('2')).toEqual(note(2, 'new'));
    await collection.commit({ remove: ['2'] });
    expect(ids(reopened())).toEqual(['1', '3']);
  });
});

describe('a change that the disk rejects', () => {
  it('leaves disk and memory unchanged, whichever step of its write fails', async () => {
    const isFolder = (file: string) => !file.endsWith('.tmp');
    const steps: [string, 'open' | 'rename' | 'rm', (file: string) => boolean][] = [
      ['the first is written', 'open', (file) => file === `${segment(1)}.tmp`],
      ['the last is written', 'open', (file) => file === `${segment(4)}.tmp`],
      ['the first is put in place', 'rename', (file) => file === segment(1)],
      ['the last is put in place', 'rename', (file) => file === segment(4)],
      ['an emptied one is removed', 'rm', (file) => file === segment(2)],
      ['the folder is synced', 'open', isFolder],
    ];
    for (const [what, step, isIt] of steps) {
      folder = temporaryFolder();
      const collection = openNotes(folder);
      await collection.commit({ put: notes(1, 192) });
      const [values, disk] = [[...collection.values()], onDisk()];
      let refusals = 0;
      writes.refuse = (at, name) => (at === step && isIt(name) && refusals++ === 0 ? 'EIO' : null);
      // Changes the first segment, empties the second, and needs a fourth.
      const change = { put: [note(1, 'changed'), ...notes(193, 200)], remove: ids(notes(65, 128)) };
      await expect(collection.commit(change), what).rejects.toBeInstanceOf(StorageError);
      expect(refusals, what).toBeGreaterThan(0);
      expect([...collection.values()], what).toEqual(values);
      expect(onDisk(), what).toEqual(disk);
      await collection.commit({ put: [note(201)] });
      expect(reopened(), what).toEqual([...values, note(201)]);
    }
  });
});

describe('a disk that is really full', () => {
  const disk = mountSmallDisk(128);
  const full = it.skipIf(disk === null);
  afterEach(() => disk?.drain());
  afterAll(() => disk?.close());

  full('refuses a change, keeps all that it accepted, and accepts more when there is room again', async () => {
    const where = join(disk?.folder ?? '', 'notes');
    mkdirSync(where);
    const collection = openNotes(where);
    let accepted = 0;
    let refused: unknown = null;
    while (refused === null) {
      await collection.commit({ put: [note(accepted + 1, 'x'.repeat(3_000))] }).then(
        () => {
          accepted += 1;
        },
        (error) => {
          refused = error;
        },
      );
    }
    expect(refused).toMatchObject({ message: expect.stringContaining('the disk is full') });
    expect(accepted).toBeGreaterThan(3);
    expect(collection.size).toBe(accepted);
    expect([...openNotes(where).values()]).toEqual([...collection.values()]);
    expect(readdirSync(where).filter((file) => file.endsWith('.tmp'))).toEqual([]);
    await collection.commit({ remove: ids(collection.values()) });
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
