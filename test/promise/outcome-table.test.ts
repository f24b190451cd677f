// Every row of the outbox's outcome table, for every kind of change, over a real socket and real files.
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLink, deleteLink } from '../../src/main/links/links.ts';
import { createProduct, setDefaultPrice } from '../../src/main/products/products.ts';
import type { Action } from '../../src/main/sync/outbox/action.ts';
import { saveWebhook } from '../../src/main/webhook/webhook.ts';
import { type ActionKind, actionKindSchema, isRepeatable } from '../../src/shared/action.ts';
import { allHistory } from '../support/catalog-rows.ts';
import { type Fault, type MisbehavingService, startMisbehavingService } from '../support/misbehaving-service.ts';
import { Clock, linkDraft, productFields, Seller, SHORT_TIMEOUTS } from '../support/outbox-seller.ts';
import { type Expected, type Row, TABLE } from '../support/outbox-table.ts';
import { until } from '../support/until.ts';

/** Sends nothing, not even a TLS handshake. */
let silent: Server;
/** The target of redirects; nothing may ever arrive here. */
let elsewhere: Server;
let visitors = 0;
const listen = (server: Server) => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const portOf = (server: Server) => (server.address() as AddressInfo).port;

beforeAll(async () => {
  silent = createServer((socket) => socket.on('error', () => undefined));
  elsewhere = createServer((socket) => {
    visitors += 1;
    socket.destroy();
  });
  await Promise.all([listen(silent), listen(elsewhere)]);
});
afterAll(() => {
  silent.close();
  elsewhere.close();
  expect(visitors, 'visits where a redirect pointed').toBe(0);
});

/** An unreachable address of the given kind. None of them leads off this computer. */
function wrongAddress(cause: NonNullable<Row['unreachable']>, service: MisbehavingService): string {
  switch (cause) {
    case 'name-not-found':
      return `http://${'a'.repeat(70)}.localhost`; // a label too long for any name
    case 'no-route':
      return 'http://127.255.255.255'; // a broadcast address accepts no connection
    case 'connect-timeout':
      return `https://127.0.0.1:${portOf(silent)}`;
    case 'tls-refused':
      return service.url.replace('http:', 'https:');
    default:
      return 'http://127.0.0.1:1';
  }
}

function filledIn(fault: Fault): Fault {
  if (fault.kind !== 'answer' || !fault.headers) return fault;
  const values: Record<string, string> = {
    '@date': new Date(Date.now() + 120_000).toUTCString(),
    '@elsewhere': `http://127.0.0.1:${portOf(elsewhere)}/api`,
  };
  const headers = Object.entries(fault.headers).map(([name, value]) => [name, values[value] ?? value]);
  return { ...fault, headers: Object.fromEntries(headers) };
}

interface World {
  readonly service: MisbehavingService;
  readonly seller: Seller;
  readonly clock: Clock;
  readonly productId: string;
  readonly linkId: string;
}

/** The service keeps the connection open and never completes its answer, so only a timeout ends the attempt. */
const isSilent = ({ fault, unreachable }: Row): boolean =>
  unreachable === 'connect-timeout' || fault?.kind === 'hang' || fault?.kind === 'drip';

/** Timeouts are short only where one is needed: a loaded machine does not exceed the app's own. */
async function world(row: Row): Promise<World> {
  const service = await startMisbehavingService();
  const clock = new Clock();
  const token = service.record.issue('seller');
  // A stopped clock, so that a retry waits until the test moves it.
  const seller = await Seller.open({
    address: service.url,
    token,
    now: clock.now,
    random: () => 0.5,
    closingGraceMs: 60_000,
    ...(isSilent(row) ? { timeouts: SHORT_TIMEOUTS } : {}),
  });
  const serverId = service.record.addProduct('Existing');
  const productId = await seller.addProduct(serverId);
  const linkId = await seller.addLink(productId, service.record.addLink(serverId));
  return { service, seller, clock, productId, linkId };
}

async function end({ service, seller }: World): Promise<void> {
  await service.close();
  await seller.close();
}

/** Makes a change of a kind through the app, like the seller; resolves with its id once it is accepted. */
async function change(kind: ActionKind, { seller, productId, linkId }: World): Promise<string> {
  const { store } = seller;
  const prices = linkDraft('').prices;
  switch (kind) {
    case 'product.create':
      await createProduct(store, productFields('New'));
      break;
    case 'product.update':
      await setDefaultPrice(store, productId, prices);
      break;
    case 'link.create':
      await createLink(store, productId, linkDraft('1'));
      break;
    case 'link.delete':
      await deleteLink(store, linkId);
      break;
    case 'settings.update':
      await saveWebhook(store, { url: 'https://receiver.example/hook', isOn: true, key: 'k'.repeat(64) });
  }
  const all = [...allHistory(store), ...seller.outbox.unfinished()];
  expect(all).toHaveLength(1);
  return all[0]?.id ?? '';
}

const settled = (seller: Seller, id: string) => seller.outbox.get(id) === undefined;

