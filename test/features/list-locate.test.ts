// The current positions of rows on screen: in the history, among waiting changes, and among the rows of an import.
import { beforeEach, expect, it } from 'vitest';
import { type Computer, unwrap } from '../support/computer.ts';
import { startComputers } from '../support/computer-fixtures.ts';

let computer: Computer;
let product: string;
beforeEach(async () => {
  const { newComputer, service } = await startComputers();
  computer = await newComputer();
  await computer.signIn(service);
  product = await computer.product('Coaching hour');
  await computer.settled();
});

const page = { offset: 0, limit: 2 };

it('locates rows of the history, also in search results', async () => {
  for (const order of ['k1', 'k2', 'k3', 'k4', 'k5']) {
    await computer.link(product, order);
    await computer.settled();
  }
  const { rows } = await unwrap(computer.call['sync.history']({ ...page, limit: 50, search: '' }));
  const third = rows[2]?.id ?? '';
  const located = async (search: string, locate: string[]) =>
    (await unwrap(computer.call['sync.history']({ ...page, search, locate }))).located;
  expect(await located('', ['gone', third, rows[4]?.id ?? ''])).toEqual({ id: third, index: 2 });
  expect(await located('order k3', [third])).toEqual({ id: third, index: 0 });
  expect(await located('order k1', [third])).toBeNull();
  await computer.link(product, '6');
  await computer.settled();
  expect(await located('', [third])).toEqual({ id: third, index: 3 });
});

it('locates rows among waiting changes', async () => {
  await computer.workOffline(true);
  for (const order of ['1', '2', '3']) await computer.link(product, order);
  const list = (locate: string[]) => unwrap(computer.call['sync.list']({ ...page, locate }));
  const [first, second] = (await list([])).rows.map(({ id }) => id);
  expect((await list([second ?? ''])).located).toEqual({ id: second, index: 1 });
  await unwrap(computer.call['sync.discard']({ id: first ?? '', withDependents: false }));
  expect((await list([first ?? '', second ?? ''])).located).toEqual({ id: second, index: 0 });
});

it('locates rows of an import that need attention', async () => {
  const lines = [
    'Product;Price;metadata: order',
    ...['a', '1', 'b', '2', 'c'].map((price) => `Coaching hour;${price};x`),
  ];
  const read = { name: 'links.csv', bytes: null, text: lines.join('\n') };
  const { id } = await unwrap(computer.call['imports.read'](read));
  await expect.poll(async () => (await unwrap(computer.call['imports.draft']()))?.checked).toBe(5);
  const rows = (importId: string | null, locate: string[]) =>
    unwrap(computer.call['imports.rows']({ ...page, importId, filter: 'problems', locate }));
  const draft = await rows(null, []);
  expect(draft.total).toBe(3);
  const second = draft.rows[1]?.id ?? '';
  expect((await rows(null, ['none', second])).located).toEqual({ id: second, index: 1 });

  const begun = await unwrap(computer.call['imports.create']({ id }));
  await computer.settled();
  await expect.poll(async () => (await rows(begun.id, [])).total).toBe(3);
  const problem = (await rows(begun.id, [])).rows[1]?.id ?? '';
  expect((await rows(begun.id, [problem])).located).toEqual({ id: problem, index: 1 });
});
