// Waiting changes of a backup are sent once, whichever app runs, wherever and however often it is restored.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Catalog } from '../../src/main/catalog/catalog.ts';
import { Products } from '../../src/main/catalog/products.ts';
import { StorageError } from '../../src/main/storage/durable-file.ts';
import { mayHaveHappened } from '../../src/main/sync/outbox/action.ts';
import { activeLinks, activeProducts, allHistory } from '../support/catalog-rows.ts';
import { type Computer, unwrap } from '../support/computer.ts';
import { type ComputerFixtures, startComputers } from '../support/computer-fixtures.ts';
import { until } from '../support/until.ts';

let service: ComputerFixtures['service'];
let newComputer: ComputerFixtures['newComputer'];
beforeEach(async () => {
  ({ service, newComputer } = await startComputers());
});

/** The records created on the service: products by title, links by order. */
const made = () =>
  service.changes
    .filter(({ method }) => method === 'POST')
    .map(({ raw }) => {
      const body = JSON.parse(raw) as { product_title?: string; metadata?: { order?: string } };
      return body.product_title ?? `link ${body.metadata?.order}`;
    });
const twice = () => made().filter((name, index, all) => all.indexOf(name) !== index);

type Step =
  | 'product'
  | 'link'
  | 'online'
  | 'offline'
  | 'backup'
  | 'restore'
  | 'restore here'
  | 'restart'
  | 'work there';
const some = fc.array(
  fc.constantFrom<Step>(
    'product',
    'link',
    'online',
    'offline',
    'backup',
    'restore here',
    'restart',
    'restore',
    'work there',
  ),
  { maxLength: 4 },
);
/** In every case: a backup with waiting changes is restored elsewhere. */
const steps = fc
  .tuple(some, some, some)
  .map(([before, between, after]): Step[] => [
    ...before,
    ...(['offline', 'product', 'link', 'backup'] as const),
    ...between,
    'restore',
    ...after,
  ]);

describe('the original and the restored app both run', () => {
  it('no create is sent twice unless the seller says so, and none is lost', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (plan) => {
        const from = service.requests.length;
        const original = await newComputer();
        const other = await newComputer();
        await original.signIn(service);
        let made = 0;
        const accepted: string[] = [];
        const products: string[] = [];
        let backup: string | null = null;
        const online = async (computer: Computer) => {
          if (!computer.app.frame.value().currentStoreId) return;
          await computer.signIn(service);
          await computer.workOffline(false);
          await computer.settled();
        };
        for (const step of plan) {
          made += 1;
          const name = `${from}-${made}`;
          if (step === 'product') {
            products.push(await original.product(name));
            accepted.push(name);
          } else if (step === 'link' && products.length > 0) {
            await original.link(products.at(-1) ?? '', name);
            accepted.push(`link ${name}`);
          } else if (step === 'online') await online(original);
          else if (step === 'offline') await original.workOffline(true);
          else if (step === 'backup') backup = await original.export();
          else if (step === 'restore' && backup) await other.restore(backup);
          else if (step === 'restore here' && backup) await original.restore(backup);
          else if (step === 'work there') await online(other);
          else if (step === 'restart') {
            await original.stop();
            await original.start();
            await original.signIn(service);
          }
        }
        await online(original);
        await online(other);
        expect(twice()).toEqual([]);
        // Changes accepted by the original were sent from there, whatever was restored.
        expect(new Set(await sentBy(from))).toEqual(new Set(accepted));
        // The changes held by the restored app are visible.
        const held = other.app.frame.value().currentStoreId ? other.store.outbox.unfinished() : [];
        expect(held.filter(({ state }) => state !== 'needs-review' && state !== 'waiting')).toEqual([]);
        await original.remove();
        await other.remove();
      }),
      { numRuns: 12 },
    );
  });
});

const sentBy = async (from: number) => {
  const since = service.requests.slice(from);
  return since
    .filter(({ method, path }) => method === 'POST' && !path.endsWith('/login'))
    .map(({ raw }) => {
      const body = JSON.parse(raw) as { product_title?: string; metadata?: { order?: string } };
      return body.product_title ?? `link ${body.metadata?.order}`;
    });
};

