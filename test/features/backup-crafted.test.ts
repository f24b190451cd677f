// Crafted backups: addresses must be valid as if typed, and ids and stamps must have possible times.
import { join } from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import { beforeEach, expect, it } from 'vitest';
import { lineOf } from '../../src/main/backup/content.ts';
import type { LinkRecord, ProductRecord } from '../../src/main/catalog/records.ts';
import type { Change } from '../../src/main/outbox/change.ts';
import { backupBytes } from '../../src/main/storage/backup-file.ts';
import { writeForSeller } from '../../src/main/storage/durable-file.ts';
import { timeOfId } from '../../src/main/storage/stamp.ts';
import type { StoreRecord } from '../../src/main/store-record.ts';
import type { Computer } from '../support/computer.ts';
import { type ComputerFixtures, startComputers } from '../support/computer-fixtures.ts';

const DAY = 86_400_000;
const ABSURD = 'ffffffff-ffff-7fff-bfff-ffffffffffff';

let service: ComputerFixtures['service'];
let newComputer: ComputerFixtures['newComputer'];
let original: Computer;
let store: StoreRecord;
let product: ProductRecord;
let link: LinkRecord;
/** The waiting create of the link. */
let change: Change;
beforeEach(async () => {
  ({ service, newComputer } = await startComputers());
  original = await newComputer();
  await original.signIn(service);
  await original.workOffline(true);
  const productId = await original.product('Coaching hour');
  const linkId = await original.link(productId, '1');
  const { catalog, queue } = original.store;
  store = original.store.deps.record();
  product = catalog.products.get(productId) as ProductRecord;
  link = catalog.links.get(linkId) as LinkRecord;
  change = queue.all().find(({ subject }) => subject === linkId) as Change;
});

/** A backup of one store with only these records. */
async function backupOf(records: Record<string, readonly unknown[]>, record: object = store, createdAt = Date.now()) {
  async function* lines() {
    yield lineOf('store', store.id, record);
    for (const [part, each] of Object.entries(records)) {
      for (const one of each) yield lineOf(part, store.id, one);
    }
    yield lineOf('end', null, null);
  }
  const path = join(original.folder, 'crafted.storefront-backup');
  await writeForSeller(path, backupBytes({ appVersion: '9', createdAt }, lines(), null), 'it');
  return path;
}

it('a store is skipped with its records if its addresses or names are invalid', async () => {
  const other = await newComputer();
  const wrong = [
    ...['', 'not an address', 'javascript:alert(1)', 'ftp://shop.example', 'http://shop.example'],
    ...['https://mara:secret@shop.example', 'https://shop.example/?to=elsewhere', 'https://shop.example/#part'],
    ...['https://shop.example/a b', 'https://', 'file:///etc/passwd'],
  ].map((serviceAddress): object => ({ serviceAddress }));
  wrong.push(
    { id: '../../outside' },
    { email: 'mara' },
    { checkoutUrl: 'javascript:alert(1)' },
    { checkoutUrl: 'https://checkout.example/?to=elsewhere' },
    { name: ' ' },
    { practice: true, serviceAddress: 'https://shop.example' },
  );
  for (const fields of wrong) {
    const { preview } = await other.preview(await backupOf({ products: [1, 2] }, { ...store, ...fields }));
    expect(preview, JSON.stringify(fields)).toMatchObject({ stores: [], unread: 3 });
  }
  await other.restore(await backupOf({}, { ...store, ...wrong[0] }));
  expect(other.app.frame().stores).toEqual([]);
});

