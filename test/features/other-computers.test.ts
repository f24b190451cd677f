// How the work of another computer of a team affects the changes that wait here. No server is involved.
import { beforeEach, expect, it } from 'vitest';
import { setDefaultPrice } from '../../src/main/products/products.ts';
import { sharedRow, takeShared } from '../../src/main/team/shared-records.ts';
import { linkUuid } from '../../src/shared/checkout-url.ts';
import { activeLinks, activeProducts, allLinks, allProducts, giveRecords } from '../support/catalog-rows.ts';
import { type Computer, draft, unwrap } from '../support/computer.ts';
import { startComputers } from '../support/computer-fixtures.ts';
import type { RecordingService } from '../support/recording-service.ts';
import { until } from '../support/until.ts';

let service: RecordingService;
let anna: Computer;
let ben: Computer;
beforeEach(async () => {
  const { newComputer, ...started } = await startComputers();
  service = started.service;
  [anna, ben] = [await newComputer(), await newComputer()];
  for (const computer of [anna, ben]) await computer.signIn(service);
});

/** Copies records from one computer to another, as a team's stream would. */
function give(from: Computer, to: Computer): void {
  const deviceOf = ({ name, store: { catalog } }: Computer) => ({ name, catalog });
  giveRecords(deviceOf(from), deviceOf(to));
  to.store.others.rowsCame();
}

const changes = (method: string) => service.changes.filter((request) => request.method === method);
const unfinished = ({ store }: Computer) => store.queue.all().map(({ state }) => state);
/** How many products Ben's computer lists; false while his store is closed or opening. */
const listed = () => !ben.app.manager.isAlone && ben.store.isReady && ben.store.catalog.products.listed;
const isDeleted = ({ store }: Computer, id: string) => store.catalog.links.get(id)?.deletedAt !== null;

/** A product and a link that Anna created on the service, and the duplicates that Ben has added himself. */
async function both() {
  const product = await anna.product('Logo design');
  const link = await anna.link(product, '1042');
  await anna.settled();
  const { paymentLink } = anna.store.catalog.links.get(link) ?? {};
  const added = { serverId: 118, title: 'Logo design', checkoutAddress: '' };
  const { id: productId } = await unwrap(ben.call['products.addExisting'](added));
  const known = { ...draft('1042'), productId, paymentLink: paymentLink ?? '' };
  const other = (await unwrap(ben.call['links.addExisting'](known))).id;
  return { product, link, otherProduct: productId, otherLink: other };
}

it('a link of a product that has just arrived waits until the other computer has created it', async () => {
  await anna.workOffline(true);
  const product = await anna.product('Logo design');
  give(anna, ben);
  await ben.link(product, '1042');
  await ben.settled();
  expect(unfinished(ben)).toEqual(['ready']);
  expect(service.changes).toEqual([]);
  await anna.workOffline(false);
  await anna.settled();
  give(anna, ben);
  await ben.settled();
  expect(unfinished(ben)).toEqual([]);
  expect(changes('POST')).toHaveLength(2);
});

it('a create in doubt ends when another computer has created the record', async () => {
  await anna.workOffline(true);
  const product = await anna.product('Logo design');
  await anna.link(product, '1042');
  // Ben's computer gets them as if it had created them itself.
  const [records, { catalog }] = [allProducts(anna.store), ben.store];
  for (const record of records) catalog.transaction(() => catalog.products.put(record));
  for (const record of allLinks(anna.store)) catalog.addLink(record);
  await ben.stop();
  await ben.start();
  await until('both are in doubt', () => unfinished(ben).join() === 'needs-review,needs-review');
  give(anna, ben);
  expect(ben.store.catalog.products.pending()).toEqual([product]);
  await anna.workOffline(false);
  await anna.settled();
  give(anna, ben);
  await until('both have ended', () => unfinished(ben).length === 0);
  expect([allProducts(ben.store), allLinks(ben.store)]).toEqual([allProducts(anna.store), allLinks(anna.store)]);
  expect(changes('POST')).toHaveLength(2);
});

it.each(['before', 'after'])(
  'a deletion is sent once, %s its computer learns that another one has merged the duplicates',
  async (order) => {
    const { link, otherLink } = await both();
    await ben.workOffline(true);
    await unwrap(ben.call['links.delete']({ ids: [otherLink] }));
    give(ben, anna);
    await until('the links are united', () => isDeleted(anna, otherLink));
    const uuids = [linkUuid(anna.store.catalog.links.get(link)?.paymentLink ?? '') ?? ''];
    expect(anna.store.catalog.sales.match({ uuids, texts: [], metadata: null })).toMatchObject({ id: link });
    const takeUp = async () => {
      give(anna, ben);
      await until('Ben has taken it up', () => ben.store.catalog.sharing.duplicates().length === 0);
    };
    if (order === 'after') await takeUp();
    expect(unfinished(ben)).toHaveLength(1);
    await ben.workOffline(false);
    await ben.settled();
    expect(changes('DELETE')).toHaveLength(1);
    if (order === 'before') await takeUp();
    expect(isDeleted(ben, link)).toBe(true);
    give(ben, anna);
    expect(isDeleted(anna, link)).toBe(true);
  },
);

