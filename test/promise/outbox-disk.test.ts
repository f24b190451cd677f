// Failing disks: nothing is half-accepted, nothing is sent without a record, and the app recovers.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createLink } from '../../src/main/links/links.ts';
import { createProduct } from '../../src/main/products/products.ts';
import { discard } from '../../src/main/sync/sync.ts';
import { activeLinks, activeProducts } from '../support/catalog-rows.ts';
import { DISK_FAILURES, type DiskFailure, remountableDisk } from '../support/failing-disk.ts';
import { type Defer, startSeller, startService } from '../support/outbox-fixtures.ts';
import { linkDraft, ordersIn, productFields, type Seller } from '../support/outbox-seller.ts';
import { until } from '../support/until.ts';

const emptied = (seller: Seller) => () => seller.outbox.unfinished().length === 0 && seller.allKept();

async function setUp(failure: DiskFailure, { onTestFinished }: { onTestFinished: Defer }, parallel = 6) {
  const disk = failure.make();
  onTestFinished(() => disk.end());
  const service = await startService(onTestFinished);
  const seller = await startSeller(service, { folder: disk.folder, parallel }, onTestFinished);
  return { disk, service, seller, product: await seller.addProduct(service.record.addProduct('Existing')) };
}

for (const failure of DISK_FAILURES) {
  // Without permission to mount, "full" and "read-only" are skipped; "gone" and the property tests cover for them.
  describe.skipIf(!failure.isAvailable)(`a disk that is ${failure.name}`, () => {
    test.concurrent('rejects a change with the reason, keeps nothing of it, and accepts the next one when it can', async (it) => {
      const { disk, service, seller, product } = await setUp(failure, it);
      disk.fail();
      await expect(createProduct(seller.store, productFields('Refused'))).rejects.toThrow(failure.words);
      await expect(createLink(seller.store, product, linkDraft('refused'))).rejects.toThrow(failure.words);
      expect(seller.states()).toEqual([]);
      expect(activeProducts(seller.store)).toHaveLength(1);
      expect(activeLinks(seller.store)).toHaveLength(0);

      disk.recover();
      await createLink(seller.store, product, linkDraft('taken'));
      await until('it is sent', emptied(seller));
      await seller.restart();
      seller.outbox.wake();
      expect(seller.states()).toEqual([]);
      expect(service.seen).toHaveLength(1);
      expect(ordersIn(service.record.bodies('link.create'))).toEqual(['taken']);
    });

    test.concurrent('pauses sending, reports that, and resumes when the disk works again', async (it) => {
      const { disk, service, seller, product } = await setUp(failure, it);
      seller.outbox.setWorkOffline(true);
      for (const order of ['1', '2', '3']) await createLink(seller.store, product, linkDraft(order));
      disk.fail();
      seller.outbox.setWorkOffline(false);
      await until('it says so', () => seller.outbox.status().diskProblem?.includes(failure.words) ?? false);
      expect(service.seen).toEqual([]);
      expect(seller.states()).toEqual(['ready', 'ready', 'ready']);
      disk.recover();
      await until('all are sent', emptied(seller));
      expect(seller.outbox.status().diskProblem).toBeNull();
      expect(ordersIn(service.record.bodies('link.create')).sort()).toEqual(['1', '2', '3']);
    });

    test.concurrent('keeps an unwritable result in memory, and writes it later; nothing is sent twice', async (it) => {
      const { disk, service, seller, product } = await setUp(failure, it, 1);
      let answer = () => {};
      service.plan('link.create', { kind: 'hold', until: new Promise<void>((resolve) => (answer = resolve)) });
      await createLink(seller.store, product, linkDraft('1'));
      await createLink(seller.store, product, linkDraft('2'));
      await until('the first is under way', () => service.seen.length === 1);
      disk.fail();
      answer();
      await until('it says so', () => seller.outbox.status().diskProblem?.includes(failure.words) ?? false);
      await until('the second is held back', () => seller.states().join() === 'sending,ready');
      expect(service.seen).toHaveLength(1);
      disk.recover();
      await until('both are sent', emptied(seller));
      expect(ordersIn(service.record.bodies('link.create'))).toEqual(['1', '2']);
      await seller.restart();
      expect(seller.outbox.status().attention).toBe(0);
      expect(service.seen).toHaveLength(2);
      expect(activeLinks(seller.store).every(({ paymentLink }) => paymentLink !== null)).toBe(true);
    });

    test.concurrent('shows a doubt if it failed until the app was closed', async (it) => {
      const { disk, service, seller, product } = await setUp(failure, it);
      let answer = () => {};
      service.plan('link.create', { kind: 'hold', until: new Promise<void>((resolve) => (answer = resolve)) });
      await createLink(seller.store, product, linkDraft('1'));
      await until('it is under way', () => service.seen.length === 1);
      disk.fail();
      answer();
      await until('it says so', () => seller.outbox.status().diskProblem !== null);
      await seller.store.close();
      disk.recover();
      await seller.reopen();
      await until('it is in doubt', () => seller.states().join() === 'needs-review');
      seller.outbox.wake();
      await seller.restart();
      expect(seller.states()).toEqual(['needs-review']);
      expect(activeLinks(seller.store).map(({ paymentLink }) => paymentLink)).toEqual([null]);
      expect(service.record.count('link.create')).toBe(1);
    });
  });
}