it('a store is shown with its normalized address, and with the address on this computer if they differ', async () => {
  const other = await newComputer();
  const path = await backupOf({}, { ...store, serviceAddress: 'https://SHOP.example:443/api/' });
  const { preview } = await other.restore(path);
  expect(preview.stores).toMatchObject([
    { id: store.id, known: false, serviceAddress: 'https://shop.example/api', email: store.email, here: null },
  ]);
  expect(other.store.deps.record().serviceAddress).toBe('https://shop.example/api');
  const { serviceAddress, email } = store;
  for (const fields of [{ serviceAddress: 'https://elsewhere.example' }, { email: 'someone@else.example' }]) {
    const { preview } = await original.restore(await backupOf({}, { ...store, ...fields, name: 'Another name' }));
    expect(preview.stores).toMatchObject([{ known: true, ...fields, here: { serviceAddress, email } }]);
    expect(original.store.deps.record()).toMatchObject({ serviceAddress, email, name: store.name });
    expect(original.store.session.isSignedIn).toBe(true);
  }
  // The case of an e-mail address does not matter.
  const { preview: same } = await original.preview(await backupOf({}, { ...store, email: 'Mara@Shop.Example' }));
  expect(same.stores).toMatchObject([{ known: true, here: null }]);
});

it('a record is skipped if one of its addresses is invalid', async () => {
  const checkout = { checkoutUrl: 'https://checkout.example', sellerSlug: 'mara', productNumber: '1' };
  const sent = { ...change, state: 'done', ending: 'sent', endedAt: Date.now() };
  const saved = { url: 'https://checkout.example', isOn: true, keyRef: null, savedAt: 1 };
  const recordsWith = (url: string) => ({
    products: [{ ...product, checkout: { ...checkout, checkoutUrl: url } }],
    links: [{ ...link, paymentLink: url }],
    history: [{ ...sent, result: { kind: 'link', paymentLink: url, answer: '' } }],
    outbox: [{ ...change, subject: 'webhook', payload: { kind: 'settings.update', isOn: true, keyRef: null, url } }],
    webhook: [{ saved: { ...saved, url }, tests: [] }],
  });
  const other = await newComputer();
  const valid = await other.preview(await backupOf(recordsWith('https://checkout.example/mara/1?uuid=one')));
  expect(valid.preview).toMatchObject({ unread: 0, holds: { products: 1, links: 1 } });
  for (const url of ['', 'javascript:alert(1)', 'no address', 'data:text/html,x']) {
    const { preview } = await other.preview(await backupOf(recordsWith(url)));
    expect(preview, url).toMatchObject({ unread: 5, holds: { products: 0, links: 0, waiting: 0 } });
  }
  // A webhook must not be called without encryption.
  const plain = await backupOf({ webhook: [{ saved: { ...saved, url: 'http://hook.example' }, tests: [] }] });
  expect((await other.preview(plain)).preview.unread).toBe(1);
});

it('a record is skipped if its times are impossible', async () => {
  const wrong: readonly (readonly [string, object])[] = [
    ['an id of no time that a clock can show', { id: ABSURD }],
    ['an id that is no UUIDv7', { id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }],
    ['a stamp of a time that is no date', { rev: { time: 1e300, counter: 0, device: 'other' } }],
    ['a stamp with a negative counter', { rev: { time: 1, counter: -1, device: 'other' } }],
    ['a creation at a time that is no date', { createdAt: 1e300, acceptedAt: 1e300 }],
  ];
  const other = await newComputer();
  for (const [what, fields] of wrong) {
    const path = await backupOf({
      products: [product, { ...product, ...fields }],
      links: [link, { ...link, ...fields }],
      outbox: [change, { ...change, ...fields }],
      history: [{ ...change, state: 'done', ...fields }],
    });
    const { preview } = await other.preview(path);
    expect(preview, what).toMatchObject({ unread: 4, holds: { products: 1, links: 1, waiting: 1 } });
  }
});

it('a record from a clock that was ahead is restored, and new records have the right time', async () => {
  const id = uuidv7({ msecs: Date.now() + 400 * DAY });
  const other = await newComputer();
  await other.restore(await backupOf({ products: [{ ...product, id }] }));
  await other.stop();
  await other.start();
  await other.store.ready;
  expect(other.store.catalog.products.get(id)).toBeDefined();
  expect(Math.abs(timeOfId(await other.product('A new one')) - Date.now())).toBeLessThan(DAY);
});
