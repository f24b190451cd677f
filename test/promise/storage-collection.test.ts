// A collection on real files: what it keeps, how it uses segments, and how it handles damaged ones.
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { SetAside } from '../../src/main/storage/set-aside.ts';
import { temporaryFolder } from '../support/folder.ts';
import { note, notes, openNotes } from '../support/notes.ts';
import { writes } from '../support/watched-writes.ts';

vi.mock('node:fs/promises', async (original) => (await import('../support/watched-writes.ts')).watchedWrites(original));

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
  writes.reset();
});

const files = () => readdirSync(folder).sort();
const segment = (number: number) => `segment-${String(number).padStart(8, '0')}.json`;
const inFile = (file: string): { id: string; text: string }[] =>
  JSON.parse(readFileSync(join(folder, file), 'utf8')).records;
const ids = (records: Iterable<{ id: string }>) => [...records].map(({ id }) => id);
/** Writes a segment file as an earlier run, or damage, would have left it. */
const leave = (file: string, content: unknown) =>
  writeFileSync(join(folder, file), typeof content === 'string' ? content : JSON.stringify(content));

describe('a collection', () => {
  it('is empty in a new folder, and creates a missing folder', () => {
    const deep = join(folder, 'a', 'b');
    expect([...openNotes(deep).values()]).toEqual([]);
    expect(existsSync(deep)).toBe(true);
  });

  it('has its records again, in order, when it is opened again', async () => {
    const collection = openNotes(folder);
    for (let id = 1; id <= 150; id += 1) await collection.commit({ put: [note(id)] });
    await collection.commit({ put: [note(70, 'changed')], remove: ['3', '100'] });
    const again = openNotes(folder);
    expect([...again.values()]).toEqual([...collection.values()]);
    expect(again.size).toBe(148);
    expect(again.get('70')).toEqual(note(70, 'changed'));
    expect(again.get('3')).toBeUndefined();
    expect(ids(again.values()).slice(0, 4)).toEqual(['1', '2', '4', '5']);
  });

  it('shows a change when it is on disk, not before', async () => {
    const collection = openNotes(folder);
    const committing = collection.commit({ put: [note(1)] });
    expect(collection.size).toBe(0);
    await committing;
    expect(collection.get('1')).toEqual(note(1));
    expect(inFile(segment(1))).toEqual([note(1)]);
  });

  it('accepts any text, and any id, unchanged', async () => {
    const odd = [note('__proto__', '\u0000 \ud83d\ude42 "\\'), note('constructor', '__internal__'), note('a.b', '')];
    await openNotes(folder).commit({ put: odd });
    expect([...openNotes(folder).values()]).toEqual(odd);
  });

  it('keeps the later of two changes to one record, also if they are concurrent', async () => {
    const collection = openNotes(folder);
    await Promise.all([
      collection.commit({ put: [note(1, 'first'), note(2)] }),
      collection.commit({ put: [note(1, 'second')] }),
      collection.commit({ remove: ['2', 'never there'] }),
    ]);
    expect([...openNotes(folder).values()]).toEqual([note(1, 'second')]);
  });

  it('keeps a record that is removed and added again at the same moment, at the end', async () => {
    const collection = openNotes(folder);
    await collection.commit({ put: notes(1, 70) });
    await Promise.all([
      collection.commit({ put: [note(70, 'changed')] }),
      collection.commit({ remove: ['1', '69'] }),
      collection.commit({ put: [note(1, 'again'), note(69, 'again')] }),
    ]);
    expect(collection.get('1')).toEqual(note(1, 'again'));
    expect(ids(collection.values()).slice(-3)).toEqual(['70', '1', '69']);
    expect([...openNotes(folder).values()]).toEqual([...collection.values()]);
  });

  it('is settled when all commits are', async () => {
    const collection = openNotes(folder);
    for (const each of notes(1, 5)) void collection.commit({ put: [each] });
    await collection.settled();
    void collection.commit({ put: [note(6)] });
    await collection.settled();
    expect(collection.size).toBe(6);
  });
});

