// Failing disks: nothing is half-accepted, nothing is sent without a record, and the app recovers.
import { mkdirSync, mkdtempSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createLink } from '../../src/main/links/links.ts';
import { createProduct } from '../../src/main/products/products.ts';
import { discard } from '../../src/main/sync/sync.ts';
import { activeLinks, activeProducts } from '../support/catalog-rows.ts';
import { removeFolder, temporaryFolder } from '../support/folder.ts';
import { hold, startSeller, startService } from '../support/outbox-fixtures.ts';
import { linkDraft, ordersIn, productFields } from '../support/outbox-seller.ts';
import { mountSmallDisk, type SmallDisk } from '../support/small-disk.ts';
import { until } from '../support/until.ts';

const probe = mountSmallDisk(100);
const canMount = probe !== null;
probe?.close();

interface FailingDisk {
  /** The data folder; the store is in its folder `store`. */
  readonly folder: string;
  setFailing(on: boolean): void;
}

function mounted(folder?: string): SmallDisk {
  const disk = mountSmallDisk(2_048, folder) ?? expect.fail('No disk can be mounted here');
  onTestFinished(() => disk.close());
  return disk;
}

/** A whole disk that can be made read-only while no file on it is open for writing. */
function readOnlyDisk(): FailingDisk {
  const disk = mounted();
  return { folder: join(disk.folder, 'data'), setFailing: disk.setReadOnly };
}

const DISKS: Record<string, () => FailingDisk> = {
  'the disk is full': () => {
    const disk = mounted();
    return { folder: join(disk.folder, 'data'), setFailing: (on) => (on ? disk.fill(0) : disk.drain()) };
  },
  // Only the outbox is on this disk: the database keeps its files open.
  'the data folder cannot be written to': () => {
    const folder = mkdtempSync(join(tmpdir(), 'outbox-disk-'));
    onTestFinished(() => removeFolder(folder));
    const outbox = join(folder, 'store', 'outbox');
    mkdirSync(outbox, { recursive: true });
    return { folder, setFailing: mounted(outbox).setReadOnly };
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

// Without permission to mount, only "gone" is tested here; the property tests cover for the rest.
describe.each(Object.entries(DISKS).filter(([words]) => canMount || words.endsWith('gone')))(
  'if %s, the app',
  (words, make) => {
    // In the other cases the database keeps its files open.
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
      expect(service.seen).toHaveLength(1);
    });

    test('sends nothing, keeps a result in memory, and continues when it can write; nothing is sent twice', async () => {
      const disk = make();
      const { service, seller, product } = await setUp(disk, 1);
      const problem = () => until('it says so', () => seller.outbox.status().diskProblem?.includes(words) ?? false);
      seller.outbox.setWorkOffline(true);
      for (const order of ['1', '2']) await seller.link(product, order);
      disk.setFailing(true);
      seller.outbox.setWorkOffline(false);
      await problem();
      expect([service.seen, seller.states()]).toEqual([[], ['ready', 'ready']]);
      const answer = hold(service, 'link.create');
      disk.setFailing(false);
      await until('the first is under way', () => service.seen.length === 1);
      await until('its mark is written', () => seller.outbox.status().diskProblem === null);
      disk.setFailing(true);
      answer();
      await problem();
      await seller.reach(...(keepsCatalog ? ['ready'] : ['sending', 'ready']));
      expect(service.seen).toHaveLength(1);
      disk.setFailing(false);
      await seller.settled();
      await seller.restart();
      expect(seller.outbox.status()).toMatchObject({ attention: 0, diskProblem: null });
      expect(ordersIn(service.record.bodies('link.create'))).toEqual(['1', '2']);
      expect(activeLinks(seller.store).every(({ paymentLink }) => paymentLink !== null)).toBe(true);
    });

    test('shows a doubt if that lasted until the app was closed, unless the catalog has the result', async () => {
      const disk = make();
      const { service, seller, product } = await setUp(disk);
      const answer = hold(service, 'link.create');
      await seller.link(product, '1');
      await until('it is under way', () => service.seen.length === 1);
      disk.setFailing(true);
      answer();
      await until('it says so', () => seller.outbox.status().diskProblem !== null);
      await seller.store.close();
      disk.setFailing(false);
      await seller.reopen();
      const doubts = keepsCatalog ? [] : ['needs-review'];
      await seller.reach(...doubts);
      await seller.restart();
      expect(seller.states()).toEqual(doubts);
      expect(activeLinks(seller.store).map(({ paymentLink }) => paymentLink === null)).toEqual([!keepsCatalog]);
      expect(service.record.count('link.create')).toBe(1);
    });
  },
);

describe.skipIf(!canMount)('a read-only disk at the start', () => {
  test('prevents the app from sending, not from opening, and discarded changes do not come back', async () => {
    const disk = DISKS['the data folder cannot be written to']?.() ?? expect.fail();
    const { service, seller, product } = await setUp(disk);
    service.decide = () => ({ kind: 'hang', when: 'after-acting' });
    await seller.link(product, '1');
    await seller.link(product, '2');
    await until('both are under way', () => service.record.count('link.create') === 2);
    disk.setFailing(true);
    await service.vanish();
    await seller.store.close();
    await seller.reopen();
    expect(seller.states()).toEqual(['needs-review', 'needs-review']);
    const { id } = seller.outbox.all()[0] ?? expect.fail();
    // The catalog has it, and the next start finds that out.
    await discard(seller.store, id, true);
    expect([seller.states(), seller.store.catalog.history.size]).toEqual([['needs-review'], 1]);
    disk.setFailing(false);
    // The start retries its own write two seconds after the failure.
    await until('what the start had to write is written', () => seller.outbox.status().diskProblem === null);
    await seller.restart();
    expect(seller.states()).toEqual(['needs-review']);
    expect(service.record.count('link.create')).toBe(2);
  });

  test('keeps the store closed and sends nothing until it can be written to again', async () => {
    const disk = readOnlyDisk();
    const { service, seller, product } = await setUp(disk);
    await seller.link(product, 'before');
    await seller.settled();
    await seller.store.close();
    disk.setFailing(true);
    await expect(seller.reopen()).rejects.toThrow('cannot be written to');
    await seller.store.close();
    disk.setFailing(false);
    await seller.reopen();
    await seller.link(product, 'accepted');
    await seller.settled();
    expect(ordersIn(service.record.bodies('link.create'))).toEqual(['before', 'accepted']);
  });
});
