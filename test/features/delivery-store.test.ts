// The store of a webhook delivery: by its key, otherwise by the link it names.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Computer, unwrap } from '../support/computer.ts';
import { RecordingService } from '../support/recording-service.ts';

let services: RecordingService[];
let computer: Computer;
beforeEach(async () => {
  services = [new RecordingService(), new RecordingService()];
  for (const service of services) await service.start();
  computer = await new Computer().start();
});
afterEach(async () => {
  await computer.remove();
  for (const service of services) await service.stop();
});

/** Signs in to a service, and adds a link there. */
async function linkIn(service: RecordingService, title: string, order: string) {
  await computer.signIn(service);
  const { id: storeId } = computer.store;
  const id = await computer.link(await computer.product(title), order);
  await computer.settled();
  return { storeId, name: computer.store.deps.record().name, url: computer.store.catalog.links.get(id)?.paymentLink };
}

it('names another store that has the link, by its uuid only, and otherwise stays unknown', async () => {
  const [first, second] = services as [RecordingService, RecordingService];
  const other = await linkIn(first, 'Logo design', '1');
  const elsewhere = `${other.url?.replace(/uuid=.*$/, 'uuid=only-in-the-first')}`;
  const product = computer.store.catalog.products.titled('Logo design')[0] ?? '';
  const added = { productId: product, paymentLink: elsewhere, prices: [] as [], useOnce: false, metadata: [] };
  await unwrap(computer.call['links.addExisting'](added));
  const shown = await linkIn(second, 'Coaching hour', '2');
  expect(shown.storeId).not.toBe(other.storeId);
  const delivery = (body: unknown, storeIds: string[] = []) => ({ at: 1, body: JSON.stringify(body), storeIds });
  const event = (body: unknown, storeIds?: string[]) => computer.app.sales.eventIn(delivery(body, storeIds));
  const sale = (body: unknown, storeIds?: string[]) => computer.app.sales.saleIn(delivery(body, storeIds))?.words;

  const ofOther = { payment_link: elsewhere };
  expect(event(ofOther)).toMatchObject({ kind: 'sale', product: 'Logo design', store: other.name });
  expect(sale(ofOther)).toBe(
    `It names a payment link of “Logo design” in another store: ${other.name}. Switch to that store to see it.`,
  );
  expect(event(ofOther, [other.storeId])).toMatchObject({ product: 'Logo design', store: other.name });
  expect(sale(ofOther, [other.storeId])).toBe(`It carries the key of another store: ${other.name}.`);

  expect(event({ payment_link: shown.url })).toMatchObject({ product: 'Coaching hour', store: null });
  const nobodys = { link_uuid: 'of-nobody' };
  expect(event(nobodys)).toMatchObject({ kind: 'sale', product: null, store: null });
  expect(sale(nobodys)).toBe('It names a payment link that this app does not know.');
  // Metadata prove nothing about another store.
  expect(event({ metadata: { order: '1' } })).toMatchObject({ product: null, store: null });
  expect(event({ ...ofOther, event: 'test' })).toMatchObject({ kind: 'test', store: null });
});
