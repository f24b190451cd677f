// The fake disk of the property tests has the same contract as the real one.
import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Collection, openCollection } from '../../src/main/storage/collection.ts';
import { StorageError } from '../../src/main/storage/durable-file.ts';
import { FakeDisk } from '../support/outbox-fake-disk.ts';

interface Row {
  readonly id: string;
  readonly text: string;
}
interface Bench {
  open(): Collection<Row>;
  /** Completes writes until the work is done. */
  done<T>(work: Promise<T>): Promise<T>;
  refuse(on: boolean): void;
}

const parse = (record: unknown) => record as Row;
const row = (id: string, text = id): Row => ({ id, text });

function onFiles(): Bench {
  const at = mkdtempSync(join(tmpdir(), 'outbox-contract-'));
  const folder = join(at, 'rows');
  onTestFinished(() => rmSync(at, { recursive: true, force: true }));
  return {
    open: () =>
      openCollection<Row>({
        folder,
        what: 'The rows',
        parse,
        onSetAside: (event) => expect(event).toBeUndefined(),
      }),
    done: (work) => work,
    refuse: (on) => (on ? renameSync(folder, `${folder}.away`) : renameSync(`${folder}.away`, folder)),
  };
}

function inMemory(): Bench {
  const disk = new FakeDisk<Row>(parse);
  return {
    open: () => disk.open(),
    async done(work) {
      let ended = false;
      const end = () => {
        ended = true;
      };
      work.then(end, end);
      while (!ended) {
        disk.endWrite();
        await new Promise((resolve) => setImmediate(resolve));
      }
      return work;
    },
    refuse: (on) => {
      disk.failing = on;
    },
  };
}

describe.each([
  ['files', onFiles],
  ['memory', inMemory],
])('a collection in %s', (_, make) => {
  test('shows a change once it is written, and not before', async () => {
    const bench = make();
    const rows = bench.open();
    const commit = rows.commit({ put: [row('a'), row('b')] });
    expect(rows.size).toBe(0);
    await bench.done(commit);
    expect([...rows.values()]).toEqual([row('a'), row('b')]);
    await bench.done(rows.commit({ put: [row('a', 'new')], remove: ['b', 'never there'] }));
    expect(rows.get('a')).toEqual(row('a', 'new'));
    expect(rows.get('b')).toBeUndefined();
    expect(rows.size).toBe(1);
  });

  test('has all commits when it is opened again', async () => {
    const bench = make();
    const rows = bench.open();
    const many = Array.from({ length: 200 }, (_unused, n) => row(String(n).padStart(3, '0')));
    await bench.done(rows.commit({ put: many }));
    await bench.done(rows.commit({ remove: many.slice(0, 100).map(({ id }) => id) }));
    expect([...bench.open().values()].sort((a, b) => (a.id < b.id ? -1 : 1))).toEqual(many.slice(100));
  });

  test('completes commits in order', async () => {
    const bench = make();
    const rows = bench.open();
    const ended: number[] = [];
    const commits = [1, 2, 3].map((n) =>
      rows.commit({ put: [row('same', String(n))] }).then(() => {
        ended.push(n);
      }),
    );
    await bench.done(Promise.all(commits));
    expect(ended).toEqual([1, 2, 3]);
    expect(rows.get('same')?.text).toBe('3');
    expect(bench.open().get('same')?.text).toBe('3');
  });

  test('keeps nothing of a rejected change, and accepts the next', async () => {
    const bench = make();
    const rows = bench.open();
    await bench.done(rows.commit({ put: [row('a')] }));
    bench.refuse(true);
    await expect(bench.done(rows.commit({ put: [row('a', 'refused'), row('b')] }))).rejects.toBeInstanceOf(
      StorageError,
    );
    await expect(bench.done(rows.commit({ remove: ['a'] }))).rejects.toBeInstanceOf(StorageError);
    expect([...rows.values()]).toEqual([row('a')]);
    bench.refuse(false);
    expect([...bench.open().values()]).toEqual([row('a')]);
    const again = bench.open();
    await bench.done(again.commit({ put: [row('c')] }));
    expect([...bench.open().values()]).toEqual([row('a'), row('c')]);
  });

  test('is settled when all writes have succeeded or failed', async () => {
    const bench = make();
    const rows = bench.open();
    await bench.done(rows.settled());
    let written = false;
    void rows.commit({ put: [row('a')] }).then(() => {
      written = true;
    });
    await bench.done(rows.settled());
    await Promise.resolve();
    expect(written).toBe(true);
  });
});
