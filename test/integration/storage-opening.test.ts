// A large collection: read in the background with the newest first, and kept in few files of bounded size.
import { cpSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StorageError } from '../../src/main/storage/durable-file.ts';
import type { SetAside } from '../../src/main/storage/set-aside.ts';
import { NewerVersionError } from '../../src/main/storage/versions.ts';
import { newFolder, note, notes, openNotes, openNotesInBackground } from '../support/notes.ts';
import { writes } from '../support/watched-writes.ts';

vi.mock('node:fs/promises', async (original) => (await import('../support/watched-writes.ts')).watchedWrites(original));

let folder: string;
let remove: () => void;
beforeEach(() => {
  ({ folder, remove } = newFolder());
  writes.reset();
});
afterEach(() => remove());

const segment = (number: number) => `segment-${String(number).padStart(8, '0')}.json`;
const leave = (file: string, content: unknown) =>
  writeFileSync(join(folder, file), typeof content === 'string' ? content : JSON.stringify(content));
const files = () => readdirSync(folder).sort();
const byId = (records: Iterable<{ id: string }>) => [...records].sort((a, b) => Number(a.id) - Number(b.id));

describe('a collection that is opened in the background', () => {
  it('shows the newest records before all are read, and then all, in their order', async () => {
    await openNotes(folder).commit({ put: notes(1, 1_000) });
    const { collection, newest, whole } = openNotesInBackground(folder);
    expect(collection.size).toBe(0);
    await newest;
    expect(collection.size).toBeGreaterThan(100);
    expect(collection.size).toBeLessThan(1_000);
    expect(collection.get('1000')).toEqual(note(1_000));
    expect(collection.get('1')).toBeUndefined();
    await whole;
    expect([...collection.values()]).toEqual(notes(1, 1_000));
  });

  it('lets others have their turn while it is read', async () => {
    await openNotes(folder).commit({ put: notes(1, 2_000) });
    const { collection, whole } = openNotesInBackground(folder);
    const sizes = new Set<number>();
    let reading = true;
    const look = () => {
      sizes.add(collection.size);
      if (reading) setImmediate(look);
    };
    look();
    await whole;
    reading = false;
    expect(sizes.size).toBeGreaterThan(3);
  });

  it('writes what is committed meanwhile once all is read, so that an old record is changed and not doubled', async () => {
    await openNotes(folder).commit({ put: notes(1, 500) });
    const { collection } = openNotesInBackground(folder);
    await collection.commit({ put: [note(1, 'changed')], remove: ['2'] });
    expect(collection.size).toBe(499);
    expect([...openNotes(folder).values()]).toEqual([note(1, 'changed'), ...notes(3, 500)]);
  });

  it('takes the later of two copies that a crash has left', async () => {
    leave(segment(1), { version: 1, records: [note(1, 'old'), note(2)] });
    leave(segment(2), { version: 1, records: [note(1, 'new'), note(3)] });
    const { collection, whole } = openNotesInBackground(folder);
    await whole;
    expect(byId(collection.values())).toEqual([note(1, 'new'), note(2), note(3)]);
    await collection.commit({});
    expect(byId(openNotes(folder).values())).toEqual([note(1, 'new'), note(2), note(3)]);
  });

  it('sets aside what cannot be read and loads the rest', async () => {
    await openNotes(folder).commit({ put: notes(1, 200) });
    leave(segment(2), '{"version":1,"records":[{"id"');
    leave(segment(3), 'null');
    const setAside: SetAside[] = [];
    const { collection, whole } = openNotesInBackground(folder, setAside);
    await whole;
    expect(byId(collection.values())).toEqual([...notes(1, 64), ...notes(193, 200)]);
    expect(setAside.map(({ file }) => file.slice(-segment(1).length)).sort()).toEqual([segment(2), segment(3)]);
  });

  it('touches nothing when a newer app has written one of its files, and takes no change', async () => {
    await openNotes(folder).commit({ put: notes(1, 200) });
    leave(segment(1), { version: 2, records: [] });
    leave(segment(3), 'damaged');
    const before = files();
    const { collection, whole } = openNotesInBackground(folder);
    const committing = collection.commit({ put: [note(999)] });
    await expect(whole).rejects.toBeInstanceOf(NewerVersionError);
    await expect(committing).rejects.toBeInstanceOf(StorageError);
    expect(files()).toEqual(before);
  });

  it('is whole at once where there is nothing', async () => {
    const { collection, newest, whole } = openNotesInBackground(join(folder, 'new'));
    await Promise.all([newest, whole]);
    expect([...collection.values()]).toEqual([]);
  });
});

