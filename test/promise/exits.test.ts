// Ways in which page code could send data out through app calls: each asks outside the page, or is closed.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { freePort } from '../../tools/test/free-port.ts';
import { activeLinks } from '../support/catalog-rows.ts';
import { type Computer, unwrap } from '../support/computer.ts';
import { startSignedIn } from '../support/computer-fixtures.ts';
import { type RecordingService, SELLER } from '../support/recording-service.ts';

const KEY = '0123456789abcdef'.repeat(4);
const DECLINED = { ok: false, problem: { code: 'forbidden' } };

let service: RecordingService;
let computer: Computer;
beforeEach(async () => {
  ({ service, computer } = await startSignedIn());
  computer.agrees = false;
});

/** This computer in another spelling, which counts as another host: nothing leaves this computer, and nothing listens there. */
const elsewhere = async () => `https://[::ffff:7f00:1]:${await freePort()}`;

it('sends the password to a new service on the network only if the seller agrees', async () => {
  // Signing in to the service on this computer asks nothing.
  expect(computer.asked).toEqual([]);
  const serviceAddress = await elsewhere();
  expect(await computer.call['session.signIn']({ serviceAddress, ...SELLER })).toMatchObject(DECLINED);
  computer.agrees = true;
  const answer = await computer.call['session.signIn']({ serviceAddress, ...SELLER });
  expect(answer).toMatchObject({ problem: { code: 'unreachable' } });
  expect(computer.asked).toHaveLength(2);
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

it('shows and copies the saved webhook key only if the seller agrees, and asks nothing about a missing key', async () => {
  expect(await computer.call['webhook.revealKey'](undefined)).toMatchObject({ problem: { code: 'not-found' } });
  expect(computer.asked).toEqual([]);
  await unwrap(computer.call['webhook.save']({ url: 'http://127.0.0.1:4020/', isOn: true, key: KEY }));
  expect(await computer.call['webhook.revealKey'](undefined)).toMatchObject(DECLINED);
  expect(await computer.call['webhook.copySavedKey'](undefined)).toMatchObject(DECLINED);
  expect(computer.copied).toEqual([]);
  computer.agrees = true;
  expect(await computer.call['webhook.revealKey'](undefined)).toEqual({ ok: true, value: { key: KEY } });
  await unwrap(computer.call['webhook.copySavedKey'](undefined));
  expect(computer.copied).toEqual([KEY]);
  expect(computer.asked).toHaveLength(4);
  expect(computer.asked.join()).not.toContain(KEY);
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

it('asks before it opens an address that the seller typed: of a link, for a change in doubt, or of the store page', async () => {
  const productId = await computer.product('Coaching hour');
  await computer.settled();
  const url = (nth: number) => `https://evil.example/mara/118?uuid=${KEY}${nth}`;
  const draft = { prices: [{ currencyId: 2, priceCents: 100, discountCents: null }], useOnce: false, metadata: [] };
  await unwrap(computer.call['links.addExisting']({ productId, paymentLink: url(1), ...draft } as never));
  service.intercept = ({ path }) => (path.endsWith('/payment-links') ? { status: 500, body: '{}' } : undefined);
  await computer.link(productId, '1042');
  await expect.poll(() => computer.store.outbox.status().attention).toBe(1);
  const [doubt] = computer.store.queue.all();
  await unwrap(computer.call['sync.markAsSent']({ found: [{ id: doubt?.id ?? '', answer: url(2) }] }));
  for (const typed of [url(1), url(2)]) {
    computer.asked.length = 0;
    computer.agrees = false;
    expect(await open(typed)).toMatchObject(DECLINED);
    expect(computer.asked).toEqual([expect.stringContaining(typed)]);
    computer.agrees = true;
    await unwrap(open(typed));
  }
  expect(computer.opened).toEqual([url(1), url(2)]);

  const openPage = () => computer.call['stores.openPage'](undefined);
  const { id: storeId, name } = computer.store.deps.record();
  const fields = { storeId, name, checkoutUrl: '', sellerSlug: '', undocumentedProductUpdate: false };
  const save = (pageUrl: string) => computer.call['stores.update']({ ...fields, pageUrl });
  expect(await openPage()).toEqual({ ok: true, value: { opened: false } });
  expect(await save('javascript:alert(1)')).toMatchObject({ problem: { fields: { pageUrl: expect.any(String) } } });
  await unwrap(save('https://thief.example/?all=everything'));
  computer.agrees = false;
  computer.asked.length = 0;
  expect(await openPage()).toMatchObject(DECLINED);
  expect(computer.asked).toEqual([expect.stringContaining('thief.example')]);
  // The service's own host needs no question.
  await unwrap(save(`${service.url}/admin`));
  expect(await openPage()).toEqual({ ok: true, value: { opened: true } });
  expect(computer.opened.at(-1)).toBe(`${service.url}/admin`);
});

it('does not repeat the password if the service’s message contains it', async () => {
  const refusal = { status: 401, body: JSON.stringify({ message: 'The e-mail or the password is wrong.' }) };
  service.intercept = ({ path }) => (path.endsWith('/login') ? refusal : undefined);
  const messageFor = async (password: string) => {
    const answer = await computer.call['session.signIn']({
      serviceAddress: service.url,
      email: SELLER.email,
      password,
    });
    return answer.ok ? '' : answer.problem.message;
  };
  expect(await messageFor('wrong')).not.toContain('wrong');
  expect(await messageFor('another')).toContain('The e-mail or the password is wrong.');
});
