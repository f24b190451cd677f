// Undo of discarded or withdrawn changes, and links created elsewhere.
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type Computer, unwrap } from '../support/computer.ts';
import { startSignedIn } from '../support/computer-fixtures.ts';
import { RecordingService } from '../support/recording-service.ts';

let service: RecordingService;
let computer: Computer;
beforeEach(async () => {
  ({ service, computer } = await startSignedIn());
});

const linkQuery = {
  offset: 0,
  limit: 200,
  search: '',
  productId: null,
  sync: 'all',
  useOnce: null,
  sold: false,
} as const;
const waiting = async () => (await unwrap(computer.call['sync.list']({ offset: 0, limit: 200 }))).rows;
const links = async () => (await unwrap(computer.call['links.list'](linkQuery))).rows;

describe('undo of a discard', () => {
  it('restores a product with its discarded links, also after a restart, and they are sent once', async () => {
    await computer.workOffline(true);
    const product = await computer.product('Coaching hour');
    const link = await computer.link(product, '1');
    const [creation] = await waiting();
    const { undo } = await unwrap(computer.call['sync.discard']({ id: creation?.id ?? '', withDependents: true }));
    expect(undo).toHaveLength(2);
    expect(await waiting()).toEqual([]);
    expect(await links()).toEqual([]);
    await unwrap(computer.call['sync.undo']({ storeId: computer.store.id, ids: undo }));
    expect((await waiting()).map(({ id }) => id)).toEqual(undo);
    expect((await links()).map(({ id }) => id)).toEqual([link]);
    expect(computer.store.catalog.history.size).toBe(0);
    await computer.stop();
    await computer.start();
    expect((await links()).map(({ id }) => id)).toEqual([link]);
    await computer.signIn(service);
    await computer.workOffline(false);
    await computer.settled();
    expect(service.changes.map(({ path }) => path)).toEqual([
      '/api/shop/products',
      '/api/shop/products/118/payment-links',
    ]);
  });

  it('restores a doubt as a doubt and a rejection as a rejection', async () => {
    service.intercept = ({ raw }) =>
      raw.includes('Doubtful') ? { status: 502 } : raw.includes('Refused') ? { status: 422, body: '{}' } : undefined;
    await computer.product('Doubtful');
    await computer.product('Refused');
    await computer.settled();
    const before = await waiting();
    for (const { id } of before) {
      const { undo } = await unwrap(computer.call['sync.discard']({ id, withDependents: true }));
      await unwrap(computer.call['sync.undo']({ storeId: computer.store.id, ids: undo }));
    }
    expect(await waiting()).toEqual(before);
    expect(service.changes).toHaveLength(2);
  });

  it('is rejected if it is no longer possible, and changes nothing', async () => {
    const product = await computer.product('Coaching hour');
    await computer.settled();
    await computer.workOffline(true);
    await computer.link(product, '1');
    const save = (url: string) => unwrap(computer.call['webhook.save']({ url, isOn: true, key: null }));
    await save('https://hooks.example/old');
    const [link, webhook] = await waiting();
    const discard = (id = '') => unwrap(computer.call['sync.discard']({ id, withDependents: true }));
    const undoWebhook = (await discard(webhook?.id)).undo;
    await save('https://hooks.example/new');
    await expect(unwrap(computer.call['sync.undo']({ storeId: computer.store.id, ids: undoWebhook }))).rejects.toThrow(
      'can no longer be undone',
    );
    const undoLink = (await discard(link?.id)).undo;
    await unwrap(computer.call['sync.undo']({ storeId: computer.store.id, ids: undoLink }));
    await expect(unwrap(computer.call['sync.undo']({ storeId: computer.store.id, ids: undoLink }))).rejects.toThrow(
      'can no longer be undone',
    );
    expect(await waiting()).toHaveLength(2);
  });

  it('is rejected if a newer change is being accepted at that moment', async () => {
    await computer.workOffline(true);
    const save = (url: string) => computer.call['webhook.save']({ url, isOn: true, key: null });
    await save('https://hooks.example/old');
    const [old] = await waiting();
    const { undo } = await unwrap(computer.call['sync.discard']({ id: old?.id ?? '', withDependents: true }));
    const [saved, undone] = await Promise.allSettled([
      save('https://hooks.example/new'),
      unwrap(computer.call['sync.undo']({ storeId: computer.store.id, ids: undo })),
    ]);
    expect(saved).toMatchObject({ status: 'fulfilled', value: { ok: true } });
    expect(undone).toMatchObject({ status: 'rejected', reason: { message: expect.stringContaining('be undone') } });
    expect(await waiting()).toHaveLength(1);
  });

  it('is not offered for a webhook change with a new key', async () => {
    await computer.workOffline(true);
    await unwrap(computer.call['webhook.save']({ url: 'https://hooks.example/a', isOn: true, key: 'k'.repeat(64) }));
    const [change] = await waiting();
    const discarded = await unwrap(computer.call['sync.discard']({ id: change?.id ?? '', withDependents: true }));
    expect(discarded.undo).toEqual([]);
  });

  it('restores a change in its own store while another one is shown', async () => {
    await computer.workOffline(true);
    await computer.product('Coaching hour');
    const before = await waiting();
    const first = computer.store.id;
    const { undo } = await unwrap(computer.call['sync.discard']({ id: before[0]?.id ?? '', withDependents: true }));
    const other = new RecordingService();
    await other.start();
    onTestFinished(() => other.stop());
    await computer.signIn(other);
    expect(computer.store.id).not.toBe(first);
    await unwrap(computer.call['sync.undo']({ storeId: first, ids: undo }));
    expect(await waiting()).toEqual([]);
    await unwrap(computer.call['stores.switch']({ storeId: first }));
    expect(await waiting()).toEqual(before);
    await expect(unwrap(computer.call['sync.undo']({ storeId: 'gone', ids: undo }))).rejects.toThrow();
  });

  it('restores many unsent links that were deleted', async () => {
    const product = await computer.product('Coaching hour');
    await computer.settled();
    await computer.workOffline(true);
    for (const order of ['1', '2', '3']) await computer.link(product, order);
    const before = await links();
    const { undo, withdrawn } = await unwrap(computer.call['links.deleteMany']({ ids: before.map(({ id }) => id) }));
    expect(withdrawn).toBe(3);
    expect(await links()).toEqual([]);
    await unwrap(computer.call['sync.undo']({ storeId: computer.store.id, ids: undo }));
    expect(await links()).toEqual(before);
  });
});

