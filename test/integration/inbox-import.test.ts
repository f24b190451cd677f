// The one-time import of the inbox's old files: complete, verified, and safe to interrupt at any step.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openCollection } from '../../src/main/storage/collection.ts';
import { Database } from '../../src/main/storage/database.ts';
import { StorageError } from '../../src/main/storage/durable-file.ts';
import { migrate } from '../../src/main/storage/migrate.ts';
import { NewerVersionError } from '../../src/main/storage/newer-version.ts';
import type { SetAside } from '../../src/main/storage/set-aside.ts';
import { createStamper } from '../../src/main/storage/stamp.ts';
import { MIGRATIONS } from '../../src/main/webhook/inbox/delivery-table.ts';
import { importSegments, verifyImport } from '../../src/main/webhook/inbox/import-segments.ts';
import type { Inbox } from '../../src/main/webhook/inbox/inbox.ts';
import { DELIVERIES_KEPT } from '../../src/shared/inbox.ts';
import { removeFolder, temporaryFolder } from '../support/folder.ts';
import { allKept, newInbox } from '../support/inbox.ts';

/** Called before each step that changes or reads a file. */
const steps = vi.hoisted(() => ({ before: (_name: string, _path: string) => {} }));
vi.mock('node:fs', async (original) => {
  const real = await original<typeof import('node:fs')>();
  const watched =
    <Given extends unknown[], Result>(name: string, act: (...given: Given) => Result) =>
    (...given: Given): Result => {
      steps.before(name, String(given[0]));
      return act(...given);
    };
  return {
    ...real,
    renameSync: watched('rename', real.renameSync),
    rmSync: watched('rm', real.rmSync),
    openSync: watched('open', real.openSync),
    fsyncSync: watched('fsync', real.fsyncSync),
    mkdirSync: watched('mkdir', real.mkdirSync),
  };
});
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  const readFile = async (path: string, encoding: 'utf8') => {
    steps.before('read', path);
    return real.readFile(path, encoding);
  };
  return { ...real, readFile };
});

let folder: string;
let setAside: SetAside[];
const onSetAside = (event: SetAside) => setAside.push(event);
const open = (at = folder) => newInbox(at, {}, { onSetAside });

beforeEach(async () => {
  folder = temporaryFolder();
  setAside = [];
});
afterEach(async () => {
  steps.before = () => {};
});

const INLINE = 32 * 1024;
const { id: newId } = createStamper(Date.now, '');

interface Old {
  readonly id: string;
  readonly body: string;
  readonly encoding: 'utf8' | 'base64';
}
const recordOf = ({ id, body, encoding }: Old) => ({
  id,
  at: 1_760_000_000_000,
  method: 'POST',
  path: '/after-sell',
  headers: [['X-Shop', ['blue', 'gr\u00fcn']]],
  contentLength: Buffer.byteLength(body, encoding),
  isJson: encoding === 'utf8',
  body: { encoding, text: body.slice(0, INLINE), isWhole: body.length <= INLINE },
  verification: 'verified',
  storeIds: ['store-1'],
  answered: 200,
});

/** Writes deliveries as earlier versions did. */
async function writeOld(deliveries: readonly Old[]): Promise<void> {
  const collection = openCollection({
    folder: join(folder, 'deliveries'),
    what: 'The deliveries',
    parse: (record) => record as { id: string },
    onSetAside,
  });
  await collection.commit({ put: deliveries.map(recordOf) });
  await collection.close();
  mkdirSync(join(folder, 'bodies'), { recursive: true });
  for (const { id, body } of deliveries) {
    if (body.length > INLINE) writeFileSync(join(folder, 'bodies', id), body);
  }
}

const old = (index: number): Old => {
  const isBinary = index % 7 === 3;
  const text = JSON.stringify({ index, nul: '\0', text: 'äß🎉'.repeat(index % 5 === 0 ? 9_000 : 10) });
  return isBinary
    ? { id: newId(), body: Buffer.from([0xff, 0, ...Buffer.from(text)]).toString('base64'), encoding: 'base64' }
    : { id: newId(), body: text, encoding: 'utf8' };
};
const olds = (deliveries: number) => Array.from({ length: deliveries }, (_, index) => old(index));
const contentOf = (inbox: Inbox): Old[] =>
  allKept(inbox).map(({ record, body }) => ({ id: record.id, body, encoding: record.encoding }));
