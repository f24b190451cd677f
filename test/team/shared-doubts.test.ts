// Doubts about changes that the other computers of a team show: marked to be shared whenever they come or go.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { PARSERS } from '../../src/main/backup/collections.ts';
import { deleteLink } from '../../src/main/links/links.ts';
import { createProduct, setDefaultPrice } from '../../src/main/products/products.ts';
import { startSeller, startService } from '../support/outbox-fixtures.ts';
import { productFields, type Seller } from '../support/outbox-seller.ts';
import { until } from '../support/until.ts';

const POSITION = { team: 'team', created: 'then', sequence: 1, lastKey: '', lastHash: '', version: 1 };

test('shares a doubt left by a crash, and the decision about it', async () => {
  const service = await startService();
  const before = await startSeller(service);
  const share = ({ store: { catalog } }: Seller, act: () => void) => catalog.transaction(act);
  share(before, () => before.store.catalog.sharing.moveTo(POSITION));
  service.decide = () => ({ kind: 'hang', when: 'after-acting' });
  await createProduct(before.store, productFields('New'));
  await until('it is on its way', () => service.record.applied.length === 1);
  const subject = before.outbox.unfinished()[0]?.subject ?? '';
  share(before, () => before.store.catalog.sharing.unmark('product', subject));
  // The data on disk now is what a killed app leaves behind.
  const folder = mkdtempSync(join(tmpdir(), 'doubts-killed-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(before.folder, folder, { recursive: true });
  const seller = await startSeller(service, { folder });
  const { catalog, others } = seller.store;
  const isMarked = () => catalog.sharing.unshared(10).some(({ id }) => id === subject);
  await until('the doubt is to be shared', () => isMarked() && others.isInDoubt(subject));
  share(seller, () => catalog.sharing.unmark('product', subject));
  await seller.outbox.sendAgain(seller.outbox.unfinished()[0]?.id ?? '');
  await until('the decision is to be shared', isMarked);
  expect(others.isInDoubt(subject)).toBe(false);
});

const PRICES = [{ currencyId: 2, priceCents: 10_055, discountCents: null }];

/** A seller with a link that is on the service and shared, and with its product. */
async function startSharing() {
  const service = await startService();
  const seller = await startSeller(service);
  const catalog = () => seller.store.catalog;
  const product = await seller.addProduct(7);
  const link = await seller.addLink(product, 'https://store.example/checkout/s/7?uuid=a');
  catalog().transaction(() => catalog().sharing.moveTo(POSITION));
  const isMarked = (id: string) =>
    catalog()
      .sharing.unshared(10)
      .some((row) => row.id === id);
  /** The others have it as it is now. */
  const shared = (kind: 'product' | 'link', id: string) =>
    catalog().transaction(() => catalog().sharing.unmark(kind, id));
  const inDoubt = (id: string) =>
    until('it is in doubt, which is to be shared', () => seller.store.others.isInDoubt(id) && isMarked(id));
  const pending = () => seller.outbox.unfinished()[0]?.id ?? '';
  return { service, seller, product, link, isMarked, shared, inDoubt, pending };
}

test('a deletion that was not found is shared as a doubt until it is decided, and again after a restart', async () => {
  const { service, seller, link, isMarked, shared, inDoubt, pending } = await startSharing();
  service.plan('link.delete', { kind: 'answer', status: 404 });
  await deleteLink(seller.store, link);
  await inDoubt(link);
  shared('link', link);
  await seller.restart();
  await inDoubt(link);
  shared('link', link);
  await seller.outbox.discard(pending());
  await until('the decision is to be shared', () => isMarked(link));
  expect(seller.store.others.isInDoubt(link)).toBe(false);
});

test('a deletion that the service refused is no doubt', async () => {
  const { service, seller, link } = await startSharing();
  service.plan('link.delete', { kind: 'answer', status: 400 });
  await deleteLink(seller.store, link);
  await until('it is rejected', () => seller.states()[0] === 'rejected');
  expect(seller.store.others.isInDoubt(link)).toBe(false);
});

test('that a price is certain again is shared although it stays the same, also where the app ends then', async () => {
  const { service, seller, product, isMarked, shared, inDoubt, pending } = await startSharing();
  const accepted = { kind: 'answer', status: 200, body: '{}' } as const;
  service.plan('product.update', accepted, { kind: 'answer', status: 303 }, accepted);
  await setDefaultPrice(seller.store, product, PRICES);
  await until('it is set', () => seller.store.catalog.products.get(product)?.defaultPrices.length === 1);
  await until('it has ended', () => seller.states().length === 0);
  await setDefaultPrice(seller.store, product, PRICES);
  await inDoubt(product);
  shared('product', product);
  // From now on it marks nothing by itself.
  await seller.store.others.stop();
  await seller.outbox.sendAgain(pending());
  await until('it is sent', () => seller.states().length === 0);
  expect(isMarked(product)).toBe(true);
});

test('a record in a backup says nothing of doubts on other computers', async () => {
  const { seller, product, link } = await startSharing();
  const { products, links } = seller.store.catalog;
  expect(PARSERS.products({ ...products.get(product), doubtOn: ['Ben'] })).toEqual(products.get(product));
  expect(PARSERS.links({ ...links.get(link), doubtOn: ['Ben'] })).toEqual(links.get(link));
});