describe('a link created elsewhere', () => {
  const address = 'https://checkout.example/s/mara/77?uuid=5f0c8d1e-9a4b-4c6d-8e2f-1234567890ab';
  const add = (productId: string, paymentLink: string) =>
    computer.call['links.addExisting']({ productId, paymentLink, prices: [], useOnce: false, metadata: [] });

  it('is added, found by its address, and deleted by its uuid', async () => {
    const product = await computer.product('Coaching hour');
    await computer.settled();
    const { id } = await unwrap(add(product, address));
    expect(await unwrap(computer.call['products.get']({ id: product }))).toMatchObject({
      state: 'published',
      checkout: { checkoutUrl: 'https://checkout.example/s', sellerSlug: 'mara', productNumber: '77' },
    });
    const found = await unwrap(computer.call['links.list']({ ...linkQuery, search: `${address}&name=Ann` }));
    expect(found.rows).toMatchObject([
      { id, origin: 'added', checkoutUrl: address, uuid: '5f0c8d1e-9a4b-4c6d-8e2f-1234567890ab', sync: 'synced' },
    ]);
    expect(service.changes).toHaveLength(1);
    await unwrap(computer.call['links.delete']({ id }));
    await computer.settled();
    expect(service.changes.at(-1)).toMatchObject({
      method: 'DELETE',
      path: '/api/shop/118/payment-links/5f0c8d1e-9a4b-4c6d-8e2f-1234567890ab',
    });
    await expect(unwrap(add(product, address))).rejects.toThrow('was deleted with this app');
  });

  it('is rejected at its field if it cannot belong to that product', async () => {
    const product = await computer.product('Coaching hour');
    const other = await computer.product('Logo design');
    await computer.link(product, '1');
    await computer.settled();
    const refused = async (productId: string, paymentLink: string) => {
      const answer = await add(productId, paymentLink);
      return answer.ok
        ? 'taken'
        : Object.entries(answer.problem.fields ?? {})
            .flat()
            .join(': ');
    };
    expect(await refused(product, 'checkout.example/s/mara/77?uuid=1')).toContain('paymentLink: Enter the whole');
    expect(await refused(product, 'https://checkout.example/s/mara/77')).toContain('has uuid=');
    expect(await refused(product, 'https://checkout.example/?uuid=1')).toContain('looks like');
    expect(await refused(other, 'https://checkout.example/s/mara/1189?uuid=1')).toContain('belongs to "Coaching hour"');
    expect(await refused(product, 'https://checkout.example/s/mara/55?uuid=1')).toContain('belongs to another product');
    expect(await refused(product, 'https://evil.example/s/mara/1189?uuid=1')).toContain('this one is on evil.example');
    const [link] = await links();
    expect(await refused(product, link?.checkoutUrl ?? '')).toContain('already: "Coaching hour", $10.00, order 1');
    await computer.workOffline(true);
    expect(await refused(await computer.product('Not sent'), address)).toContain('productId: This product is not on');
  });
});

it('a product created elsewhere is added once, also if requested twice at once', async () => {
  const add = () =>
    computer.call['products.addExisting']({ serverId: 900, title: 'Made elsewhere', checkoutAddress: '' });
  const answers = await Promise.all([add(), add()]);
  expect(answers.map(({ ok }) => ok)).toEqual([true, false]);
  expect((await unwrap(computer.call['products.list']({ offset: 0, limit: 9, search: '', state: null }))).total).toBe(
    1,
  );
});
