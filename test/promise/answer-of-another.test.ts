// An answer that names a product or a payment link that another record has already is no confirmation.
import { expect, test } from 'vitest';
import { createLink } from '../../src/main/links/links.ts';
import { replaceLink } from '../../src/main/links/replace-link.ts';
import { createProduct } from '../../src/main/products/products.ts';
import { markAsSent } from '../../src/main/sync/mark-as-sent.ts';
import { getAction } from '../../src/main/sync/sync.ts';
import { startSeller, startService } from '../support/outbox-fixtures.ts';
import { linkDraft, productFields } from '../support/outbox-seller.ts';
import { until } from '../support/until.ts';

const ADDRESS = 'https://checkout.example/seller/7?uuid=same-uuid';
const answer = (body: unknown) => ({ kind: 'answer', status: 201, body: JSON.stringify(body), acts: false }) as const;

function idOf(made: Awaited<ReturnType<typeof createProduct>>): string {
  if (!made.ok) throw new Error(made.problem.message);
  return made.value.id;
}

test('two links that are answered with one address at the same time: one is created, the other is in doubt', async () => {
  const service = await startService();
  const seller = await startSeller(service);
  const product = await seller.addProduct(service.record.addProduct('Existing'));
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const plan = () =>
    service.plan('link.create', { kind: 'hold', until: released, instead: answer({ payment_link: ADDRESS }) });
  plan();
  plan();
  const links = [
    idOf(await createLink(seller.store, product, linkDraft('1'))),
    idOf(await createLink(seller.store, product, linkDraft('2'))),
  ];
  await until('both are under way', () => service.seen.length === 2);
  release();
  await until('one is in doubt', () => seller.states().join() === 'needs-review');
  const [doubt] = seller.outbox.unfinished();
  const created = links.find((id) => id !== doubt?.subject) ?? '';
  expect(seller.store.catalog.links.get(created)?.paymentLink).toBe(ADDRESS);
  expect(seller.store.catalog.links.get(doubt?.subject ?? '')?.paymentLink).toBeNull();
  const { explanation, answer: kept } = getAction(seller.store, doubt?.id ?? '') ?? {};
  expect(explanation).toContain('the address in its answer is that of another payment link in your catalog');
  expect(kept).toContain('same-uuid');
  expect(await markAsSent(seller.store, doubt?.id ?? '', ADDRESS)).toMatchObject({ ok: false });
});

test('a product that is answered with the id of another one is in doubt, also after a restart', async () => {
  const service = await startService();
  const seller = await startSeller(service);
  const first = idOf(await createProduct(seller.store, productFields('First')));
  await until('it is sent', () => seller.outbox.unfinished().length === 0 && seller.allKept());
  const serverId = seller.store.catalog.products.get(first)?.serverId;
  await seller.restart();
  service.plan('product.create', answer({ id: serverId }));
  const second = idOf(await createProduct(seller.store, productFields('Second')));
  await until('it is in doubt', () => seller.states().join() === 'needs-review');
  expect(getAction(seller.store, seller.actionOn(second).id)?.explanation).toContain('that of another product');
  expect(seller.store.catalog.products.get(second)?.serverId).toBeNull();
});

test('a link that is sent again may be answered with its own address', async () => {
  const service = await startService();
  const seller = await startSeller(service);
  const product = await seller.addProduct(service.record.addProduct('Existing'));
  service.plan('link.create', { kind: 'answer', status: 500, body: '', acts: false });
  const link = idOf(await createLink(seller.store, product, linkDraft('1')));
  await until('it is in doubt', () => seller.states().join() === 'needs-review');
  service.plan('link.create', answer({ payment_link: ADDRESS }));
  await seller.outbox.sendAgain(seller.actionOn(link).id);
  await until('it is sent', () => seller.outbox.unfinished().length === 0 && seller.allKept());
  expect(seller.store.catalog.links.get(link)?.paymentLink).toBe(ADDRESS);
});

test('an old link stays while the address of the new one selects no payment link', async () => {
  const service = await startService();
  const seller = await startSeller(service);
  const serverId = service.record.addProduct('Existing');
  const old = await seller.addLink(await seller.addProduct(serverId), service.record.addLink(serverId));
  service.plan('link.create', answer({ payment_link: 'https://checkout.example/seller/7' }));
  const id = idOf(await replaceLink(seller.store, old, linkDraft('new')));
  await until('it is in doubt', () => seller.actionOn(id).state === 'needs-review');
  expect(getAction(seller.store, seller.actionOn(id).id)?.explanation).toContain('it opens no payment link');
  expect(seller.actionOn(old).state).toBe('waiting');
  expect(service.record.count('link.delete')).toBe(0);
});
