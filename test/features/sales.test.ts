// Which payment links have sold: only what a verified delivery says unambiguously, counted once.

import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Catalog, openCatalogDatabase } from '../../src/main/catalog/catalog.ts';
import type { LinkRecord } from '../../src/main/catalog/records.ts';
import { Sales } from '../../src/main/sales/sales.ts';
import { createStamper } from '../../src/main/storage/stamp.ts';
import { temporaryFolder } from '../support/folder.ts';

let folder: string;
let catalog: Catalog;
let sales: Sales;

function open(): void {
  const database = openCatalogDatabase(join(folder, 'catalog.db'), 'The catalog');
  const historyText = () => ({ words: '', address: '' });
  catalog = new Catalog(database, { stamper: createStamper(Date.now, 'here'), now: Date.now, historyText });
  sales = new Sales(catalog);
}

beforeEach(async () => {
  folder = temporaryFolder();
  open();
});
afterEach(async () => {
  await sales.stop();
  await catalog.close();
});

const address = (uuid: string) => `https://checkout.example/mara/118?uuid=${uuid}`;

async function addLink(uuid: string | null, metadata: Record<string, string> = {}, deleted = false): Promise<string> {
  const record: LinkRecord = {
    ...catalog.newRecord(),
    deletedAt: deleted ? 1 : null,
    productId: 'product',
    prices: [{ currencyId: 2, priceCents: 100, discountCents: null }],
    useOnce: false,
    metadata: Object.entries(metadata).map(([key, value]) => ({ key, value })),
    origin: 'desk',
    paymentLink: uuid === null ? null : address(uuid),
    answer: null,
  };
  catalog.addLink(record);
  return record.id;
}

const takeAt = (at: number, ...bodies: string[]) =>
  catalog.transaction(() => bodies.map((body) => sales.take({ at, body }, true)));
/** Whether any of them is new. */
const take = (...events: unknown[]) =>
  takeAt(5, ...events.map((event) => JSON.stringify(event))).some((taken) => taken?.before === null);
const mark = (event: unknown, isSale = true) => sales.mark({ at: 5, body: JSON.stringify(event) }, isSale);
const countOf = (id: string): number => catalog.links.sold(id)?.count ?? 0;

describe('a link has sold if a delivery', () => {
  it('contains its address anywhere', async () => {
    const [a, b, c] = [await addLink('u-1'), await addLink('u-2'), await addLink('u-3')];
    take({ payment_link: address('u-1') }, { data: { order: [{ link: address('u-2') }] } }, { link_uuid: 'u-3' });
    expect([a, b, c].map(countOf)).toEqual([1, 1, 1]);
  });

  it('contains its uuid in another case', async () => {
    const id = await addLink('7f3a-b');
    take({ link_uuid: '7F3A-B' });
    expect(countOf(id)).toBe(1);
  });

  it('contains its uuid as a separate text', async () => {
    const id = await addLink('7f3a');
    take({ uuid: 'of-the-event', reference: '7f3a' });
    expect(countOf(id)).toBe(1);
  });

  it('has exactly its metadata, in any order, and no other link has', async () => {
    const id = await addLink('u-1', { order: '1042', shop: 'blue' });
    await addLink('u-2', { order: '1042' });
    take({ sale: { metadata: { shop: 'blue', order: '1042' } } });
    expect(countOf(id)).toBe(1);
  });
});

