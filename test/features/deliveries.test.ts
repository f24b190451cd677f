// The deliveries of a store: found by their words, the newest are kept, wiped when they are cleared, and refused on a full disk.
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { NewDelivery } from '../../src/main/catalog/deliveries.ts';
import { foldText } from '../../src/shared/fold.ts';
import { DELIVERIES_KEPT } from '../../src/shared/inbox.ts';
import { temporaryFolder } from '../support/folder.ts';
import { DeliveryStore, openInbox } from '../support/inbox.ts';
import { mountSmallDisk } from '../support/small-disk.ts';

let folder: string;
let store: DeliveryStore;
beforeEach(() => {
  folder = temporaryFolder();
  store = new DeliveryStore(folder);
});
afterEach(() => store.close());

const delivery = ({ path = '/', header = '', body = '', isText = true, at = 1 }): NewDelivery => ({
  record: {
    ...{ id: randomUUID(), at, method: 'POST', path, headers: [['X-Some', [header]]], size: 1 },
    ...{ encoding: isText ? 'utf8' : 'base64', verification: 'missing', answered: 200 },
  },
  body: isText ? body : Buffer.from(body).toString('base64'),
  keyDigest: null,
});
const clear = () => {
  while (store.catalog.deliveries.clear(Date.now())) {
    // The rest follows.
  }
};

describe('a search', () => {
  /** Each word is somewhere in the path, the headers or the start of the body. */
  const holds = ({ record, body }: NewDelivery, search: string) => {
    const parts = [record.path, ...record.headers.map(([name, values]) => `${name}: ${values.join(', ')}`)];
    if (record.encoding === 'utf8') parts.push(body.slice(0, 32 * 1024));
    const text = foldText(parts.join('\n'));
    const words = foldText(search).split(/\s+/).filter(Boolean);
    return words.every((word) => text.includes(word));
  };
  const pieces = ['İ', 'ß', 'ΟΔΟΣ', 'ä', 'A', 'b', '%', '_', "'", '"', '🎉', '\u0301', '*', ' ', '\n'];
  const text = fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((of) => of.join(''));

  it('finds what has all its words, in pages', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ path: text, header: text, body: text, isText: fc.boolean() }), { maxLength: 12 }),
        fc.array(text, { minLength: 1, maxLength: 4 }),
        async (given, searches) => {
          clear();
          const kept = given.map(delivery);
          await store.sales.store(kept);
          for (const search of ['', ...searches]) {
            const found = kept.filter((each) => holds(each, search)).map(({ record }) => record.id);
            found.reverse();
            const page = await store.catalog.deliveries.list({ search, offset: 1, limit: 30 });
            expect([page.total, page.rows.map(({ id }) => id)]).toEqual([found.length, found.slice(1)]);
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});

it('keeps the newest ten thousand, whatever the order in which they arrive', async () => {
  const many = Array.from({ length: DELIVERIES_KEPT + 5 }, (_, index) => delivery({ at: 10 + index }));
  await store.sales.store([...many.slice(5), ...many.slice(0, 5)]);
  const kept = store.kept();
  expect([kept.length, kept.at(-1)?.record.id]).toEqual([DELIVERIES_KEPT, many[5]?.record.id]);
});

it('leaves no bodies on the disk when all are cleared, but those that arrive meanwhile', async () => {
  const allBytes = () =>
    readdirSync(folder)
      .map((name) => readFileSync(join(folder, name), 'latin1'))
      .join('\n');
  await store.sales.store(Array.from({ length: 250 }, () => delivery({ body: '{"buyer":"mara"}' })));
  await store.sales.store([delivery({ body: '{"index":999}', at: Date.now() + 60_000 })]);
  expect(allBytes()).toContain('mara');
  clear();
  expect(store.indexes()).toEqual([999]);
  await store.close();
  expect(allBytes()).not.toContain('mara');
  store = new DeliveryStore(folder);
});

const disk = mountSmallDisk(1_024);
describe.skipIf(!disk)('a disk that is full', () => {
  afterEach(() => disk?.close());

  it('refuses a delivery, keeps the stored ones, and accepts the next one when there is space again', async () => {
    if (!disk) return;
    const inbox = await openInbox(disk.folder);
    expect(await inbox.post('{"index":1}')).toBe(200);
    disk.fill(0);
    expect(await inbox.post(JSON.stringify({ text: 'x'.repeat(300_000) }))).toBe(503);
    expect(inbox.inbox.view().diskProblem).not.toBeNull();
    disk.drain();
    expect(await inbox.post('{"index":2}')).toBe(200);
    expect(inbox.inbox.view().diskProblem).toBeNull();
    expect(inbox.store.indexes()).toEqual([2, 1]);
    await inbox.close();
  });
});
