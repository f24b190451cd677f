// Sharing links: "Copy when ready", and the addresses of many links; on real files and sockets.
import { expect, test } from 'vitest';
import { askToCopy, copyIfAsked } from '../../src/main/links/copy-when-ready.ts';
import { deleteLinks } from '../../src/main/links/deletions.ts';
import { createLink } from '../../src/main/links/handlers.ts';
import { getLink } from '../../src/main/links/links.ts';
import type { Clipboard } from '../../src/main/platform.ts';
import { beforeShare, qrSheet, shareMany } from '../../src/main/share/share.ts';
import type { CheckoutField } from '../../src/shared/checkout-url.ts';
import type { EventPayload } from '../../src/shared/contract.ts';
import { unwrap } from '../support/computer.ts';
import { begin, startSeller, startService } from '../support/outbox-fixtures.ts';
import { linkDraft, type Seller } from '../support/outbox-seller.ts';
import { saleOf } from '../support/sale.ts';
import { until } from '../support/until.ts';

class Desktop implements Clipboard {
  text = '';
  now = 0;
  inFront = true;
  refuses = false;
  readonly ready: EventPayload<'linkReady'>[] = [];
  async copy(text: string): Promise<void> {
    if (this.refuses) throw new Error('The clipboard is held by another program');
    this.text = text;
    this.now += 1;
  }
  noteExternalCopy(): void {
    this.now += 1;
  }
  generation = () => this.now;
  isFocused = () => this.inFront;
}

test('offers the address instead of copying it if the seller is doing something else', async () => {
  const reasons: readonly [string, (desktop: Desktop) => unknown][] = [
    ['something else was copied in the app', (desktop) => desktop.copy('other')],
    ['the page copied something, or the seller was at another window', (desktop) => desktop.noteExternalCopy()],
    ['another window is in front', (desktop) => Object.assign(desktop, { inFront: false })],
    ['the clipboard refuses', (desktop) => Object.assign(desktop, { refuses: true })],
  ];
  for (const [why, act] of reasons) {
    const desktop = new Desktop();
    const service = await startService();
    const seller: Seller = await startSeller(service, {
      token: null,
      onSettled: (change) =>
        void copyIfAsked(seller.store, change, desktop, (event, payload) => {
          if (event === 'linkReady') desktop.ready.push(payload as EventPayload<'linkReady'>);
        }),
    });
    const product = await seller.addProduct(service.record.addProduct('Existing'));
    const { id } = await unwrap(createLink(seller.store, product, linkDraft('1')));
    expect(askToCopy(seller.store, id, true, desktop)).toEqual({ ok: true, value: undefined });
    expect(getLink(seller.store, id)?.copiesWhenReady).toBe(true);
    act(desktop);
    const { text } = desktop;
    await seller.store.session.signIn(service.record.issue('seller'));
    await until('it has come', () => desktop.ready.length === 1);
    expect(desktop.text, why).toBe(text);
    expect(desktop.ready[0], why).toMatchObject({ url: service.record.addresses.at(-1), copied: false });
  }
});

const address = (uuid: string, more = '') => `https://shop.example/mara/7?uuid=${uuid}${more}`;

/** Links with these addresses, oldest first, and one without an address yet. */
async function stage(...addresses: readonly string[]) {
  const { seller } = await begin({ token: null });
  const product = await seller.addProduct(1);
  const ids: string[] = [];
  for (const url of addresses) ids.push(await seller.addLink(product, url));
  ids.push((await unwrap(createLink(seller.store, product, linkDraft('waiting')))).id);
  const copied: string[] = [];
  const desktop = { copy: async (text: string) => void copied.push(text), askWhereToSave: async () => null };
  const share = (links: Parameters<typeof beforeShare>[1], as: 'copy' | 'csv' = 'copy', fields: CheckoutField[] = []) =>
    shareMany(seller.store, { ...links, fields, as }, desktop);
  return { store: seller.store, seller, product, ids, copied, share };
}

test('copies the addresses of a selection in the order of the list', async () => {
  const { ids, copied, share } = await stage(address('b'), address('added'), address('c'));
  // In click order, with one link twice.
  const [first = '', second = '', third = '', waiting = ''] = ids;
  const clicked = [second, waiting, third, first, second];
  expect(await share({ ids: clicked })).toMatchObject({ value: { done: 3, withoutAddress: 1 } });
  const newestFirst = [address('c'), address('added'), address('b')];
  expect(copied.pop()).toBe(newestFirst.join('\n'));
  await share({ ids: clicked, order: { by: 'created', descending: false } });
  expect(copied.pop()).toBe(newestFirst.reverse().join('\n'));
});

test('skips and counts a link that has one of the fields already, or no address', async () => {
  const { store, ids, copied, share } = await stage(address('a'), address('b', '&city=Rome'), address('c', '#top'));
  const fields = [
    { name: 'city', value: 'Łódź & co' },
    { name: 'phone_number', value: '+48 600' },
  ];
  const links = { ids };
  const first = { checkoutUrl: address('c', '#top') };
  expect(await beforeShare(store, links)).toMatchObject({ withAddress: 3, withoutAddress: 1, first });
  const value = { done: 2, file: null, withoutAddress: 1, clashing: 1 };
  expect(await share(links, 'copy', fields)).toMatchObject({ value });
  const added = '&city=%C5%81%C3%B3d%C5%BA%20%26%20co&phone_number=%2B48%20600';
  expect(copied).toEqual([`${address('c', added)}#top\n${address('a', added)}`]);
  expect(await share(links, 'csv', fields)).toEqual({ ok: true, value: null });
});

test('counts links that are being deleted or have sold once', async () => {
  const { store, seller, product, ids } = await stage(address('a'), address('b'), address('c'));
  const often = await seller.addLink(product, address('often'), { useOnce: false });
  const [first = '', second = ''] = ids;
  store.catalog.transaction(() => {
    for (const [at, linkId] of [second, often].entries())
      store.catalog.sales.merge(saleOf({ id: `sale-${at}`, linkId, at }));
  });
  await deleteLinks(store, [first]);
  const links = { ids: [...ids, often] };
  expect(await beforeShare(store, links)).toMatchObject({ withAddress: 4, leaving: 1, soldOnce: 1 });
  expect(await qrSheet(store, links)).toMatchObject({ leaving: 1, soldOnce: 1 });
});
