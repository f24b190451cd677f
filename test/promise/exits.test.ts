// Ways for page code to send data out through app calls: each one asks outside the page, or is closed.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { activeLinks } from '../support/catalog-rows.ts';
import { type Computer, unwrap } from '../support/computer.ts';
import { startSignedIn } from '../support/computer-fixtures.ts';
import { freePort } from '../support/free-port.ts';
import { type RecordingService, SELLER } from '../support/recording-service.ts';

const KEY = '0123456789abcdef'.repeat(4);
const DECLINED = { ok: false, problem: { code: 'forbidden' } };

let service: RecordingService;
let computer: Computer;
beforeEach(async () => {
  ({ service, computer } = await startSignedIn());
  computer.agrees = false;
});

/** Another spelling of this computer, which counts as another host: nothing leaves it, and nothing listens there. */
const elsewhere = async () => `https://[::ffff:7f00:1]:${await freePort()}`;

it('signs in to a service on this computer without a question', () => {
  expect(computer.asked).toEqual([]);
});

it('sends the password to a new service only if the seller agrees', async () => {
  const serviceAddress = await elsewhere();
  expect(await computer.call['session.signIn']({ serviceAddress, ...SELLER })).toMatchObject(DECLINED);
  computer.agrees = true;
  const answer = await computer.call['session.signIn']({ serviceAddress, ...SELLER });
  expect(answer).toMatchObject({ problem: { code: 'unreachable' } });
  expect(computer.asked).toHaveLength(2);
  expect(computer.asked[0]).toContain('Sign in to [::ffff:7f00:1]?');
  expect(computer.asked[0]).toContain(serviceAddress);
  expect(computer.asked[0]).not.toContain(SELLER.password);
});

it('signs in again to a known service without a question, and asks for any other path of it', async () => {
  const serviceAddress = await elsewhere();
  await computer.stop();
  const list = join(computer.dataFolder, 'stores.json');
  writeFileSync(list, readFileSync(list, 'utf8').replaceAll(service.url, serviceAddress));
  await computer.start();
  for (const email of [SELLER.email, 'another@shop.example']) {
    const answer = await computer.call['session.signIn']({ serviceAddress, email, password: 'x' });
    expect(answer).toMatchObject({ problem: { code: 'unreachable' } });
  }
  expect(computer.asked).toEqual([]);
  const other = await computer.call['session.signIn']({ serviceAddress: `${serviceAddress}/log`, ...SELLER });
  expect(other).toMatchObject(DECLINED);
});

it('shows and copies the saved webhook key only if the seller agrees', async () => {
  await unwrap(computer.call['webhook.save']({ url: 'https://hooks.example/', isOn: true, key: KEY }));
  expect(await computer.call['webhook.revealKey'](undefined)).toMatchObject(DECLINED);
  expect(await computer.call['webhook.copySavedKey'](undefined)).toMatchObject(DECLINED);
  expect(computer.copied).toEqual([]);
  computer.agrees = true;
  expect(await computer.call['webhook.revealKey'](undefined)).toEqual({ ok: true, value: { key: KEY } });
  await unwrap(computer.call['webhook.copySavedKey'](undefined));
  expect(computer.copied).toEqual([KEY]);
  const name = computer.store.deps.record().name;
  expect(computer.asked.map((text) => text.split('?')[0])).toEqual([
    `Show the webhook key of “${name}”`,
    `Copy the webhook key of “${name}”`,
    `Show the webhook key of “${name}”`,
    `Copy the webhook key of “${name}”`,
  ]);
  expect(computer.asked.join()).not.toContain(KEY);
});

it('asks nothing about a missing key', async () => {
  expect(await computer.call['webhook.revealKey'](undefined)).toMatchObject({ problem: { code: 'not-found' } });
  expect(computer.asked).toEqual([]);
});

const open = (url: string) => computer.call['browser.open']({ url });

