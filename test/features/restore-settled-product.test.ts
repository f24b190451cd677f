// A restore of waiting links whose product this computer has settled under another change.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { type Computer, unwrap } from '../support/computer.ts';
import { type ComputerFixtures, startComputers } from '../support/computer-fixtures.ts';

let service: ComputerFixtures['service'];
let newComputer: ComputerFixtures['newComputer'];
let product: string;
let link: string;
/** A backup with the product and its link, both waiting. */
let path: string;
/** A computer that has the product, but neither the change that created it nor the link. */
let other: Computer;

beforeEach(async () => {
  ({ service, newComputer } = await startComputers());
  const original = await newComputer();
  await original.signIn(service);
  await original.workOffline(true);
  product = await original.product('Coaching hour');
  const older = await original.export(null, 'older.storefront-backup');
  link = await original.link(product, '7');
  path = await original.export();
  await original.stop();
  other = await newComputer();
  await other.restore(older);
  const { id } = other.store;
  await other.stop();
  // The outbox is lost: the creation of the product is in doubt, as a new change.
  rmSync(join(other.dataFolder, 'stores', id, 'outbox'), { recursive: true });
  await other.start();
  await other.signIn(service);
  await expect.poll(() => other.store.outbox.unfinished()).toMatchObject([{ reason: 'damaged', subject: product }]);
});

const doubt = () => other.store.outbox.unfinished()[0]?.id ?? '';

it('restores a waiting link whose product is on the service', async () => {
  await unwrap(other.call['sync.markAsSent']({ id: doubt(), answer: '118' }));
  await other.settled();
  const { preview } = await other.restore(path, { changes: 'send' });
  expect(preview.stores[0]).toMatchObject({ links: { added: 1 }, changes: { added: 1, known: 1 } });
  expect(await unwrap(other.call['links.get']({ id: link }))).toMatchObject({ productId: product });
  await other.workOffline(false);
  await other.settled();
  expect(service.changes.map(({ path }) => path)).toEqual(['/api/shop/products/118/payment-links']);
});

it('restores a waiting link whose product is still in doubt, and lets it wait', async () => {
  const { preview } = await other.restore(path, { changes: 'send' });
  expect(preview.stores[0]).toMatchObject({ links: { added: 1 }, changes: { added: 1, known: 1 } });
  await other.workOffline(false);
  expect(other.store.outbox.of(link)).toMatchObject([{ state: 'waiting', payload: { productId: product } }]);
  expect(service.changes).toEqual([]);
});

it('skips a waiting link whose product was deleted here', async () => {
  await unwrap(other.call['sync.discard']({ id: doubt(), withDependents: true, tried: 0 }));
  await other.settled();
  const { preview } = await other.restore(path, { changes: 'send' });
  expect(preview.stores[0]).toMatchObject({ links: { added: 0 }, changes: { added: 0, known: 2 } });
  expect(await unwrap(other.call['links.get']({ id: link }))).toBeNull();
  expect(other.store.outbox.unfinished()).toEqual([]);
});
