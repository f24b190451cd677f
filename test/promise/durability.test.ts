// The order of system calls lets everything that counts as written survive a power cut and a nearly full disk.
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { Queue } from '../../src/main/outbox/queue.ts';
import { QueueFiles } from '../../src/main/outbox/queue-files.ts';
import { Database } from '../../src/main/storage/database.ts';
import { StoredFile } from '../../src/main/storage/document.ts';
import type { SetAside } from '../../src/main/storage/set-aside.ts';
import { createStamper } from '../../src/main/storage/stamp.ts';
import { temporaryFolder } from '../support/folder.ts';
import { buildChange } from '../support/outbox-changes.ts';
import { mountSmallDisk } from '../support/small-disk.ts';

type Call = readonly [name: string, path: string];
type Path = string | Buffer;

/** Wraps Node's file functions before electron-store's library imports them. */
const disk = await vi.hoisted(async () => {
  const fs = (await import('node:fs')).default;
  const { syncBuiltinESMExports } = await import('node:module');
  const real = { ...fs };
  const calls: Call[] = [];
  const refused = { call: '' };
  const paths = new Map<number, string>();
  const note = (name: string, path: string) => {
    calls.push([name, path]);
    if (refused.call === `${name} ${path.split('/').at(-1)}`) throw Object.assign(new Error('EIO'), { code: 'EIO' });
  };
  fs.openSync = (path, ...others) => {
    const fd = real.openSync(path, ...others);
    paths.set(fd, String(path));
    return fd;
  };
  fs.writeSync = ((fd: number, ...others: [string]) => {
    note('write', paths.get(fd) ?? '');
    return real.writeSync(fd, ...others);
  }) as typeof fs.writeSync;
  fs.fsyncSync = (fd) => {
    note('fsync', paths.get(fd) ?? '');
    real.fsyncSync(fd);
  };
  fs.renameSync = (from, to) => {
    note('rename', String(to));
    real.renameSync(from, to);
  };
  fs.rmSync = (path, options) => {
    note('remove', String(path));
    real.rmSync(path, options);
  };
  syncBuiltinESMExports();
  // The app has to delete this variable: with it, the library writes files in place.
  process.env.SNAP = '/snap/desk';
  return { calls, refused };
});

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
  disk.refused.call = '';
});

/** The system calls since the last `calls()`. Replaces the random end of the names of temporary files. */
const calls = () =>
  disk.calls
    .splice(0)
    .map(([name, path]) => `${name} ${basename(path as Path & string).replace(/\.tmp-.*/, ' (new)')}`);

const REPLACED = (file: string) => [`write ${file} (new)`, `fsync ${file} (new)`, `rename ${file}`, `fsync queue`];

describe('the queue', () => {
  const open = (file?: (path: string) => StoredFile) => {
    const files = new QueueFiles(join(folder, 'queue'), 'The outbox', ({ reason }) => expect.fail(reason), file);
    return new Queue(files);
  };
  const stamper = createStamper(() => 0, 'device');
  const change = () => buildChange('product.create', { id: stamper.id(), subject: stamper.id(), state: 'ready' });
  const ids = (queue: Queue) => queue.all().map(({ id }) => id);

  it('writes, flushes and renames a file, and flushes its folder, before a change counts as accepted or removed', () => {
    const queue = open();
    calls();
    const first = change();
    queue.commit([first]);
    expect(calls()).toEqual(REPLACED('00000001.json'));
    queue.commit([{ ...first, state: 'sending' }]);
    expect(calls()).toEqual(REPLACED('00000001.json'));
    queue.remove([first.id]);
    queue.commit([]);
    expect(calls()).toEqual(['remove 00000001.json', 'fsync queue']);
  });

  it('rewrites only the file of a change, and puts changes added together into one file', () => {
    const queue = open();
    const all = Array.from({ length: 149 }, change);
    queue.commit(all);
    calls();
    const [ended, next] = all.slice(50);
    queue.remove([ended?.id ?? '']);
    queue.commit(next ? [{ ...next, state: 'sending' }] : []);
    expect(calls()).toEqual(REPLACED('00000002.json'));
    // The last file has room for only one of the two.
    queue.commit([change(), change()]);
    expect(calls()).toEqual(REPLACED('00000004.json'));
    expect(readdirSync(join(folder, 'queue'))).toHaveLength(4);
    expect(ids(open())).toEqual(ids(queue));
  });

  it('sets an unreadable file aside, and keeps all other changes', () => {
    const queue = open();
    queue.commit(Array.from({ length: 120 }, change));
    const path = join(folder, 'queue', '00000002.json');
    writeFileSync(path, readFileSync(path, 'utf8').slice(0, 500));
    const setAside: SetAside[] = [];
    const files = new QueueFiles(join(folder, 'queue'), 'The outbox', (event) => setAside.push(event));
    const again = new Queue(files);
    expect(ids(again)).toEqual(ids(queue).filter((_, nth) => nth < 50 || nth >= 100));
    expect(setAside).toMatchObject([{ file: path, movedTo: expect.stringContaining('00000002.json.damaged-') }]);
    expect(readFileSync(setAside[0]?.movedTo ?? '', 'utf8')).toHaveLength(500);
    const other = join(folder, 'other store', 'queue');
    cpSync(join(folder, 'queue'), other, { recursive: true });
    const foreign = new QueueFiles(other, 'The outbox', (event) => setAside.push(event));
    expect([new Queue(foreign).all(), setAside.length]).toEqual([[], 3]);
  });

  it('keeps nothing of a refused commit, whichever of its files the disk refuses', () => {
    const queue = open();
    const first = change();
    queue.commit([first]);
    const many = Array.from({ length: 120 }, change);
    for (const refused of ['rename 00000003.json', 'fsync queue']) {
      disk.refused.call = refused;
      expect(() => queue.commit(many)).toThrow();
      disk.refused.call = '';
      queue.commit([]);
      for (const each of [queue, open()]) expect(ids(each), refused).toEqual([first.id]);
    }
  });

  it('restores each file separately, so that a refused change is in none of them', () => {
    let room = Number.POSITIVE_INFINITY;
    class Full extends StoredFile {
      override write(content: Record<string, unknown>): number {
        if (room-- <= 0) throw new Error('full');
        return super.write(content);
      }
    }
    const queue = open((path) => new Full(path));
    queue.commit(Array.from({ length: 50 }, change));
    queue.remove(ids(queue).slice(1, 2));
    // Enough for the first file and one new file, but not for the second new file or for restoring the first.
    room = 2;
    expect(() => queue.commit(Array.from({ length: 100 }, change))).toThrow();
    expect(ids(open())).toEqual(ids(queue));
  });
});

