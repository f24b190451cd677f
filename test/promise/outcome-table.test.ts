// Every row of the outcome table, over a real socket and real files, for one create and two repeatable changes.
// test/unit/policy.test.ts has every kind of change and every status.
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { deleteLinks } from '../../src/main/links/deletions.ts';
import { createLink } from '../../src/main/links/handlers.ts';
import type { Change } from '../../src/main/outbox/change.ts';
import { createProduct } from '../../src/main/products/products.ts';
import { saveWebhook } from '../../src/main/webhook/webhook.ts';
import { type ChangeKind, isRepeatable } from '../../src/shared/change.ts';
import { slow } from '../../tools/test/slow.ts';
import { allHistory } from '../support/catalog-rows.ts';
import { beginWithLink } from '../support/outbox-fixtures.ts';
import { Clock, linkDraft, productFields, SHORT_TIMEOUTS } from '../support/outbox-seller.ts';
import { casesOf, type Expected, type Row, TABLE } from '../support/outbox-table.ts';
import type { Fault, RecordingService } from '../support/recording-service.ts';
import { until } from '../support/until.ts';

/** Ports of this computer. `silent` answers nothing, not even a TLS handshake. Nothing may connect to `elsewhere`. */
interface Addresses {
  readonly silent: number;
  readonly elsewhere: number;
}

async function openAddresses(): Promise<Addresses> {
  const listen = async (onConnection: (socket: Socket) => void): Promise<number> => {
    const server = createServer(onConnection);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    return (server.address() as AddressInfo).port;
  };
  let visitors = 0;
  onTestFinished(() => expect(visitors, 'visits where a redirect pointed').toBe(0));
  return {
    silent: await listen((socket) => socket.on('error', () => undefined)),
    elsewhere: await listen((socket) => {
      visitors += 1;
      socket.destroy();
    }),
  };
}

/** An address that fails with this cause. No request to it leaves this computer. */
const wrongAddress = (cause: NonNullable<Row['unreachable']>, service: RecordingService, silent: number): string =>
  ({
    refused: 'http://127.0.0.1:1',
    'connect-timeout': `https://127.0.0.1:${silent}`,
    'tls-refused': service.url.replace('http:', 'https:'),
  })[cause];

const redirect = ({ elsewhere }: Addresses) => `http://127.0.0.1:${elsewhere}/api`;

/** Puts the real address into the `location` of a redirect. */
function filledIn(fault: Fault, addresses: Addresses): Fault {
  if (fault.kind !== 'answer' || !fault.headers?.location) return fault;
  return { ...fault, headers: { location: redirect(addresses) } };
}

type World = Awaited<ReturnType<typeof world>>;

/** The service keeps the connection open and never completes its answer, so only a timeout ends the attempt. */
const isSilent = ({ fault, unreachable }: Row): boolean =>
  unreachable === 'connect-timeout' || fault?.kind === 'hang' || fault?.kind === 'drip';

/** Only a row that needs a timeout gets short ones: a loaded machine could exceed them. */
async function world(row: Row) {
  const clock = new Clock();
  // A stopped clock, so that a retry waits until the test moves it.
  const options = { now: clock.now, random: () => 0.5, closingGraceMs: 60_000 };
  return { clock, ...(await beginWithLink(isSilent(row) ? { ...options, timeouts: SHORT_TIMEOUTS } : options)) };
}

/** Makes a change of a kind through the app, like the seller; resolves with its id once it is accepted. */
async function makeChange(kind: ChangeKind, { seller, product, link }: World): Promise<string> {
  const { store } = seller;
  if (kind === 'link.create') await createLink(store, product, linkDraft('1'));
  if (kind === 'link.delete') await deleteLinks(store, [link]);
  if (kind === 'settings.update')
    await saveWebhook(store, { url: 'https://receiver.example/hook', isOn: true, key: 'k'.repeat(64) });
  const all = [...allHistory(store), ...seller.queue.all()];
  expect(all).toHaveLength(1);
  return all[0]?.id ?? '';
}

