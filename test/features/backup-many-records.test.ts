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
import { writeForSeller } from '../../src/main/storage/durable-file.ts';
import { allProducts } from '../support/catalog-rows.ts';
import { type Computer, draft, unwrap } from '../support/computer.ts';
import { type ComputerFixtures, startComputers } from '../support/computer-fixtures.ts';
import { saleOf } from '../support/sale.ts';

const LINKS = 1_500;
/** So many are read and compared in more turns than these, on any computer. */
const LEAST_TURNS = 5;

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
    yield lineOf('store', store.id, store);
    yield lineOf('products', store.id, product);
    for (let order = 0; order < LINKS; order += 1) {
      const link = linkOf(order);
      yield lineOf('links', store.id, link);
      const sale = saleOf({ id: `sale ${order}`, linkId: link.id, at: start });
      if (order % 50 === 0) yield lineOf('sales', store.id, sale);
    }
    yield lineOf('end', null, null);
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
  expect(turns).toBeGreaterThan(LEAST_TURNS);
  expect(preview.stores[0]).toMatchObject({ counts: { new: LINKS + LINKS / 50 + 1 } });
  const query = { search: '', productId: null, sync: 'all', useOnce: null, sold: true } as const;
  const { total, counts } = await other.store.catalog.links.counts(query);
  expect([counts.all, total]).toEqual([LINKS, LINKS / 50]);
  turns = 0;
  const again = await other.preview(path);
  isOn = false;
  expect(turns).toBeGreaterThan(LEAST_TURNS);
  expect(again.preview.stores[0]).toMatchObject({ counts: { new: 0, same: LINKS + LINKS / 50 + 1, changed: 0 } });
});

it('a backup is a snapshot of its start, whatever is created while it is written', async () => {
  const product = await original.product('Coaching hour');
  await original.link(product, '1');
  await original.settled();
  const { snapshot } = Catalog.prototype;
  const ended = vi.spyOn(Catalog.prototype, 'end');
  let later: Promise<string> | null = null;
  vi.spyOn(Catalog.prototype, 'snapshot').mockImplementation(function (this: Catalog) {
    const taken = snapshot.call(this);
    queueMicrotask(() => {
      this.addProduct({ ...(this.products.get(product) as ProductRecord), ...this.newRecord(), serverId: 999 });
      later = original.product('Created later');
    });
    return taken;
  });
  const path = join(original.folder, 'a.storefront-backup');
  original.answers.save = path;
  const exported = await unwrap(original.call['backup.export']({ passphrase: null }));
  expect(exported?.holds).toEqual({ stores: 1, products: 1, links: 1, waiting: 0, sales: 0 });
  await later;
  expect(allProducts(original.store)).toHaveLength(3);
  const { preview } = await (await newComputer()).preview(path);
  expect(preview.holds).toEqual(exported?.holds);
  original.answers.save = join(original.folder, 'no such folder', 'a.storefront-backup');
  const refused = await original.call['backup.export']({ passphrase: null });
  expect(refused).toMatchObject({ ok: false, problem: { code: 'storage' } });
  expect(existsSync(original.answers.save)).toBe(false);
  // A failed backup releases the database too.
  expect(ended).toHaveBeenCalledTimes(2);
});