describe('sparse segments', () => {
  /** Leaves one record of each segment. */
  const thinOut = async (count: number) => {
    const collection = openNotes(folder);
    await collection.commit({ put: notes(1, count) });
    await collection.commit({ remove: notes(1, count).flatMap(({ id }) => (Number(id) % 64 === 1 ? [] : [id])) });
    await collection.settled();
    return collection;
  };

  it('are merged when there are many of them', async () => {
    const collection = await thinOut(64 * 40);
    expect(collection.size).toBe(40);
    expect(files().length).toBeLessThan(5);
    expect(byId(openNotes(folder).values())).toEqual(byId(collection.values()));
  });

  it('lose nothing wherever a crash comes in between', async () => {
    const places: string[] = [];
    const { folder: kept, remove: removeKept } = newFolder();
    try {
      const collection = openNotes(folder);
      await collection.commit({ put: notes(1, 64 * 20) });
      const removed = notes(1, 64 * 20).flatMap(({ id }) => (Number(id) % 64 === 1 ? [] : [id]));
      await collection.commit({ remove: removed });
      writes.refuse = () => {
        const where = join(kept, String(places.length));
        mkdirSync(where);
        cpSync(folder, where, { recursive: true });
        places.push(where);
        return null;
      };
      await collection.settled();
      writes.reset();
      expect(places.length).toBeGreaterThan(20);
      const expected = byId(collection.values());
      expect(expected).toHaveLength(20);
      for (const where of places) {
        const setAside: SetAside[] = [];
        expect(byId(openNotes(where, setAside).values())).toEqual(expected);
        expect(setAside).toEqual([]);
      }
    } finally {
      removeKept();
    }
  });

  it('stay as they are when the disk refuses to merge them', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const collection = openNotes(folder);
    await collection.commit({ put: notes(1, 64 * 20) });
    let committed = false;
    writes.refuse = () => (committed ? 'ENOSPC' : null);
    await collection.commit({ remove: notes(1, 64 * 20).flatMap(({ id }) => (Number(id) % 64 === 1 ? [] : [id])) });
    committed = true;
    await collection.settled();
    writes.reset();
    expect(error).toHaveBeenCalled();
    error.mockRestore();
    expect(byId(openNotes(folder).values())).toEqual(byId(collection.values()));
    await collection.commit({ put: [note(9_999)] });
    await collection.settled();
    expect(files().length).toBeLessThan(5);
    expect(openNotes(folder).size).toBe(21);
  });
});

describe('a segment whose records grow', () => {
  it('stays bounded: what does not fit any more moves to another one', async () => {
    const collection = openNotes(folder);
    await collection.commit({ put: notes(1, 64) });
    const long = 'x'.repeat(20_000);
    for (let id = 1; id <= 64; id += 1) await collection.commit({ put: [note(id, `${id} ${long}`)] });
    for (const file of files()) expect(statSync(join(folder, file)).size).toBeLessThan(300_000);
    expect(files().length).toBeGreaterThan(4);
    expect(byId(openNotes(folder).values())).toEqual(notes(1, 64).map(({ id }) => note(id, `${id} ${long}`)));
  });

  it('holds a record that is larger than all of that alone', async () => {
    const collection = openNotes(folder);
    await collection.commit({ put: notes(1, 3) });
    const huge = note(2, 'x'.repeat(600_000));
    await collection.commit({ put: [huge] });
    await collection.commit({ put: [note(4)] });
    expect(byId(openNotes(folder).values())).toEqual([note(1), huge, note(3), note(4)]);
  });
});
