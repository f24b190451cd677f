// Doubts about creations that the other computers of a team show: marked to be shared whenever they come or go.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createProduct } from '../../../src/main/products/products.ts';
import { startSeller, startService } from '../../support/outbox-fixtures.ts';
import { productFields, type Seller } from '../../support/outbox-seller.ts';
import { until } from '../../support/until.ts';

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