describe('the segments of a collection', () => {
  it('are written once for many concurrent commits', async () => {
    const collection = openNotes(folder);
    await Promise.all(notes(1, 60).map((each) => collection.commit({ put: [each] })));
    expect(writes.renamed).toEqual([segment(1)]);
    await Promise.all(notes(1, 60).map((each) => collection.commit({ put: [{ ...each, text: 'changed' }] })));
    expect(writes.renamed).toHaveLength(2);
  });

  it('are written at most twice for commits during a write', async () => {
    const collection = openNotes(folder);
    const first = collection.commit({ put: [note(1)] });
    await Promise.resolve();
    await Promise.resolve();
    await Promise.all([first, ...notes(2, 50).map((each) => collection.commit({ put: [each] }))]);
    expect(writes.renamed.length).toBeLessThanOrEqual(2);
  });

  it('are renamed in the order of the commits, each file once if that order allows it', async () => {
    const collection = openNotes(folder);
    await collection.commit({ put: notes(1, 150) });
    const change = (...changed: number[]) => changed.map((id) => collection.commit({ put: [note(id, 'changed')] }));
    for (const [changed, renamed] of [
      [
        [1, 70],
        [1, 2],
      ],
      [
        [70, 1],
        [2, 1],
      ],
      [
        [1, 2, 70, 71, 140],
        [1, 2, 3],
      ],
      [
        [1, 70, 2, 71],
        [1, 2, 1, 2],
      ],
      [
        [1, 70, 71, 2, 140],
        [1, 2, 1, 3],
      ],
    ] as const) {
      writes.reset();
      await Promise.all(change(...changed));
      expect(writes.renamed).toEqual(renamed.map(segment));
    }
    expect([...openNotes(folder).values()]).toEqual([...collection.values()]);
  });

  it('have at most 64 records each', async () => {
    await openNotes(folder).commit({ put: notes(1, 200) });
    expect(files().map((file) => inFile(file).length)).toEqual([64, 64, 64, 8]);
  });

  it.each(['x', 'é', '語', '🙂'])(
    'hold at most 256 kB each and one record more, in bytes on disk (%s)',
    async (letter) => {
      const size = 20_000;
      const collection = openNotes(folder);
      for (const each of notes(1, 40, letter.repeat(size / Buffer.byteLength(letter))))
        await collection.commit({ put: [each] });
      const together = openNotes(join(folder, 'together'));
      await together.commit({ put: [...collection.values()] });
      for (const where of [folder, join(folder, 'together')]) {
        const sizes = readdirSync(where)
          .filter((file) => file.endsWith('.json'))
          .map((file) => statSync(join(where, file)).size);
        expect(Math.max(...sizes)).toBeLessThan(256 * 1024 + size + 1_000);
        expect(sizes.length).toBeLessThanOrEqual(4);
      }
    },
  );

  it('are written separately: a change to one record writes its segment only', async () => {
    const collection = openNotes(folder);
    await collection.commit({ put: notes(1, 1_000) });
    writes.reset();
    await collection.commit({ put: [note(130, 'changed')] });
    await collection.commit({ put: [note(1_001)] });
    expect(writes.renamed).toEqual([segment(3), segment(16)]);
  });

  it('are removed when they are empty, and their names are not reused', async () => {
    const collection = openNotes(folder);
    await collection.commit({ put: notes(1, 130) });
    await collection.commit({ remove: ids(notes(1, 64)) });
    expect(files()).toEqual([segment(2), segment(3)]);
    await collection.commit({ remove: ids(notes(65, 130)) });
    expect(files()).toEqual([]);
    await collection.commit({ put: [note(131)] });
    expect(files()).toEqual([segment(4)]);
  });

  it('are filled up after a restart before a new one is started', async () => {
    await openNotes(folder).commit({ put: notes(1, 70) });
    await openNotes(folder).commit({ put: notes(71, 80) });
    expect(files()).toEqual([segment(1), segment(2)]);
  });

  it('leave no temporary files, and files left by a crash are removed', async () => {
    await openNotes(folder).commit({ put: notes(1, 70) });
    leave(`${segment(2)}.tmp`, '{"version":1,"records":[{"id":"9');
    leave(`${segment(9)}.tmp`, '');
    expect(openNotes(folder).size).toBe(70);
    expect(files()).toEqual([segment(1), segment(2)]);
  });

  it('are readable by their owner only', async () => {
    await openNotes(folder).commit({ put: [note(1)] });
    if (process.platform !== 'win32') expect(statSync(join(folder, segment(1))).mode & 0o777).toBe(0o600);
  });
});