describe('a document', () => {
  it('has its previous content, or does not exist, if the disk refuses after the rename', () => {
    const file = new StoredFile(join(folder, 'a.json'));
    disk.refused.call = `fsync ${basename(folder)}`;
    expect(() => file.write({ value: 1 })).toThrow('EIO');
    expect(readdirSync(folder)).toEqual([]);
    disk.refused.call = '';
    file.write({ value: 1 });
    disk.refused.call = `fsync ${basename(folder)}`;
    expect(() => file.write({ value: 2 })).toThrow('EIO');
    expect(readFileSync(file.path, 'utf8')).toBe('{"version":1,"value":1}');
  });

  it('is flushed again after its rename on Windows, which cannot flush a folder', () => {
    const own = process.platform;
    onTestFinished(() => void Object.defineProperty(process, 'platform', { value: own }));
    const file = new StoredFile(join(folder, 'a.json'));
    Object.defineProperty(process, 'platform', { value: 'win32' });
    calls();
    file.write({ value: 1 });
    expect(calls()).toEqual(['write a.json (new)', 'fsync a.json (new)', 'rename a.json', 'fsync a.json']);
  });

  it('is not written into a folder that was moved away', () => {
    const file = new StoredFile(join(folder, 'gone', 'a.json'));
    expect(() => file.write({ value: 1 })).toThrow('ENOENT');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('keeps its previous content on a disk with 8 kB left', (context) => {
    const small = mountSmallDisk(64) ?? context.skip('No disk can be mounted here');
    onTestFinished(() => small.close());
    const data = join(small.folder, 'data');
    mkdirSync(data);
    const file = new StoredFile(join(data, 'a.json'));
    file.write({ value: 'x'.repeat(9_000) });
    const previous = readFileSync(file.path, 'utf8');
    small.fill(8 * 1024);
    expect(() => file.write({ value: 'y'.repeat(18_000) })).toThrow();
    expect(readFileSync(file.path, 'utf8')).toBe(previous);
    small.drain();
    file.write({ value: 'y' });
    expect(
      new StoredFile(file.path).read(
        ({ value }) => value,
        ({ reason }) => expect.fail(reason),
      ),
    ).toBe('y');
  });
});

it('a commit of the database is durable when it returns', () => {
  const database = new Database(join(folder, 'a.db'), { what: 'The catalog' });
  database.transaction(() => database.exec('CREATE TABLE a (b)'), false);
  expect(() => database.transaction(() => database.exec('no sql'), false)).toThrow();
  expect(database.get('PRAGMA synchronous')).toMatchObject({ synchronous: 2 });
  expect(database.get('PRAGMA fullfsync')).toMatchObject({ fullfsync: 1 });
  expect(database.get('PRAGMA journal_mode')).toMatchObject({ journal_mode: 'wal' });
  database.end();
});
