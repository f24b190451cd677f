// The addresses of many links: in the order of the list, customised, and as codes for a sheet; on a real catalog.
import { expect, test } from 'vitest';
import { createLink } from '../../src/main/links/links.ts';
import { deleteLinks } from '../../src/main/links/many-links.ts';
import type { Clipboard } from '../../src/main/platform.ts';
import { beforeCustomise, copyAddresses, customiseLinks, qrSheet } from '../../src/main/share/many-addresses.ts';
import { startSeller, startService } from '../support/outbox-fixtures.ts';
import { linkDraft } from '../support/outbox-seller.ts';

const ALL = { search: '', productId: null, sync: 'all', useOnce: null, sold: false } as const;
const address = (uuid: string, more = '') => `https://shop.example/mara/7?uuid=${uuid}${more}`;
const nowhere = () => Promise.resolve(null);

/** Three links with these addresses, oldest first, and one without an address yet. */
async function stage(...addresses: readonly string[]) {
  const service = await startService();
  const seller = await startSeller(service, { token: null });
  const product = await seller.addProduct(1);
  const ids: string[] = [];
  for (const url of addresses) ids.push(await seller.addLink(product, url));
  const waiting = await createLink(seller.store, product, linkDraft('waiting'));
  if (!waiting.ok) throw new Error(waiting.problem.message);
  ids.push(waiting.value.id);
  const copied: string[] = [];
  const clipboard = { copy: async (text: string) => void copied.push(text) } as Clipboard;
  return { store: seller.store, seller, product, ids, copied, clipboard };
}

test('copies the addresses of a selection in the order of the list, also of search results', async () => {
  const { store, ids, copied, clipboard } = await stage(address('b'), address('added'), address('c'));
  await store.storeSync();
  // In click order, one of them twice.
  const [first = '', second = '', third = '', waiting = ''] = ids;
  const clicked = [second, waiting, third, first, second];
  expect(await copyAddresses(store, { ...ALL, ids: clicked, evenWarned: false }, clipboard)).toEqual({
    ok: true,
    value: { copied: 3, withoutAddress: 1, leaving: 0, soldOnce: 0, warned: [] },
  });
  expect(copied.pop()).toBe([address('c'), address('added'), address('b')].join('\n'));
  const searched = { ...ALL, search: 'added', ids: clicked };
  const listed: string[] = [];
  for await (const some of store.catalog.links.ids(searched)) listed.push(...some);
  await copyAddresses(store, { ...searched, evenWarned: false }, clipboard);
  const urls = listed.map((id) => store.catalog.links.get(id)?.paymentLink).filter((url) => url !== null);
  expect(urls).toHaveLength(3);
  expect(copied.pop()).toBe(urls.join('\n'));
});

test('skips and counts a link that has one of the fields already, or no address', async () => {
  const { store, ids, copied, clipboard } = await stage(address('a'), address('b', '&city=Rome'), address('c', '#top'));
  const fields = [
    { name: 'city', value: 'Łódź & co' },
    { name: 'phone_number', value: '+48 600' },
  ];
  const links = { ...ALL, ids };
  expect(await beforeCustomise(store, links)).toMatchObject({
    withAddress: 3,
    withoutAddress: 1,
    first: { checkoutUrl: address('c', '#top') },
  });
  expect(await customiseLinks(store, { ...links, fields, as: 'copy' }, clipboard, nowhere)).toEqual({
    ok: true,
    value: { done: 2, file: null, withoutAddress: 1, clashing: 1 },
  });
  const added = '&city=%C5%81%C3%B3d%C5%BA%20%26%20co&phone_number=%2B48%20600';
  expect(copied).toEqual([`${address('c', added)}#top\n${address('a', added)}`]);
  expect(await customiseLinks(store, { ...links, fields, as: 'csv' }, clipboard, nowhere)).toEqual({
    ok: true,
    value: null,
  });
});

test('counts links that are being deleted, and copies them only if the seller knows', async () => {
  const { store, ids, copied, clipboard } = await stage(address('a'), address('b'), address('c'));
  const [first = '', second = ''] = ids;
  await deleteLinks(store, [first, second]);
  const links = { ...ALL, ids };
  expect(await copyAddresses(store, { ...links, evenWarned: false }, clipboard)).toMatchObject({
    value: { copied: 0, withoutAddress: 1, leaving: 2, warned: [second, first] },
  });
  expect(copied).toEqual([]);
  expect(await copyAddresses(store, { ...links, evenWarned: true }, clipboard)).toMatchObject({
    value: { copied: 3 },
  });
  expect(copied).toEqual([[address('c'), address('b'), address('a')].join('\n')]);
  expect(await beforeCustomise(store, links)).toMatchObject({ withAddress: 3, leaving: 2 });
  expect(await qrSheet(store, links)).toMatchObject({ leaving: 2, warned: [second, first] });
});

test('links for a single sale that have sold are counted, and copied only when the seller knows', async () => {
  const { store, seller, product, ids, copied, clipboard } = await stage(address('a'));
  const [once = ''] = ids;
  const often = await seller.addLink(product, address('often'), { useOnce: false });
  const foundBy = 'uuid' as const;
  store.catalog.transaction(() => {
    for (const [at, linkId] of [once, often].entries())
      store.catalog.sales.take({ id: `sale-${at}`, linkId, at, foundBy });
  });
  const links = { ...ALL, ids: [...ids, often] };
  expect(await copyAddresses(store, { ...links, evenWarned: false }, clipboard)).toMatchObject({
    value: { copied: 0, soldOnce: 1, leaving: 0 },
  });
  expect(copied).toEqual([]);
  expect(await copyAddresses(store, { ...links, evenWarned: true }, clipboard)).toMatchObject({ value: { copied: 2 } });
  expect(await beforeCustomise(store, links)).toMatchObject({ soldOnce: 1, warned: [once] });
  expect(await qrSheet(store, links)).toMatchObject({ soldOnce: 1 });
  await deleteLinks(store, [once]);
  expect(await qrSheet(store, links)).toMatchObject({ soldOnce: 0, leaving: 1 });
});

test('copies nothing if no link has an address', async () => {
  const { store, ids, copied, clipboard } = await stage();
  expect(await copyAddresses(store, { ...ALL, ids, evenWarned: false }, clipboard)).toMatchObject({
    value: { copied: 0, withoutAddress: 1 },
  });
  expect(copied).toEqual([]);
});

test('excludes and counts an address that would make too dense a code', async () => {
  const { store, ids } = await stage(address('a'), address('b', `&note=${'x'.repeat(2_000)}`));
  const sheet = await qrSheet(store, { ...ALL, ids });
  expect(sheet).toMatchObject({ withoutAddress: 1, tooLong: 1 });
  expect(sheet.codes).toMatchObject([{ id: ids[0], productTitle: 'Product 1' }]);
});
