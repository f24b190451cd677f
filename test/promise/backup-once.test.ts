// A waiting change in a backup is sent once, whichever app sends it and however often the backup is restored.
import { cpSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { mergeDuplicate } from '../../src/main/catalog/duplicates.ts';
import { mayHaveHappened } from '../../src/main/outbox/change.ts';
import { slow } from '../../tools/test/slow.ts';
import { activeLinks } from '../support/catalog-rows.ts';
import { Computer, unwrap } from '../support/computer.ts';
import { type ComputerFixtures, startComputers } from '../support/computer-fixtures.ts';
import { importing } from '../support/import-file.ts';
import { until } from '../support/until.ts';

let service: ComputerFixtures['service'];
let newComputer: ComputerFixtures['newComputer'];
beforeEach(async () => {
  ({ service, newComputer } = await startComputers());
});

/** A computer that is signed in and works offline. */
async function offline(): Promise<Computer> {
  const computer = await newComputer();
  await computer.signIn(service);
  await computer.workOffline(true);
  return computer;
}

async function goOnline(computer: Computer): Promise<void> {
  await computer.signIn(service);
  await computer.workOffline(false);
  await computer.settled();
}

/** Titles of the products and orders of the links created on the service since the request with index `from`. */
const made = (from = 0) =>
  service.requests
    .slice(from)
    .filter(({ method, path }) => method === 'POST' && !path.endsWith('/login'))
    .map(({ raw }) => {
      const body = JSON.parse(raw) as { product_title?: string; metadata?: { order?: string } };
      return body.product_title ?? `link ${body.metadata?.order}`;
    });
const twice = () => made().filter((name, index, all) => all.indexOf(name) !== index);

const STEPS = [
  'product',
  'link',
  'online',
  'offline',
  'backup',
  'restore here',
  'restart',
  'import',
  'send the rest',
  'restore',
  'work there',
] as const;
type Step = (typeof STEPS)[number];
const STAGED: Step[] = ['product', 'online', 'offline', 'import', 'backup', 'restore here', 'send the rest'];
const some = fc.array(fc.constantFrom<Step>(...STEPS), { maxLength: 4 });
/** Every case restores a backup with waiting changes on another computer. */
const steps = fc
  .tuple(some, some, some)
  .map(([before, between, after]): Step[] => [
    ...before,
    ...(['offline', 'product', 'link', 'backup'] as const),
    ...between,
    'restore',
    ...after,
  ]);

it('no create is sent twice unless the seller says so, and none is lost, while both apps run', {
  timeout: slow(90_000),
}, async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (plan) => {
      const from = service.requests.length;
      const original = await newComputer();
      const other = await newComputer();
      await original.signIn(service);
      let steps = 0;
      const accepted: string[] = [];
      const products: string[] = [];
      let backup: string | null = null;
      const online = async (computer: Computer) => {
        if (computer.app.frame().currentStoreId) await goOnline(computer);
      };
      for (const step of plan) {
        steps += 1;
        const name = `${from}-${steps}`;
        if (step === 'product') {
          products.push(await original.product(name));
          accepted.push(name);
        } else if (step === 'link' && products.length > 0) {
          await original.link(products.at(-1) ?? '', name);
          accepted.push(`link ${name}`);
        } else if (step === 'import' && products.length > 0) {
          const { read, change, create } = importing(() => original);
          await read(`Price,metadata: order\n5,${name}a\n5,${name}b`);
          await change({ productId: products.at(-1) ?? '' });
          await create();
          accepted.push(`link ${name}a`, `link ${name}b`);
        } else if (step === 'send the rest') await unwrap(original.call['sync.sendHeld']());
        else if (step === 'online') await online(original);
        else if (step === 'offline') await original.workOffline(true);
        else if (step === 'backup') backup = await original.export();
        else if (step === 'restore' && backup) await other.restore(backup);
        else if (step === 'restore here' && backup) await original.restore(backup);
        else if (step === 'work there') await online(other);
        else if (step === 'restart') {
          await original.restart(service);
        }
      }
      await online(original);
      await online(other);
      expect(twice()).toEqual([]);
      // The original computer sent every change that it accepted, whatever was restored.
      expect(new Set(made(from))).toEqual(new Set(accepted));
      // The other computer has nothing left to send: only changes that need a decision.
      const remaining = other.app.frame().currentStoreId ? other.store.queue.all() : [];
      expect(remaining.filter(({ state }) => state !== 'needs-review')).toEqual([]);
      await original.remove();
      await other.remove();
    }),
    // Both examples restore a batch on the computer that staged it; in the second, the batch waits for its product.
    { numRuns: 8, examples: [[STAGED], [STAGED.toSpliced(1, 1)]] },
  );
});

