// The database of the webhook inbox: its content after a crash, damage and deletion.
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Database } from '../../src/main/storage/database.ts';
import { NewerVersionError } from '../../src/main/storage/newer-version.ts';
import type { SetAside } from '../../src/main/storage/set-aside.ts';
import { createStamper } from '../../src/main/storage/stamp.ts';
import { Deliveries } from '../../src/main/webhook/inbox/deliveries.ts';
import type { DeliveryRecord } from '../../src/main/webhook/inbox/record.ts';
import { foldText } from '../../src/shared/fold.ts';
import { DELIVERIES_KEPT } from '../../src/shared/inbox.ts';
import { slow } from '../../tools/test/slow.ts';
import { damageText } from '../support/damage-page.ts';
import { removeFolder, temporaryFolder } from '../support/folder.ts';
import { allKept, newInbox, type OpenInbox, openInbox, positionAt, relayed } from '../support/inbox.ts';
import { mountSmallDisk } from '../support/small-disk.ts';

let folder: string;
let open: OpenInbox | null;
let setAside: SetAside[];
const onSetAside = (event: SetAside) => setAside.push(event);

function reset(): void {
  folder = temporaryFolder();
  setAside = [];
  open = null;
}
beforeEach(reset);
afterEach(async () => {
  await open?.inbox.close();
});

const start = async () => {
  open = await openInbox(folder, {}, { onSetAside });
  return open;
};
const bodyOf = (index: number) => JSON.stringify({ index, text: `text ${index} `.repeat(index % 10 === 0 ? 900 : 20) });
/** An inbox with this many deliveries. */
async function filled(deliveries = 40): Promise<OpenInbox> {
  const inbox = await start();
  for (let index = 0; index < deliveries; index += 1) expect(await inbox.post(bodyOf(index))).toBe(200);
  return inbox;
}
const indexes = (inbox: OpenInbox) => allKept(inbox.inbox).map(({ body }) => JSON.parse(body).index as number);
const newestFirst = (deliveries: number) => Array.from({ length: deliveries }, (_, index) => deliveries - 1 - index);
const file = () => join(folder, 'inbox.db');

/** Ends the inbox like a crash: only the data on disk is left. */
async function crash(inbox: OpenInbox): Promise<void> {
  const left = temporaryFolder();
  cpSync(folder, left, { recursive: true });
  await inbox.inbox.close();
  removeFolder(folder);
  cpSync(left, folder, { recursive: true });
}

it('has every acknowledged delivery after a crash, also one during closing or right after the first start', async () => {
  await crash(await start());
  await crash(await filled());
  expect(indexes(await start())).toEqual(newestFirst(40));
  writeFileSync(`${file()}.clean`, '');
  await crash(open as OpenInbox);
  expect(indexes(await start())).toEqual(newestFirst(40));
  expect(setAside).toEqual([]);
});