describe('a damaged segment', () => {
  const ASIDE = /\.damaged-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z$/;

  it.each<[string, unknown]>([
    ['is no JSON', '{"version":1,"records":[{"id":"1"'],
    ['is empty', ''],
    ['is full of zeros', '\u0000'.repeat(500)],
    ['is null', 'null'],
    ['is a list', '[]'],
    ['is of another version', { version: 0, records: [note(1)] }],
    ['has no version', { records: [note(1)] }],
    ['has no records', { version: 1 }],
    ['has records that are no list', { version: 1, records: { 1: note(1) } }],
  ])('that %s is set aside whole and reported; the rest is there', async (_, content) => {
    await openNotes(folder).commit({ put: notes(1, 192) });
    leave(segment(2), content);
    const damaged = readFileSync(join(folder, segment(2)), 'utf8');
    const setAside: SetAside[] = [];
    const collection = openNotes(folder, setAside);
    expect(ids(collection.values())).toEqual(ids([...notes(1, 64), ...notes(129, 192)]));
    expect(setAside).toHaveLength(1);
    const [{ file, movedTo, reason, kept } = expect.fail()] = setAside;
    expect([file, kept]).toEqual([join(folder, segment(2)), 0]);
    expect(reason).not.toBe('');
    expect(movedTo).toMatch(ASIDE);
    expect(readFileSync(movedTo, 'utf8')).toBe(damaged);
    expect(existsSync(file)).toBe(false);
  });

  it('does not block new records, or the next start', async () => {
    leave(segment(7), 'nonsense');
    const collection = openNotes(folder);
    await collection.commit({ put: [note(1)] });
    expect(files()[0]).toMatch(/^segment-00000007\.json\.damaged-/);
    expect(files()[1]).toBe(segment(8));
    const setAside: SetAside[] = [];
    expect(openNotes(folder, setAside).size).toBe(1);
    expect(setAside).toEqual([]);
  });

  it('with some readable records continues with those; a copy of all is set aside', async () => {
    const broken = [{ id: '2' }, null, 'text', { text: 'no id' }];
    leave(segment(1), { version: 1, records: [note(1), ...broken, note(3)] });
    const before = readFileSync(join(folder, segment(1)), 'utf8');
    const setAside: SetAside[] = [];
    const collection = openNotes(folder, setAside);
    expect([...collection.values()]).toEqual([note(1), note(3)]);
    expect(setAside).toMatchObject([{ kept: 2, reason: '4 of its records could not be read' }]);
    expect(setAside[0]?.movedTo).toMatch(ASIDE);
    expect(readFileSync(setAside[0]?.movedTo ?? '', 'utf8')).toBe(before);
  });

  it('with some readable records is reported once: the next change writes it clean', async () => {
    leave(segment(1), { version: 1, records: [note(1), { id: '2' }] });
    leave(segment(2), { version: 1, records: [{ id: '3' }] });
    leave(segment(3), { version: 1, records: [note(4)] });
    await openNotes(folder).commit({ put: [note(5)] });
    const setAside: SetAside[] = [];
    expect(ids(openNotes(folder, setAside).values())).toEqual(['1', '4', '5']);
    expect(setAside).toEqual([]);
    expect(files().filter((file) => ASIDE.test(file))).toHaveLength(2);
    expect(existsSync(join(folder, segment(2)))).toBe(false);
  });

  it('may even be a folder', () => {
    mkdirSync(join(folder, segment(1)));
    const setAside: SetAside[] = [];
    expect(openNotes(folder, setAside).size).toBe(0);
    expect(setAside).toHaveLength(1);
  });

  it('is not reported for foreign files', () => {
    for (const file of ['other.json', 'segment-1.json', `${segment(1)}.damaged-2026`, 'notes.txt'])
      leave(file, 'nonsense');
    const before = files();
    const setAside: SetAside[] = [];
    expect(openNotes(folder, setAside).size).toBe(0);
    expect(setAside).toEqual([]);
    expect(files()).toEqual(before);
  });

  it('with a record that a later one has too gives way to it, permanently', async () => {
    leave(segment(1), { version: 1, records: [note(1), note(2, 'old')] });
    leave(segment(2), { version: 1, records: [note(2, 'new'), note(3)] });
    const collection = openNotes(folder);
    expect(collection.get('2')).toEqual(note(2, 'new'));
    await collection.commit({ remove: ['2'] });
    expect(ids(openNotes(folder).values())).toEqual(['1', '3']);
  });
});