const inFolder = () => readdirSync(folder).sort();

describe('the import', () => {
  it('imports each delivery completely, newest first, and keeps the old files', async () => {
    const deliveries = olds(150);
    await writeOld(deliveries);
    const inbox = await open();
    expect(contentOf(inbox)).toEqual([...deliveries].reverse());
    const { record } = inbox.get(deliveries[20]?.id ?? '') ?? {};
    const { body: _, ...rest } = recordOf(deliveries[20] as Old);
    expect(record).toEqual({ ...rest, encoding: 'utf8' });
    expect(inbox.matching('x-shop grün')).toHaveLength(150);
    await inbox.close();
    expect(inFolder()).toEqual(['before-sqlite', 'inbox.db', 'inbox.db.clean']);
    expect(readdirSync(join(folder, 'before-sqlite')).sort()).toEqual(['bodies', 'deliveries']);
    const again = await open();
    expect(contentOf(again)).toEqual([...deliveries].reverse());
    await again.clear();
    expect(inFolder()).not.toContain('before-sqlite');
    await again.close();
    expect(setAside).toEqual([]);
  });

  it('imports the newest ten thousand of more', async () => {
    const short = (index: number): Old => ({ id: newId(), body: `{"index":${index}}`, encoding: 'utf8' });
    const deliveries = Array.from({ length: DELIVERIES_KEPT + 40 }, (_, index) => short(index));
    await writeOld(deliveries);
    const inbox = await open();
    expect(contentOf(inbox)).toEqual([...deliveries].reverse().slice(0, DELIVERIES_KEPT));
    await inbox.close();
  });

  it('sets damaged segments aside, imports the rest, and says where they are', async () => {
    const deliveries = olds(200);
    await writeOld(deliveries);
    const segments = readdirSync(join(folder, 'deliveries')).sort();
    const [first, second] = segments.map((name) => join(folder, 'deliveries', name));
    const lost = (JSON.parse(readFileSync(first ?? '', 'utf8')) as { records: { id: string }[] }).records;
    truncateSync(first ?? '', 100);
    const content = JSON.parse(readFileSync(second ?? '', 'utf8')) as { records: { id: string; at: unknown }[] };
    const unreadable = content.records[3];
    if (!unreadable) throw new Error('There are more');
    unreadable.at = 'yesterday';
    writeFileSync(second ?? '', JSON.stringify(content));
    const inbox = await open();
    const missing = new Set([unreadable.id, ...lost.map(({ id }) => id)]);
    expect(contentOf(inbox)).toEqual(deliveries.filter(({ id }) => !missing.has(id)).reverse());
    await inbox.close();
    expect(setAside.map(({ file }) => basename(file))).toEqual(segments.slice(0, 2));
    expect(setAside.map(({ kept }) => kept)).toEqual([0, content.records.length - 1]);
    for (const { movedTo } of setAside) {
      expect(movedTo.startsWith(join(folder, 'before-sqlite', 'deliveries'))).toBe(true);
      expect(existsSync(movedTo)).toBe(true);
    }
  });

  it('imports the start of a body whose file is missing', async () => {
    const long: Old = { id: newId(), body: JSON.stringify({ text: 'x'.repeat(50_000) }), encoding: 'utf8' };
    await writeOld([long]);
    removeFolder(join(folder, 'bodies'));
    const inbox = await open();
    expect(inbox.open(long.id)).toMatchObject({ raw: long.body.slice(0, INLINE), isJson: false });
    await inbox.close();
  });

  it('uses the later of two versions of a record', async () => {
    const [delivery] = olds(1);
    if (!delivery) throw new Error('There is one');
    await writeOld([delivery]);
    const [name = ''] = readdirSync(join(folder, 'deliveries'));
    const later = { version: 1, records: [{ ...recordOf(delivery), path: '/later' }] };
    writeFileSync(join(folder, 'deliveries', name.replace('1.json', '2.json')), JSON.stringify(later));
    const inbox = await open();
    expect(inbox.list({ search: '', offset: 0, limit: 9 }).rows.map(({ path }) => path)).toEqual(['/later']);
    await inbox.close();
  });

  it('changes nothing if a newer version has written one of the files', async () => {
    await writeOld(olds(70));
    const segments = readdirSync(join(folder, 'deliveries')).sort();
    const [first = '', second = ''] = segments;
    truncateSync(join(folder, 'deliveries', first), 100);
    writeFileSync(join(folder, 'deliveries', second), JSON.stringify({ version: 2, records: [] }));
    await expect(open()).rejects.toThrow(NewerVersionError);
    expect(readdirSync(join(folder, 'deliveries')).sort()).toEqual(segments);
    expect(inFolder()).not.toContain('inbox.db');
    expect(setAside).toEqual([]);
  });

  it('keeps the old files if the disk fails, and runs when the inbox is started', async () => {
    const deliveries = olds(20);
    await writeOld(deliveries);
    steps.before = (name, path) => {
      if (name !== 'rename' || !path.endsWith('inbox.db.new')) return;
      throw Object.assign(new Error('ENOSPC: refused by the test'), { code: 'ENOSPC' });
    };
    const inbox = await open();
    expect(inbox.view()).toMatchObject({ kept: 0, diskProblem: 'The deliveries: the disk is full' });
    expect(() => inbox.page(null, 1)).toThrow('the disk is full');
    expect(inFolder()).toEqual(expect.arrayContaining(['bodies', 'deliveries']));
    expect(await inbox.start(0)).toMatchObject({ ok: false });
    steps.before = () => {};
    expect(await inbox.start(0)).toMatchObject({ ok: true });
    expect(contentOf(inbox)).toEqual([...deliveries].reverse());
    expect(inbox.view()).toMatchObject({ kept: 20, diskProblem: null });
    await inbox.close();
  });
});

