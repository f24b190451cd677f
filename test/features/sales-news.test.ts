// How the app announces new sales, and marks Sales while the seller has to decide about one.
import { beforeEach, expect, it, vi } from 'vitest';
import type { SaleRecord } from '../../src/main/catalog/records.ts';
import { takeShared } from '../../src/main/team/shared-records.ts';
import { unwrap } from '../support/computer.ts';
import { noteAt, salesOf, startStoreWithLink } from '../support/store-with-link.ts';

let store: Awaited<ReturnType<typeof startStoreWithLink>>;
beforeEach(async () => {
  store = await startStoreWithLink();
});

const UNVERIFIED = { isVerified: false };
const marks = () => store.computer.app.frame().marks;
const look = () => unwrap(store.computer.call['sales.seen'](undefined));
const restart = async () => {
  await store.computer.stop();
  await store.computer.start();
  await store.computer.store.ready;
};

it('announces each new sale once, several together, but no repeats, tests or unverified sales', async () => {
  const { computer, event, delivery, note } = store;
  await note(delivery(event('s-1')));
  await expect.poll(() => computer.sold).toHaveLength(1);
  const [sale] = await salesOf(computer);
  expect(computer.sold[0]).toMatchObject({ storeId: computer.store.id, to: `#/sales/${sale?.id}` });
  await note(delivery(event('s-1')), delivery({ event: 'test' }), delivery(event('s-2'), UNVERIFIED));
  await note(...[3, 4, 5, 6, 7].map((id) => delivery(event(`s-${id}`))));
  await expect.poll(() => computer.sold).toHaveLength(2);
  expect(computer.sold[1]?.to).toBe('#/sales');
});

it('announces sales since the start, or since this computer joined its team, even if its clock is behind', async () => {
  const { computer, event, delivery, note } = store;
  const at = Date.now() - 60_000;
  const HOUR = 60 * 60_000;
  const joined = vi.spyOn(computer.app.team.membership, 'joined', 'get').mockReturnValue(null);
  await note(delivery(event('before the start'), { at }));
  joined.mockReturnValue({ computer: 'Anna', at: at - 1 });
  await note(delivery(event('before it joined'), { at: at - 2 - 2 * HOUR }));
  await note(delivery(event('after it joined', { metadata: { order: 'by a slow clock' } }), { at: at - HOUR }));
  await expect.poll(() => computer.sold).toHaveLength(1);
  expect(computer.sold[0]?.message).toContain('by a slow clock');
});

it('announces a sale that another computer recorded first, and not again with its delivery', async () => {
  const { computer, event, delivery, note } = store;
  const other = await store.newComputer();
  await other.signIn(store.service);
  await noteAt(other, delivery(event('s-1')));
  const [sale] = [...other.store.catalog.sales.batches()].flat() as [SaleRecord];
  const take = (record: SaleRecord) => {
    const { catalog } = computer.store;
    const { verified } = catalog.transaction(() => takeShared(catalog, computer.name, { kind: 'sale', record }));
    computer.app.salesCame(computer.store.id, verified ? [verified] : []);
  };
  take({ ...sale, id: 'before-it-joined', at: 1, times: [1] });
  take({ ...sale, id: 'not-verified', verified: false });
  take(sale);
  take(sale);
  await expect.poll(() => computer.sold).toMatchObject([{ to: `#/sales/${sale.id}` }]);
  await note(delivery(event('s-1')), delivery(event('s-2')));
  await expect.poll(() => computer.sold).toHaveLength(2);
});

it('marks Sales while the seller has to decide about a sale, until they have looked at it', async () => {
  const { event, delivery, note } = store;
  expect(marks().sales).toBeNull();
  await note(delivery(event('a'), UNVERIFIED), delivery(event('b'), UNVERIFIED));
  expect(marks().sales).not.toBeNull();
  await look();
  expect(marks().sales).toBeNull();
  await note(delivery(event('e'), UNVERIFIED));
  expect(marks().sales).not.toBeNull();
  await note(delivery(event('e')));
  expect(marks().sales).toBeNull();
  await note(delivery('not readable'));
  expect(marks().sales).not.toBeNull();
});

it('keeps the mark after a restart, and sets it again for a sale that arrives late', async () => {
  const { event, delivery, note } = store;
  await note(delivery(event('a'), UNVERIFIED));
  await restart();
  expect(marks().sales).not.toBeNull();
  const at = Date.now() - 1;
  await look();
  expect(marks().sales).toBeNull();
  await note(delivery(event('held by a relay'), { at, ...UNVERIFIED }));
  await expect.poll(() => marks().sales).not.toBeNull();
  await look();
  await restart();
  expect(marks().sales).toBeNull();
});
