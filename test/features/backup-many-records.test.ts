// A backup of a store that is in use.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Catalog } from '../../src/main/catalog/catalog.ts';
import type { ProductRecord } from '../../src/main/catalog/records.ts';
import { allProducts } from '../support/catalog-rows.ts';
import { type Computer, unwrap } from '../support/computer.ts';
import { type ComputerFixtures, startComputers } from '../support/computer-fixtures.ts';

let service: ComputerFixtures['service'];
let newComputer: ComputerFixtures['newComputer'];
let original: Computer;
beforeEach(async () => {
  ({ service, newComputer } = await startComputers());
  original = await newComputer();
  await original.signIn(service);
});
afterEach(() => void vi.restoreAllMocks());

it('a backup is a snapshot of its start, whatever is created while it is written', async () => {
  const product = await original.product('Coaching hour');
  await original.link(product, '1');
  await original.settled();
  // A daily copy, a while after the start, would be a snapshot too.
  await original.app.backups.copies.stop();
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
