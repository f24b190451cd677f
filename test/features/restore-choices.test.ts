// The choices of a restore: its preview, and what it does to changes that wait here or were settled here.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Computer, draft, unwrap } from '../support/computer.ts';
import { type ComputerFixtures, startComputers } from '../support/computer-fixtures.ts';
import { saleOf } from '../support/sale.ts';

let service: ComputerFixtures['service'];
let newComputer: ComputerFixtures['newComputer'];
beforeEach(async () => {
  ({ service, newComputer } = await startComputers());
});

it('says that everything is here where it was made and where it was restored, and not where something differs', async () => {
  const first = await newComputer();
  await first.signIn(service);
  const product = await first.product('Coaching hour');
  const linkId = await first.link(product, '1');
  await first.settled();
  await unwrap(first.call['links.setNote']({ id: linkId, note: 'Paid in March' }));
  const { catalog } = first.store;
  const at = Date.now();
  const sale = saleOf({ id: 'sale-1', linkId, at });
  await catalog.writeInBatches([sale], (each) => catalog.sales.take(each));
  await first.workOffline(true);
  await first.link(product, '2');
  const path = await first.export();

  const { preview } = await first.preview(path);
  expect(preview).toMatchObject({
    isAllHere: true,
    holds: { stores: 1, products: 1, links: 2, waiting: 1, sales: 1, notes: 1 },
    stores: [{ isAllHere: true, sales: { added: 0, same: 1, completed: 0 } }],
  });
  await unwrap(first.call['links.setNote']({ id: linkId, note: 'Paid in April' }));
  expect((await first.preview(path)).preview).toMatchObject({ isAllHere: false });

  const other = await newComputer();
  const restored = await other.restore(path);
  expect(restored.preview).toMatchObject({ isAllHere: false, stores: [{ sales: { added: 1, same: 0 } }] });
  expect(restored.holds).toMatchObject({ sales: 1, notes: 1 });
  expect((await other.preview(path)).preview).toMatchObject({ isAllHere: true });
  await unwrap(other.call['links.delete']({ id: linkId }));
  expect((await other.preview(path)).preview).toMatchObject({ isAllHere: true });
});

it('names the settings that differ, and keeps currencies that only this computer has whatever is chosen', async () => {
  const computer = await newComputer();
  await computer.signIn(service);
  await computer.product('Coaching hour');
  await unwrap(computer.call['settings.update']({ ...computer.app.settings.value, parallelSends: 3 }));
  const path = await computer.export();
  const here = computer.app.settings.value;
  const currencies = [...here.currencies, { id: 3, name: 'EUR' }];
  await unwrap(computer.call['settings.update']({ ...here, parallelSends: 1, currencies }));

  const { preview } = await computer.restore(path, { differing: 'keep' });
  expect(preview).toMatchObject({ settings: 'differs', settingsThatDiffer: ['parallelSends'] });
  expect(computer.app.settings.value).toMatchObject({ parallelSends: 1, currencies });
  await computer.restore(path, { differing: 'take' });
  expect(computer.app.settings.value).toMatchObject({ parallelSends: 3, currencies });
  expect((await computer.preview(path)).preview).toMatchObject({ settings: 'same', settingsThatDiffer: [] });
});

const fieldsOf = (title: string) => ({ buttonTitle: 'Buy', productTitle: title, productDescription: 'What it is.' });
const linkOf = async (computer: Computer, id: string) => {
  const link = await unwrap(computer.call['links.get']({ id }));
  return { metadata: link?.metadata, prices: link?.prices };
};
const titleOf = async (computer: Computer, id: string) =>
  (await unwrap(computer.call['products.get']({ id })))?.fields.productTitle;
const sent = () => service.changes.filter(({ method }) => method === 'POST').map(({ raw }) => raw);

/** A waiting product and link, changed since the backup. */
async function changedSince() {
  const computer = await newComputer();
  await computer.signIn(service);
  await computer.workOffline(true);
  const product = await computer.product('First title');
  const link = await computer.link(product, 'first');
  const path = await computer.export();
  await unwrap(computer.call['products.edit']({ id: product, fields: fieldsOf('Second title') }));
  await unwrap(computer.call['links.edit']({ id: link, draft: draft('second', 2_000) }));
  return { computer, product, link, path };
}

it('shows and sends of waiting changes what was chosen', async () => {
  for (const [differing, title, order, cents] of [
    ['take', 'First title', 'first', 1_000],
    ['keep', 'Second title', 'second', 2_000],
  ] as const) {
    service.requests.length = 0;
    const { computer, product, link, path } = await changedSince();
    const { preview } = await computer.restore(path, { differing });
    expect(preview.stores[0]).toMatchObject({ products: { differs: 1 }, links: { differs: 1 } });
    expect(await titleOf(computer, product)).toBe(title);
    expect(await linkOf(computer, link)).toEqual({
      metadata: draft(order).metadata,
      prices: draft(order, cents).prices,
    });
    // A second restore changes nothing.
    await computer.restore(path, { differing });
    expect(await titleOf(computer, product)).toBe(title);
    await computer.signIn(service);
    await computer.workOffline(false);
    await computer.settled();
    expect(sent()).toHaveLength(2);
    expect(JSON.parse(sent()[0] ?? '')).toMatchObject({ product_title: title });
    expect(JSON.parse(sent()[1] ?? '')).toMatchObject({ metadata: { order }, prices: [{ price: cents / 100 }] });
    expect(await titleOf(computer, product)).toBe(title);
  }
});

