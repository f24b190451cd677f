// "Replace link": the new link first, then the old one is deleted; over real sockets and real files.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createLink, deleteLink, editLink, getLink } from '../../src/main/links/links.ts';
import { beforeDelete, deleteLinks } from '../../src/main/links/many-links.ts';
import { replaceLink, undoReplace } from '../../src/main/links/replace-link.ts';
import { markAsSent } from '../../src/main/sync/mark-as-sent.ts';
import { discard, getAction, listActions, sendAgain, undo } from '../../src/main/sync/sync.ts';
import type { MisbehavingService } from '../support/misbehaving-service.ts';
import { startSeller, startService } from '../support/outbox-fixtures.ts';
import { linkDraft, ordersIn, type Seller } from '../support/outbox-seller.ts';
import { until } from '../support/until.ts';

const emptied = (seller: Seller) => () => seller.outbox.unfinished().length === 0 && seller.allKept();
const LOST = { kind: 'reset', when: 'after-acting' } as const;

function idOf(made: { ok: true; value: { id: string } } | { ok: false; problem: { message: string } }): string {
  if (!made.ok) throw new Error(made.problem.message);
  return made.value.id;
}

/** A product with one link, both on the service. */
async function syncedLink(service: MisbehavingService, seller: Seller) {
  const serverId = service.record.addProduct('Existing');
  const product = await seller.addProduct(serverId);
  const old = await seller.addLink(product, service.record.addLink(serverId));
  return { product, old };
}

const kindsActed = (service: MisbehavingService) => service.record.applied.map(({ kind }) => kind);

test('creates the new link first, then deletes the old one, each once', async () => {
  const service = await startService();
  const seller = await startSeller(service);
  const { old } = await syncedLink(service, seller);
  const oldUuid = getLink(seller.store, old)?.uuid;
  const id = idOf(await replaceLink(seller.store, old, linkDraft('new')));
  await until('both are sent', emptied(seller));
  expect(kindsActed(service)).toEqual(['link.create', 'link.delete']);
  expect(service.record.applied[1]?.path).toMatch(new RegExp(`/payment-links/${oldUuid}$`));
  expect([...service.record.links.values()]).toEqual([getLink(seller.store, id)?.checkoutUrl]);
  expect(getLink(seller.store, old)).toBeNull();
  expect(service.violations).toEqual([]);
});

test('accepts both in one file of the outbox, also if it is almost full', async () => {
  const service = await startService();
  const seller = await startSeller(service, { token: null });
  const { product, old } = await syncedLink(service, seller);
  for (let n = 0; n < 63; n += 1) await createLink(seller.store, product, linkDraft(String(n)));
  await replaceLink(seller.store, old, linkDraft('new'));
  const folder = join(seller.folder, 'store', 'outbox');
  const files = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
  expect(files).toHaveLength(2);
  const [holder, ...others] = files.filter((text) => text.includes('replacedBy'));
  expect(others).toEqual([]);
  expect(JSON.parse(holder ?? '').records).toHaveLength(2);
});

test('waits offline and over restarts, is shown on both rows, and then runs in order', async () => {
  const service = await startService();
  const seller = await startSeller(service, { token: null });
  const { old } = await syncedLink(service, seller);
  const id = idOf(await replaceLink(seller.store, old, linkDraft('new')));
  for (const _ of [1, 2]) {
    expect(getLink(seller.store, old)).toMatchObject({
      sync: 'waiting',
      deletion: { sync: 'waiting' },
      replacedBy: id,
    });
    expect(getLink(seller.store, id)).toMatchObject({ sync: 'waiting', deletion: null, replaces: old });
    expect(seller.states()).toEqual(['ready', 'waiting']);
    await seller.restart();
  }
  await seller.store.signIn(service.record.issue('seller'), null);
  await until('both are sent', emptied(seller));
  expect(kindsActed(service)).toEqual(['link.create', 'link.delete']);
  expect(getLink(seller.store, id)).toMatchObject({ sync: 'synced', replaces: null });
});

