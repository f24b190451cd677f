// "Replace link" creates the new link, then deletes the old one; over real sockets and real files.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { beforeDelete, deleteLinks } from '../../src/main/links/deletions.ts';
import { editLink } from '../../src/main/links/handlers.ts';
import { getLink } from '../../src/main/links/links.ts';
import { replaceLink, undoReplaces } from '../../src/main/links/replace-link.ts';
import { questionAbout } from '../../src/main/sync/decisions.ts';
import { getChange } from '../../src/main/sync/sync.ts';
import { unwrap } from '../support/computer.ts';
import { beginWithLink, decided, isMarked, LOST, REFUSED } from '../support/outbox-fixtures.ts';
import { createdId, linkDraft, ordersIn, type Seller } from '../support/outbox-seller.ts';
import type { RecordingService } from '../support/recording-service.ts';
import { until } from '../support/until.ts';

const OFFLINE = { token: null };
const replace = (seller: Seller, id: string) => createdId(replaceLink(seller.store, id, linkDraft('new')));
const undo = async (seller: Seller, id: string) => unwrap(undoReplaces(seller.store, [id]));
const kinds = (service: RecordingService) => service.record.applied.map(({ kind }) => kind);
const BOTH = ['link.create', 'link.delete'];

test('creates the new link first, then deletes the old one, each once, even if asked twice at once', async () => {
  const { service, seller, link: old } = await beginWithLink();
  const oldUuid = getLink(seller.store, old)?.uuid;
  const ask = () => seller.store.runExclusive(() => replaceLink(seller.store, old, linkDraft('new')));
  const [made, refused] = await Promise.all([ask(), ask()]);
  expect(refused.ok).toBe(false);
  await seller.settled();
  expect(kinds(service)).toEqual(BOTH);
  expect(service.record.applied[1]?.path).toMatch(new RegExp(`/payment-links/${oldUuid}$`));
  const id = made.ok ? made.value.id : '';
  expect([...service.record.links.values()]).toEqual([getLink(seller.store, id)?.checkoutUrl]);
  expect(getLink(seller.store, old)).toBeNull();
  expect(service.violations).toEqual([]);
});

test('stores both changes in one file of the outbox, even if the current file is almost full', async () => {
  const { seller, product, link: old } = await beginWithLink(OFFLINE);
  for (let n = 0; n < 49; n += 1) await seller.link(product, String(n));
  await replace(seller, old);
  const folder = join(seller.store.deps.folder, 'outbox');
  const files = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
  expect(files).toHaveLength(2);
  const [holder, ...others] = files.filter((text) => text.includes('replacedBy'));
  expect(others).toEqual([]);
  expect(JSON.parse(holder ?? '').changes).toHaveLength(2);
});

test('a rejected new link blocks the deletion until it is edited and sent', async () => {
  const { service, seller, link: old } = await beginWithLink();
  service.plan('link.create', REFUSED);
  const id = await replace(seller, old);
  await seller.reach('rejected', 'waiting');
  seller.outbox.wake();
  const [creation, deletion] = [seller.changeOn(id), seller.changeOn(old)];
  expect(getChange(seller.store, deletion.id)?.waitsFor).toMatchObject([{ changeId: creation.id, state: 'rejected' }]);
  await editLink(seller.store, id, linkDraft('better'));
  await seller.settled();
  expect(ordersIn(service.record.bodies('link.create'))).toEqual(['better']);
  expect(kinds(service)).toEqual(BOTH);
});