// A missing folder cannot be opened either.
describe.skipIf(!DISK_FAILURES.some(({ name, isAvailable }) => name === 'read-only' && isAvailable))(
  'a read-only disk at the start',
  () => {
    test.concurrent('prevents the app from sending, not from opening, and discarded changes do not come back', async (it) => {
      const failure = DISK_FAILURES.find(({ name }) => name === 'read-only') as DiskFailure;
      const { disk, service, seller, product } = await setUp(failure, it);
      service.decide = () => ({ kind: 'hang', when: 'after-acting' });
      await createLink(seller.store, product, linkDraft('1'));
      await createLink(seller.store, product, linkDraft('2'));
      await until('both are under way', () => service.record.count('link.create') === 2);
      disk.fail();
      await service.vanish();
      await seller.store.close();
      await seller.reopen();
      expect(seller.states()).toEqual(['needs-review', 'needs-review']);
      const [first] = seller.outbox.unfinished();
      await expect(discard(seller.store, first?.id ?? '', true)).rejects.toThrow(failure.words);
      disk.recover();
      await discard(seller.store, first?.id ?? '', true);
      await until('the discarded one is settled', () => seller.store.catalog.history.size === 1);
      // The start retries its own write two seconds after the failure.
      await until('what the start had to write is written', () => seller.outbox.status().diskProblem === null);
      await seller.restart();
      expect(seller.states()).toEqual(['needs-review']);
      expect(service.record.count('link.create')).toBe(2);
    });

    test.each([
      ['after an orderly end', false, async (seller: Seller) => seller.store.close()],
      [
        // SQLite holds the log's index read-only as long as any connection of the process is open.
        'after a crash and another start',
        true,
        async (seller: Seller) => {
          // A crash leaves the log beside the database.
          const at = join(seller.folder, 'store');
          const names = readdirSync(at).filter((name) => name.startsWith('catalog.'));
          const left = new Map(names.map((name) => [name, readFileSync(join(at, name))]));
          await seller.store.close();
          for (const [name, content] of left) writeFileSync(join(at, name), content);
        },
      ],
    ])(
      'shows the catalog, rejects changes, and accepts them once it can be written to, %s',
      async (_, needsStart, close) => {
        const disk = remountableDisk();
        onTestFinished(() => disk.end());
        const service = await startService(onTestFinished);
        const seller = await startSeller(service, { folder: disk.folder }, onTestFinished);
        const product = await seller.addProduct(service.record.addProduct('Existing'));
        await createLink(seller.store, product, linkDraft('before'));
        await until('it is sent', emptied(seller));
        await close(seller);
        disk.fail();
        await seller.reopen();
        expect(activeProducts(seller.store)).toHaveLength(1);
        expect(activeLinks(seller.store)).toHaveLength(1);
        const list = { search: 'before', productId: null, sync: 'all', useOnce: null, sold: false } as const;
        expect(await seller.store.catalog.links.page(list, 0, 10)).toHaveLength(1);
        const words = 'the data folder cannot be written to';
        await expect(createLink(seller.store, product, linkDraft('refused'))).rejects.toThrow(words);
        disk.recover();
        if (needsStart) await seller.restart();
        await createLink(seller.store, product, linkDraft('taken'));
        await until('it is sent', emptied(seller));
        expect(await seller.store.catalog.links.page({ ...list, search: 'taken' }, 0, 10)).toHaveLength(1);
        await seller.restart();
        expect(activeLinks(seller.store).map(({ metadata }) => metadata[0]?.value)).toEqual(['taken', 'before']);
        expect(ordersIn(service.record.bodies('link.create'))).toEqual(['before', 'taken']);
      },
    );
  },
);

test('a sent change leaves the queue only once the catalog has it for good', async () => {
  const service = await startService();
  const seller = await startSeller(service);
  const { catalog } = seller.store;
  let isDurable = () => {};
  vi.spyOn(catalog, 'sync').mockReturnValueOnce(
    new Promise((resolve) => {
      isDurable = resolve;
    }),
  );
  await createProduct(seller.store, productFields('Sent'));
  const [sent] = seller.outbox.unfinished();
  await until('it is in the history', () => catalog.history.size === 1 && seller.allKept());
  await seller.store.queue.settled();
  expect(seller.store.queue.get(sent?.id ?? '')).toMatchObject({ state: 'done' });
  isDurable();
  await until('it has left the queue', () => seller.store.queue.size === 0);
});