describe('a damaged database', () => {
  const flip = (...places: number[]) => {
    const bytes = readFileSync(file());
    for (const place of places) bytes[place] = (bytes[place] ?? 0) ^ 0xa5;
    writeFileSync(file(), bytes);
  };
  /** The page offsets of the table's rows. */
  const leaves = () => {
    const bytes = readFileSync(file());
    const pages = Array.from({ length: bytes.length / 4096 }, (_, page) => page * 4096);
    return pages.filter((place) => place > 0 && bytes[place] === 0x0d);
  };
  const expectSetAside = async (what: string) => {
    await vi.waitFor(() => expect(setAside, what).toHaveLength(1), { timeout: slow(20_000) });
    expect(setAside[0], what).toMatchObject({ file: file(), kept: 0 });
    expect(existsSync(setAside[0]?.movedTo ?? ''), what).toBe(true);
  };

  /** It starts empty, keeps new deliveries, and the next start finds them. */
  async function expectEmptyAndWorking(what: string): Promise<void> {
    const inbox = await start();
    await expectSetAside(what);
    await vi.waitFor(() => expect(allKept(inbox.inbox), what).toEqual([]), { timeout: slow(20_000) });
    expect(await inbox.post(bodyOf(0)), what).toBe(200);
    await inbox.inbox.close();
    expect(indexes(await start()), what).toEqual([0]);
    expect(setAside, what).toHaveLength(1);
    await open?.inbox.close();
  }

  it('is set aside at the start, and the inbox starts empty', async () => {
    const damages: [string, () => void][] = [
      ['flipped bytes in its header', () => flip(0, 17)],
      ['flipped bytes in its first page', () => flip(100, 103, 105)],
      ['cut by its last page', () => truncateSync(file(), statSync(file()).size - 4096)],
      ['cut to nothing', () => truncateSync(file(), 0)],
      ['another file', () => writeFileSync(file(), 'no database '.repeat(1_000))],
    ];
    for (const [what, damage] of damages) {
      reset();
      await (await filled(12)).inbox.close();
      damage();
      await expectEmptyAndWorking(what);
    }
  });

  it('is checked after a crash, also for what no query meets', async () => {
    await crash(await filled(12));
    rmSync(`${file()}-wal`);
    await expectEmptyAndWorking('its log removed');

    reset();
    await (await filled(12)).inbox.close();
    await crash(await start());
    // The start of a page's free space: reading a row does not touch it.
    flip(...leaves().map((place) => place + 2));
    await expectEmptyAndWorking('damage that no query meets');

    reset();
    await (await filled(12)).inbox.close();
    rmSync(`${file()}.clean`);
    writeFileSync(`${file()}-wal`, '');
    damageText(file(), 'POST', 0xff);
    await expectEmptyAndWorking('a text that is not UTF-8, which would end the app when it is read');
  });

  it('is set aside when a delivery meets the damage, and the delivery is kept in the new one', async () => {
    await (await filled()).inbox.close();
    flip(...leaves());
    const inbox = await start();
    expect(setAside).toEqual([]);
    expect(await inbox.post(bodyOf(7))).toBe(200);
    await expectSetAside('');
    expect(indexes(inbox)).toEqual([7]);
  });

  it('rejects deliveries that continue a lost position, so that the stream is read again from its start', async () => {
    const before = await filled();
    expect(await before.inbox.keepRelayed(relayed(0, 10), 'team', positionAt(10))).toBe(true);
    await before.inbox.close();
    flip(...leaves());
    const { inbox } = await start();
    expect(await inbox.keepRelayed(relayed(10, 5), 'team', positionAt(15), true)).toBe(false);
    await expectSetAside('');
    expect(await inbox.relayPosition('team')).toBeUndefined();
    expect(await inbox.keepRelayed([], 'team', positionAt(0))).toBe(true);
    expect(await inbox.keepRelayed(relayed(0, 15), 'team', positionAt(15), true)).toBe(true);
    expect(allKept(inbox)).toHaveLength(15);
  });

  it('is set aside when a list meets the damage, and the list is empty then', async () => {
    let changes = 0;
    await (await filled()).inbox.close();
    flip(...leaves());
    const inbox = await newInbox(folder, {}, { onSetAside, onChange: () => (changes += 1) });
    expect(() => inbox.page(null, 20)).toThrow('The deliveries: ');
    await vi.waitFor(() => expect(changes).toBeGreaterThan(0), { timeout: slow(20_000) });
    await expectSetAside('');
    expect(inbox.list({ search: '', offset: 0, limit: 20 })).toMatchObject({ total: 0, rows: [] });
    await inbox.close();
  });
});

it('does not open or change a database of a newer version', async () => {
  await (await filled(3)).inbox.close();
  const newer = new Database(file(), { what: 'The deliveries' });
  newer.exec('PRAGMA user_version = 1000');
  await newer.close();
  const before = readFileSync(file());
  await expect(newInbox(folder, {}, { onSetAside })).rejects.toThrow(NewerVersionError);
  expect(readFileSync(file()).equals(before)).toBe(true);
  expect(setAside).toEqual([]);
});

it('leaves no bodies on disk when all are deleted, and keeps deliveries that arrive meanwhile', async () => {
  const inbox = await start();
  const allBytes = () =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
      .join('\n');
  for (let index = 0; index < 120; index += 1) await inbox.post(`{"secret-of-buyer":"${'mara '.repeat(2_000)}"}`);
  expect(allBytes()).toContain('mara');
  const cleared = inbox.inbox.clear();
  const posted = inbox.post(bodyOf(999));
  expect(await cleared).toMatchObject({ ok: true });
  expect(await posted).toBe(200);
  expect(indexes(inbox)).toEqual([999]);
  expect(allBytes()).not.toContain('mara');
  expect(statSync(file()).size).toBeLessThan(64 * 1024);
});

it('leaves one complete file when it is closed, and reads and writes nothing afterwards', async () => {
  const inbox = await filled(3);
  await inbox.inbox.close();
  expect(readdirSync(folder).sort()).toEqual(['inbox.db', 'inbox.db.clean', 'inbox.json']);
  expect(() => inbox.inbox.page(null, 1)).toThrow('closed');
  expect(indexes(await start())).toEqual([2, 1, 0]);
});

