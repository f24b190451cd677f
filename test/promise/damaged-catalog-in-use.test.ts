// A catalog that turns out to be damaged while the app runs: it is replaced, and no accepted change is lost.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { Snapshots } from '../../src/main/catalog/snapshots.ts';
import { activeLinks } from '../support/catalog-rows.ts';
import type { Computer } from '../support/computer.ts';
import { type ComputerFixtures, startComputers } from '../support/computer-fixtures.ts';
import { damagePageOf } from '../support/damage-page.ts';
import { until } from '../support/until.ts';

let service: ComputerFixtures['service'];
let newComputer: ComputerFixtures['newComputer'];
beforeEach(async () => {
  ({ service, newComputer } = await startComputers());
});

const ordersOf = (computer: Computer) =>
  activeLinks(computer.store)
    .map(({ metadata }) => metadata[0]?.value)
    .sort();

const lookAtHistory = async (computer: Computer) => computer.call['sync.history']({ search: '', offset: 0, limit: 10 });

const titles = (computer: Computer) => computer.app.frame.value().notices.map(({ title }) => title);

/** A store with a product and a link on the service, a snapshot of that, and one more waiting link. Returns its folder. */
async function storeWithSnapshot(computer: Computer): Promise<{ folder: string; product: string }> {
  await computer.signIn(service);
  const product = await computer.product('Coaching hour');
  await computer.link(product, 'before');
  await computer.settled();
  const { folder } = computer.store.deps;
  const database = { path: join(folder, 'catalog.db'), what: 'The catalog' };
  await new Snapshots(folder, { database, now: Date.now, onFailure: () => undefined }).take();
  await computer.workOffline(true);
  await computer.link(product, 'after');
  await computer.stop();
  return { folder, product };
}

test('is replaced by the newest snapshot, plus the waiting changes of the outbox', async () => {
  const computer = await newComputer();
  const { folder, product } = await storeWithSnapshot(computer);
  await damagePageOf(join(folder, 'catalog.db'), 'history_listed');
  await computer.start();
  await computer.store.ready;
  const damaged = computer.store;
  await computer.link(product, 'while damaged');
  await expect(lookAtHistory(computer)).rejects.toThrow();
  await until('the store is open again', () => computer.app.manager.current().ok && computer.store !== damaged);
  await computer.store.ready;
  await until('all links are there', () => ordersOf(computer).length === 3);
  expect(ordersOf(computer)).toEqual(['after', 'before', 'while damaged']);
  const [notice] = computer.app.frame.value().notices;
  expect(notice?.title).toMatch(/^The catalog of “.+” was restored$/);
  const kept = readdirSync(folder).find((name) => name.startsWith('catalog.db.damaged-') && name.endsWith('Z'));
  expect(notice?.message).toContain(join(folder, kept ?? 'nothing'));
  await computer.signIn(service);
  await computer.workOffline(false);
  await computer.settled();
  const created = service.changes.filter(({ path }) => path.includes('payment-links'));
  expect(created).toHaveLength(3);
});

test('stays closed if it is damaged a second time', async () => {
  const computer = await newComputer();
  const { folder } = await storeWithSnapshot(computer);
  await damagePageOf(join(folder, 'catalog.db'), 'history_listed');
  await computer.start();
  await computer.store.ready;
  const first = computer.store;
  await expect(lookAtHistory(computer)).rejects.toThrow();
  await until('the store is open again', () => computer.app.manager.current().ok && computer.store !== first);
  await computer.store.ready;
  computer.store.deps.onDamage?.(computer.store);
  await until('it is closed', () => !computer.app.manager.current().ok);
  expect(titles(computer).at(-1)).toMatch(/could not be opened$/);
});