describe('the same records under other ids', () => {
  it('a restored waiting link joins the product that has the same server id here', async () => {
    const original = await newComputer();
    await original.signIn(service);
    const coaching = await original.product('Coaching hour');
    await original.settled();
    await original.workOffline(true);
    await original.link(coaching, '7');
    const path = await original.export();
    await original.stop();

    const other = await newComputer();
    await other.signIn(service);
    const { id } = await unwrap(
      other.call['products.addExisting']({ serverId: 118, title: 'Coaching, as typed', checkoutAddress: '' }),
    );
    const { preview } = await other.restore(path);
    expect(preview.stores).toMatchObject([{ known: true, counts: { new: 1, changed: 1, held: 1 } }]);
    await unwrap(other.call['sync.sendHeld']());
    await other.settled();
    const product = await unwrap(other.call['products.get']({ id }));
    expect(product).toMatchObject({
      links: 1,
      serverId: 118,
      fields: { productTitle: 'Coaching, as typed' },
      state: 'published',
    });
    expect(service.changes.at(-1)?.path).toBe('/api/shop/products/118/payment-links');
    expect(twice()).toEqual([]);
  });

  it('a create held from an older backup is not sent, and nothing waits for it, if a newer backup has its result', async () => {
    const original = await offline();
    const product = await original.product('Coaching hour');
    const older = await original.export(null, 'older.storefront-backup');
    await goOnline(original);
    const newer = await original.export(null, 'newer.storefront-backup');
    await original.stop();

    const other = await newComputer();
    await other.restore(older);
    await other.restore(newer);
    await other.signIn(service);
    await other.link(product, 'mine');
    await other.settled();
    expect(made()).toEqual(['Coaching hour', 'link mine']);
    expect(await unwrap(other.call['sync.sendHeld']())).toEqual({ count: 0 });
    await other.settled();
    expect(await unwrap(other.call['sync.list']({ offset: 0, limit: 10 }))).toMatchObject({ total: 0, held: null });
    expect(made()).toHaveLength(2);
  });

  it('a backup with united products does not remove the only one here', async () => {
    const [one, two, other] = [await offline(), await offline(), await newComputer()];
    const add = async ({ call }: Computer, title: string) =>
      (await unwrap(call['products.addExisting']({ serverId: 118, title, checkoutAddress: '' }))).id;
    const id = await add(one, 'First');
    await add(two, 'Second');
    await other.restore(await one.export(null, 'one.storefront-backup'));
    // As if they were in a team.
    const { catalog } = two.store;
    catalog.transaction(() => {
      for (const product of one.store.catalog.products.all()) catalog.products.put(product);
      catalog.sharing.addDuplicates('product', [id]);
    });
    for (const duplicate of catalog.sharing.duplicates()) while (mergeDuplicate(catalog, duplicate, () => true));
    await other.restore(await two.export(null, 'both.storefront-backup'));
    expect([two, other].map(({ store }) => store.catalog.products.listed)).toEqual([1, 1]);
  });

  it('a create that waits here is not sent if the backup has its result', async () => {
    const original = await offline();
    await original.product('Coaching hour');
    await original.stop();
    const older = new Computer();
    cpSync(original.folder, older.folder, { recursive: true });
    await original.start();
    await goOnline(original);
    const path = await original.export();
    await original.stop();
    await older.start();
    await older.restore(path);
    await goOnline(older);
    expect(older.store.queue.all()).toEqual([]);
    expect(made()).toEqual(['Coaching hour']);
    await older.remove();
  });

  it('a change that waits here is sent even if the backup shows it as discarded', async () => {
    const original = await offline();
    await original.product('Coaching hour');
    const other = await newComputer();
    await other.restore(await original.export());
    await unwrap(other.call['sync.discardHeld']());
    await original.restore(await other.export());
    await goOnline(original);
    expect(made()).toEqual(['Coaching hour']);
  });

  it('a record with a waiting change here stays as it is', async () => {
    const original = await offline();
    const product = await original.product('Coaching hour');
    const path = await original.export();
    const fields = { buttonTitle: 'Buy', productTitle: 'Coaching day', productDescription: 'Longer.' };
    await unwrap(original.call['products.edit']({ id: product, fields }));
    const { preview } = await original.restore(path);
    expect(preview.stores).toMatchObject([{ counts: { new: 0, changed: 0, held: 0 } }]);
    await goOnline(original);
    expect(made()).toEqual(['Coaching day']);
  });
});