describe('the same records under other ids', () => {
  it('links of a product that exists here by its server id join it, including waiting ones', async () => {
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
    const { preview } = await other.restore(path, { changes: 'send' });
    expect(preview.stores[0]).toMatchObject({ known: true, products: { added: 0, differs: 1 }, links: { added: 1 } });
    expect(preview.stores[0]?.differences[0]).toMatchObject({
      what: 'Product',
      here: expect.stringContaining('as typed'),
    });
    await other.settled();
    const product = await unwrap(other.call['products.get']({ id }));
    expect(product).toMatchObject({ links: 1, fields: { productTitle: 'Coaching, as typed' }, state: 'published' });
    expect(service.changes.at(-1)?.path).toBe('/api/shop/products/118/payment-links');
    // Taking the backup's values keeps everything known here.
    await other.restore(path, { differing: 'take' });
    expect(await unwrap(other.call['products.get']({ id }))).toMatchObject({
      serverId: 118,
      fields: { productTitle: 'Coaching hour' },
      checkout: { productNumber: '1189' },
    });
    expect(twice()).toEqual([]);
  });

  it('a create that waits in an older data folder is not sent if the backup has it as done', async () => {
    const original = await newComputer();
    await original.signIn(service);
    await original.workOffline(true);
    await original.product('Coaching hour');
    const older = await original.export(null, 'older.storefront-backup');
    await original.workOffline(false);
    await original.settled();
    const newer = await original.export(null, 'newer.storefront-backup');
    await original.stop();

    const other = await newComputer();
    await other.restore(older);
    const { preview } = await other.preview(newer);
    expect(preview.stores[0]?.changes).toMatchObject({ settled: 1, added: 0 });
    await other.restore(newer);
    await other.signIn(service);
    expect(await unwrap(other.call['sync.list']({ offset: 0, limit: 10 }))).toMatchObject({ total: 0, restored: 0 });
    expect(made()).toEqual(['Coaching hour']);
  });

  it('what was deleted here stays deleted', async () => {
    const original = await newComputer();
    await original.signIn(service);
    const coaching = await original.product('Coaching hour');
    const link = await original.link(coaching, '1');
    await original.settled();
    const path = await original.export();
    await unwrap(original.call['links.delete']({ id: link }));
    await original.settled();
    const { preview } = await original.restore(path, { differing: 'take' });
    expect(preview.stores[0]?.links).toMatchObject({ deletedHere: 1, added: 0 });
    expect(await unwrap(original.call['links.get']({ id: link }))).toBeNull();
  });

  it('records deleted only in the backup stay, or are deleted with the backup’s values, and are counted before', async () => {
    const original = await newComputer();
    await original.signIn(service);
    const coaching = await original.product('Coaching hour');
    const link = await original.link(coaching, '1');
    await original.settled();
    const before = await original.export(null, 'before.storefront-backup');
    await unwrap(original.call['links.delete']({ id: link }));
    await original.settled();
    const after = await original.export(null, 'after.storefront-backup');
    await original.stop();
    const other = await newComputer();
    await other.restore(before);
    const { preview } = await other.restore(after, { differing: 'keep' });
    expect(preview.stores[0]?.links).toMatchObject({ differs: 1, deletedInBackup: 1, deletedHere: 0 });
    expect(await unwrap(other.call['links.get']({ id: link }))).not.toBeNull();
    await other.restore(after, { differing: 'take' });
    expect(await unwrap(other.call['links.get']({ id: link }))).toBeNull();
  });
});

describe('a change that was in doubt at the time of the backup', () => {
  it('stays in doubt, also if the others are sent from here', async () => {
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
    const { preview } = await other.restore(path, { changes: 'send' });
    expect(preview.stores[0]?.changes).toMatchObject({ added: 2, inDoubt: 1 });
    await other.signIn(service);
    await other.workOffline(false);
    await other.settled();
    expect(other.store.outbox.unfinished()).toMatchObject([{ state: 'needs-review', reason: 'server-error' }]);
    expect(made()).toEqual(['Doubtful', 'Plain']);
  });
});