it('lists a record again if one computer creates it after another has removed it', async () => {
  await anna.workOffline(true);
  const product = await anna.product('Logo design');
  const link = await anna.link(product, '1042');
  give(anna, ben);
  await ben.link(product, '1043');
  await unwrap(ben.call['links.delete']({ ids: [link] }));
  await unwrap(ben.call['products.remove']({ id: product }));
  expect([unfinished(ben), ben.store.catalog.products.listed, ben.store.catalog.links.count(null)]).toEqual([[], 0, 0]);
  give(ben, anna);
  await until('both are listed', () => anna.store.catalog.links.active(link) !== undefined);
  expect(anna.store.catalog.products.active(product)).toBeDefined();
  give(anna, ben);
  expect(ben.store.catalog.links.pendingElsewhere()).toEqual([link]);
  await unwrap(ben.call['links.delete']({ ids: [link] }));
  await unwrap(ben.call['products.remove']({ id: product }));
  await anna.workOffline(false);
  await anna.settled();
  give(ben, anna);
  give(anna, ben);
  for (const { store } of [anna, ben]) {
    expect(store.catalog.products.active(product)?.serverId).toBe(118);
    expect(store.catalog.links.active(link)?.paymentLink).toContain('00001-uuid');
  }
  expect(changes('POST')).toHaveLength(2);
});

it('leaving the team deletes records that others have not created, unless own changes need them', async () => {
  await anna.workOffline(true);
  const needed = await anna.product('Logo design');
  await anna.product('Brand book');
  await anna.link(needed, '1042');
  give(anna, ben);
  const link = await ben.link(needed, '1043');
  await unwrap(ben.call['team.leave'](undefined));
  await until('the product is in doubt', () => unfinished(ben).sort().join() === 'needs-review,waiting');
  expect(ben.store.queue.of(needed)).toMatchObject([{ state: 'needs-review', payload: { kind: 'product.create' } }]);
  expect([...activeProducts(ben.store), ...activeLinks(ben.store)].map(({ id }) => id)).toEqual([needed, link]);
});

async function takeOver(device: string): Promise<void> {
  ben.app.team.membership.see('key', { name: 'Anna', device, waiting: 2, inDoubt: [] }, 1);
  await unwrap(ben.call['team.remove']({ id: 'key' }));
}

it.each(['sendAgain', 'discard'] as const)('takes over the creates of a removed computer: %s', async (decision) => {
  await anna.workOffline(true);
  const product = await anna.product('Logo design');
  await anna.link(product, '1042');
  give(anna, ben);
  await anna.link(product, 'made meanwhile');
  await takeOver(anna.name);
  await until('both are in doubt', () => unfinished(ben).join() === 'needs-review,needs-review');
  give(ben, anna);
  await anna.workOffline(false);
  await anna.settled();
  give(anna, ben);
  expect([unfinished(anna), changes('POST')]).toEqual([['ready', 'waiting', 'waiting'], []]);
  for (const { id } of ben.store.queue.all()) await ben.store.outbox.decideNow(decision, id);
  await ben.settled();
  give(ben, anna);
  await until('both have ended', () => unfinished(anna).length === 0);
  expect(changes('POST')).toHaveLength(decision === 'discard' ? 0 : 3);
  expect(activeLinks(anna.store)).toHaveLength(decision === 'discard' ? 0 : 2);
});

it('takes over a product whose new price waits here, even from a computer whose clock is ahead', async () => {
  await anna.workOffline(true);
  const product = await anna.product('Logo design');
  give(anna, ben);
  const takenOver = { time: Date.now() + 3_600_000, counter: 0, device: 'cora' };
  const { products } = ben.store.catalog;
  ben.store.catalog.transaction(() => products.change(product, { takenOver, createdOn: { device: 'cora' } }));
  ben.app.registry.change(ben.store.id, { undocumentedProductUpdate: true });
  await setDefaultPrice(ben.store, product, [{ currencyId: 2, priceCents: 1_000, discountCents: null }]);
  await takeOver('cora');
  await until('it is in doubt', () => unfinished(ben).sort().join() === 'needs-review,waiting');
  const { catalog, queue, outbox } = ben.store;
  expect(catalog.products.get(product)?.takenOver).toEqual({ ...takenOver, counter: 1, device: ben.name });
  // An older copy of the product returns, then the version on the server.
  const shared = JSON.parse(JSON.stringify(sharedRow(catalog, ben.name, 'product', product)));
  catalog.transaction(() => {
    catalog.products.change(product, { takenOver, createdOn: { device: 'cora' } });
    takeShared(catalog, ben.name, shared);
  });
  expect(catalog.products.pending()).toEqual([product]);
  for (const { id } of queue.all()) await outbox.decideNow('sendAgain', id);
  await ben.settled();
  expect(service.changes.map(({ method }) => method)).toEqual(['POST', 'PATCH']);
});

