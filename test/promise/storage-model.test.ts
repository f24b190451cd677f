// A collection against a plain Map: under any concurrent changes and disk failures, both are equal after each step.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, it, vi } from 'vitest';
import type { Change } from '../../src/main/storage/collection.ts';
import { StorageError } from '../../src/main/storage/durable-file.ts';
import type { SetAside } from '../../src/main/storage/set-aside.ts';
import { slow } from '../../tools/test/slow.ts';
import { newFolder, removeFolder } from '../support/folder.ts';
import { type Note, note, openNotes } from '../support/notes.ts';
import { writes } from '../support/watched-writes.ts';

vi.mock('node:fs/promises', async (original) => (await import('../support/watched-writes.ts')).watchedWrites(original));

const folder = newFolder();
afterAll(() => removeFolder(folder));

/** Few ids, so that changes collide, and many, so that segments fill up and empty again. */
const id = fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 250 })).map(String);
const someIds = fc.oneof(
  fc.array(id, { maxLength: 4 }),
  fc
    .tuple(fc.integer({ min: 1, max: 250 }), fc.integer({ min: 0, max: 150 }))
    .map(([from, count]) => Array.from({ length: count }, (_, index) => String(from + index))),
);
const change: fc.Arbitrary<Change<Note>> = fc
  .record({ put: someIds, remove: someIds, text: fc.string({ unit: 'grapheme', maxLength: 30 }) })
  .map(({ put, remove: out, text }) => ({ put: put.map((each) => note(each, text)), remove: out }));

const changes = fc.array(change, { minLength: 1, maxLength: 4 });
const kind = <T extends string>(name: T) => fc.constant(name);
const step = fc.oneof(
  { arbitrary: fc.record({ kind: kind('commit'), changes }), weight: 5 },
  {
    arbitrary: fc.record({ kind: kind('refused'), changes, at: fc.nat({ max: 9 }), forLong: fc.boolean() }),
    weight: 2,
  },
  { arbitrary: fc.record({ kind: kind('reopen') }), weight: 1 },
);

function apply(model: Map<string, Note>, { put = [], remove: out = [] }: Change<Note>): void {
  for (const each of put) model.set(each.id, each);
  for (const each of out) model.delete(each);
}

it('a collection has the content of a Map, in memory and on disk', { timeout: slow(60_000) }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      writes.reset();
      const own = join(folder, randomUUID());
      const setAside: SetAside[] = [];
      const open = () => openNotes(own, setAside);
      let collection = open();
      let model = new Map<string, Note>();
      const same = (held: Iterable<Note>) => expect([...held]).toEqual([...model.values()]);
      for (const next of steps) {
        if (next.kind === 'reopen') {
          collection = open();
        } else {
          let steps = 0;
          writes.refuse = () => {
            if (next.kind !== 'refused') return null;
            steps += 1;
            return steps === next.at + 1 || (next.forLong && steps > next.at) ? 'EIO' : null;
          };
          const ended = await Promise.allSettled(next.changes.map((each) => collection.commit(each)));
          writes.reset();
          // Each is completely kept or rejected.
          const after = new Map(model);
          for (const [at, each] of ended.entries()) {
            const changed = next.changes[at];
            if (each.status === 'rejected') expect(each.reason).toBeInstanceOf(StorageError);
            else if (changed) apply(after, changed);
          }
          model = after;
          const kept = ended.every(({ status }) => status === 'fulfilled');
          same(collection.values());
          // A rejection that could not be undone on disk is undone by the next write, even an empty one.
          if (!kept) await collection.commit({});
        }
        same(collection.values());
        same(open().values());
        for (const held of model.values()) expect(collection.get(held.id)).toEqual(held);
        expect(collection.size).toBe(model.size);
      }
      expect(setAside).toEqual([]);
    }),
    { numRuns: 60 },
  );
});