describe('a doubt left by a discarded change at the time of the backup', () => {
  it('is restored to a link that exists here, and stays if an older backup lacks it', async () => {
    const original = await newComputer();
    await original.signIn(service);
    await original.link(await original.product('Coaching hour'), '1042');
    await original.settled();
    const other = await newComputer();
    await other.restore(await original.export(null, 'first.storefront-backup'));
    const uncertain = () => activeLinks(other.store).map(({ deletionDoubt }) => deletionDoubt?.about);
    expect(uncertain()).toEqual([undefined]);

    service.intercept = ({ method }) => (method === 'DELETE' ? { status: 502, body: 'Bad gateway' } : undefined);
    const [link] = activeLinks(original.store);
    await unwrap(original.call['links.delete']({ id: link?.id ?? '' }));
    await expect.poll(() => original.store.outbox.unfinished()[0]?.attempts.length).toBeGreaterThan(0);
    await original.workOffline(true);
    await expect.poll(() => original.store.outbox.status().sending).toBe(0);
    const [deletion] = original.store.outbox.unfinished();
    await unwrap(original.call['sync.discard']({ id: deletion?.id ?? '', withDependents: false }));
    const second = await original.export(null, 'second.storefront-backup');
    await other.restore(second);
    expect(uncertain()).toEqual([['values']]);
    // The first backup has nothing newer than the second.
    await other.restore(join(original.folder, 'first.storefront-backup'));
    expect(uncertain()).toEqual([['values']]);
  });

  it('is restored to a webhook that exists here', async () => {
    const original = await newComputer();
    await original.signIn(service);
    const webhook = { url: 'https://hooks.example/sold', isOn: true, key: null };
    await unwrap(original.call['webhook.save'](webhook));
    await original.settled();
    const other = await newComputer();
    await other.restore(await original.export(null, 'first.storefront-backup'));
    expect(other.store.webhook.value).toMatchObject({ saved: { url: webhook.url } });

    service.intercept = ({ method }) => (method === 'PATCH' ? { status: 502, body: 'Bad gateway' } : undefined);
    await unwrap(original.call['webhook.save']({ ...webhook, url: 'https://hooks.example/other' }));
    await expect.poll(() => original.store.outbox.unfinished()[0]?.attempts.length).toBeGreaterThan(0);
    await original.workOffline(true);
    await expect.poll(() => original.store.outbox.status().sending).toBe(0);
    const [change] = original.store.outbox.unfinished();
    await unwrap(original.call['sync.discard']({ id: change?.id ?? '', withDependents: false }));
    expect(original.store.webhook.value.doubt).toBeDefined();
    await other.restore(await original.export(null, 'second.storefront-backup'));
    expect(other.store.webhook.value.doubt).toEqual(original.store.webhook.value.doubt);
  });
});

describe('a change held by an earlier restore at the time of the next backup', () => {
  it('stays held if the changes of the second backup are sent, since the first app may have sent it', async () => {
    const original = await newComputer();
    await original.signIn(service);
    await original.workOffline(true);
    await original.product('Coaching hour');
    const first = await original.export(null, 'first.storefront-backup');
    const second = await newComputer();
    await second.restore(first);
    const path = await second.export(null, 'second.storefront-backup');

    const third = await newComputer();
    await third.restore(path, { changes: 'send' });
    await third.signIn(service);
    await third.workOffline(false);
    await third.settled();
    const [held] = third.store.outbox.unfinished();
    expect(held).toMatchObject({ state: 'needs-review', reason: 'restored', restoredFrom: expect.any(Number) });
    expect(held && mayHaveHappened(held)).toBe(true);
    expect(made()).toEqual([]);
  });

  it('is still marked as possibly sent by the first app after the seller sent it again', async () => {
    const original = await newComputer();
    await original.signIn(service);
    await original.workOffline(true);
    await original.product('Coaching hour');
    const first = await original.export(null, 'first.storefront-backup');
    const second = await newComputer();
    await second.restore(first);
    const held = second.store.outbox.unfinished();
    await second.signIn(service);
    await second.workOffline(true);
    await unwrap(second.call['sync.sendRestored']());
    const path = await second.export(null, 'second.storefront-backup');

    const third = await newComputer();
    await third.restore(path, { changes: 'send' });
    const [released] = third.store.outbox.unfinished();
    expect(released?.state).not.toBe('needs-review');
    expect(released?.restoredFrom).toBe(held[0]?.restoredFrom);
    expect(released && mayHaveHappened(released)).toBe(true);
  });
});

