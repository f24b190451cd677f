// Code in the page cannot send data out by itself: a system dialog asks first, or the call is refused.
import { readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { createUser } from '@nats-io/nkeys';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { type Channel, contract } from '../../src/shared/contract.ts';
import { encodeInvite } from '../../src/team-protocol/invite.ts';
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

const QUERY = { search: '', productId: null, state: null, from: null, to: null, sort: 'newest' };

/** Listens on a free port, and records and drops each connection. */
async function listener() {
  const contacts: unknown[] = [];
  const server = createServer((socket) => {
    contacts.push(socket);
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { contacts, port: (server.address() as AddressInfo).port };
}

/** An invite to any server: invites are not signed, so anyone can write one. */
const inviteTo = (port: number) =>
  encodeInvite({
    at: Date.now(),
    team: 'abcdefgh',
    computer: 'Laptop',
    servers: [`tls://127.0.0.1:${port}`],
    ca: null,
    seed: new TextDecoder().decode(createUser().getSeed()),
    dataKey: Buffer.alloc(32).toString('base64url'),
    deliveryKey: Buffer.alloc(32).toString('base64url'),
    relayKey: Buffer.alloc(32).toString('base64url'),
    relayUrl: `http://127.0.0.1:${port}/hooks/x`,
  });

/** Spells this computer so that it counts as another host. Nothing listens there, and nothing leaves the computer. */
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

it('shows and copies the saved webhook key if the seller agrees, and asks nothing about a missing key', async () => {
  expect(await computer.call['webhook.revealKey'](undefined)).toMatchObject({ problem: { code: 'not-found' } });
  expect(computer.asked).toEqual([]);
  await unwrap(computer.call['webhook.save']({ url: 'http://127.0.0.1:4020/', isOn: true, key: KEY }));
  computer.agrees = true;
  expect(await computer.call['webhook.revealKey'](undefined)).toEqual({ ok: true, value: { key: KEY } });
  await unwrap(computer.call['webhook.copySavedKey'](undefined));
  expect(computer.copied).toEqual([KEY]);
  expect(computer.asked).toHaveLength(2);
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
  const { error } = contract['stores.update'].input.safeParse({ storeId, pageUrl: 'javascript:alert(1)' });
  expect(error?.issues).toMatchObject([{ path: ['pageUrl'] }]);
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

it('every channel that asks does nothing when the seller says no', async () => {
  const { contacts, port } = await listener();
  computer.agrees = true;
  const store = computer.store.deps.record();
  const fields = { storeId: store.id, name: store.name, sellerSlug: 'mara', undocumentedProductUpdate: false };
  const productId = await computer.product('Coaching hour');
  await computer.settled();
  const paymentLink = 'https://elsewhere.example/mara/118?uuid=1';
  const draft = { prices: [{ currencyId: 2, priceCents: 100, discountCents: null }], useOnce: false, metadata: [] };
  await unwrap(computer.call['links.addExisting']({ productId, paymentLink, ...draft } as never));
  await unwrap(
    computer.call['stores.update']({ ...fields, sellerSlug: '', checkoutUrl: '', pageUrl: 'https://page.example' }),
  );
  await unwrap(computer.call['webhook.save']({ url: 'https://hooks.example/', isOn: true, key: KEY }));
  computer.agrees = false;
  await computer.settled();

  const inputs: Partial<Record<Channel, unknown>> = {
    'session.signIn': { serviceAddress: `https://[::ffff:7f00:1]:${port}`, ...SELLER },
    'stores.update': { ...fields, checkoutUrl: 'https://thief.example', pageUrl: '' },
    'stores.openPage': undefined,
    'browser.open': { url: paymentLink },
    'links.exportCsv': { ...QUERY, ids: null },
    'qr.save': { url: paymentLink, title: 'A' },
    'imports.save': { id: 'x', which: 'result' },
    'sales.exportCsv': { ...QUERY, status: null },
    'webhook.save': { url: 'https://thief.example/', isOn: true, key: null },
    'webhook.revealKey': undefined,
    'webhook.copySavedKey': undefined,
    'backup.export': { passphrase: null },
    'backup.choose': { rolling: null },
    'team.join': { invite: inviteTo(port) },
  };
  const requests = service.requests.length;
  for (const [name, given] of Object.entries(inputs)) {
    const channel = name as Channel;
    const input = contract[channel].input.safeParse(given);
    const handler = computer.call[channel as keyof typeof computer.call] as (given: unknown) => Promise<unknown>;
    const answer = await handler(input.success ? input.data : given);
    // Each call is refused, or returns nothing because no file was chosen.
    expect([channel, answer]).toEqual([
      channel,
      expect.toSatisfy(
        (result: { ok: boolean; value?: unknown }) => !result.ok || result.value === null || result.value === undefined,
      ),
    ]);
  }
  expect([computer.opened, computer.copied]).toEqual([[], []]);
  expect(service.requests).toHaveLength(requests);
  expect(contacts).toEqual([]);
  expect(computer.app.team.view().state).toBe('none');
});

it('asks before it contacts the servers of an invite, and names them', async () => {
  computer.agrees = true;
  const { contacts, port } = await listener();
  const invite = inviteTo(port);
  onTestFinished(() => computer.app.team.close());
  await unwrap(computer.call['team.preview']({ invite }));
  expect(computer.asked).toEqual([]);
  await unwrap(computer.call['team.join']({ invite }));
  expect(computer.asked).toHaveLength(1);
  expect(computer.asked[0]).toContain(`127.0.0.1:${port}`);
  await expect.poll(() => contacts.length).toBeGreaterThan(0);
});

it('asks before sales go to a new address, even on a known host, but not for the same address or this computer', async () => {
  computer.agrees = true;
  const save = (url: string) => computer.call['webhook.save']({ url, isOn: true, key: KEY });
  await unwrap(save('http://127.0.0.1:4020/hooks'));
  expect(computer.asked).toEqual([]);
  for (const path of ['a', 'a', 'b']) await unwrap(save(`https://hooks.example/${path}`));
  expect(computer.asked).toHaveLength(2);
  expect(computer.asked[1]).toContain('hooks.example/b');
});

it('copies the page’s own text only while the window has the focus', async () => {
  computer.isFocused = false;
  expect(await computer.call['clipboard.copy']({ text: 'x' })).toMatchObject({ problem: { code: 'forbidden' } });
  expect(computer.copied).toEqual([]);
  computer.isFocused = true;
  await unwrap(computer.call['clipboard.copy']({ text: 'x' }));
  expect(computer.copied).toEqual(['x']);
});
