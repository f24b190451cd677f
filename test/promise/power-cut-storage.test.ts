// A power cut at any moment: reported data survives, whatever part of the rest reached the disk.
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { Collection } from '../../src/main/storage/collection.ts';
import { openDocument } from '../../src/main/storage/document.ts';
import { writeForSeller } from '../../src/main/storage/durable-file.ts';
import type { SetAside } from '../../src/main/storage/set-aside.ts';
import { slow } from '../../tools/test/slow.ts';
import { createChance } from '../kill/chance.ts';
import { type Note, note, notes, openNotes } from '../support/notes.ts';
import { RecordedDisk } from '../support/recorded-disk.ts';

// Each test reads the folder of many possible power cuts.
vi.setConfig({ testTimeout: slow(60_000) });

let disk: RecordedDisk;
beforeEach(() => {
  disk = new RecordedDisk();
});
afterEach(() => disk.remove());

type Held = ReadonlyMap<string, string>;
const heldBy = (collection: Collection<Note>): Held =>
  new Map([...collection.values()].map(({ id, text }) => [id, text]));

/** The content after each reported change, and the moment of that report. */
class Reports {
  readonly #reports: { readonly moment: number; readonly held: Held }[];

  constructor(held: Held) {
    this.#reports = [{ moment: 0, held }];
  }

  kept(what: string, held: Held): void {
    disk.expectSafe(what);
    this.#reports.push({ moment: disk.moment, held });
  }

  /** Every record is as last reported, or as changed by the pending change. */
  check(read: (folder: string) => Held, moments: Iterable<number> = Array(disk.moment + 1).keys()): void {
    for (const moment of moments) {
      const last = this.#reports.findLastIndex((report) => report.moment <= moment);
      const [before, after] = [this.#reports[last]?.held, this.#reports[last + 1]?.held];
      for (const folder of disk.after(moment)) {
        const found = read(folder);
        for (const id of new Set([...(before?.keys() ?? []), ...found.keys()])) {
          const allowed = [before?.get(id), after ? after.get(id) : before?.get(id)];
          if (!allowed.includes(found.get(id))) {
            expect.fail(`after a power cut at ${moment} record ${id} is "${found.get(id)}", not one of ${allowed}`);
          }
        }
      }
    }
  }
}

describe('a collection', () => {
  const folderIn = (root: string) => join(root, 'desk', 'stores', 'one', 'notes');
  const read = (root: string): Held => heldBy(openNotes(folderIn(root)));

  it('keeps each reported change, including the first one in a new folder', async () => {
    disk.record();
    const collection = openNotes(folderIn(disk.root));
    const reports = new Reports(new Map());
    await collection.commit({ put: [note(1)] });
    reports.kept('the first record', heldBy(collection));
    await collection.commit({ put: [note(1, 'changed'), note(2)] });
    reports.kept('a change', heldBy(collection));
    await collection.commit({ remove: ['1', '2'] });
    reports.kept('a removal of all', heldBy(collection));
    await collection.commit({ put: [note(3)] });
    reports.kept('a record after all were removed', heldBy(collection));
    reports.check(read);
  });

  it('keeps changes to several segments, and a record that moves between segments', async () => {
    const text = (length: number) => 'x'.repeat(length);
    await openNotes(folderIn(disk.root)).commit({ put: notes(1, 150) });
    disk.record();
    const collection = openNotes(folderIn(disk.root));
    const reports = new Reports(heldBy(collection));
    await collection.commit({ put: [note(1, 'a'), note(70, 'b'), note(140, 'c'), ...notes(151, 200)] });
    reports.kept('four segments', heldBy(collection));
    // Grows beyond its segment, and moves.
    await collection.commit({ put: [note(2, text(200_000))] });
    reports.kept('a record that grew', heldBy(collection));
    await collection.commit({ put: [note(3, text(200_000))] });
    reports.kept('a record that moved', heldBy(collection));
    await collection.commit({ put: [note(201)], remove: notes(65, 128).map(({ id }) => id) });
    reports.kept('a removal of a whole segment', heldBy(collection));
    reports.check(read);
  });

  it('loses nothing while sparse segments are compacted', async () => {
    await openNotes(folderIn(disk.root)).commit({ put: notes(1, 64 * 18) });
    const collection = openNotes(folderIn(disk.root));
    // Leaves one record in each segment but the last.
    const left = (id: string) => Number(id) % 64 === 0 || Number(id) > 64 * 17;
    disk.record();
    const reports = new Reports(heldBy(collection));
    await collection.commit({ remove: [...collection.values()].map(({ id }) => id).filter((id) => !left(id)) });
    reports.kept('a removal', heldBy(collection));
    const before = disk.moment;
    await collection.settled();
    expect(disk.moment).toBeGreaterThan(before);
    reports.kept('the merge', heldBy(collection));
    reports.check(
      read,
      Array.from({ length: disk.moment - before + 1 }, (_, nth) => before + nth),
    );
  });

  it('keeps the result of any sequence of changes', async () => {
    disk.record();
    const collection = openNotes(folderIn(disk.root));
    const chance = createChance(7);
    const reports = new Reports(new Map());
    for (let round = 0; round < 25; round += 1) {
      const put = Array.from({ length: chance.between(0, 30) }, () =>
        note(chance.between(1, 300), `in round ${round} ${'x'.repeat(chance.between(0, 9_000))}`),
      );
      const remove = Array.from({ length: chance.between(0, 25) }, () => String(chance.between(1, 300)));
      await collection.commit({ put, remove });
      reports.kept(`round ${round}`, heldBy(collection));
    }
    const moments = Array.from({ length: 30 }, () => chance.between(0, disk.moment));
    reports.check(read, moments);
  });
});

describe('a document', () => {
  const open = (root: string) =>
    openDocument<string>({
      folder: join(root, 'desk'),
      name: 'word',
      what: 'The word',
      parse: (value) => z.string().safeParse(value).data ?? null,
      initial: 'none',
      onSetAside: ({ file, reason }) => expect.fail(`${file} was set aside: ${reason}`),
    });

  it('keeps each reported value, including the first one in a new folder', async () => {
    disk.record();
    const document = open(disk.root);
    const reports = new Reports(new Map([['word', 'none']]));
    for (const value of ['one', 'two', 'x'.repeat(10_000), 'four']) {
      await document.save(value);
      reports.kept(value.slice(0, 10), new Map([['word', value]]));
    }
    reports.check((root) => new Map([['word', open(root).value]]));
  });
});

it('a file at a place that the seller chose is complete once it was reported as written', async () => {
  disk.record();
  await writeForSeller(join(disk.root, 'export.csv'), ['a', 'b', 'c'], 'The export');
  disk.expectSafe('an export');
});

it('a file that was set aside, whole or as a copy, has its new name once the app continues', () => {
  for (const content of ['{"version":1,"rec', JSON.stringify({ version: 1, records: [note(1), { id: 'no note' }] })]) {
    disk.remove();
    disk = new RecordedDisk();
    writeFileSync(join(disk.root, 'segment-00000001.json'), content);
    disk.record();
    const setAside: SetAside[] = [];
    openNotes(disk.root, setAside);
    disk.expectSafe('setting a file aside');
    expect(setAside).toHaveLength(1);
    for (const folder of disk.after()) {
      expect(readFileSync(join(folder, basename(setAside[0]?.movedTo ?? '')), 'utf8')).toBe(content);
    }
  }
});
