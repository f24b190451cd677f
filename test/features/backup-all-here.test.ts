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

it('names the settings that differ, and keeps currencies that only this computer has whatever is chosen', async () => {
  const computer = await newComputer();
  await computer.signIn(service);
  await computer.product('Coaching hour');
  await unwrap(computer.call['settings.update']({ ...computer.app.settings.value, parallelSends: 3 }));
  const path = await computer.export();
  const here = computer.app.settings.value;
  const currencies = [...here.currencies, { id: 3, name: 'EUR' }];
  await unwrap(computer.call['settings.update']({ ...here, parallelSends: 1, currencies }));

  const { preview } = await computer.restore(path, { differing: 'keep' });
  expect(preview).toMatchObject({ settings: 'differs', settingsThatDiffer: ['parallelSends'] });
  expect(computer.app.settings.value).toMatchObject({ parallelSends: 1, currencies });
  await computer.restore(path, { differing: 'take' });
  expect(computer.app.settings.value).toMatchObject({ parallelSends: 3, currencies });
  expect((await computer.preview(path)).preview).toMatchObject({ settings: 'same', settingsThatDiffer: [] });
});
