// A document keeps one small value on disk: it survives restarts, and an unreadable file is set aside.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openDocument } from '../../src/main/storage/document.ts';
import type { SetAside } from '../../src/main/storage/set-aside.ts';
import { temporaryFolder } from '../support/folder.ts';

const INITIAL: string[] = [];
let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

const open = (setAside: SetAside[] = [], where = folder) =>
  openDocument({
    folder: where,
    name: 'stores',
    what: 'The stores',
    schema: z.array(z.string()),
    initial: INITIAL,
    onSetAside: (event) => setAside.push(event),
  });
const path = () => join(folder, 'stores.json');

describe('a document', () => {
  it('has its initial value and no file before the first save, and its value again after a restart', async () => {
    const setAside: SetAside[] = [];
    expect(open(setAside, join(folder, 'new', 'folder')).value).toBe(INITIAL);
    const document = open(setAside);
    expect([document.value, setAside, existsSync(path())]).toEqual([INITIAL, [], false]);
    const value = ['Mira', '__proto__', '語'];
    document.save(value);
    for (const { value: current } of [document, open()]) expect(current).toEqual(value);
    await Promise.all(['a', 'b', 'c'].map((name) => document.save([name])));
    for (const { value: current } of [document, open()]) expect(current).toEqual(['c']);
    expect(readdirSync(folder).filter((name) => name.endsWith('.json'))).toEqual(['stores.json']);
  });

  it('removes its own unfinished file after a crash, but not the one of another document', () => {
    const other = join(folder, 'other.json.tmp-1764345600abc');
    for (const path of [join(folder, 'stores.json.tmp-1764345600abc'), other]) writeFileSync(path, '{"version":1,');
    open();
    expect(readdirSync(folder)).toEqual([basename(other)]);
  });
});

it('an unreadable document is set aside and reported, never overwritten, whatever the damage', async () => {
  for (const content of ['{"version":1,', '', '[]', '{"version":0,"value":["a"]}', '{"version":1,"value":[5]}']) {
    folder = temporaryFolder();
    writeFileSync(path(), content);
    const setAside: SetAside[] = [];
    const document = open(setAside);
    expect(document.value, content).toBe(INITIAL);
    expect(setAside).toMatchObject([{ file: path(), movedTo: expect.stringContaining('stores.json.damaged-') }]);
    document.save(['new']);
    expect(readFileSync(setAside[0]?.movedTo ?? '', 'utf8')).toBe(content);
    expect(open().value, content).toEqual(['new']);
  }
  folder = temporaryFolder();
  mkdirSync(path());
  const setAside: SetAside[] = [];
  expect(open(setAside).value).toBe(INITIAL);
  expect(setAside).toHaveLength(1);
});