describe('a webhook change that waits in the backup, and was replaced here since', () => {
  it('is not sent after the newer one, whatever is chosen', async () => {
    const save = (computer: Computer, url: string) =>
      unwrap(computer.call['webhook.save']({ url, isOn: true, key: null }));
    const original = await newComputer();
    await original.signIn(service);
    await original.workOffline(true);
    await save(original, 'https://hooks.example/old');
    const path = await original.export();
    const other = await newComputer();
    await other.signIn(service);
    await save(other, 'https://hooks.example/new');
    await other.settled();
    const { preview } = await other.restore(path, { changes: 'send' });
    expect(preview.stores[0]?.changes).toMatchObject({ added: 0, known: 1 });
    await other.settled();
    expect(service.changes.map(({ raw }) => JSON.parse(raw).after_sell_webhook_url)).toEqual([
      'https://hooks.example/new',
    ]);
  });
});

it('a webhook that was just sent at the time of the backup does not hide the newer one sent since', async () => {
  const save = (computer: Computer, url: string) =>
    unwrap(computer.call['webhook.save']({ url, isOn: true, key: null }));
  const original = await newComputer();
  await original.signIn(service);
  await save(original, 'https://hooks.example/old');
  await original.settled();
  const [done] = allHistory(original.store);
  // The state while the disk fails: sent, and not in the history yet.
  original.store.catalog.transaction(() => original.store.catalog.history.remove(done?.id ?? ''));
  await original.store.queue.commit({ put: done ? [done] : [] });
  await original.stop();
  const settle = vi.spyOn(Catalog.prototype, 'settle').mockImplementation(() => {
    throw new StorageError('The catalog could not be written', new Error('refused by the test'));
  });
  await original.start();
  await until('it is not settled', () => settle.mock.calls.length > 0);
  const path = await original.export();
  settle.mockRestore();
  const other = await newComputer();
  await other.signIn(service);
  await save(other, 'https://hooks.example/new');
  await other.settled();
  await other.restore(path);
  await until('it is settled', () => other.store.queue.size === 0);
  expect((await unwrap(other.call['webhook.get']())).current?.url).toBe('https://hooks.example/new');
  expect(other.store.catalog.history.size).toBe(2);
});

it('a change restored by Undo just before the backup waits there, although its end is in the history', async () => {
  const original = await newComputer();
  await original.signIn(service);
  await original.workOffline(true);
  const product = await original.product('Coaching hour');
  const [creation] = original.store.outbox.of(product);
  const { undo } = await unwrap(
    original.call['sync.discard']({ id: creation?.id ?? '', withDependents: false, tried: 0 }),
  );
  // The state while the disk fails: it waits again, and the history still has its end.
  const bringBack = vi.spyOn(Catalog.prototype, 'reopen').mockImplementation(() => {
    throw new StorageError('The catalog could not be written', new Error('refused by the test'));
  });
  const undone = original.call['sync.undo']({ storeId: original.store.id, ids: undo });
  await until('it waits again', () => original.store.outbox.of(product).length > 0 && bringBack.mock.calls.length > 0);
  const path = await original.export();
  bringBack.mockRestore();
  await unwrap(undone);

  const other = await newComputer();
  const { preview } = await other.restore(path, { changes: 'send' });
  expect(preview.stores[0]?.changes).toMatchObject({ added: 1, known: 0 });
  await until('the history has let go of it', () => other.store.catalog.history.size === 0);
  expect(activeProducts(other.store)).toMatchObject([{ id: product }]);
  expect(other.store.outbox.of(product)).toMatchObject([{ state: 'ready' }]);
});

