// Sales without the verification key: one message for those that arrive together, and a mark until the seller has looked at them.
import { beforeEach, expect, it } from 'vitest';
import type { Delivery } from '../../src/main/sales/inbox-sales.ts';
import { type Computer, unwrap } from '../support/computer.ts';
import { type ComputerFixtures, startComputers } from '../support/computer-fixtures.ts';

let fixtures: ComputerFixtures;
let computer: Computer;
let url: string;
beforeEach(async () => {
  fixtures = await startComputers();
  computer = await fixtures.newComputer();
  await computer.signIn(fixtures.service);
  const linkId = await computer.link(await computer.product('Logo design'), '1042');
  await computer.settled();
  url = computer.store.catalog.links.get(linkId)?.paymentLink ?? '';
});

const sale = (sale_id: string, key: 'verified' | 'missing' = 'missing', at = Date.now()): Delivery => ({
  record: { at, storeIds: key === 'verified' ? [computer.store.id] : [], verification: key },
  body: JSON.stringify({ event: 'after_sell', sale_id, payment_link: url }),
});
const arrive = (...deliveries: Delivery[]) => computer.app.sales.note(deliveries);
const marks = () => computer.app.frame.value().marks;
const look = () => unwrap(computer.call['sales.seen'](undefined));
const messages = () => computer.soldUnverified.map(({ message }) => message);
async function restart(): Promise<void> {
  await computer.stop();
  await computer.start();
  await computer.store.ready;
}
const oneMessage = () => expect.poll(messages, { timeout: 3_000 });

it('announces those that arrive together once, and marks Sales until the seller looks', async () => {
  expect(marks().sales).toBeNull();
  await arrive(sale('a'), sale('b'));
  await arrive(sale('c'));
  await oneMessage().toEqual(['3 sales arrived that are not verified']);
  expect(computer.soldUnverified[0]).toMatchObject({ storeId: computer.store.id, to: '#/sales' });
  expect(computer.sold).toEqual([]);
  expect(marks().sales).not.toBeNull();
  await look();
  expect(marks().sales).toBeNull();
});

it('leads to the only one, and is silent about further ones until the seller has looked', async () => {
  await arrive(sale('a'));
  await oneMessage().toEqual(['A sale arrived that is not verified']);
  expect(computer.soldUnverified[0]?.to).toMatch(/^#\/sales\/.+/);
  for (let round = 0; round < 3; round += 1) {
    await arrive(sale(`flood-${round}`));
    await new Promise((resolve) => setTimeout(resolve, 600));
  }
  expect(messages()).toHaveLength(1);
  await look();
  await arrive(sale('later'));
  await expect.poll(messages, { timeout: 3_000 }).toHaveLength(2);
});

it('is not about the same sale again, nor about one that is verified or marked', async () => {
  await arrive(sale('a'));
  await oneMessage().toHaveLength(1);
  await look();
  await arrive(sale('a'), sale('b', 'verified'));
  await expect.poll(() => computer.sold.length, { timeout: 3_000 }).toBe(1);
  expect(messages()).toHaveLength(1);
  expect(marks().sales).toBeNull();
  await arrive(sale('c'));
  expect(marks().sales).not.toBeNull();
  await arrive(sale('c', 'verified'));
  expect(marks().sales).toBeNull();
});

it('keeps the mark over a restart, and sets it for one that arrives late', async () => {
  await arrive(sale('a'));
  await restart();
  expect(marks().sales).not.toBeNull();
  const received = Date.now();
  await new Promise((resolve) => setTimeout(resolve, 10));
  await look();
  await expect.poll(() => marks().sales).toBeNull();
  await arrive(sale('held by a relay', 'missing', received));
  await expect.poll(() => marks().sales).not.toBeNull();
  await look();
  await restart();
  expect(marks().sales).toBeNull();
});

it('marks Webhook while it is on without a key', async () => {
  const save = (isOn: boolean, key: string | null) =>
    unwrap(computer.call['webhook.save']({ url: 'https://example.com/after-sell', isOn, key }));
  expect(marks().webhook).toBeNull();
  await save(true, null);
  expect(marks().webhook).toBe('The webhook has no verification key, so sales are not verified');
  await save(false, null);
  expect(marks().webhook).toBeNull();
  await save(true, 'k'.repeat(64));
  expect(marks().webhook).toBeNull();
});