describe('no link has sold if a delivery', () => {
  const none = async () => expect([...catalog.links.all()].flat().map(({ id }) => countOf(id))).not.toContain(1);

  it('has metadata that two links share, one of them deleted', async () => {
    await addLink('u-1', { order: '1042' });
    await addLink('u-2', { order: '1042' }, true);
    take({ metadata: { order: '1042' } });
    expect(sales.match('{"metadata":{"order":"1042"}}')).toMatchObject({ kind: 'ambiguous', links: 2 });
    await none();
  });

  it('has more, fewer, or other metadata, or none', async () => {
    await addLink('u-1', { order: '1042' });
    await addLink('u-2');
    take(
      { metadata: { order: '1042', more: '1' } },
      { metadata: { order: '1043' } },
      { metadata: { order: 1042 } },
      { metadata: {} },
      {},
    );
    await none();
  });

  it('names another link, whatever its metadata', async () => {
    await addLink('u-1', { order: '1042' });
    take({ payment_link: address('elsewhere'), metadata: { order: '1042' } });
    expect(sales.match(JSON.stringify({ payment_link: address('elsewhere') })).kind).toBe('unknown-link');
    await none();
  });

  it('names two links', async () => {
    await addLink('u-1');
    await addLink('u-2');
    take({ payment_links: [address('u-1'), address('u-2')] });
    await none();
  });

  it('has the address only in fields that the buyer could fill in', async () => {
    await addLink('u-1');
    take({ payment_link: null, fields: { name: address('u-1') }, metadata: { note: address('u-1') } });
    await none();
  });

  it('is a test, or no JSON object', async () => {
    await addLink('u-1');
    take({ event: 'test', payment_link: address('u-1') }, [address('u-1')], address('u-1'), null);
    takeAt(1, '{"payment_link":');
    await none();
  });

  it('arrives before the link has an address', async () => {
    await addLink(null, { order: '1042' });
    take({ metadata: { order: '1042' } });
    await none();
  });
});

describe('sales are counted', () => {
  it('once per event, by its id or else by its body, over a restart too', async () => {
    const id = await addLink('u-1');
    const sale = { sale_id: 's-1', payment_link: address('u-1') };
    expect(take(sale, sale)).toBe(true);
    expect(take({ ...sale, delivered_again: true })).toBe(false);
    take({ payment_link: address('u-1') }, { payment_link: address('u-1') });
    take({ sale_id: 's-2', payment_link: address('u-1') });
    expect(countOf(id)).toBe(3);
    await catalog.close();
    open();
    expect(catalog.links.sold(id)).toEqual({ count: 3, lastAt: 5 });
    expect(take(sale)).toBe(false);
  });

  it('per link if events share an id', async () => {
    const [a, b] = [await addLink('u-1'), await addLink('u-2')];
    take({ event_id: 118, payment_link: address('u-1') }, { event_id: 118, payment_link: address('u-2') });
    expect([countOf(a), countOf(b)]).toEqual([1, 1]);
  });

  it('per purchase of a link whose events have only the id of the product', async () => {
    const id = await addLink('u-1');
    const purchase = (buyer: string) => ({ id: 118, payment_link: address('u-1'), customer: { name: buyer } });
    take(purchase('Ada'), purchase('Ben'), purchase('Ada'));
    expect(countOf(id)).toBe(2);
    const stored = [...catalog.sales.all()].flat();
    expect(stored.map(({ event }) => event?.eventId)).toEqual(['118', '118']);
  });
});

describe('a sale without a verifying key', () => {
  it('counts once the seller has marked it, once however often, and not after that is undone', async () => {
    const id = await addLink('u-1');
    const event = { event_id: 'e-1', payment_link: address('u-1') };
    expect([mark(event), mark(event)]).toEqual([true, true]);
    expect(catalog.links.sold(id)).toEqual({ count: 1, lastAt: 5 });
    expect(catalog.links.counts(null).sold).toBe(1);
    expect(mark(event, false)).toBe(true);
    expect(catalog.links.sold(id)).toBeNull();
    expect(catalog.links.counts(null).sold).toBe(0);
  });

  it('is undone alone: the time of the last sale is that of the remaining ones', async () => {
    const id = await addLink('u-1');
    takeAt(3, JSON.stringify({ event_id: 'e-1', payment_link: address('u-1') }));
    mark({ event_id: 'e-2', payment_link: address('u-1') });
    mark({ event_id: 'e-2', payment_link: address('u-1') }, false);
    expect(catalog.links.sold(id)).toEqual({ count: 1, lastAt: 3 });
  });

  it('is verified once its event arrives with a key, and cannot be undone then', async () => {
    const id = await addLink('u-1');
    const event = { event_id: 'e-1', payment_link: address('u-1') };
    mark(event);
    take(event);
    expect(mark(event, false)).toBe(false);
    expect(countOf(id)).toBe(1);
  });

  it('cannot be marked if it names no link, or several', async () => {
    await addLink('u-1', { order: '1' });
    await addLink('u-2', { order: '1' });
    expect(mark({ payment_link: address('u-9') })).toBe(false);
    expect(mark({ metadata: { order: '1' } })).toBe(false);
    expect(mark({ event: 'test', payment_link: address('u-1') })).toBe(false);
  });
});