function expectOutcome(change: Change, expected: Expected, { seller, clock }: World, elsewhere: string): void {
  const { state, reason = null, unreached = false, tries, waitMs, keeps, note, pause } = expected;
  expect(change).toMatchObject({ state, reason, unreached, ...(tries !== undefined && { tries }) });
  expect([change.ending, change.result === null]).toEqual(state === 'done' ? ['sent', false] : [null, true]);
  expect(seller.store.session.isSignedIn).toBe(state !== 'ready');
  expect(seller.signedOut).toBe(state === 'ready' ? 1 : 0);
  const status = seller.outbox.status();
  expect([status.offline, status.pause?.trouble]).toEqual([unreached, pause]);
  if (state === 'retrying') {
    const [least, most] = waitMs ?? [0, Number.POSITIVE_INFINITY];
    const wait = (change.nextAttemptAt ?? Number.NaN) - clock.at;
    expect(wait).toBeGreaterThanOrEqual(least);
    expect(wait).toBeLessThanOrEqual(most);
  } else expect(change.nextAttemptAt).toBeNull();
  if (keeps !== undefined) expect(change.answer).toBe(keeps === '@elsewhere' ? elsewhere : keeps);
  if (note === null) expect(change.result).not.toHaveProperty('note', expect.anything());
}

/** Expects how the change ends once the service works again, and time, a restart and a wake could each send it. */
async function expectEnd(id: string, expected: Expected, row: Row, it: World, kind: ChangeKind): Promise<void> {
  const { seller, service, clock } = it;
  const actedThen = row.applied ? 1 : 0;
  const seenThen = row.unreachable ? 0 : 1;
  const seen = () => service.changes.filter((one) => one.kind === kind).length;
  // From here on the app has its normal timeouts: with short ones, a loaded machine could miss the answer.
  seller.more = { random: () => 0.5, closingGraceMs: 60_000 };
  clock.advance(2 * 3_600_000);
  await seller.moveTo(service.url);
  seller.outbox.wake();
  if (expected.state === 'ready') {
    expect(seen()).toBe(1);
    await seller.store.session.signIn(service.record.issue('seller'));
  } else if (expected.state !== 'retrying') {
    // The app sends another change, but not this one.
    await createProduct(seller.store, productFields('Another'));
    await until('the other change is sent', () => service.changes.some(({ raw }) => raw.includes('Another')));
    expect(seller.change(id).state).toBe(expected.state);
    expect(seen()).toBe(seenThen);
    expect(service.record.count(kind)).toBe(actedThen);
    return;
  }
  // A deletion that worked the first time finds nothing the second time.
  const isGone = kind === 'link.delete' && row.applied;
  // A 404 counts as deleted only if the answer to the first attempt was lost.
  const end =
    isGone && row.attempt.kind === 'answered'
      ? { state: 'needs-review', reason: 'not-found' }
      : { state: 'done', ending: 'sent' };
  await until('the change is settled', () => seller.change(id).state === end.state);
  expect(seller.change(id)).toMatchObject(end);
  expect(seen()).toBe(seenThen + 1);
  expect(service.record.count(kind)).toBe(isGone ? 1 : actedThen + 1);
}

async function tryRow(row: Row, kind: ChangeKind, addresses: Addresses): Promise<void> {
  const it = await world(row);
  const { seller, service } = it;
  if (row.unreachable) await seller.moveTo(wrongAddress(row.unreachable, service, addresses.silent));
  if (row.fault) service.plan(kind, filledIn(row.fault, addresses));
  const id = await makeChange(kind, it);
  await until('the first try has ended', () => {
    const { state, attempts } = seller.change(id);
    const isSettled = seller.queue.get(id) === undefined;
    return attempts.length === 1 && state !== 'sending' && (state !== 'done' || isSettled);
  });
  const change = seller.change(id);
  const expected = isRepeatable(kind) ? row.repeatables : row.creates;
  expectOutcome(change, expected, it, redirect(addresses));
  const isAsDocumented = row.fault === undefined && !row.unreachable;
  expect(change.attempts[0]?.outcome).toMatchObject(isAsDocumented ? { kind: 'answered' } : row.attempt);
  expect(service.record.count(kind)).toBe(row.applied ? 1 : 0);
  if (isAsDocumented && kind === 'link.create') {
    const stored = seller.store.catalog.links.get(change.subject)?.paymentLink;
    expect([...service.record.links.values()]).toContain(stored);
  }
  await expectEnd(id, expected, row, it, kind);
  expect(service.violations).toEqual([]);
}

/** How many rows of a class run at once. */
const PARALLEL = 6;

test.each(Object.entries(TABLE))(
  'the outcome table holds for: %s',
  async (_, rows) => {
    const addresses = await openAddresses();
    const remaining = casesOf(rows);
    const failures: string[] = [];
    const work = async (): Promise<void> => {
      for (let next = remaining.shift(); next; next = remaining.shift()) {
        const { row, kind } = next;
        await tryRow(row, kind, addresses).catch((error: Error) =>
          failures.push(`${row.when}: ${kind}: ${error.stack}`),
        );
      }
    };
    await Promise.all(Array.from({ length: PARALLEL }, work));
    expect(failures.join('\n')).toBe('');
  },
  slow(60_000),
);