it('lists both links if two computers have created the same one', async () => {
  const link = await anna.link(await anna.product('Logo design'), '1042');
  await anna.settled();
  give(anna, ben);
  const [first = ''] = activeLinks(anna.store).map(({ paymentLink }) => paymentLink ?? '');
  const second = first.replace(/.$/, (digit) => (digit === '0' ? '1' : '0'));
  const prices = [{ currencyId: 2, priceCents: 777, discountCents: null }];
  ben.store.catalog.links.change(link, { paymentLink: second, prices });
  give(ben, anna);
  // Ben does not know yet that there are two.
  ben.store.catalog.links.change(link, { note: 'Of the second' });
  for (let round = 0; round < 2; round += 1) {
    give(ben, anna);
    give(anna, ben);
  }
  for (const { store } of [anna, ben])
    expect(activeLinks(store).map((one) => [one.paymentLink, one.prices[0]?.priceCents, one.note])).toEqual(
      expect.arrayContaining([
        [first, 1_000, undefined],
        [second, 777, 'Of the second'],
      ]),
    );
});

it('a note on a duplicate is kept, even if another computer has merged it before', async () => {
  const { product, link, otherProduct, otherLink } = await both();
  give(ben, anna);
  await until('they are merged', () => isDeleted(anna, otherLink) && activeProducts(anna.store).length === 1);
  await unwrap(ben.call['links.setNote']({ id: otherLink, note: 'Paid' }));
  await unwrap(ben.call['products.setPrivate']({ id: otherProduct, values: { note: 'Supplier' } }));
  give(ben, anna);
  const { links, products } = anna.store.catalog;
  await until(
    'they have the notes',
    () => links.get(link)?.note === 'Paid' && products.get(product)?.note === 'Supplier',
  );
});

it('what a computer has yet to create survives another one that leaves the team and joins again', async () => {
  await anna.workOffline(true);
  const product = await anna.product('Logo design');
  give(anna, ben);
  await unwrap(ben.call['team.leave'](undefined));
  await until('Ben does not list it', () => listed() === 0);
  give(ben, anna);
  expect(anna.store.catalog.products.active(product)).toBeDefined();
});

it('a computer that joins goes on where its connection was lost, until its first mark comes back', () => {
  const { sharing } = ben.store.catalog;
  const read = (...sequences: number[]) => {
    for (const sequence of sequences) ben.store.catalog.transaction(() => sharing.readTo(sequence));
    return sharing.position?.sequence;
  };
  ben.store.catalog.transaction(() => sharing.start('team'));
  expect(read(3)).toBe(0);
  ben.store.catalog.transaction(() => sharing.setNext('mark'));
  expect(read(4, 5)).toBe(5);
  ben.store.catalog.transaction(() => sharing.moveTo(9, 'mark'));
  expect(read(12)).toBe(9);
});

it('offers no "Undo" for a deletion if another computer was to create one of the links', async () => {
  const product = await ben.product('Logo design');
  await ben.settled();
  give(ben, anna);
  await anna.workOffline(true);
  const ids = [await ben.link(product, '1'), await anna.link(product, '2')];
  await ben.settled();
  give(anna, ben);
  expect(await unwrap(ben.call['links.delete']({ ids }))).toEqual({ deletion: null, deleted: 2, left: 0 });
});

it('shares a staged link once its change is in the queue, and never one that was deleted before', async () => {
  const { catalog } = ben.store;
  catalog.transaction(() => catalog.sharing.start('team'));
  const productId = await ben.product('Logo design');
  catalog.staged.begin({ id: 'a', kind: 'import', name: '', acceptedAt: 1, total: 2, state: 'accepted' });
  const [deleted, taken] = [catalog.newRecord().id, catalog.newRecord().id];
  for (const id of [deleted, taken])
    await catalog.stageLinks('a', [{ id, productId, draft: draft(id), acceptedAt: 1 }]);
  catalog.deleteUnsent([deleted]);
  catalog.transaction(() => catalog.staged.remove([{ kind: 'create', linkId: taken }]));
  const shared = catalog.sharing.unshared(9).flatMap(({ kind, id }) => (kind === 'link' ? id : []));
  expect(shared).toEqual([taken]);
});

it('stops sharing at the next start if the app ended while it left the team', async () => {
  await anna.workOffline(true);
  await anna.product('Logo design');
  ben.store.catalog.transaction(() => ben.store.catalog.sharing.start('team'));
  give(anna, ben);
  await ben.stop();
  await ben.start();
  await until('it is not listed', () => listed() === 0);
  expect(ben.store.catalog.sharing.position).toBeUndefined();
});
