// "Replace with a new price": many links at once, each replaced completely or not at all; over real sockets and real files.
import { expect, test, vi } from 'vitest';
import { deleteLinks, keepLink } from '../../src/main/links/deletions.ts';
import { createLink } from '../../src/main/links/handlers.ts';
import { getLink } from '../../src/main/links/links.ts';
import { beforeReplace, replaceLinks, undoReplaces } from '../../src/main/links/replace-link.ts';
import { StorageError } from '../../src/main/storage/durable-file.ts';
import type { PriceChange } from '../../src/shared/new-prices.ts';
import { begin, decided } from '../support/outbox-fixtures.ts';
import { linkDraft, type Seller } from '../support/outbox-seller.ts';
import type { RecordingService } from '../support/recording-service.ts';
import { until } from '../support/until.ts';

const TO: PriceChange[] = [{ currencyId: 2, price: { kind: 'to', cents: 7_550 }, discount: null }];

/** A product with links on the service. */
async function linksOnService(service: RecordingService, seller: Seller, count: number) {
  const serverId = service.record.addProduct('Existing');
  const product = await seller.addProduct(serverId);
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) ids.push(await seller.addLink(product, service.record.addLink(serverId)));
  return { product, ids };
}

async function replaced(seller: Seller, ids: readonly string[]) {
  const answer = await replaceLinks(seller.store, ids, TO);
  if (!answer.ok) throw new Error(answer.problem.message);
  return answer.value;
}

test('counts by reason the links that cannot be replaced, and leaves them unchanged', async () => {
  const { service, seller } = await begin({ token: null });
  const { product, ids } = await linksOnService(service, seller, 5);
  const [deleted = '', once = '', ...others] = ids;
  await deleteLinks(seller.store, [deleted]);
  await replaced(seller, [once]);
  const waiting = await createLink(seller.store, product, linkDraft('waiting'));
  const withoutUuid = await seller.addLink(product, 'https://shop.example/mara/7');
  const all = [...ids, waiting.ok ? waiting.value.id : '', withoutUuid, 'gone'];
  expect(await beforeReplace(seller.store, all)).toEqual({
    toReplace: others.length,
    left: { leaving: 2, unsent: 1, withoutUuid: 1 },
    byPrices: [{ prices: linkDraft('').prices, links: others.length, sold: 0 }],
  });
  const previous = seller.queue.all().length;
  expect(await replaced(seller, [...all, ...all])).toMatchObject({ left: all.length - others.length });
  expect(seller.queue.all()).toHaveLength(previous + 2 * others.length);
});

test('a full disk midway changes nothing: all links are replaced, or none', async () => {
  const { service, seller } = await begin({ token: null });
  const { ids } = await linksOnService(service, seller, 120);
  const { staged, links } = seller.store.catalog;
  const { stage } = staged;
  let calls = 0;
  const writes = vi.spyOn(staged, 'stage').mockImplementation((...change) => {
    calls += 1;
    if (calls > 3) throw new StorageError('The disk is full', null);
    stage.apply(staged, change);
  });
  await expect(replaceLinks(seller.store, ids, TO)).rejects.toThrow('The disk is full');
  writes.mockRestore();
  expect(ids.filter((id) => getLink(seller.store, id)?.replacedBy)).toEqual([]);
  expect([links.count(null), seller.store.status().waiting]).toEqual([120, 0]);
  // If another app creates one of the new links, its old one is still deleted.
  const { ids: newIds } = await replaced(seller, ids);
  links.change(newIds[0] ?? '', { paymentLink: 'https://shop.example/mara/7?uuid=1' });
  expect(ids.filter((id) => staged.has('delete', id))).toHaveLength(1);
});

test('Undo cancels unsent replacements, and reports how many were sent', async () => {
  const { service, seller } = await begin({ token: null });
  const { ids } = await linksOnService(service, seller, 40);
  const { ids: newIds } = await replaced(seller, ids);
  const sent = await linksOnService(service, seller, 1);
  const { ids: gone } = await replaced(seller, sent.ids);
  await decided(seller.store, 'discard', seller.changeOn(gone[0] ?? '').id);
  expect(await undoReplaces(seller.store, [...newIds, ...gone])).toEqual({
    ok: true,
    value: { undone: 40, deleted: 0, late: 1 },
  });
  expect(seller.queue.all()).toEqual([]);
  expect(getLink(seller.store, ids[0] ?? '')).toMatchObject({ sync: 'synced', replacedBy: null });
});

test('"Keep this link" keeps a link whose replacement is still staged, and the new one too', async () => {
  const { service, seller } = await begin({ token: null });
  const { ids } = await linksOnService(service, seller, 60);
  const [kept = ''] = ids;
  await replaced(seller, ids);
  expect(await keepLink(seller.store, kept)).toMatchObject({ ok: true, value: { newStays: true } });
  await seller.signIn();
  await until('all are sent', () => seller.store.catalog.staged.isEmpty && seller.queue.all().length === 0);
  expect(service.record.bodies('link.delete')).toHaveLength(59);
});
