// Crafted backups: addresses must be valid as if typed, and ids and stamps must have possible times; new ids stay in order.
import { join } from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import { lineOf } from '../../src/main/backup/content.ts';
import type { LinkRecord, ProductRecord } from '../../src/main/catalog/records.ts';
import { backupBytes } from '../../src/main/storage/backup-file.ts';
import { writeForSeller } from '../../src/main/storage/durable-file.ts';
import { timeOfId } from '../../src/main/storage/stamp.ts';
import type { StoreRecord } from '../../src/main/store-record.ts';
import type { Change } from '../../src/main/sync/outbox/change.ts';
import { allLinks, allProducts } from '../support/catalog-rows.ts';
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
/** The waiting creation of the link. */
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
  change = [...queue.values()].find(({ subject }) => subject === linkId) as Change;
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

describe('a store in a backup', () => {
  it('is skipped with its records if its addresses or names are invalid', async () => {
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
    expect(other.app.frame.value().stores).toEqual([]);
  });

  it('is shown with its normalized address before anything is restored', async () => {
    const other = await newComputer();
    const path = await backupOf({}, { ...store, serviceAddress: 'https://SHOP.example:443/api/' });
    const { preview } = await other.restore(path);
    expect(preview.stores).toMatchObject([
      { id: store.id, known: false, serviceAddress: 'https://shop.example/api', email: store.email, here: null },
    ]);
    expect(other.store.deps.record().serviceAddress).toBe('https://shop.example/api');
  });

  it('with the id of a store here and another address or e-mail says so, and changes neither', async () => {
    const { serviceAddress, email } = store;
    for (const other of [{ serviceAddress: 'https://elsewhere.example' }, { email: 'someone@else.example' }]) {
      const path = await backupOf({}, { ...store, ...other, name: 'Another name' });
      const { preview } = await original.restore(path);
      expect(preview.stores).toMatchObject([{ known: true, ...other, here: { serviceAddress, email } }]);
      expect(original.store.deps.record()).toMatchObject({ serviceAddress, email, name: store.name });
      expect(original.store.session.isSignedIn).toBe(true);
    }
    // The case of an e-mail makes no other store.
    const { preview } = await original.preview(await backupOf({}, { ...store, email: 'Mara@Shop.Example' }));
    expect(preview.stores).toMatchObject([{ known: true, here: null }]);
  });
});

describe('a record in a backup', () => {
  it('is skipped if one of its addresses is invalid', async () => {
    const checkout = { checkoutUrl: 'https://checkout.example', sellerSlug: 'mara', productNumber: '1' };
    const sent = { ...change, state: 'done', ending: 'sent', endedAt: Date.now() };
    const settings = { kind: 'settings.update', isOn: true, keyRef: null };
    const recordsWith = (url: string) => ({
      products: [{ ...product, checkout: { ...checkout, checkoutUrl: url } }],
      links: [{ ...link, paymentLink: url }],
      history: [{ ...sent, result: { kind: 'link', paymentLink: url, answer: '' } }],
      outbox: [{ ...change, subject: 'webhook', payload: { ...settings, url } }],
      webhook: [{ saved: { url, isOn: true, keyRef: null, savedAt: 1 }, tests: [] }],
    });
    const other = await newComputer();
    const valid = await other.preview(await backupOf(recordsWith('https://checkout.example/mara/1?uuid=one')));
    expect(valid.preview).toMatchObject({ unread: 0, holds: { products: 1, links: 1 } });
    for (const url of ['', 'javascript:alert(1)', 'no address', 'data:text/html,x']) {
      const { preview } = await other.preview(await backupOf(recordsWith(url)));
      expect(preview, url).toMatchObject({ unread: 5, holds: { products: 0, links: 0, waiting: 0 } });
    }
    // A webhook must not be called without encryption.
    const saved = { url: 'http://hook.example', isOn: true, keyRef: null, savedAt: 1 };
    const { preview } = await other.preview(await backupOf({ webhook: [{ saved, tests: [] }] }));
    expect(preview.unread).toBe(1);
  });

  it('is skipped if its times are impossible or in the future, and new records follow the others', async () => {
    const impossible: readonly [string, object][] = [
      ['an id of no time that a clock can show', { id: ABSURD }],
      ['an id that is no UUIDv7', { id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }],
      ['a stamp of a time that is no date', { rev: { time: 1e300, counter: 0, device: 'other' } }],
      ['a stamp with a negative counter', { rev: { time: 1, counter: -1, device: 'other' } }],
      ['a creation at a time that is no date', { createdAt: 1e300, acceptedAt: 1e300 }],
    ];
    const done = { ...change, state: 'done' };
    const other = await newComputer();
    for (const [what, wrong] of impossible) {
      const path = await backupOf({
        products: [product, { ...product, ...wrong }],
        links: [link, { ...link, ...wrong }],
        outbox: [change, { ...change, ...wrong }],
        history: [{ ...done, ...wrong }],
      });
      const { preview } = await other.preview(path);
      expect(preview, what).toMatchObject({ unread: 4, holds: { products: 1, links: 1, waiting: 1 } });
    }
    const at = Date.now() + 8 * DAY;
    const id = () => uuidv7({ msecs: at });
    const rev = { time: at, counter: 0, device: 'other' };
    const path = await backupOf({
      products: [product, { ...product, id: id() }, { ...product, id: uuidv7(), rev }],
      links: [link, { ...link, id: id() }],
      outbox: [change, { ...change, id: id() }, { ...change, id: uuidv7(), subject: id() }],
      history: [{ ...done, id: id() }],
    });
    const { preview } = await other.restore(path);
    expect(preview).toMatchObject({ unread: 6, holds: { products: 1, links: 1, waiting: 1 } });
    const all = [...allProducts(other.store), ...allLinks(other.store)].map((record) => record.id);
    expect(all.sort()).toEqual([product.id, link.id].sort());
    await other.stop();
    await other.start();
    expect(other.app.frame.value().notices).toEqual([]);
    await checkNewIds(other);
  });
});

/** New records and changes have the current time, and follow all existing ones. */
async function checkNewIds(computer: Computer): Promise<void> {
  const { store } = computer;
  await store.ready;
  const { queue } = store;
  const before = [...allProducts(store), ...allLinks(store), ...queue.all()].map(({ id }) => id);
  const id = await computer.product('A new one');
  const [change] = queue.of(id);
  for (const made of [id, change?.id ?? '']) {
    expect(Math.abs(timeOfId(made) - Date.now())).toBeLessThan(DAY);
    expect(before.every((earlier) => earlier < made)).toBe(true);
  }
}