it('an import with missing or different data is rejected', async () => {
  await writeOld(olds(12));
  const database = new Database(join(folder, 'copy.db'), { what: 'The copy' });
  migrate(database, MIGRATIONS);
  const imported = await importSegments(folder, database, onSetAside);
  expect(imported.count).toBe(12);
  await expect(verifyImport(database, imported)).resolves.toBeUndefined();
  database.run("UPDATE delivery SET body = x'7b7d' WHERE id = (SELECT max(id) FROM delivery)");
  await expect(verifyImport(database, imported)).rejects.toThrow('could not be read back');
  database.run('DELETE FROM delivery WHERE id = (SELECT max(id) FROM delivery)');
  await expect(verifyImport(database, imported)).rejects.toThrow(StorageError);
  await database.close();
});

it('an import interrupted at any step is finished by the next start, without loss or duplicates', async () => {
  const deliveries = olds(45);
  await writeOld(deliveries);
  const left: { readonly step: string; readonly folder: string }[] = [];
  const keep = temporaryFolder();
  let isCopying = false;
  steps.before = (name, path) => {
    if (isCopying) return;
    isCopying = true;
    const copy = join(keep, String(left.length));
    cpSync(folder, copy, { recursive: true });
    left.push({ step: `${name} ${path.slice(folder.length)}`, folder: copy });
    isCopying = false;
  };
  const inbox = await open();
  await inbox.close();
  steps.before = () => {};
  // All important steps were among them.
  const taken = left.map(({ step }) => step);
  for (const step of ['open /inbox.db.new', 'rename /inbox.db.new', 'rename /deliveries', 'rename /bodies']) {
    expect(taken).toContain(step);
  }
  expect(taken.filter((step) => step.startsWith('read /bodies/')).length).toBeGreaterThan(5);
  for (const { step, folder: copy } of left) {
    const next = await open(copy);
    expect(contentOf(next), step).toEqual([...deliveries].reverse());
    await next.close();
    expect(readdirSync(copy).sort(), step).toEqual(['before-sqlite', 'inbox.db', 'inbox.db.clean']);
    expect(readdirSync(join(copy, 'before-sqlite')).sort(), step).toEqual(['bodies', 'deliveries']);
  }
  expect(setAside).toEqual([]);
});
