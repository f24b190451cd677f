// Changes discarded although they may have been carried out: values shown as saved are not claimed as certain.
import { expect, test, vi } from 'vitest';
import { deleteLink, getLink } from '../../src/main/links/links.ts';
import { getProduct, setDefaultPrice } from '../../src/main/products/products.ts';
import { StorageError } from '../../src/main/storage/durable-file.ts';
import { actionDetail } from '../../src/main/sync/views.ts';
import { savedKey, saveWebhook, webhookView } from '../../src/main/webhook/webhook.ts';
import { startSeller, startService } from '../support/outbox-fixtures.ts';
import type { Seller } from '../support/outbox-seller.ts';
import { until } from '../support/until.ts';

const WEBHOOK = { isOn: true, key: null };
const settled = (seller: Seller) =>
  until('all is settled', () => seller.outbox.unfinished().length === 0 && seller.allKept());

/** A stopped clock, so that a retry waits until it is discarded. */
const still = { now: () => Date.UTC(2025, 0, 1), random: () => 0.99 };

/** Discards the only change whose response was lost; returns the question of the app. */
async function discardLost(seller: Seller): Promise<string> {
  await until('the answer is lost', () => seller.states().join() === 'retrying');
  const [action] = seller.outbox.unfinished();
  if (!action) throw new Error('Nothing to discard');
  const { discardMeans, explanation } = actionDetail(seller.store, action);
  expect(explanation).toContain('an answer was lost');
  await seller.outbox.discard(action.id);
  return discardMeans;
}

test('a webhook with newer values lost and discarded is uncertain until it is saved again', async () => {
  const service = await startService();
  const seller = await startSeller(service, still);
  await saveWebhook(seller.store, { ...WEBHOOK, url: 'https://receiver.example/a', key: 'a'.repeat(64) });
  await settled(seller);
  expect(webhookView(seller.store)).toMatchObject({ current: { sync: 'synced' }, uncertain: null });

  service.decide = () => ({ kind: 'reset', when: 'after-acting' });
  await saveWebhook(seller.store, { ...WEBHOOK, url: 'https://receiver.example/b', key: 'b'.repeat(64) });
  expect(await discardLost(seller)).toContain(
    'It may be on the service already: an answer was lost. Discarding does not',
  );
  service.decide = () => null;
  const uncertain = {
    current: { url: 'https://receiver.example/a', sync: 'uncertain', savedAt: null },
    uncertain: 'A change that you discarded may be on the service. Save it again to be sure.',
    keyUncertain: true,
  };
  expect(webhookView(seller.store)).toMatchObject(uncertain);
  await seller.restart();
  expect(webhookView(seller.store)).toMatchObject(uncertain);

  // The next save includes the saved key, because the service may have the other one.
  await saveWebhook(seller.store, { ...WEBHOOK, url: 'https://receiver.example/a' });
  await settled(seller);
  expect(service.record.bodies('settings.update').at(-1)).toMatchObject({
    after_sell_webhook_url: 'https://receiver.example/a',
    after_sell_webhook_key: 'a'.repeat(64),
  });
  expect(webhookView(seller.store)).toMatchObject({
    current: { sync: 'synced', key: 'here' },
    uncertain: null,
    keyUncertain: false,
  });
});

test('saving a webhook without a key keeps the new key of the change before it', async () => {
  const service = await startService();
  const seller = await startSeller(service, still);
  const save = (name: string, key: string | null) =>
    saveWebhook(seller.store, { ...WEBHOOK, url: `https://receiver.example/${name}`, key });
  await save('a', 'a'.repeat(64));
  await settled(seller);
  service.decide = () => ({ kind: 'reset', when: 'after-acting' });
  await save('b', 'b'.repeat(64));
  await discardLost(seller);
  expect(webhookView(seller.store)).toMatchObject({ keyUncertain: true });

  // The new key settles the doubt, and the saved one must not be sent after it.
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  service.decide = () => null;
  service.plan('settings.update', { kind: 'hold', until: held });
  await save('c', 'c'.repeat(64));
  await until('it is under way', () => service.seen.length === 3);
  await save('d', null);
  expect(savedKey(seller.store)).toEqual({ ok: true, value: { key: 'c'.repeat(64) } });
  answer();
  await settled(seller);
  const keys = service.record.bodies('settings.update').map((body) => body.after_sell_webhook_key ?? null);
  expect(keys.slice(-2)).toEqual(['c'.repeat(64), null]);
  expect(savedKey(seller.store)).toEqual({ ok: true, value: { key: 'c'.repeat(64) } });
});

test('a key entered for a rejected webhook and the change after it stays if one of them is discarded', async () => {
  const service = await startService();
  const seller = await startSeller(service, still);
  const save = (name: string, key: string | null) =>
    saveWebhook(seller.store, { ...WEBHOOK, url: `https://receiver.example/${name}`, key });
  const held = () => {
    let answer = () => {};
    const until = new Promise<void>((resolve) => (answer = resolve));
    return { until, answer };
  };
  const [first, second] = [held(), held()];
  const refusal = { kind: 'answer', status: 422, body: '{}' } as const;
  service.plan('settings.update', { kind: 'hold', until: first.until, instead: refusal });
  service.plan('settings.update', { kind: 'hold', until: second.until });
  await save('a', null);
  await until('it is under way', () => service.seen.length === 1);
  await save('b', null);
  first.answer();
  await until('it is refused', () => seller.states().join() === 'rejected,waiting');
  await save('c', 'c'.repeat(64));
  await until('it is under way again', () => service.seen.length === 2);
  await seller.outbox.discard(seller.outbox.unfinished()[1]?.id ?? '');
  second.answer();
  await settled(seller);
  expect(savedKey(seller.store)).toEqual({ ok: true, value: { key: 'c'.repeat(64) } });
});

