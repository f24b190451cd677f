// The preview of a restore shows when a backup contains nothing new, and counts sales and private notes.
import { beforeEach, expect, it } from 'vitest';
import { unwrap } from '../support/computer.ts';
import { type ComputerFixtures, startComputers } from '../support/computer-fixtures.ts';

let service: ComputerFixtures['service'];
let newComputer: ComputerFixtures['newComputer'];
beforeEach(async () => {
  ({ service, newComputer } = await startComputers());
});

it('says that everything is here where it was made and where it was restored, and not where something differs', async () => {
  const first = await newComputer();
  await first.signIn(service);
  const product = await first.product('Coaching hour');
  const linkId = await first.link(product, '1');
  await first.settled();
  await unwrap(first.call['links.setNote']({ id: linkId, note: 'Paid in March' }));
  const { catalog } = first.store;
  const at = Date.now();
  const names = { uuids: ['uuid-1'], texts: [], metadata: null };
  const about = { at, isVerified: true, eventId: null, product: null, amount: null, metadata: [], names };
  const event = { ...about, body: '{"event":"sale"}', isCut: false };
  const sale = { id: 'sale-1', linkId, at, foundBy: 'uuid', verified: true, event } as const;
  await catalog.writeInBatches([sale], (each) => catalog.sales.take(each));
  await first.workOffline(true);
  await first.link(product, '2');
  const path = await first.export();

  const { preview } = await first.preview(path);
  expect(preview).toMatchObject({
    isAllHere: true,
    holds: { stores: 1, products: 1, links: 2, waiting: 1, sales: 1, notes: 1 },
    stores: [{ isAllHere: true, sales: { added: 0, same: 1, completed: 0 } }],
  });
  await unwrap(first.call['links.setNote']({ id: linkId, note: 'Paid in April' }));
  expect((await first.preview(path)).preview).toMatchObject({ isAllHere: false });

  const other = await newComputer();
  const restored = await other.restore(path);
  expect(restored.preview).toMatchObject({ isAllHere: false, stores: [{ sales: { added: 1, same: 0 } }] });
  expect(restored.holds).toMatchObject({ sales: 1, notes: 1 });
  expect((await other.preview(path)).preview).toMatchObject({ isAllHere: true });
  await unwrap(other.call['links.delete']({ id: linkId }));
  expect((await other.preview(path)).preview).toMatchObject({ isAllHere: true });
});
