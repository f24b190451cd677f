// Sales in deliveries that the last run kept without recording them: all of them are read, a page at a time.
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { InboxSales } from '../../src/main/sales/inbox-sales.ts';
import { refuse } from '../../src/shared/problem.ts';
import { temporaryFolder } from '../support/folder.ts';
import { KEY, type OpenInbox, openInbox } from '../support/inbox.ts';

let folder: string;
let open: OpenInbox;
beforeEach(async () => {
  folder = temporaryFolder();
  open = await openInbox(folder);
});
afterEach(async () => {
  await open.inbox.close();
});

type Take = NonNullable<ConstructorParameters<typeof InboxSales>[1]>;

/** The sales of an app without stores; `take` receives the recorded ones. */
const takesNote = (take: (deliveries: Parameters<Take>[1]) => Promise<void>, random = 0.5) => {
  const sales = new InboxSales(
    {
      stores: {
        all: () => [],
        get: () => undefined,
        isKnown: () => true,
        ready: () => Promise.resolve(),
        current: () => refuse('signed-out', 'There is no store'),
      },
      onSold: () => expect.fail('nothing is new at start'),
      onUnverified: () => expect.fail('nothing is new at start'),
      newsSince: () => Date.now() + 60_000,
      random: () => random,
    },
    async (_stores, deliveries) => {
      await take(deliveries);
      return { isStored: true, verified: [], unverified: [] };
    },
  );
  onTestFinished(() => sales.close());
  return sales;
};

it('reads every verified delivery once, with its complete body and its store', async () => {
  const long = 'x'.repeat(50_000);
  for (let index = 0; index < 45; index += 1) {
    await open.post(JSON.stringify({ index, long }), { 'webhook-key': index % 9 === 0 ? 'a wrong key' : KEY });
  }
  const pages: number[] = [];
  const seen: number[] = [];
  const sales = takesNote(async (deliveries) => {
    pages.push(deliveries.length);
    for (const { storeIds, body } of deliveries) {
      if (storeIds.length === 0) continue;
      expect(storeIds).toEqual(['store-1']);
      const parsed = JSON.parse(body) as { index: number; long: string };
      expect(parsed.long).toBe(long);
      seen.push(parsed.index);
    }
  });
  await sales.noteKept(open.inbox);
  const verified = Array.from({ length: 45 }, (_, index) => 44 - index).filter((index) => index % 9 !== 0);
  expect(seen).toEqual(verified);
  expect(Math.max(...pages)).toBeLessThan(45);
});

it('lets the app start if the inbox cannot be read', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await open.inbox.close();
  const sales = takesNote(() => expect.fail('nothing could be read'));
  await expect(sales.noteKept(open.inbox)).resolves.toBeUndefined();
  expect(log).toHaveBeenCalled();
  log.mockRestore();
});

it('releases deliveries once their sales are stored, and not before', async () => {
  for (let index = 0; index < 45; index += 1) expect(await open.post(`{"index":${index}}`)).toBe(200);
  const unnoted = () => open.inbox.unnoted(100).map(({ body }) => JSON.parse(body).index as number);
  const refusing = takesNote(() => Promise.reject(new Error('the catalog is not open')));
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  expect(await refusing.noteIn(open.inbox, open.inbox.page(null, 3))).toBe(false);
  expect(await refusing.noteRest(open.inbox)).toBe(false);
  await refusing.noteKept(open.inbox);
  log.mockRestore();
  expect(unnoted()).toHaveLength(45);
  const sales = takesNote(async () => undefined);
  expect(await sales.noteIn(open.inbox, open.inbox.page(null, 3))).toBe(true);
  expect(unnoted()).toEqual(Array.from({ length: 42 }, (_, index) => index));
  expect(await sales.noteRest(open.inbox)).toBe(true);
  expect(unnoted()).toEqual([]);
});

it('retries sales that could not be stored', async () => {
  expect(await open.post('{"index":0}')).toBe(200);
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  let refusals = 3;
  const sales = takesNote(async () => {
    refusals -= 1;
    if (refusals >= 0) throw new Error('the disk is full');
  }, 0);
  expect(await sales.noteIn(open.inbox, open.inbox.page(null, 1))).toBe(false);
  await vi.waitFor(() => expect(open.inbox.unnoted(100)).toEqual([]), { timeout: 20_000 });
  expect(refusals).toBe(-1);
  log.mockRestore();
});