it('opens the checkout page of a link and the practice store’s sales, and no other address', async () => {
  await computer.link(await computer.product('Coaching hour'), '1042');
  await computer.settled();
  const [link] = activeLinks(computer.store);
  const url = link?.paymentLink ?? '';
  expect(url).toMatch(/^https?:/);
  await unwrap(open(url));
  await unwrap(open('http://127.0.0.1:4010/sales'));
  for (const other of [
    `https://evil.example/?${KEY}`,
    `${url}&key=${KEY}`,
    `${url}#${KEY}`,
    url.replace('?', `/${KEY}?`),
    `http://127.0.0.1:4010/sales?${KEY}`,
    service.url,
  ]) {
    expect(await open(other)).toMatchObject({ problem: { code: 'invalid' } });
  }
  expect(computer.opened).toEqual([url, 'http://127.0.0.1:4010/sales']);
  expect(computer.asked).toEqual([]);
});

it('asks before it opens an address added by hand, on a host that the service has not named', async () => {
  const productId = await computer.product('Coaching hour');
  await computer.settled();
  const url = `https://evil.example/mara/118?uuid=${KEY}`;
  const draft = { prices: [{ currencyId: 2, priceCents: 100, discountCents: null }], useOnce: false, metadata: [] };
  await unwrap(computer.call['links.addExisting']({ productId, paymentLink: url, ...draft } as never));
  expect(await open(url)).toMatchObject(DECLINED);
  expect(computer.opened).toEqual([]);
  expect(computer.asked[0]).toContain('Open evil.example in the browser?');
  expect(computer.asked[0]).toContain(url);
  computer.agrees = true;
  await unwrap(open(url));
  expect(computer.opened).toEqual([url]);
});

it('asks before it opens an address typed for a change in doubt', async () => {
  const productId = await computer.product('Coaching hour');
  await computer.settled();
  service.intercept = ({ path }) => (path.endsWith('/payment-links') ? { status: 500, body: '{}' } : undefined);
  await computer.link(productId, '1042');
  await expect.poll(() => computer.store.outbox.status().attention).toBe(1);
  const [doubt] = computer.store.outbox.unfinished();
  const url = `https://evil.example/mara/118?uuid=${KEY}`;
  await unwrap(computer.call['sync.markAsSent']({ id: doubt?.id ?? '', answer: url }));
  expect(await open(url)).toMatchObject(DECLINED);
  expect(computer.opened).toEqual([]);
  expect(computer.asked[0]).toContain('Open evil.example in the browser?');
});

it('opens a typed store page only if the seller agrees, unless its host is known', async () => {
  const open = () => computer.call['stores.openPage'](undefined);
  expect(await open()).toEqual({ ok: true, value: { opened: false } });
  const { id: storeId, name } = computer.store.deps.record();
  const fields = { storeId, name, checkoutUrl: '', sellerSlug: '', undocumentedProductUpdate: false };
  const save = (pageUrl: string) => computer.call['stores.update']({ ...fields, pageUrl });
  expect(await save('javascript:alert(1)')).toMatchObject({ problem: { fields: { pageUrl: expect.any(String) } } });
  await unwrap(save('https://thief.example/?all=everything'));
  expect(await open()).toMatchObject(DECLINED);
  expect(computer.opened).toEqual([]);
  expect(computer.asked).toEqual([expect.stringContaining('Open thief.example in the browser?')]);
  computer.agrees = true;
  expect(await open()).toEqual({ ok: true, value: { opened: true } });
  await unwrap(save(`${service.url}/admin`));
  computer.agrees = false;
  expect(await open()).toEqual({ ok: true, value: { opened: true } });
  expect(computer.opened).toEqual(['https://thief.example/?all=everything', `${service.url}/admin`]);
});

it('reports a refused sign-in in its own words if the service’s message contains the password', async () => {
  const refusal = { status: 401, body: JSON.stringify({ message: 'The email or the password is wrong.' }) };
  service.intercept = ({ path }) => (path.endsWith('/login') ? refusal : undefined);
  const signIn = (password: string) =>
    computer.call['session.signIn']({ serviceAddress: service.url, email: SELLER.email, password });
  expect(await signIn('wrong')).toMatchObject({
    problem: { message: 'The service did not accept this email and password. (401)' },
  });
  expect(await signIn('another')).toMatchObject({
    problem: { message: expect.stringContaining('The email or the password is wrong.') },
  });
});