describe('the list', () => {
  /** The meaning of a search: each word is somewhere in the path, the headers or the start of the body. */
  const holds = ({ record, body }: { record: DeliveryRecord; body: string }, search: string) => {
    const parts = [record.path, ...record.headers.map(([name, values]) => `${name}: ${values.join(', ')}`)];
    if (record.encoding === 'utf8') parts.push(body.slice(0, 32 * 1024));
    const text = foldText(parts.join('\n'));
    const words = foldText(search).split(/\s+/).filter(Boolean);
    return words.every((word) => text.includes(word));
  };
  const pieces = ['İ', 'ß', 'ΟΔΟΣ', 'ä', 'A', 'b', '\0', '%', '_', "'", '"', '🎉', '\u0301', '*', ' ', '\n'];
  const text = fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((of) => of.join(''));

  it('has the documented results for each search, in pages', async () => {
    const { id } = createStamper(Date.now, '');
    const deliveries = new Deliveries({ folder, onSetAside, onKept: () => undefined, onReplaced: () => undefined });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ path: text, header: text, body: text, isText: fc.boolean() }), { maxLength: 12 }),
        fc.array(text, { minLength: 1, maxLength: 4 }),
        async (given, searches) => {
          await deliveries.clear();
          const kept = given.map(({ path, header, body, isText }) => {
            const record: DeliveryRecord = {
              ...{
                id: id(),
                at: 1.5,
                method: 'POST',
                path: path.replaceAll('\0', ''),
                headers: [['X-Some', [header]]],
              },
              ...{ contentLength: 1, isJson: false, encoding: isText ? 'utf8' : 'base64', verification: 'missing' },
              ...{ storeIds: ['a'], answered: 200 },
            } as DeliveryRecord;
            return { record, body: isText ? body : Buffer.from(body).toString('base64') };
          });
          await Promise.all(kept.map(({ record, body }) => deliveries.keep({ record, body, givenKey: null })));
          expect(deliveries.page(null, 100)).toEqual([...kept].reverse());
          for (const search of ['', ...searches]) {
            const found = kept.filter((each) => holds(each, search)).map(({ record }) => record.id);
            found.reverse();
            expect(deliveries.matching(search)).toEqual(found);
            const page = deliveries.list({ search, offset: 1, limit: 3 });
            expect(page.total).toBe(found.length);
            expect(page.rows.map((row) => row.id)).toEqual(found.slice(1, 4));
          }
        },
      ),
      { numRuns: 60 },
    );
    await deliveries.close();
  });

  it('is searched by many words, at the start of a long body only, and never in binary data', async () => {
    const { inbox, post } = await start();
    // Different one-letter characters.
    const words = Array.from({ length: 300 }, (_, index) => String.fromCodePoint(0x4e00 + index));
    await post(words.join(''));
    await post(words.slice(1).join(''));
    expect(inbox.matching(words.join(' '))).toHaveLength(1);
    expect(inbox.matching(words.slice(1).join(' '))).toHaveLength(2);
    await post(`${'x'.repeat(32 * 1024 - 5)}start${'y'.repeat(1_000)}end`);
    await post(Buffer.concat([Buffer.from([0xff]), Buffer.from('binary')]));
    const found = (search: string) => inbox.matching(search).length;
    expect([found('start'), found('end'), found('binary'), found('/wRiaW5'), found('')]).toEqual([1, 0, 0, 0, 4]);
  });

  it('has the newest ten thousand whose sales are stored', async () => {
    const { inbox } = await start();
    for (let from = 0; from < DELIVERIES_KEPT + 30; from += 490) {
      const count = Math.min(490, DELIVERIES_KEPT + 30 - from);
      await inbox.keepRelayed(relayed(from, count), 'team', positionAt(from + count));
    }
    expect(inbox.view().kept).toBe(DELIVERIES_KEPT + 30);
    await inbox.noted(inbox.matching(''));
    await inbox.keepRelayed(relayed(-1, 1), 'team', positionAt(DELIVERIES_KEPT + 31));
    expect(inbox.view().kept).toBe(DELIVERIES_KEPT);
    const kept = indexes(open as OpenInbox);
    expect(kept.slice(0, 3)).toEqual([-1, DELIVERIES_KEPT + 29, DELIVERIES_KEPT + 28]);
    expect([kept.length, kept.at(-1)]).toEqual([DELIVERIES_KEPT, 31]);
  });
});

const disk = mountSmallDisk(1_024);
describe.skipIf(!disk)('a disk that is full', () => {
  afterEach(() => disk?.close());

  it('rejects a delivery, keeps the existing ones, and accepts the next one when there is space again', async () => {
    if (!disk) return;
    const inbox = await openInbox(disk.folder, {}, { onSetAside });
    expect(await inbox.post('{"index":1}')).toBe(200);
    disk.fill(0);
    expect(await inbox.post(JSON.stringify({ text: 'x'.repeat(300_000) }))).toBe(503);
    expect(inbox.inbox.view()).toMatchObject({ kept: 1, diskProblem: expect.any(String) });
    disk.drain();
    expect(await inbox.post('{"index":2}')).toBe(200);
    expect(inbox.inbox.view()).toMatchObject({ kept: 2, diskProblem: null });
    await inbox.inbox.close();
    disk.fill(0);
    // The app starts; the inbox says why it cannot.
    const full = await newInbox(disk.folder, {}, { onSetAside });
    const refused = await full.start(0);
    const view = full.view();
    disk.drain();
    if (!refused.ok) {
      expect(view.diskProblem).not.toBeNull();
      expect(await full.start(0)).toMatchObject({ ok: true });
    }
    expect(full.page(null, 10).map(({ body }) => body)).toEqual(['{"index":2}', '{"index":1}']);
    await full.close();
    expect(setAside).toEqual([]);
  });
});
