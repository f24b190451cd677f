// Files of another version: an older one is brought up to date and kept until that is proven, a newer one is not touched.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { Desk } from '../../src/main/desk/desk.ts';
import { type Collection, openCollection } from '../../src/main/storage/collection.ts';
import { openDocument } from '../../src/main/storage/document.ts';
import { StorageError } from '../../src/main/storage/durable-file.ts';
import type { SetAside } from '../../src/main/storage/set-aside.ts';
import { type Migration, NewerVersionError } from '../../src/main/storage/versions.ts';
import { writeDataFolder } from '../support/data-folder.ts';
import { NO_SYSTEM } from '../support/no-system.ts';
import { newFolder } from '../support/notes.ts';
import { noKeyStore } from '../support/outbox-seller.ts';
import { writes } from '../support/watched-writes.ts';

const disk = vi.hoisted(() => ({ readsBack: (text: string) => text }));
vi.mock('node:fs/promises', async (original) => {
  const watched = await (await import('../support/watched-writes.ts')).watchedWrites(original);
  const readFile = async (path: string, encoding: 'utf8') => disk.readsBack(await watched.readFile(path, encoding));
  return { ...watched, readFile };
});

/** In version 1 a label was called `text`, in version 2 it had no length, today it has. */
const labelSchema = z.object({ id: z.string(), label: z.string(), length: z.int() });
type Label = z.infer<typeof labelSchema>;
const toVersion2: Migration = (old) => {
  const { id, text } = z.object({ id: z.string(), text: z.string() }).parse(old);
  return { id, label: text };
};
const toVersion3: Migration = (old) => {
  const value = old as { id: string; label: string };
  return { ...value, length: value.label.length };
};
const label = (id: number | string, text = `label ${id}`): Label => ({
  id: String(id),
  label: text,
  length: text.length,
});
const asVersion1 = ({ id, label: text }: Label) => ({ id, text });
const asVersion2 = ({ id, label: text }: Label) => ({ id, label: text });
const labels = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => label(from + index));

let folder: string;
let remove: () => void;
beforeEach(() => {
  ({ folder, remove } = newFolder());
  writes.reset();
  disk.readsBack = (text) => text;
});
afterEach(() => remove());

const segment = (number: number) => `segment-${String(number).padStart(8, '0')}.json`;
const leave = (file: string, content: unknown) => writeFileSync(join(folder, file), JSON.stringify(content));
const onDisk = (where = folder) =>
  Object.fromEntries(
    readdirSync(where)
      .sort()
      .map((file) => [file, readFileSync(join(where, file), 'utf8')]),
  );
const filesIn = (where = folder) => readdirSync(where).sort();

const openLabels = (where = folder, setAside: SetAside[] = []): Collection<Label> =>
  openCollection({
    folder: where,
    what: 'The list of labels',
    parse: (record) => labelSchema.safeParse(record).data ?? null,
    migrations: [toVersion2, toVersion3],
    onSetAside: (event) => setAside.push(event),
  });
const openLabel = (where = folder, setAside: SetAside[] = []) =>
  openDocument<Label>({
    folder: where,
    name: 'label',
    what: 'The label',
    parse: (value) => labelSchema.safeParse(value).data ?? null,
    migrations: [toVersion2, toVersion3],
    initial: label('none'),
    onSetAside: (event) => setAside.push(event),
  });

/** What lies on the disk before each step of `work` and after the last: where a crash would leave it. */
async function crashes(work: () => Promise<unknown>): Promise<string[]> {
  const { folder: kept, remove: removeKept } = newFolder();
  const removeOwn = remove;
  remove = () => {
    removeOwn();
    removeKept();
  };
  const found: string[] = [];
  const keep = () => {
    const where = join(kept, String(found.length));
    mkdirSync(where);
    cpSync(folder, where, { recursive: true });
    found.push(where);
    return null;
  };
  writes.refuse = keep;
  disk.readsBack = (text) => {
    keep();
    return text;
  };
  await work();
  writes.reset();
  disk.readsBack = (text) => text;
  keep();
  return found;
}