test('a rejected new link blocks the deletion, which says so; edited and sent, both run', async () => {
  const service = await startService();
  const seller = await startSeller(service);
  const { old } = await syncedLink(service, seller);
  service.plan('link.create', { kind: 'answer', status: 422, body: '{"message":"Too cheap"}' });
  const id = idOf(await replaceLink(seller.store, old, linkDraft('new')));
  await until('it is refused', () => seller.states()[0] === 'rejected');
  seller.outbox.wake();
  expect(seller.states()).toEqual(['rejected', 'waiting']);
  const [creation, deletion] = [seller.actionOn(id), seller.actionOn(old)];
  expect(listActions(seller.store, { offset: 0, limit: 10 }).rows[1]).toMatchObject({
    title: expect.stringMatching(/^Delete replaced payment link for/),
    explanation: expect.stringMatching(/^Waiting for "Create payment link for .*needs your attention first\.$/),
  });
  expect(getAction(seller.store, deletion.id)?.waitsFor).toMatchObject([{ actionId: creation.id, state: 'rejected' }]);
  await editLink(seller.store, id, linkDraft('better'));
  await until('both are sent', emptied(seller));
  expect(ordersIn(service.record.bodies('link.create'))).toEqual(['better']);
  expect(kindsActed(service)).toEqual(['link.create', 'link.delete']);
});

/** A replacement whose new link is in doubt. */
async function doubtfulReplacement(service: MisbehavingService, seller: Seller) {
  const { old, product } = await syncedLink(service, seller);
  service.plan('link.create', LOST);
  const id = idOf(await replaceLink(seller.store, old, linkDraft('new')));
  await until('it is in doubt', () => seller.states()[0] === 'needs-review');
  seller.outbox.wake();
  await seller.restart();
  expect(seller.states()).toEqual(['needs-review', 'waiting']);
  expect(service.record.count('link.delete')).toBe(0);
  return { old, product, id, creation: seller.actionOn(id) };
}

test('a new link in doubt blocks the deletion until "Mark as sent"', async () => {
  const service = await startService();
  const seller = await startSeller(service);
  const { old, id, creation } = await doubtfulReplacement(service, seller);
  const address = service.record.addresses[0] ?? '';
  expect(await markAsSent(seller.store, creation.id, address)).toMatchObject({ ok: true });
  await until('the deletion is sent', emptied(seller));
  expect(kindsActed(service)).toEqual(['link.create', 'link.delete']);
  expect([...service.record.links.values()]).toEqual([address]);
  expect(getLink(seller.store, id)?.checkoutUrl).toBe(address);
  expect(getLink(seller.store, old)).toBeNull();
});

test('"Mark as sent" rejects the old address in another case, one with two uuids, and one on another host; the old link stays', async () => {
  const service = await startService();
  const seller = await startSeller(service);
  const { old, creation } = await doubtfulReplacement(service, seller);
  const address = new URL(getLink(seller.store, old)?.checkoutUrl ?? '');
  const uuid = address.searchParams.get('uuid') ?? '';
  address.searchParams.set('uuid', uuid.toUpperCase());
  expect(address.href).not.toContain(uuid);
  const answer = (typed: string) => markAsSent(seller.store, creation.id, typed);
  expect(await answer(address.href)).toMatchObject({
    ok: false,
    problem: { message: expect.stringMatching(/already has this address/) },
  });
  const made = service.record.addresses[0] ?? '';
  expect(await answer(`${made}&uuid=${uuid}`)).toMatchObject({
    ok: false,
    problem: { message: expect.stringMatching(/more than once/) },
  });
  await seller.addLink(getLink(seller.store, old)?.productId ?? '', made.replace(/uuid=.*$/, 'uuid=known-before'));
  const elsewhere = new URL(made);
  elsewhere.hostname = 'evil.example';
  expect(await answer(elsewhere.href)).toMatchObject({
    ok: false,
    problem: { fields: { answer: expect.stringMatching(/this one is on evil\.example/) } },
  });
  expect(seller.states()).toEqual(['needs-review', 'waiting']);
  expect(service.record.count('link.delete')).toBe(0);
  expect(await answer(made)).toMatchObject({ ok: true });
});

test('a new link in doubt blocks the deletion until "Send again" succeeds', async () => {
  const service = await startService();
  const seller = await startSeller(service);
  const { id, creation } = await doubtfulReplacement(service, seller);
  service.plan('link.create', LOST);
  await sendAgain(seller.store, creation.id);
  await until('it is in doubt again', () => seller.action(creation.id).attempts.length === 2);
  await until('it is decided', () => seller.states()[0] === 'needs-review');
  expect(service.record.count('link.delete')).toBe(0);
  await sendAgain(seller.store, creation.id);
  await until('both are sent', emptied(seller));
  expect(kindsActed(service)).toEqual(['link.create', 'link.create', 'link.create', 'link.delete']);
  expect(getLink(seller.store, id)?.checkoutUrl).toBe(service.record.addresses[2]);
});

test('discarding the new link asks about the deletion, includes it, and the old link stays unchanged', async () => {
  const service = await startService();
  const seller = await startSeller(service);
  const { old, id, creation } = await doubtfulReplacement(service, seller);
  expect(getAction(seller.store, creation.id)?.dependents).toEqual([
    { actionId: seller.actionOn(old).id, title: expect.stringMatching(/^Delete replaced payment link/) },
  ]);
  expect(await discard(seller.store, creation.id, false)).toMatchObject({ ok: false, problem: { code: 'conflict' } });
  expect(await discard(seller.store, creation.id, true)).toMatchObject({ ok: true });
  await until('it is settled', () => seller.store.catalog.history.size === 2);
  expect(getLink(seller.store, old)).toMatchObject({ sync: 'synced', deletion: null, replacedBy: null });
  expect(getLink(seller.store, id)).toBeNull();
  await seller.restart();
  expect(seller.states()).toEqual([]);
  expect(service.record.count('link.delete')).toBe(0);
  // Like any other link, it can be replaced again.
  idOf(await replaceLink(seller.store, old, linkDraft('again')));
  await until('both are sent', emptied(seller));
  expect(service.record.count('link.delete')).toBe(1);
});

test('the deletion alone can be discarded: the new link is created, the old one stays', async () => {
  const service = await startService();
  const seller = await startSeller(service, { token: null });
  const { old } = await syncedLink(service, seller);
  const id = idOf(await replaceLink(seller.store, old, linkDraft('new')));
  await discard(seller.store, seller.actionOn(old).id, false);
  expect(getLink(seller.store, old)).toMatchObject({ sync: 'synced', replacedBy: null });
  expect(getLink(seller.store, id)).toMatchObject({ replaces: null });
  await seller.store.signIn(service.record.issue('seller'), null);
  await until('it is sent', emptied(seller));
  expect(kindsActed(service)).toEqual(['link.create']);
});

test('a deletion that the service rejects is reported, and both links exist', async () => {
  const service = await startService();
  const seller = await startSeller(service);
  const { old } = await syncedLink(service, seller);
  service.plan('link.delete', { kind: 'answer', status: 403, body: '{"message":"Not yours"}' });
  const id = idOf(await replaceLink(seller.store, old, linkDraft('new')));
  await until('the deletion is refused', () => seller.states()[0] === 'rejected');
  const { id: deletionId } = seller.actionOn(old);
  expect(seller.turns.map((action) => [action.id, action.state])).toContainEqual([deletionId, 'rejected']);
  expect(getAction(seller.store, deletionId)?.explanation).toBe(
    'The service refused this: Not yours (403). The new link is there, and the old one still works too.',
  );
  expect(getLink(seller.store, id)).toMatchObject({ sync: 'synced', checkoutUrl: expect.any(String) });
  expect(getLink(seller.store, old)).toMatchObject({ sync: 'rejected', checkoutUrl: expect.any(String) });
  expect(service.record.links.size).toBe(2);
  await sendAgain(seller.store, deletionId);
  await until('it is sent', emptied(seller));
  expect(service.record.links.size).toBe(1);
});

test('rejects what cannot be replaced before anything is accepted', async () => {
  const service = await startService();
  const seller = await startSeller(service, { token: null });
  const { product, old } = await syncedLink(service, seller);
  const refusal = async (id: string) => {
    const before = seller.outbox.unfinished().length;
    const answer = await replaceLink(seller.store, id, linkDraft('new'));
    expect(seller.outbox.unfinished()).toHaveLength(before);
    return answer.ok ? 'accepted' : answer.problem.message;
  };
  const unsent = idOf(await createLink(seller.store, product, linkDraft('1')));
  expect(await refusal(unsent)).toContain('edit it instead');
  const bare = await seller.addLink(product, 'https://checkout.example/seller/101');
  expect(await refusal(bare)).toContain('has no uuid');
  await deleteLink(seller.store, old);
  expect(await refusal(old)).toContain('being deleted or replaced already');
  expect(await refusal('no-such-link')).toContain('no longer in the catalog');
});

test('a link whose creation is in doubt is not replaced, nor one that is already being replaced', async () => {
  const service = await startService();
  const seller = await startSeller(service);
  const { id, old } = await doubtfulReplacement(service, seller);
  expect(await replaceLink(seller.store, id, linkDraft('2'))).toMatchObject({
    ok: false,
    problem: { code: 'conflict' },
  });
  expect(await replaceLink(seller.store, old, linkDraft('2'))).toMatchObject({ ok: false });
  expect(await deleteLink(seller.store, old)).toMatchObject({ ok: false, problem: { code: 'conflict' } });
});

test('replaces a link once if asked twice at once', async () => {
  const service = await startService();
  const seller = await startSeller(service);
  const { old } = await syncedLink(service, seller);
  const replace = () => seller.store.runExclusive(() => replaceLink(seller.store, old, linkDraft('new')));
  const answers = await Promise.all([replace(), replace()]);
  expect(answers.map(({ ok }) => ok)).toEqual([true, false]);
  await until('both are sent', emptied(seller));
  expect(kindsActed(service)).toEqual(['link.create', 'link.delete']);
});

test('"Undo" and deleting the new link cancel both while nothing was sent', async () => {
  const service = await startService();
  const seller = await startSeller(service, { token: null });
  const { old } = await syncedLink(service, seller);
  for (const takeBack of [undoReplace, deleteLink]) {
    const id = idOf(await replaceLink(seller.store, old, linkDraft('new')));
    expect(await takeBack(seller.store, id)).toMatchObject({ ok: true });
    await until('it is settled', emptied(seller));
    expect(getLink(seller.store, old)).toMatchObject({ sync: 'synced', replacedBy: null });
    expect(getLink(seller.store, id)).toBeNull();
  }
  await seller.store.signIn(service.record.issue('seller'), null);
  const id = idOf(await replaceLink(seller.store, old, linkDraft('new')));
  await until('both are sent', emptied(seller));
  expect(await undoReplace(seller.store, id)).toMatchObject({ ok: false, problem: { code: 'conflict' } });
  expect(kindsActed(service)).toEqual(['link.create', 'link.delete']);
});

test('"Undo" of a replacement in doubt keeps the old link, and deletes the new one once it is settled', async () => {
  const service = await startService();
  const seller = await startSeller(service);
  const { old } = await syncedLink(service, seller);
  service.plan('link.create', { kind: 'answer', status: 500, body: '' });
  const id = idOf(await replaceLink(seller.store, old, linkDraft('new')));
  await until('it is in doubt', () => seller.actionOn(id).state === 'needs-review');
  const creation = seller.actionOn(id);
  expect(await undoReplace(seller.store, id)).toMatchObject({ ok: true, value: { newLink: 'doubtful' } });
  expect(getLink(seller.store, old)).toMatchObject({ sync: 'synced', replacedBy: null });
  await sendAgain(seller.store, creation.id);
  await until('all is sent', emptied(seller));
  expect(getLink(seller.store, id)).toBeNull();
  expect(kindsActed(service).at(-1)).toBe('link.delete');
});

test('a link deleted together with its unsent replacement is still deleted', async () => {
  const service = await startService();
  const seller = await startSeller(service, { token: null });
  const { old } = await syncedLink(service, seller);
  const id = idOf(await replaceLink(seller.store, old, linkDraft('new')));
  expect(await beforeDelete(seller.store, { ids: [id], most: 5 })).toMatchObject({
    toDelete: 0,
    toTakeBack: 1,
    left: 0,
    olderStay: 1,
  });
  expect(await beforeDelete(seller.store, { ids: [id, old], most: 5 })).toMatchObject({
    toDelete: 1,
    toTakeBack: 1,
    left: 0,
    olderStay: 0,
  });
  const deleted = await deleteLinks(seller.store, [id, old]);
  expect(deleted).toMatchObject({ value: { queued: 1, withdrawn: 1, left: 0 } });
  // "Undo" concerns the new link alone.
  expect(await undo(seller.store, deleted.ok ? deleted.value.undo : [])).toMatchObject({ ok: true });
  expect(getLink(seller.store, id)).toMatchObject({ sync: 'waiting', replaces: null });
  await seller.store.signIn(service.record.issue('seller'), null);
  await until('both are sent', emptied(seller));
  expect(kindsActed(service)).toEqual(expect.arrayContaining(['link.create', 'link.delete']));
  expect([...service.record.links.values()]).toEqual([getLink(seller.store, id)?.checkoutUrl]);
  expect(getLink(seller.store, old)).toBeNull();
});

test('the question before a deletion counts the links in doubt apart from the addresses', async () => {
  const service = await startService();
  const seller = await startSeller(service);
  const { product, old } = await syncedLink(service, seller);
  service.plan('link.create', { kind: 'answer', status: 500, body: '', acts: false });
  const doubtful = idOf(await createLink(seller.store, product, linkDraft('1')));
  await until('it is in doubt', () => seller.states().join() === 'needs-review');
  expect(await beforeDelete(seller.store, { ids: [old, doubtful], most: 5 })).toMatchObject({
    ...{ toDelete: 2, withoutAddress: 1, toTakeBack: 0, left: 0 },
  });
});

test('the new link waits for its product, and the deletion of the old one for the new link', async () => {
  const service = await startService();
  const seller = await startSeller(service, { token: null });
  const { product, old } = await syncedLink(service, seller);
  const id = idOf(await replaceLink(seller.store, old, linkDraft('new')));
  expect(seller.actionOn(id).waitsFor).toEqual([product]);
  expect(seller.actionOn(old).waitsFor).toEqual([old, id]);
});

test('the old link stays if the new one is not known to be on the service, or is the very same', async () => {
  const service = await startService();
  const seller = await startSeller(service, { token: null });
  const { product, old } = await syncedLink(service, seller);
  const oldAddress = getLink(seller.store, old)?.checkoutUrl ?? '';
  const payload = { kind: 'link.delete', productId: product, replacedBy: 'lost-with-a-damaged-file' } as const;
  await seller.outbox.accept([{ subject: old, payload, waitsFor: [old, payload.replacedBy] }]);
  await seller.store.signIn(service.record.issue('seller'), null);
  await until('it is held back', () => seller.states()[0] === 'rejected');
  const { id, reason } = seller.actionOn(old);
  expect(reason).toBe('not-replaced');
  expect(getAction(seller.store, id)?.explanation).toContain('The old link still works.');
  await discard(seller.store, id, false);
  service.plan('link.create', {
    kind: 'answer',
    status: 201,
    body: JSON.stringify({
      payment_link: oldAddress.replace(/uuid=(.*)$/, (all) => all.replace(/[^=]+$/, (uuid) => uuid.toUpperCase())),
    }),
    acts: false,
  });
  const same = idOf(await replaceLink(seller.store, old, linkDraft('same')));
  await until('it is in doubt', () => seller.actionOn(same).state === 'needs-review');
  expect(getAction(seller.store, seller.actionOn(same).id)?.explanation).toContain('that of another payment link');
  expect(seller.actionOn(old).state).toBe('waiting');
  expect(service.record.count('link.delete')).toBe(0);
});
