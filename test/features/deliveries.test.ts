// The deliveries of a store: search finds their words, the newest are kept, and clearing wipes them.
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { NewDelivery } from '../../src/main/catalog/deliveries.ts';
import { DELIVERIES_KEPT } from '../../src/shared/inbox.ts';
import { temporaryFolder } from '../support/folder.ts';
import { DeliveryStore } from '../support/inbox.ts';

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
    // One call clears some of them.
  }
};

it('finds what has all words of a search in its path, its headers or the start of its text, in pages', async () => {
  const kept = [
    delivery({ path: '/Straße', header: 'ΟΔΟΣ', body: '{"buyer":"García"}' }),
    delivery({ path: '/100%_"done"\'', body: 'İstanbul\n🎉' }),
    delivery({ path: '/binary', body: 'García', isText: false }),
    delivery({ body: `${'x'.repeat(32 * 1024)}García` }),
    delivery({ path: '/Straße', body: 'garcia' }),
  ];
  await store.sales.store(kept);
  for (const [search, found] of [
    ['', [4, 3, 2, 1, 0]],
    ['garcia', [4, 0]],
    ['GARCI\u0301A strasse', [4, 0]],
    ['x-some: οδοσ', [0]],
    ['%_ "done"\'', [1]],
    ['istanbul 🎉', [1]],
    ['binary', [2]],
    ['binary garcia', []],
  ] as const) {
    const page = await store.catalog.deliveries.list({ search, offset: 1, limit: 30 });
    const ids = found.slice(1).map((index) => kept[index]?.record.id);
    expect([page.total, page.rows.map(({ id }) => id)], search).toEqual([found.length, ids]);
  }
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