describe('a segment of an older version', () => {
  it('is brought up to date when it is read, from whichever version; on disk it stays as it is', () => {
    leave(segment(1), { version: 1, records: labels(1, 3).map(asVersion1) });
    leave(segment(2), { version: 2, records: labels(4, 6).map(asVersion2) });
    leave(segment(3), { version: 3, records: labels(7, 9) });
    const before = onDisk();
    const time = statSync(join(folder, segment(1))).mtimeMs;
    const setAside: SetAside[] = [];
    expect([...openLabels(folder, setAside).values()]).toEqual(labels(1, 9));
    expect(setAside).toEqual([]);
    expect(onDisk()).toEqual(before);
    expect(statSync(join(folder, segment(1))).mtimeMs).toBe(time);
  });

  it('is written in the version of today with the next change to it, and the others stay', async () => {
    leave(segment(1), { version: 1, records: labels(1, 3).map(asVersion1) });
    leave(segment(2), { version: 1, records: labels(4, 6).map(asVersion1) });
    const { [segment(2)]: untouched } = onDisk();
    const collection = openLabels();
    await collection.commit({ put: [label(2, 'changed')] });
    const after = [label(1), label(2, 'changed'), ...labels(3, 6)];
    expect(onDisk()).toEqual({
      [segment(1)]: JSON.stringify({ version: 3, records: after.slice(0, 3) }),
      [segment(2)]: untouched,
    });
    expect([...collection.values()]).toEqual(after);
    expect([...openLabels().values()]).toEqual(after);
    writes.reset();
    await collection.commit({ put: [label(1, 'changed too')] });
    expect(writes.renamed).toEqual([segment(1)]);
  });

  it('is kept beside until what took its place was read back', async () => {
    leave(segment(1), { version: 1, records: labels(1, 3).map(asVersion1) });
    const { [segment(1)]: old } = onDisk();
    const collection = openLabels();
    const seen: string[] = [];
    writes.refuse = (step, file) => {
      const { [segment(1)]: now, [`${segment(1)}.v1`]: kept } = onDisk();
      if (file === segment(1) && step === 'rename') seen.push(kept === old && now === old ? 'kept' : 'lost');
      if (file === `${segment(1)}.v1`) seen.push(`${step} after ${JSON.parse(now ?? '').version}`);
      return null;
    };
    disk.readsBack = (text) => {
      seen.push('read back');
      return text;
    };
    await collection.commit({ put: [label(4)] });
    expect(seen).toEqual(['kept', 'read back', 'rm after 3']);
    expect(filesIn()).toEqual([segment(1)]);
  });

  it('is there, or what took its place is, wherever a crash comes in between', async () => {
    leave(segment(1), { version: 1, records: labels(1, 3).map(asVersion1) });
    leave(segment(2), { version: 2, records: [asVersion2(label(4))] });
    const collection = openLabels();
    const before = [...collection.values()];
    const places = await crashes(() => collection.commit({ put: [label(1, 'changed')], remove: ['4'] }));
    const after = [...collection.values()];
    expect(places.length).toBeGreaterThan(6);
    for (const where of places) {
      const setAside: SetAside[] = [];
      const held = [...openLabels(where, setAside).values()];
      const half = before.slice(0, -1);
      expect([before, half, after]).toContainEqual(held);
      expect(setAside).toEqual([]);
      expect(filesIn(where).filter((file) => !/^segment-\d+\.json$/.test(file))).toEqual([]);
      expect([...openLabels(where).values()]).toEqual(held);
    }
    expect([...openLabels(places.at(-1)).values()]).toEqual(after);
  });

  it('is used again when what took its place cannot be read after a crash, and that is told', async () => {
    leave(segment(1), { version: 1, records: labels(1, 3).map(asVersion1) });
    const collection = openLabels();
    const places = await crashes(() => collection.commit({ put: [label(4)] }));
    const unproven = places.filter((where) => {
      const { [segment(1)]: now, [`${segment(1)}.v1`]: kept } = onDisk(where);
      return kept !== undefined && JSON.parse(now ?? '').version === 3;
    });
    expect(unproven.length).toBeGreaterThan(0);
    for (const where of unproven) {
      truncateSync(join(where, segment(1)), 20);
      const setAside: SetAside[] = [];
      expect([...openLabels(where, setAside).values()]).toEqual(labels(1, 3));
      expect(setAside).toHaveLength(1);
      expect(setAside[0]?.reason).toContain('what it held before is used');
      expect(filesIn(where)).toEqual([segment(1), expect.stringMatching(/\.damaged-/)]);
      const again: SetAside[] = [];
      expect([...openLabels(where, again).values()]).toEqual(labels(1, 3));
      expect(again).toEqual([]);
    }
  });

  it('is used when nothing is in its place', () => {
    leave(`${segment(2)}.v1`, { version: 1, records: labels(1, 3).map(asVersion1) });
    leave(`${segment(2)}.v2`, 'nonsense');
    const setAside: SetAside[] = [];
    expect([...openLabels(folder, setAside).values()]).toEqual(labels(1, 3));
    expect(setAside).toMatchObject([{ file: join(folder, `${segment(2)}.v2`) }]);
    expect(filesIn()).toEqual([segment(2), expect.stringMatching(/\.v2\.damaged-/)]);
  });

  it('is removed, and nothing is kept of it, when its last record goes', async () => {
    leave(segment(1), { version: 1, records: [asVersion1(label(1))] });
    const collection = openLabels();
    await collection.commit({ remove: ['1'] });
    expect(filesIn()).toEqual([]);
  });

  it.each(['open', 'rename', 'rm'] as const)(
    'holds as before when the disk refuses (%s), and the next change is taken',
    async (refused) => {
      leave(segment(1), { version: 1, records: labels(1, 3).map(asVersion1) });
      const collection = openLabels();
      let refusals = 0;
      writes.refuse = (step) => (step === refused && refusals++ === 0 ? 'EIO' : null);
      await expect(collection.commit({ put: [label(4)] })).rejects.toThrow(StorageError);
      writes.reset();
      expect([...collection.values()]).toEqual(labels(1, 3));
      const { folder: copy, remove: removeCopy } = newFolder();
      cpSync(folder, copy, { recursive: true });
      expect([...openLabels(copy).values()]).toEqual(labels(1, 3));
      removeCopy();
      await collection.commit({ put: [label(5)] });
      const after = [...labels(1, 3), label(5)];
      expect([...collection.values()]).toEqual(after);
      expect(filesIn()).toEqual([segment(1)]);
      expect([...openLabels().values()]).toEqual(after);
    },
  );

  it('stays beside when what took its place does not read back as it was written; the change is refused', async () => {
    leave(segment(1), { version: 1, records: labels(1, 3).map(asVersion1) });
    const { [segment(1)]: old } = onDisk();
    const collection = openLabels();
    disk.readsBack = (text) => text.slice(0, -10);
    await expect(collection.commit({ put: [label(4)] })).rejects.toThrow('could not be read back');
    expect(onDisk()[`${segment(1)}.v1`]).toBe(old);
    expect([...collection.values()]).toEqual(labels(1, 3));
    disk.readsBack = (text) => text;
    await collection.commit({ put: [label(4)] });
    expect(filesIn()).toEqual([segment(1)]);
    expect([...openLabels().values()]).toEqual(labels(1, 4));
  });

  it('of which a record cannot be brought up to date goes on with the rest; a copy of all is set aside', () => {
    leave(segment(1), { version: 1, records: [asVersion1(label(1)), { id: '2' }, asVersion1(label(3))] });
    const { [segment(1)]: old } = onDisk();
    const setAside: SetAside[] = [];
    expect([...openLabels(folder, setAside).values()]).toEqual([label(1), label(3)]);
    expect(setAside).toMatchObject([{ kept: 2, reason: '1 of its records could not be read' }]);
    expect(readFileSync(setAside[0]?.movedTo ?? '', 'utf8')).toBe(old);
  });

  it.each([0, -1, 1.5, '1'])('that never was one (%j) is damaged', (version) => {
    leave(segment(1), { version, records: [] });
    const setAside: SetAside[] = [];
    openLabels(folder, setAside);
    expect(setAside).toHaveLength(1);
  });
});

