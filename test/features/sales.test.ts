// Which payment links have sold: only what a verified delivery says unambiguously, counted once.
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Catalog } from '../../src/main/catalog/catalog.ts';
import { openCatalogDatabase } from '../../src/main/catalog/open-catalog.ts';
import { Sales } from '../../src/main/sales/sales.ts';
import { createStamper } from '../../src/main/storage/stamp.ts';
import { temporaryFolder } from '../support/folder.ts';
import { deliveryOf } from '../support/sale.ts';

let folder: string;
let catalog: Catalog;
let sales: Sales;

function open(): void {
  const database = openCatalogDatabase(join(folder, 'catalog.db'), 'The catalog');
  const historyText = () => ({ words: '', address: '' });
  catalog = new Catalog(database, { stamper: createStamper(Date.now, 'here'), now: Date.now, historyText });
  sales = new Sales(catalog);
}
async function close(): Promise<void> {
  await catalog.close();
}

beforeEach(() => {
  folder = temporaryFolder();
  open();
});
afterEach(close);

const address = (uuid: string) => `https://checkout.example/mara/118?uuid=${uuid}`;

function addLink(uuid: string | null, metadata: Record<string, string> = {}, deleted = false): string {
  const record = {
    ...catalog.newRecord(),
    deletedAt: deleted ? 1 : null,
    productId: 'product',
    prices: [] as [],
    useOnce: false,
    metadata: Object.entries(metadata).map(([key, value]) => ({ key, value })),
    origin: 'desk' as const,
    paymentLink: uuid === null ? null : address(uuid),
    answer: null,
  };
  catalog.addLink(record);
  return record.id;
}

const takeAt = (at: number, ...bodies: string[]) => sales.store(bodies.map((body) => deliveryOf(body, { at })));
/** Whether any of them is new. */
const take = async (...events: unknown[]) =>
  (await takeAt(5, ...events.map((event) => JSON.stringify(event)))).counted.length > 0;
const countOf = (id: string): number => catalog.links.sold(id)?.count ?? 0;

it('counts a sale of the link that a delivery names by address, uuid or its own metadata', async () => {
  const ids = ['u-1', 'u-2', '7f3a-b', '7f3a'].map((uuid) => addLink(uuid));
  const own = addLink('u-5', { order: '1042', shop: 'blue' });
  addLink('u-6', { order: '1042' });
  await take(
    { payment_link: address('u-1') },
    { data: { order: [{ link: address('u-2') }] } },
    { link_uuid: '7F3A-B' },
    { uuid: 'of-the-event', reference: '7f3a' },
    { sale: { metadata: { shop: 'blue', order: '1042' } } },
  );
  expect([...ids, own].map(countOf)).toEqual([1, 1, 1, 1, 1]);
});

it('counts no sale of an event that is ambiguous, or names no link in a field of the seller', async () => {
  addLink('u-1', { order: '1042' });
  addLink('u-2', { shared: 'by two' });
  addLink('u-3', { shared: 'by two' }, true);
  addLink('u-4');
  addLink(null, { order: 'without an address' });
  const events: readonly unknown[] = [
    { metadata: { shared: 'by two' } },
    { metadata: { order: '1042', more: '1' } },
    { metadata: { order: '1043' } },
    { metadata: { order: 1042 } },
    { metadata: {} },
    {},
    { payment_link: address('elsewhere'), metadata: { order: '1042' } },
    { payment_links: [address('u-1'), address('u-4')] },
    { payment_link: null, fields: { name: address('u-1') }, metadata: { note: address('u-1') } },
    { event: 'test', payment_link: address('u-1') },
    [address('u-1')],
    address('u-1'),
    null,
    { metadata: { order: 'without an address' } },
  ];
  for (const body of [...events.map((event) => JSON.stringify(event)), '{"payment_link":']) {
    await takeAt(5, body);
    expect(
      [...catalog.links.all()].flat().filter(({ id }) => countOf(id) > 0),
      body,
    ).toEqual([]);
  }
});

describe('sales are counted', () => {
  it('once per event, by its id or else by its body, over a restart too', async () => {
    const id = addLink('u-1');
    const sale = { sale_id: 's-1', payment_link: address('u-1') };
    expect(await take(sale, sale)).toBe(true);
    expect(await take({ ...sale, delivered_again: true })).toBe(false);
    await take({ payment_link: address('u-1') }, { payment_link: address('u-1') });
    await take({ sale_id: 's-2', payment_link: address('u-1') });
    expect(countOf(id)).toBe(3);
    await close();
    open();
    expect(catalog.links.sold(id)).toEqual({ count: 3, lastAt: 5 });
    expect(await take(sale)).toBe(false);
  });

  it('per link if events share an id, and per purchase if the id may be that of the product', async () => {
    const [a, b, c] = [addLink('u-1'), addLink('u-2'), addLink('u-3')];
    await take({ event_id: 118, payment_link: address('u-1') }, { event_id: 118, payment_link: address('u-2') });
    const purchase = (buyer: string) => ({ id: 118, payment_link: address('u-3'), customer: { name: buyer } });
    await take(purchase('Ada'), purchase('Ben'), purchase('Ada'));
    expect([a, b, c].map(countOf)).toEqual([1, 1, 2]);
  });
});