it('values that may already be on the service are kept, and count as no difference', async () => {
  const { computer, product, link, path } = await changedSince();
  service.intercept = ({ path: at }) => (at.endsWith('/products') ? { status: 500, body: '{}' } : undefined);
  await computer.workOffline(false);
  await computer.settled();
  expect((await unwrap(computer.call['sync.list']({ offset: 0, limit: 200 }))).rows).toMatchObject([
    { state: 'needs-review' },
    { state: 'waiting' },
  ]);
  const { preview } = await computer.restore(path, { differing: 'take' });
  // The link was not sent, so it has the chosen values.
  expect(preview.stores[0]).toMatchObject({ products: { differs: 0, same: 1 }, links: { differs: 1 } });
  expect(await titleOf(computer, product)).toBe('Second title');
  expect(await linkOf(computer, link)).toMatchObject({ metadata: draft('first').metadata });
});

it('what the backup has as sent is not sent again, whichever values are chosen', async () => {
  const { computer, product, link, path } = await changedSince();
  // Another computer restores the waiting changes, and edits them.
  const other = await newComputer();
  await other.restore(path, { changes: 'send' });
  await other.workOffline(true);
  await other.signIn(service);
  await unwrap(other.call['products.edit']({ id: product, fields: fieldsOf('Third title') }));
  // The first computer still sends.
  await computer.workOffline(false);
  await computer.settled();
  expect(sent()).toHaveLength(2);
  await other.restore(await computer.export(null, 'later'), { differing: 'take' });
  await other.signIn(service);
  await other.workOffline(false);
  await other.settled();
  expect(sent()).toHaveLength(2);
  expect(await titleOf(other, product)).toBe('Second title');
  expect(await linkOf(other, link)).toMatchObject({ metadata: draft('second').metadata });
});

describe('a waiting link whose product this computer has settled under another change', () => {
  /** A computer with a doubt about the product, which does not know the change that created it, nor the link in the backup. */
  async function inDoubt() {
    const original = await newComputer();
    await original.signIn(service);
    await original.workOffline(true);
    const product = await original.product('Coaching hour');
    const older = await original.export(null, 'older.storefront-backup');
    const link = await original.link(product, '7');
    const path = await original.export();
    await original.stop();
    const other = await newComputer();
    await other.restore(older);
    const { id } = other.store;
    await other.stop();
    // The outbox is lost: the creation of the product is in doubt, as a new change.
    rmSync(join(other.dataFolder, 'stores', id, 'outbox'), { recursive: true });
    await other.start();
    await other.signIn(service);
    await expect.poll(() => other.store.outbox.all()).toMatchObject([{ reason: 'damaged', subject: product }]);
    const doubt = other.store.outbox.all()[0]?.id ?? '';
    return { other, product, link, path, doubt };
  }

  it('is restored and sent if the product is on the service', async () => {
    const { other, product, link, path, doubt } = await inDoubt();
    await unwrap(other.call['sync.markAsSent']({ id: doubt, answer: '118' }));
    await other.settled();
    const { preview } = await other.restore(path, { changes: 'send' });
    expect(preview.stores[0]).toMatchObject({ links: { added: 1 }, changes: { added: 1, known: 1 } });
    expect(await unwrap(other.call['links.get']({ id: link }))).toMatchObject({ productId: product });
    await other.workOffline(false);
    await other.settled();
    expect(service.changes.map(({ path: at }) => at)).toEqual(['/api/shop/products/118/payment-links']);
  });

  it('waits if the product is still in doubt, and is skipped if it was deleted here', async () => {
    const { other, product, link, path, doubt } = await inDoubt();
    const { preview } = await other.restore(path, { changes: 'send' });
    expect(preview.stores[0]).toMatchObject({ links: { added: 1 }, changes: { added: 1, known: 1 } });
    await other.workOffline(false);
    expect(other.store.outbox.of(link)).toMatchObject([{ state: 'waiting', payload: { productId: product } }]);
    expect(service.changes).toEqual([]);
    await unwrap(other.call['sync.discard']({ id: doubt, withDependents: true, tried: 0 }));
    await other.settled();
    const again = await other.restore(path, { changes: 'send' });
    expect(again.preview.stores[0]).toMatchObject({ links: { added: 0 }, changes: { added: 0 } });
    expect(await unwrap(other.call['links.get']({ id: link }))).toBeNull();
    expect(other.store.outbox.all()).toEqual([]);
  });
});