describe('a doubt at the time of the backup', () => {
  it('stays a doubt even if the other changes are sent from here', async () => {
    const original = await newComputer();
    await original.signIn(service);
    service.intercept = ({ raw }) => (raw.includes('Doubtful') ? { status: 502, body: 'Bad gateway' } : undefined);
    await original.product('Doubtful');
    await original.settled();
    await original.workOffline(true);
    await original.product('Plain');
    service.intercept = () => undefined;
    const path = await original.export();
    await original.stop();
    const other = await newComputer();
    const { preview } = await other.restore(path);
    expect(preview.stores).toMatchObject([{ counts: { held: 1 } }]);
    await other.signIn(service);
    await other.workOffline(false);
    await unwrap(other.call['sync.sendHeld']());
    await other.settled();
    expect(other.store.queue.all()).toMatchObject([{ state: 'needs-review' }]);
    expect(made()).toEqual(['Doubtful', 'Plain']);
  });

  it('about a discarded change is restored to existing records, and an older backup does not remove it', async () => {
    const original = await newComputer();
    await original.signIn(service);
    await original.link(await original.product('Coaching hour'), '1042');
    const webhook = { url: 'https://hooks.example/sold', isOn: true, key: null };
    await unwrap(original.call['webhook.save'](webhook));
    await original.settled();
    const other = await newComputer();
    const first = await original.export(null, 'first.storefront-backup');
    await other.restore(first);
    const doubts = (computer: Computer) => [
      activeLinks(computer.store)[0]?.deletionDoubt?.about,
      computer.store.webhook.value.doubt,
    ];
    expect(doubts(other)).toEqual([undefined, undefined]);

    service.intercept = ({ method }) =>
      /DELETE|PATCH/.test(method) ? { status: 502, body: 'Bad gateway' } : undefined;
    await unwrap(original.call['links.delete']({ ids: [activeLinks(original.store)[0]?.id ?? ''] }));
    await unwrap(original.call['webhook.save']({ ...webhook, url: 'https://hooks.example/other' }));
    const unfinished = () => original.store.queue.all();
    await until('both were tried', () => unfinished().every(({ attempts }) => attempts.length > 0));
    await original.workOffline(true);
    await until('no try is under way', () => original.store.outbox.status().sending === 0);
    for (const { id } of unfinished()) await original.store.outbox.decideNow('discard', id);
    expect(doubts(original)).toEqual([['values'], expect.anything()]);
    await other.restore(await original.export(null, 'second.storefront-backup'));
    expect(doubts(other)).toEqual(doubts(original));
    // The first backup is older, so it changes nothing.
    await other.restore(first);
    expect(doubts(other)).toEqual(doubts(original));
  });
});