describe('a document of an older version', () => {
  it('is brought up to date when it is read, and written so with the next save', async () => {
    leave('label.json', { version: 1, value: asVersion1(label(1)) });
    const before = onDisk();
    const document = openLabel();
    expect(document.value).toEqual(label(1));
    expect(onDisk()).toEqual(before);
    await document.save(label(2));
    expect(onDisk()).toEqual({ 'label.json': JSON.stringify({ version: 3, value: label(2) }) });
    await document.save(label(3));
    expect(openLabel().value).toEqual(label(3));
  });

  it('is there, or what took its place is, wherever a crash comes in between', async () => {
    leave('label.json', { version: 2, value: asVersion2(label(1)) });
    const document = openLabel();
    const places = await crashes(() => document.save(label(2)));
    let unproven = 0;
    for (const where of places) {
      const { 'label.json': now = '', 'label.json.v2': kept } = onDisk(where);
      const isUnproven = kept !== undefined && JSON.parse(now).version === 3;
      if (isUnproven) {
        unproven += 1;
        truncateSync(join(where, 'label.json'), 9);
      }
      const setAside: SetAside[] = [];
      const { value } = openLabel(where, setAside);
      expect([label(1), label(2)]).toContainEqual(value);
      if (isUnproven) expect(value).toEqual(label(1));
      expect(setAside).toHaveLength(isUnproven ? 1 : 0);
      expect(filesIn(where)).not.toContain('label.json.v2');
      expect(openLabel(where).value).toEqual(value);
    }
    expect(unproven).toBeGreaterThan(0);
    expect(openLabel(places.at(-1)).value).toEqual(label(2));
  });

  it('is put back when what took its place does not read back as it was written', async () => {
    leave('label.json', { version: 1, value: asVersion1(label(1)) });
    const before = onDisk();
    const document = openLabel();
    disk.readsBack = () => '';
    await expect(document.save(label(2))).rejects.toThrow(StorageError);
    expect(document.value).toEqual(label(1));
    expect(onDisk()).toEqual(before);
    disk.readsBack = (text) => text;
    await document.save(label(2));
    expect(openLabel().value).toEqual(label(2));
    expect(filesIn()).toEqual(['label.json']);
  });
});