describe('a product with an uncertain default price', () => {
  it('stays uncertain with the backup’s values', async () => {
    const original = await newComputer();
    await original.signIn(service);
    await original.product('Coaching hour');
    await original.settled();
    const path = await original.export();
    const other = await newComputer();
    await other.signIn(service);
    const { id } = await unwrap(
      other.call['products.addExisting']({ serverId: 118, title: 'Coaching, as typed', checkoutAddress: '' }),
    );
    const { id: storeId, name } = other.store.deps.record();
    const addresses = { checkoutUrl: '', sellerSlug: '', pageUrl: '' };
    await unwrap(other.call['stores.update']({ storeId, name, ...addresses, undocumentedProductUpdate: true }));
    service.intercept = ({ method }) => (method === 'PATCH' ? { status: 500, body: '{}' } : undefined);
    const prices = [{ currencyId: 2, priceCents: 1_000, discountCents: null }];
    await unwrap(other.call['products.setDefaultPrice']({ id, prices }));
    await until('it has failed', () => (other.store.outbox.unfinished()[0]?.attempts.length ?? 0) > 0);
    await other.workOffline(true);
    await until('no try is under way', () => other.store.outbox.status().sending === 0);
    const [price] = other.store.outbox.unfinished();
    await unwrap(other.call['sync.discard']({ id: price?.id ?? '', withDependents: false }));
    const uncertain = async () => (await unwrap(other.call['products.get']({ id })))?.priceUncertain;
    const before = await uncertain();
    expect(before).not.toBeNull();
    await other.restore(path, { differing: 'take' });
    expect(await unwrap(other.call['products.get']({ id }))).toMatchObject({
      fields: { productTitle: 'Coaching hour' },
    });
    expect(await uncertain()).toBe(before);
  });
});

describe('a webhook change whose key is not in the backup', () => {
  it('is held, and asks for the key when it is sent', async () => {
    const original = await newComputer();
    await original.signIn(service);
    await original.workOffline(true);
    const key = 'k'.repeat(64);
    await unwrap(original.call['webhook.save']({ url: 'https://hooks.example/a', isOn: true, key }));
    const path = await original.export();
    expect(readFileSync(path).includes(key)).toBe(false);
    const other = await newComputer();
    await other.restore(path);
    await other.signIn(service);
    await other.workOffline(false);
    expect(await unwrap(other.call['sync.sendRestored']())).toEqual({ count: 1 });
    await other.settled();
    expect(other.store.outbox.unfinished()).toMatchObject([{ state: 'rejected', reason: 'key-lost' }]);
  });
});

describe('an interrupted restore', () => {
  it('is finished at the next start, without duplicates', async () => {
    const original = await newComputer();
    await original.signIn(service);
    await original.workOffline(true);
    const product = await original.product('Coaching hour');
    await original.link(product, '1');
    const path = await original.export();
    await original.stop();
    const other = await newComputer();
    const { chosen } = await other.preview(path);
    // The process ends in the middle: after the outbox was written, before the catalog.
    const put = vi.spyOn(Products.prototype, 'put').mockImplementation(() => {
      throw new Error('the process was killed');
    });
    await expect(
      unwrap(other.call['backup.restore']({ id: chosen.id, changes: 'send', differing: 'keep' })),
    ).rejects.toThrow('killed');
    put.mockRestore();
    await other.stop();
    await other.start();
    expect(other.app.frame.value().notices.map(({ title }) => title)).toEqual(['A restore was finished']);
    await other.signIn(service);
    await other.workOffline(false);
    await other.settled();
    expect(made()).toEqual(['Coaching hour', 'link 1']);
    expect(other.store.outbox.unfinished()).toEqual([]);
    await other.stop();
    await other.start();
    expect(other.app.frame.value().notices).toEqual([]);
  });

  it('a damaged note about the restore is set aside and reported', async () => {
    const other = await newComputer();
    await other.stop();
    writeFileSync(join(other.dataFolder, 'restoring.storefront-backup'), 'something else\n');
    await other.start();
    expect(other.app.frame.value().notices.map(({ title }) => title)).toEqual(['A damaged file was set aside']);
  });
});
