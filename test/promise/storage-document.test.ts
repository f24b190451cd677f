// A document, one small value on disk: it survives restarts, a rejected value never shows, and an unreadable one is set aside.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { openDocument } from '../../src/main/storage/document.ts';
import { StorageError } from '../../src/main/storage/durable-file.ts';
import type { SetAside } from '../../src/main/storage/set-aside.ts';
import { temporaryFolder } from '../support/folder.ts';
import { writes } from '../support/watched-writes.ts';

vi.mock('node:fs/promises', async (original) => (await import('../support/watched-writes.ts')).watchedWrites(original));

const valueSchema = z.object({ names: z.array(z.string()) });
type Value = z.infer<typeof valueSchema>;
const names = (...given: string[]): Value => ({ names: given });
const INITIAL = names();

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
  writes.reset();
});

const open = (setAside: SetAside[] = [], where = folder) =>
  openDocument<Value>({
    folder: where,
    name: 'stores',
    what: 'The stores',
    parse: (value) => valueSchema.safeParse(value).data ?? null,
    initial: INITIAL,
    onSetAside: (event) => setAside.push(event),
  });
const path = () => join(folder, 'stores.json');

describe('a document', () => {
  it('has its initial value, and no file before the first save', () => {
    const setAside: SetAside[] = [];
    expect(open(setAside, join(folder, 'new', 'folder')).value).toBe(INITIAL);
    expect(open(setAside).value).toBe(INITIAL);
    expect(setAside).toEqual([]);
    expect(existsSync(path())).toBe(false);
  });

  it('has its value again after a restart', async () => {
    const document = open();
    await document.save(names('Mira', '__proto__', '語'));
    expect(document.value).toEqual(names('Mira', '__proto__', '語'));
    expect(open().value).toEqual(names('Mira', '__proto__', '語'));
    expect(readdirSync(folder)).toEqual(['stores.json']);
  });

  it('has the last of several concurrent saves', async () => {
    const document = open();
    await Promise.all(['a', 'b', 'c'].map((name) => document.save(names(name))));
    expect(document.value).toEqual(names('c'));
    expect(open().value).toEqual(names('c'));
  });

  it('returns to the saved value if the disk fails, and accepts the next one', async () => {
    const document = open();
    await document.save(names('a'));
    writes.refuse = (step) => (step === 'open' ? 'ENOSPC' : null);
    const refused = document.save(names('b'));
    await expect(refused).rejects.toThrow(StorageError);
    await expect(refused).rejects.toThrow('The stores could not be written: the disk is full');
    expect(document.value).toEqual(names('a'));
    expect(open().value).toEqual(names('a'));
    writes.reset();
    await document.save(names('c'));
    expect(open().value).toEqual(names('c'));
  });

  it('never ends with a rejected value, also if several saves fail at once', async () => {
    const document = open();
    await document.save(names('a'));
    writes.refuse = (step) => (step === 'open' ? 'EIO' : null);
    const ended = await Promise.allSettled([document.save(names('b')), document.save(names('c'))]);
    expect(ended.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(document.value).toEqual(names('a'));
  });

  it('keeps the later of two saves if only the earlier failed', async () => {
    const document = open();
    let refusals = 0;
    writes.refuse = (step) => (step === 'open' && refusals++ === 0 ? 'EIO' : null);
    const ended = await Promise.allSettled([document.save(names('b')), document.save(names('c'))]);
    expect(ended.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    expect(document.value).toEqual(names('c'));
    expect(open().value).toEqual(names('c'));
  });
});

describe('a save that fails after its file was renamed', () => {
  const refuseFolderOnce = () => {
    let refusals = 0;
    writes.refuse = (step, file) => (step === 'open' && !file.endsWith('.tmp') && refusals++ === 0 ? 'EIO' : null);
  };

  it('leaves the previous value on the disk too', async () => {
    const document = open();
    await document.save(names('kept'));
    refuseFolderOnce();
    await expect(document.save(names('refused'))).rejects.toBeInstanceOf(StorageError);
    expect(document.value).toEqual(names('kept'));
    expect(open().value).toEqual(names('kept'));
  });

  it('leaves no file if there was none', async () => {
    const document = open();
    refuseFolderOnce();
    await expect(document.save(names('refused'))).rejects.toBeInstanceOf(StorageError);
    expect(readdirSync(folder)).toEqual([]);
    await document.save(names('kept'));
    expect(open().value).toEqual(names('kept'));
  });
});

describe('a closed document', () => {
  it('finishes the current save, and rejects later ones', async () => {
    const document = open();
    const saving = document.save(names('kept'));
    const closed = document.close();
    await expect(document.save(names('late'))).rejects.toThrow('the store was closed');
    await Promise.all([saving, closed]);
    expect(document.value).toEqual(names('kept'));
    expect(open().value).toEqual(names('kept'));
  });
});

describe('an unreadable document', () => {
  it.each([
    ['no JSON', '{"version":1,'],
    ['empty', ''],
    ['null', 'null'],
    ['an empty object', '{}'],
    ['a list', '[]'],
    ['of another version', '{"version":0,"value":{"names":["a"]}}'],
    ['without a version', '{"value":{"names":["a"]}}'],
    ['without a value', '{"version":1}'],
    ['of another shape', '{"version":1,"value":{"names":[5]}}'],
  ])('that is %s is set aside and reported, never overwritten', async (_, content) => {
    writeFileSync(path(), content);
    const setAside: SetAside[] = [];
    const document = open(setAside);
    expect(document.value).toBe(INITIAL);
    expect(setAside).toHaveLength(1);
    expect(setAside[0]).toMatchObject({ file: path(), movedTo: expect.stringContaining('stores.json.damaged-') });
    await document.save(names('new'));
    expect(readFileSync(setAside[0]?.movedTo ?? '', 'utf8')).toBe(content);
    expect(open().value).toEqual(names('new'));
  });

  it('may even be a folder', () => {
    mkdirSync(path());
    const setAside: SetAside[] = [];
    expect(open(setAside).value).toBe(INITIAL);
    expect(setAside).toHaveLength(1);
  });
});