describe('a file of a newer version', () => {
  it('keeps a collection from being opened, and nothing in it is touched', () => {
    leave(segment(1), 'damaged');
    leave(segment(2), { version: 1, records: labels(1, 3).map(asVersion1) });
    leave(`${segment(2)}.v1`, { version: 1, records: [] });
    leave(`${segment(2)}.tmp`, 'half');
    leave(segment(3), { version: 4, records: [{ whatever: 'it holds' }] });
    const before = onDisk();
    const setAside: SetAside[] = [];
    const opening = () => openLabels(folder, setAside);
    expect(opening).toThrow(NewerVersionError);
    expect(opening).toThrow(
      'The list of labels: a newer version of this app has saved a file of this, and only that one can read it ' +
        '(segment-00000003.json is of version 4, this app knows 3 at most)',
    );
    expect(setAside).toEqual([]);
    expect(onDisk()).toEqual(before);
  });

  it('keeps a document from being opened, and is not touched', () => {
    leave('label.json', { version: 4, value: { whatever: 'it holds' } });
    const before = onDisk();
    const setAside: SetAside[] = [];
    expect(() => openLabel(folder, setAside)).toThrow(NewerVersionError);
    expect(setAside).toEqual([]);
    expect(onDisk()).toEqual(before);
  });

  it('keeps its store closed: the desk says why, opens the rest and leaves the files', async () => {
    const storeId = writeDataFolder({ userDataDir: folder, products: 1, links: 3 });
    const dataFolder = join(folder, 'desk');
    const links = join(dataFolder, 'stores', storeId, 'links');
    writeFileSync(join(links, segment(2)), JSON.stringify({ version: 2, records: [] }));
    const before = onDisk(links);
    const silent = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const desk = new Desk({
      dataFolder,
      version: '1.0.0',
      platform: 'linux',
      keyStore: noKeyStore,
      network: NO_SYSTEM,
      practice: { start: () => expect.fail('nobody asked for it') },
      tell: () => undefined,
      newDevice: () => 'test',
      now: Date.now,
      random: Math.random,
    });
    await desk.start();
    await expect.poll(() => desk.frame().stores).toEqual([]);
    const { notices, stores } = desk.frame();
    await desk.close();
    silent.mockRestore();
    expect(stores).toEqual([]);
    expect(notices).toHaveLength(1);
    expect(notices[0]).toMatchObject({ kind: 'error', title: 'The store "Mara’s studio" could not be opened' });
    expect(notices[0]?.message).toMatch(
      /a newer version of this app has saved a file of this.*Its files were left as they are\.$/,
    );
    expect(onDisk(links)).toEqual(before);
    rmSync(links, { recursive: true });
  });
});