function expectOutcome(action: Action, expected: Expected, { seller, clock }: World): void {
  switch (expected.state) {
    case 'signed-out':
      expect(action).toMatchObject({ state: 'ready', tries: 0, nextAttemptAt: null, reason: null });
      expect(seller.store.signedIn).toBe(false);
      expect(seller.signedOut).toBe(1);
      return;
    case 'retrying': {
      const { unreached, tries } = expected;
      expect(action).toMatchObject({ state: 'retrying', unreached, tries, reason: null });
      const wait = (action.nextAttemptAt ?? Number.NaN) - clock.at;
      expect(wait).toBeGreaterThanOrEqual(expected.waitMs?.[0] ?? 0);
      expect(wait).toBeLessThanOrEqual(expected.waitMs?.[1] ?? Infinity);
      expect(seller.outbox.status().offline).toBe(unreached);
      expect(seller.outbox.status().pause?.trouble).toBe(expected.pause);
      return;
    }
    case 'done':
      expect(action).toMatchObject({ state: 'done', ending: 'sent', reason: null });
      if (expected.note === null) expect(action.result).not.toHaveProperty('note', expect.anything());
      else if (expected.note) expect(action.result).toMatchObject({ note: expect.stringMatching(expected.note) });
      return;
    case 'needs-review':
    case 'rejected': {
      expect(action).toMatchObject({ state: expected.state, reason: expected.reason, result: null });
      expect(seller.outbox.status().pause?.trouble).toBe(expected.state === 'rejected' ? undefined : expected.pause);
      const { keeps } = expected;
      if (keeps === '@elsewhere') expect(action.answer).toBe(`http://127.0.0.1:${portOf(elsewhere)}/api`);
      else if (keeps !== undefined) expect(action.answer).toBe(keeps);
    }
  }
}

/** The service works again, and everything that could trigger a send happens: time, waking up, a restart. */
async function lifeGoesOn({ seller, service, clock }: World): Promise<void> {
  seller.moveTo(service.url);
  // The service answers now. With short timeouts, a loaded machine could still miss the answer.
  seller.timeouts = undefined;
  await seller.restart();
  clock.advance(2 * 3_600_000);
  seller.outbox.wake();
  await seller.restart();
  seller.outbox.wake();
}

async function expectEnd(id: string, expected: Expected, row: Row, it: World, kind: ActionKind): Promise<void> {
  const { seller, service } = it;
  const actedThen = row.applied ? 1 : 0;
  const seenThen = row.unreachable ? 0 : 1;
  const seen = () => service.seen.filter((one) => one.kind === kind).length;
  await lifeGoesOn(it);
  switch (expected.state) {
    case 'needs-review':
    case 'rejected':
      expect(seller.action(id).state).toBe(expected.state);
      expect(seen()).toBe(seenThen);
      expect(service.record.count(kind)).toBe(actedThen);
      return;
    case 'done':
      expect(seen()).toBe(seenThen);
      expect(service.record.count(kind)).toBe(actedThen);
      return;
    case 'signed-out':
      expect(seen()).toBe(1);
      await seller.store.signIn(service.record.issue('seller'), null);
      break;
    default:
  }
  // A deletion that worked the first time finds nothing the second time.
  const isGone = kind === 'link.delete' && row.applied;
  // A 404 counts as deleted only if the response to the first attempt was lost.
  const end =
    isGone && row.attempt.kind === 'answered'
      ? { state: 'needs-review', reason: 'not-found' }
      : { state: 'done', ending: 'sent' };
  await until('the change is settled', () => seller.action(id).state === end.state);
  expect(seller.action(id)).toMatchObject(end);
  expect(seen()).toBe(seenThen + 1);
  expect(service.record.count(kind)).toBe(isGone ? 1 : actedThen + 1);
}

const CREATED = (action: Action, it: World) => {
  if (action.payload.kind === 'product.create') {
    const { serverId } = it.seller.store.catalog.products.get(action.subject) ?? {};
    expect(it.service.record.products.has(serverId ?? 0)).toBe(true);
  }
  if (action.payload.kind === 'link.create') {
    const { paymentLink } = it.seller.store.catalog.links.get(action.subject) ?? {};
    expect([...it.service.record.links.values()]).toContain(paymentLink);
  }
};

for (const [outcome, rows] of Object.entries(TABLE)) {
  describe.concurrent(outcome, () => {
    for (const row of rows) {
      for (const kind of row.only ?? actionKindSchema.options) {
        const repeatable = isRepeatable(kind);
        const expected = repeatable ? row.repeatables : row.creates;
        // A DELETE response has no body that could break off.
        if (kind === 'link.delete' && row.fault?.kind === 'cut' && row.fault.how !== 'headers') continue;
        test(`${row.when}: ${kind} is ${expected.state}`, async () => {
          const it = await world(row);
          const { service, seller } = it;
          if (row.unreachable) seller.moveTo(wrongAddress(row.unreachable, service));
          if (row.fault) service.plan(kind, filledIn(row.fault));
          const id = await change(kind, it);
          await until('the first try has ended', () => {
            const { state, attempts } = seller.action(id);
            return attempts.length === 1 && state !== 'sending' && (state !== 'done' || settled(seller, id));
          });
          const action = seller.action(id);
          expectOutcome(action, expected, it);
          const [attempt] = action.attempts;
          const status = row.when === '2xx as the document says' ? {} : row.attempt;
          expect(attempt?.outcome).toMatchObject({ ...status, kind: row.attempt.kind });
          expect(service.record.count(kind)).toBe(row.applied ? 1 : 0);
          if (row.when === '2xx as the document says') CREATED(action, it);
          await expectEnd(id, expected, row, it, kind);
          expect(service.violations).toEqual([]);
          await end(it);
        });
      }
    }
  });
}