it('a change restored twice counts as possibly sent, whether the second app still held it or had released it', async () => {
  const original = await offline();
  await original.product('Coaching hour');
  const second = await newComputer();
  await second.restore(await original.export(null, 'first.storefront-backup'));
  const [held] = second.store.catalog.held.all();
  const whileHeld = await second.export(null, 'held.storefront-backup');
  await second.signIn(service);
  await second.workOffline(true);
  await unwrap(second.call['sync.sendHeld']());
  const released = await second.export(null, 'released.storefront-backup');
  for (const path of [whileHeld, released]) {
    const third = await newComputer();
    await third.restore(path);
    await third.signIn(service);
    await third.settled();
    const [change] = third.store.catalog.held.all();
    expect(change, path).toMatchObject({ id: held?.id, restoredFrom: expect.any(Number) });
    expect(change && mayHaveHappened(change), path).toBe(true);
  }
  expect(made()).toEqual([]);
});

it('a waiting webhook change in the backup is neither held nor sent if it was replaced here since', async () => {
  const save = (computer: Computer, url: string) =>
    unwrap(computer.call['webhook.save']({ url, isOn: true, key: null }));
  const original = await offline();
  await save(original, 'https://hooks.example/old');
  const path = await original.export();
  const other = await offline();
  await other.restore(path);
  await save(other, 'https://hooks.example/new');
  const both = await other.export(null, 'both.storefront-backup');
  await goOnline(other);
  const { preview } = await other.restore(path);
  expect(preview.stores).toMatchObject([{ counts: { held: 0 } }]);
  await other.settled();
  const third = await newComputer();
  await third.restore(both);
  expect(third.store.catalog.held.all()).toMatchObject([{ payload: { url: 'https://hooks.example/new' } }]);
  expect(service.changes.map(({ raw }) => JSON.parse(raw).after_sell_webhook_url)).toEqual([
    'https://hooks.example/new',
  ]);
});

it('a webhook change whose key is not in the backup is held, and asks for the key when it is sent', async () => {
  const original = await offline();
  const key = 'k'.repeat(64);
  await unwrap(original.call['webhook.save']({ url: 'https://hooks.example/a', isOn: true, key }));
  const path = await original.export();
  expect(readFileSync(path).includes(key)).toBe(false);
  const other = await newComputer();
  await other.restore(path);
  await other.signIn(service);
  await other.workOffline(false);
  expect(await unwrap(other.call['sync.sendHeld']())).toEqual({ count: 1 });
  await other.settled();
  expect(other.store.queue.all()).toMatchObject([{ state: 'rejected', reason: 'key-lost' }]);
});

it('changes that wait here, and were sent elsewhere from a backup, are done here once a newer backup says so', async () => {
  const here = await newComputer();
  await here.signIn(service);
  const product = await here.product('Coaching hour');
  const link = await here.link(product, '1042');
  await unwrap(here.call['stores.update']({ storeId: here.store.id, undocumentedProductUpdate: true }));
  await here.settled();
  await here.workOffline(true);
  const save = async ({ call }: Computer, priceCents: number) => {
    const prices = [{ currencyId: 2, priceCents, discountCents: null }];
    await unwrap(call['products.setDefaultPrice']({ id: product, prices }));
    await unwrap(call['webhook.save']({ url: `https://hooks.example/${priceCents}`, isOn: true, key: null }));
  };
  await save(here, 500);
  await unwrap(here.call['links.delete']({ ids: [link] }));
  const other = await newComputer();
  await other.restore(await here.export(null, 'first.storefront-backup'));
  await unwrap(other.call['sync.sendHeld']());
  await goOnline(other);
  await other.workOffline(true);
  await save(other, 700);
  await here.restore(await other.export(null, 'second.storefront-backup'));
  const { catalog, queue, webhook } = here.store;
  expect(catalog.held.all().map(({ payload }) => payload.kind)).toEqual(['product.update', 'settings.update']);
  expect([queue.all(), activeLinks(here.store), webhook.value.saved?.url]).toEqual([
    [],
    [],
    'https://hooks.example/500',
  ]);
  expect(catalog.products.get(product)?.defaultPrices).toMatchObject([{ priceCents: 500 }]);
});
