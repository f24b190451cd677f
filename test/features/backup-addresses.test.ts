// Addresses in a backup, of services, checkout pages and webhooks, must be valid as if typed.
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { lineOf } from '../../src/main/backup/content.ts';
import type { LinkRecord, ProductRecord } from '../../src/main/catalog/records.ts';
import { backupBytes } from '../../src/main/storage/backup-file.ts';
import { writeForSeller } from '../../src/main/storage/durable-file.ts';
import type { StoreRecord } from '../../src/main/store-record.ts';
import type { Action } from '../../src/main/sync/outbox/action.ts';
import { allHistory, allLinks, allProducts } from '../support/catalog-rows.ts';
import { type Computer, unwrap } from '../support/computer.ts';
import { type ComputerFixtures, startComputers } from '../support/computer-fixtures.ts';

let newComputer: ComputerFixtures['newComputer'];
let original: Computer;
let store: StoreRecord;
beforeEach(async () => {
  const computers = await startComputers();
  newComputer = computers.newComputer;
  original = await newComputer();
  await original.signIn(computers.service);
  const product = await original.product('Coaching hour');
  await original.link(product, '1');
  await original.settled();
  store = original.store.deps.record();
});

/** A backup of one store with only these records. */
async function backupOf(record: object, records: Record<string, readonly unknown[]> = {}): Promise<string> {
  async function* lines() {
    yield lineOf('store', store.id, [record]);
    for (const [part, each] of Object.entries(records)) yield lineOf(part, store.id, each);
    yield lineOf('end', null, []);
  }
  const path = join(original.folder, 'crafted.storefront-backup');
  await writeForSeller(path, backupBytes({ appVersion: '9', createdAt: Date.now() }, lines(), null), 'it');
  return path;
}

const WRONG_ADDRESSES = [
  ...['', 'not an address', 'javascript:alert(1)', 'ftp://shop.example', 'http://shop.example'],
  ...['https://mara:secret@shop.example', 'https://shop.example/?to=elsewhere', 'https://shop.example/#part'],
  ...['https://shop.example/a b', 'https://', 'file:///etc/passwd'],
];

describe('a store in a backup', () => {
  it.each(WRONG_ADDRESSES)('is skipped with its records if its service address is "%s"', async (serviceAddress) => {
    const path = await backupOf({ ...store, serviceAddress }, { products: [1, 2] });
    const other = await newComputer();
    const { preview } = await other.restore(path);
    expect(preview).toMatchObject({ stores: [], unread: 3 });
    expect(other.app.frame.value().stores).toEqual([]);
  });

  it.each([
    ['an e-mail that is none', { email: 'mara' }],
    ['a checkout address that is none', { checkoutUrl: 'javascript:alert(1)' }],
    ['a checkout address with a query', { checkoutUrl: 'https://checkout.example/?to=elsewhere' }],
    ['no name', { name: ' ' }],
    ['a practice store elsewhere', { practice: true, serviceAddress: 'https://shop.example' }],
  ])('is skipped if it has %s', async (_, wrong) => {
    const other = await newComputer();
    const { preview } = await other.restore(await backupOf({ ...store, ...wrong }));
    expect(preview).toMatchObject({ stores: [], unread: 1 });
  });

  it('is shown with its normalized address before anything is restored', async () => {
    const other = await newComputer();
    const path = await backupOf({ ...store, serviceAddress: 'https://SHOP.example:443/api/' });
    const { preview } = await other.restore(path);
    expect(preview.stores).toMatchObject([
      { id: store.id, known: false, serviceAddress: 'https://shop.example/api', email: store.email, here: null },
    ]);
    expect(other.store.deps.record().serviceAddress).toBe('https://shop.example/api');
  });

  it.each([
    ['service address', { serviceAddress: 'https://elsewhere.example' }],
    ['e-mail', { email: 'someone@else.example' }],
  ])('with the id of a store here and another %s says so, and changes neither', async (_, other) => {
    const path = await backupOf({ ...store, ...other, name: 'Another name' });
    const { preview } = await original.restore(path, { differing: 'take' });
    const { serviceAddress, email } = store;
    expect(preview.stores).toMatchObject([{ known: true, ...other, here: { serviceAddress, email } }]);
    expect(original.store.deps.record()).toMatchObject({ serviceAddress, email, name: 'Another name' });
    expect(original.store.signedIn).toBe(true);
  });

  it('that is the same store here reports no conflict, whatever the case of its e-mail', async () => {
    const { preview } = await original.preview(await backupOf({ ...store, email: 'Mara@Shop.Example' }));
    expect(preview.stores).toMatchObject([{ known: true, here: null }]);
  });
});

describe('a record in a backup', () => {
  const records = () => {
    const [product] = allProducts(original.store);
    const [link] = allLinks(original.store);
    const action = allHistory(original.store).find(({ payload }) => payload.kind === 'link.create');
    return { product, link, action } as { product: ProductRecord; link: LinkRecord; action: Action };
  };

  it('is restored if its addresses are valid', async () => {
    const { product, link, action } = records();
    const path = await backupOf(store, { products: [product], links: [link], history: [action] });
    const { preview } = await (await newComputer()).preview(path);
    expect(preview).toMatchObject({ unread: 0, holds: { products: 1, links: 1 } });
  });

  it.each(['', 'javascript:alert(1)', 'no address', 'data:text/html,x'])(
    'is left out where one is "%s"',
    async (url) => {
      const { product, link, action } = records();
      const checkout = { checkoutUrl: url, sellerSlug: 'mara', productNumber: '1' };
      const settings = { kind: 'settings.update', url, isOn: true, keyRef: null };
      const path = await backupOf(store, {
        products: [{ ...product, checkout }],
        links: [{ ...link, paymentLink: url }],
        history: [{ ...action, result: { kind: 'link', paymentLink: url, answer: '' } }],
        outbox: [{ ...action, state: 'ready', subject: 'webhook', payload: settings, result: null, ending: null }],
        webhook: [{ saved: { url, isOn: true, keyRef: null, savedAt: 1 }, tests: [] }],
      });
      const other = await newComputer();
      const { preview } = await other.restore(path);
      expect(preview).toMatchObject({ unread: 5, holds: { products: 0, links: 0, waiting: 0 } });
      expect(other.store.webhook.value.saved).toBeNull();
      expect(await unwrap(other.call['sync.list']({ offset: 0, limit: 10 }))).toMatchObject({ total: 0 });
    },
  );

  it('is skipped if its webhook would be called without encryption', async () => {
    const saved = { url: 'http://hook.example', isOn: true, keyRef: null, savedAt: 1 };
    const { preview } = await (await newComputer()).preview(await backupOf(store, { webhook: [{ saved, tests: [] }] }));
    expect(preview.unread).toBe(1);
  });
});