test('a webhook with a new key is accepted with it, also if the replaced key cannot be removed', async () => {
  const service = await startService();
  const seller = await startSeller(service, { token: null });
  await saveWebhook(seller.store, { ...WEBHOOK, url: 'https://receiver.example/a', key: 'a'.repeat(64) });
  vi.spyOn(seller.store.deps.vault, 'forget').mockRejectedValueOnce(new StorageError('The disk is full.', null));
  vi.spyOn(console, 'error').mockImplementationOnce(() => undefined);
  expect(
    await saveWebhook(seller.store, { ...WEBHOOK, url: 'https://receiver.example/b', key: 'b'.repeat(64) }),
  ).toMatchObject({ ok: true });
  await seller.store.signIn(service.record.issue('seller'), null);
  await settled(seller);
  expect(service.record.bodies('settings.update')).toMatchObject([
    { after_sell_webhook_url: 'https://receiver.example/b', after_sell_webhook_key: 'b'.repeat(64) },
  ]);
});

test('a first webhook that was given up in doubt and discarded is not shown as missing', async () => {
  const service = await startService();
  const seller = await startSeller(service, still);
  service.decide = () => ({ kind: 'reset', when: 'after-acting' });
  await saveWebhook(seller.store, { ...WEBHOOK, url: 'https://receiver.example/a', key: 'a'.repeat(64) });
  await discardLost(seller);
  expect(webhookView(seller.store)).toMatchObject({ current: null, uncertain: expect.any(String) });

  // Saved again without a key: which one the service has stays unknown.
  service.decide = () => null;
  await saveWebhook(seller.store, { ...WEBHOOK, url: 'https://receiver.example/a' });
  await settled(seller);
  expect(webhookView(seller.store)).toMatchObject({
    current: { sync: 'uncertain' },
    uncertain: expect.stringContaining('another key'),
    keyUncertain: true,
  });
});

test('a change rejected after a discarded one mentions the earlier one', async () => {
  const service = await startService();
  const seller = await startSeller(service, still);
  service.decide = () => ({ kind: 'reset', when: 'after-acting' });
  await saveWebhook(seller.store, { ...WEBHOOK, url: 'https://receiver.example/b' });
  await discardLost(seller);
  service.decide = () => ({ kind: 'answer', status: 422, body: '{"message":"no"}' });
  await saveWebhook(seller.store, { ...WEBHOOK, url: 'https://receiver.example/c' });
  await until('it is refused', () => seller.states().join() === 'rejected');
  const [refused] = seller.outbox.unfinished();
  expect(refused && actionDetail(seller.store, refused).explanation).toContain(
    'An earlier change to the same thing, which you discarded, may have been carried out',
  );
  await seller.outbox.discard(refused?.id ?? '');
  expect(webhookView(seller.store).uncertain).not.toBeNull();
});

test('a default price and a deletion that were lost and discarded are uncertain until the next one is sent', async () => {
  const service = await startService();
  const seller = await startSeller(service, still);
  const serverId = service.record.addProduct('Existing');
  const product = await seller.addProduct(serverId);
  const link = await seller.addLink(
    product,
    `${service.url}/mira/${serverId}?uuid=5f0c8d1e-9a4b-4c6d-8e2f-1234567890ab`,
  );
  const price = (priceCents: number) => [{ currencyId: 2, priceCents, discountCents: null }];

  service.decide = () => ({ kind: 'reset', when: 'after-acting' });
  await setDefaultPrice(seller.store, product, price(2_000));
  await discardLost(seller);
  await deleteLink(seller.store, link);
  expect(await discardLost(seller)).toContain('The deletion may have been carried out on the service already');
  await seller.restart();
  expect(getProduct(seller.store, product)?.priceUncertain).toContain('Not certain');
  expect(getLink(seller.store, link)).toMatchObject({ sync: 'uncertain', uncertain: expect.any(String) });

  service.decide = () => null;
  await setDefaultPrice(seller.store, product, price(1_000));
  await deleteLink(seller.store, link);
  // The link is gone, but no attempt of this very deletion was lost: a 404 alone proves nothing.
  await until('the link is not found', () => seller.states().join() === 'needs-review');
  expect(getLink(seller.store, link)).toMatchObject({ sync: 'needs-review' });
  const [deletion] = seller.outbox.unfinished();
  await seller.outbox.markAsSent(deletion?.id ?? '', { kind: 'accepted', answer: '', note: null });
  await settled(seller);
  expect(getProduct(seller.store, product)?.priceUncertain).toBeNull();
  expect(getLink(seller.store, link)).toBeNull();
});
