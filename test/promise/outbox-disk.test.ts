// Failing disks: nothing is half-accepted, nothing is sent without a record, and the app recovers.
import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createLink } from '../../src/main/links/handlers.ts';
import { createProduct } from '../../src/main/products/products.ts';
import { activeLinks, activeProducts } from '../support/catalog-rows.ts';
import { temporaryFolder } from '../support/folder.ts';
import { hold, startSeller, startService } from '../support/outbox-fixtures.ts';
import { linkDraft, ordersIn, productFields } from '../support/outbox-seller.ts';
import { mountSmallDisk, type SmallDisk } from '../support/small-disk.ts';
import { until } from '../support/until.ts';

const probe = mountSmallDisk(100);
const canMount = probe !== null;
probe?.close();

interface FailingDisk {
  /** The computer's folder, in which the app has its data folder. */
  readonly folder: string;
  setFailing(on: boolean): void;
}

function mounted(): SmallDisk {
  const disk = mountSmallDisk(2_048) ?? expect.fail('No disk can be mounted here');
  onTestFinished(() => disk.close());
  return disk;
}

const DISKS: Record<string, () => FailingDisk> = {
  'the disk is full': () => {
    const disk = mounted();
    return { folder: join(disk.folder, 'data'), setFailing: (on) => (on ? disk.fill(0) : disk.drain()) };
  },
  'the data folder is gone': () => {
    const folder = join(temporaryFolder(), 'data');
    mkdirSync(folder);
    const away = `${folder}.away`;
    return { folder, setFailing: (on) => (on ? renameSync(folder, away) : renameSync(away, folder)) };
  },
};

async function setUp(disk: FailingDisk, parallel = 6) {
  const service = await startService();
  const seller = await startSeller(service, { folder: disk.folder, parallel });
  return { service, seller, product: await seller.addProduct(service.record.addProduct('Existing')) };
}

// Without permission to mount, only "gone" is tested here; the property tests cover the other case.
describe.each(Object.entries(DISKS).filter(([words]) => canMount || words.endsWith('gone')))(
  'if %s, the app',
  (words, make) => {
    // A full disk refuses the catalog too; on "gone" the database still has its files open.
    const keepsCatalog = words !== 'the disk is full';
    test('rejects a change with that reason, keeps nothing of it, and accepts the next one when it can', async () => {
      const disk = make();
      const { service, seller, product } = await setUp(disk);
      disk.setFailing(true);
      await expect(createProduct(seller.store, productFields('Refused'))).rejects.toThrow(words);
      await expect(createLink(seller.store, product, linkDraft('refused'))).rejects.toThrow(words);
      expect(seller.states()).toEqual([]);
      expect([activeProducts(seller.store).length, activeLinks(seller.store).length]).toEqual([1, 0]);
      disk.setFailing(false);
      await seller.link(product, 'accepted');
      await seller.settled();
      await seller.restart();
      expect(ordersIn(service.record.bodies('link.create'))).toEqual(['accepted']);
      expect(service.changes).toHaveLength(1);
    });

    test('sends nothing, keeps a result in memory, and continues when it can write; nothing is sent twice', async () => {
      const disk = make();
      const { service, seller, product } = await setUp(disk, 1);
      const problem = () => until('it says so', () => seller.outbox.status().diskProblem?.includes(words) ?? false);
      seller.store.suspend();
      for (const order of ['1', '2']) await seller.link(product, order);
      disk.setFailing(true);
      seller.store.resume();
      await problem();
      expect([service.changes, seller.states()]).toEqual([[], ['ready', 'ready']]);
      const answer = hold(service, 'link.create');
      disk.setFailing(false);
      await until('the first is under way', () => service.changes.length === 1);
      await until('its mark is written', () => seller.outbox.status().diskProblem === null);
      disk.setFailing(true);
      answer();
      await problem();
      await seller.reach(...(keepsCatalog ? ['ready'] : ['sending', 'ready']));
      expect(service.changes).toHaveLength(1);
      disk.setFailing(false);
      await seller.settled();
      await seller.restart();
      expect(seller.outbox.status()).toMatchObject({ attention: 0, diskProblem: null });
      expect(ordersIn(service.record.bodies('link.create'))).toEqual(['1', '2']);
      expect(activeLinks(seller.store).every(({ paymentLink }) => paymentLink !== null)).toBe(true);
    });
  },
);
