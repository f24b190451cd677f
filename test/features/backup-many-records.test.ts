// Backups of many records: a snapshot of one moment, planned and restored in small steps so that the window stays responsive.
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { lineOf } from '../../src/main/backup/content.ts';
import { Catalog } from '../../src/main/catalog/catalog.ts';
import type { LinkRecord, ProductRecord } from '../../src/main/catalog/records.ts';
import { backupBytes } from '../../src/main/storage/backup-file.ts';
import type { Database } from '../../src/main/storage/database.ts';
import { writeForSeller } from '../../src/main/storage/durable-file.ts';
import { allProducts } from '../support/catalog-rows.ts';
import { type Computer, draft, unwrap } from '../support/computer.ts';
import { type ComputerFixtures, startComputers } from '../support/computer-fixtures.ts';
import { saleOf } from '../support/sale.ts';

const LINKS = 1_500;
/** Two batches of 200 at most: one before the others run, and one after. */
const IN_A_STEP = 400;

let service: ComputerFixtures['service'];
let newComputer: ComputerFixtures['newComputer'];
let original: Computer;
beforeEach(async () => {
  ({ service, newComputer } = await startComputers());
  original = await newComputer();
  await original.signIn(service);
});
afterEach(() => void vi.restoreAllMocks());

/** A backup of the original store with one product, many links and a sale for every fiftieth. */
async function backupOfMany(): Promise<string> {
  const store = original.store.deps.record();
  const start = Date.now() - LINKS;
  const record = { rev: { time: start, counter: 0, device: 'other' }, createdAt: start, deletedAt: null };
  const product: ProductRecord = {
    ...{ ...record, id: uuidv7({ msecs: start - 1 }) },
    fields: { buttonTitle: 'Buy', productTitle: 'Coaching hour', productDescription: '' },
    ...{ origin: 'desk', serverId: 118, state: 'published', defaultPrices: [], checkout: null, answer: '{}' },
  };
  const linkOf = (index: number): LinkRecord => ({
    ...{ ...record, id: uuidv7({ msecs: start + index }), productId: product.id },
    ...draft(`order ${index}`),
    origin: 'desk',
    paymentLink: `https://checkout.example/checkout/mara/1189?payment_link_uuid=${randomUUID()}`,
    answer: '{}',
  });
  async function* lines() {
    yield lineOf('store', store.id, [store]);
    yield lineOf('products', store.id, [product]);
    for (let from = 0; from < LINKS; from += 50) {
      const links = Array.from({ length: 50 }, (_, index) => linkOf(from + index));
      const [first] = links;
      const sale = saleOf({ id: `sale ${from}`, linkId: first?.id ?? '', at: start });
      yield lineOf('links', store.id, links);
      yield lineOf('sales', store.id, [sale]);
    }
    yield lineOf('end', null, []);
  }
  const path = join(original.folder, 'many.storefront-backup');
  await writeForSeller(path, backupBytes({ appVersion: '9', createdAt: Date.now() }, lines(), null), 'it');
  return path;
}

it('plans and restores many links in steps, so that the window stays responsive', async () => {
  const path = await backupOfMany();
  const other = await newComputer();
  let turns = 0;
  let isOn = true;
  const turn = () => {
    turns += 1;
    if (isOn) setImmediate(turn);
  };
  setImmediate(turn);
  const { preview } = await other.restore(path);
  expect(turns).toBeGreaterThan((2 * LINKS) / IN_A_STEP);
  expect(preview.stores[0]).toMatchObject({ counts: { new: LINKS + LINKS / 50 + 1 } });
  const query = { search: '', productId: null, sync: 'all', useOnce: null, sold: true } as const;
  const { total, counts } = await other.store.catalog.links.counts(query);
  expect([counts.all, total]).toEqual([LINKS, LINKS / 50]);
  turns = 0;
  const again = await other.preview(path);
  isOn = false;
  expect(turns).toBeGreaterThan(LINKS / IN_A_STEP);
  expect(again.preview.stores[0]).toMatchObject({ counts: { new: 0, same: LINKS + LINKS / 50 + 1, changed: 0 } });
});

it('a backup is a snapshot of its start, whatever is created while it is written', async () => {
  const product = await original.product('Coaching hour');
  await original.link(product, '1');
  await original.settled();
  const { snapshot } = Catalog.prototype;
  const snapshots: Database[] = [];
  let later: Promise<string> | null = null;
  vi.spyOn(Catalog.prototype, 'snapshot').mockImplementation(function (this: Catalog) {
    const database = snapshot.call(this);
    snapshots.push(database);
    queueMicrotask(() => {
      this.addProduct({ ...(this.products.get(product) as ProductRecord), ...this.newRecord(), serverId: 999 });
      later = original.product('Created later');
    });
    return database;
  });
  const path = join(original.folder, 'a.storefront-backup');
  original.answers.save = path;
  const exported = await unwrap(original.call['backup.export']({ passphrase: null }));
  expect(exported?.holds).toEqual({ stores: 1, products: 1, links: 1, waiting: 0, sales: 0, notes: 0 });
  await later;
  expect(allProducts(original.store)).toHaveLength(3);
  const { preview } = await (await newComputer()).preview(path);
  expect(preview.holds).toEqual(exported?.holds);
  original.answers.save = join(original.folder, 'no such folder', 'a.storefront-backup');
  const refused = await original.call['backup.export']({ passphrase: null });
  expect(refused).toMatchObject({ ok: false, problem: { code: 'storage' } });
  expect(existsSync(original.answers.save)).toBe(false);
  // A failed backup releases the database too.
  expect(snapshots.map(({ isOpen }) => isOpen)).toEqual([false, false]);
});