describe('a new link in doubt', () => {
  async function doubtful() {
    const { service, seller, link: old, product } = await beginWithLink();
    service.plan('link.create', LOST);
    const id = await replace(seller, old);
    await seller.reach('needs-review', 'waiting');
    await seller.restart();
    expect(seller.states()).toEqual(['needs-review', 'waiting']);
    expect(service.record.count('link.delete')).toBe(0);
    return { service, seller, old, product, id, creation: seller.changeOn(id).id };
  }

  test('blocks the deletion until "Mark as sent" with an address that can only be its own', async () => {
    const { service, seller, old, id, creation } = await doubtful();
    const made = service.record.addresses.at(-1) ?? '';
    const oldAddress = new URL(getLink(seller.store, old)?.checkoutUrl ?? '');
    const uuid = oldAddress.searchParams.get('uuid') ?? '';
    oldAddress.searchParams.set('uuid', uuid.toUpperCase());
    await seller.addLink(getLink(seller.store, old)?.productId ?? '', made.replace(/uuid=.*$/, 'uuid=known-before'));
    const elsewhere = new URL(made);
    elsewhere.hostname = 'evil.example';
    for (const wrong of [oldAddress.href, `${made}&uuid=${uuid}`, elsewhere.href]) {
      expect(await isMarked(seller.store, creation, wrong), wrong).toBe(false);
    }
    expect(seller.states()).toEqual(['needs-review', 'waiting']);
    expect(await isMarked(seller.store, creation, made)).toBe(true);
    await seller.settled();
    expect(kinds(service)).toEqual(BOTH);
    expect([...service.record.links.values()]).toEqual([made]);
    expect(getLink(seller.store, id)?.checkoutUrl).toBe(made);
    expect(getLink(seller.store, old)).toBeNull();
  });

  test('is discarded together with the deletion, and the old link stays and can be replaced again', async () => {
    const { service, seller, old, id, creation } = await doubtful();
    expect(questionAbout(seller.store, [creation], 'discard').along).toEqual([seller.changeOn(old).id]);
    expect(await decided(seller.store, 'discard', creation)).toMatchObject({ done: 1, along: 1 });
    await until('it is settled', () => seller.store.catalog.history.ids().size === 2);
    expect(getLink(seller.store, old)).toMatchObject({ sync: 'synced', deletion: null, replacedBy: null });
    expect(getLink(seller.store, id)).toBeNull();
    await seller.restart();
    expect(service.record.count('link.delete')).toBe(0);
    await replace(seller, old);
    await seller.settled();
    expect(service.record.count('link.delete')).toBe(1);
  });

  test('blocks another replacement of either link, and the deletion of the old one', async () => {
    const { seller, id, old } = await doubtful();
    for (const link of [id, old]) {
      expect(await replaceLink(seller.store, link, linkDraft('2'))).toMatchObject({ ok: false });
    }
    expect(await deleteLinks(seller.store, [old])).toMatchObject({ ok: false, problem: { code: 'conflict' } });
  });

  test('keeps the old link on "Undo", and is deleted once it is settled', async () => {
    const { service, seller, id, old, creation } = await doubtful();
    expect(await undo(seller, id)).toEqual({ undone: 1, deleted: 1, late: 0 });
    expect(getLink(seller.store, old)).toMatchObject({ sync: 'synced', replacedBy: null });
    await decided(seller.store, 'sendAgain', creation);
    await seller.settled();
    expect(getLink(seller.store, id)).toBeNull();
    expect(kinds(service).at(-1)).toBe('link.delete');
  });
});

test('refuses to replace an unsent, deleted or unknown link, or one without a uuid', async () => {
  const { seller, product, link: old } = await beginWithLink(OFFLINE);
  const unsent = await seller.link(product, '1');
  const bare = await seller.addLink(product, 'https://checkout.example/seller/101');
  await deleteLinks(seller.store, [old]);
  for (const id of [unsent, bare, old, 'no-such-link']) {
    expect(await replaceLink(seller.store, id, linkDraft('new')), id).toMatchObject({ ok: false });
  }
  expect(seller.states()).toHaveLength(2);
});

test('"Undo" or deleting the new link cancels both changes while nothing was sent', async () => {
  const { service, seller, link: old } = await beginWithLink(OFFLINE);
  for (const takeBack of [undo, ({ store }: Seller, id: string) => deleteLinks(store, [id])]) {
    const id = await replace(seller, old);
    await takeBack(seller, id);
    await seller.settled();
    expect(getLink(seller.store, old)).toMatchObject({ sync: 'synced', replacedBy: null });
    expect(getLink(seller.store, id)).toBeNull();
  }
  await seller.signIn();
  const id = await replace(seller, old);
  await seller.settled();
  expect(await undo(seller, id)).toEqual({ undone: 0, deleted: 0, late: 1 });
  expect(kinds(service)).toEqual(BOTH);
});

test('a link deleted together with its unsent replacement is still deleted', async () => {
  const { service, seller, link: old } = await beginWithLink(OFFLINE);
  const id = await replace(seller, old);
  for (const [ids, counts] of [
    [[id], { links: 1, addresses: 0, left: 0 }],
    [[id, old], { links: 2, addresses: 1, left: 0 }],
  ] as const) {
    expect(await beforeDelete(seller.store, ids)).toMatchObject(counts);
  }
  const deleted = await deleteLinks(seller.store, [id, old]);
  expect(deleted).toMatchObject({ value: { deleted: 2, left: 0 } });
  await seller.signIn();
  await seller.settled();
  expect([...service.record.links.values()]).toEqual([]);
  expect([getLink(seller.store, id), getLink(seller.store, old)]).toEqual([null, null]);
});

test('the question before a deletion counts the links in doubt apart from the addresses', async () => {
  const { service, seller, product, link: old } = await beginWithLink();
  service.plan('link.create', LOST);
  const doubtful = await seller.link(product, '1');
  await seller.reach('needs-review');
  expect(await beforeDelete(seller.store, [old, doubtful])).toMatchObject({
    ...{ links: 2, addresses: 1, left: 0 },
  });
});

test('the old link stays if the new one is unknown here', async () => {
  const { service, seller, product, link: old } = await beginWithLink(OFFLINE);
  const payload = { kind: 'link.delete', productId: product, replacedBy: 'lost-with-a-damaged-file' } as const;
  await seller.outbox.accept([{ subject: old, payload, waitsFor: [old, payload.replacedBy] }]);
  await seller.signIn();
  await seller.reach('rejected');
  expect(seller.changeOn(old).reason).toBe('not-replaced');
  expect(service.record.count('link.delete')).toBe(0);
});
