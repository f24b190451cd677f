// Reading a file of links: columns, products, settings of the open file, and the states of its rows afterwards.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Computer, unwrap } from '../support/computer.ts';
import { startSignedIn } from '../support/computer-fixtures.ts';
import { importing, ordersCsv } from '../support/import-file.ts';
import { until } from '../support/until.ts';

let computer: Computer;
beforeEach(async () => {
  ({ computer } = await startSignedIn());
  await computer.product('Logo design');
  await computer.settled();
});
const { draft, checked, read, change, create, view, sent, rows, links } = importing(() => computer);

it('finds a product by its title with other white space, but by nothing ambiguous', async () => {
  const badIn = async (column: string, value: string) =>
    (await read(`${column},Price\n${value},10\n`)).counts.kinds.bad.rows;
  expect(await badIn('Product', 'logo  \u00a0design')).toBe(0);
  expect(await badIn('Product', 'lo  go design')).toBe(1);
  await computer.product('Logo  design');
  expect(await badIn('Product', 'Logo  design')).toBe(0);
  expect(await badIn('Product', 'logo   design')).toBe(1);
});

it('reads columns as in the last import of a file with the same columns', async () => {
  expect((await read('What,How much,Who\nLogo design,5,Ann\n')).problems).not.toEqual([]);
  const roles = [
    { kind: 'product' as const },
    { kind: 'price' as const, currencyId: null },
    { kind: 'metadata' as const, key: 'customer' },
  ];
  await change({ roles });
  await create();
  const other = await read('Who,What,How much\nBea,Logo design,7\n');
  expect(other.choices.roles).toEqual([roles[2], roles[0], roles[1]]);
  expect(other.counts.kinds.new.rows).toBe(1);
});

it('keeps the roles of columns that were chosen one right after the other', async () => {
  const { id } = await read('What,How much\nLogo design,5\n');
  const roles = [
    [{ kind: 'product' as const }, null],
    [null, { kind: 'price' as const, currencyId: null }],
  ];
  await Promise.all(roles.map((some) => computer.call['imports.change']({ id, change: { roles: some } })));
  expect((await checked()).choices.roles.map(({ kind }) => kind)).toEqual(['product', 'price']);
});

it('applies changes of its settings in order, however quickly they arrive', async () => {
  const { id } = await read(ordersCsv(300, 100));
  const changes = [{ headerLine: null }, { delimiter: ';' }, { delimiter: ',' }, { headerLine: 1 }] as const;
  await Promise.all(changes.map((one) => computer.call['imports.change']({ id, change: one })));
  await checked();
  expect(draft().choices).toMatchObject({ headerLine: 1, delimiter: ',' });
  expect(draft().counts).toMatchObject({
    all: 300,
    kinds: { new: { rows: 297 }, bad: { rows: 3 } },
    chosen: 297,
  });
});

it('rejects a file that is no text, whatever its name', async () => {
  const bytes = Buffer.from(Array.from({ length: 400 }, (_, at) => (at % 2 ? 0 : (at * 7) % 256))).toString('base64');
  expect(await computer.call['imports.read']({ name: 'a.csv', bytes, text: null })).toMatchObject({ ok: false });
});

it('accepts a file that the app exported', async () => {
  const formula = "order;=cmd|' /C calc'!A0";
  await read(`${ordersCsv(2)}Logo design,9,no,=1+1\r\nLogo design,9,no,"${formula}"\r\n`);
  await create();
  await computer.settled();
  computer.answers.save = join(computer.folder, 'export.csv');
  const query = { search: '', productId: null, sync: 'all' as const, useOnce: null, sold: false };
  await unwrap(computer.call['links.exportCsv']({ ...query, ids: null }));
  const exported = await readFile(computer.answers.save);
  expect(exported.toString()).toContain(`"'order;'=cmd|' /C calc'!A0"`);
  const { problems, counts } = await read(exported);
  expect([problems, counts]).toMatchObject([[], { all: 4, kinds: { bad: { rows: 0 } } }]);
  expect((await rows()).map(({ metadata }) => metadata[0]?.value)).toEqual([formula, '=1+1', '2', '1']);
  expect((await rows()).map(({ useOnce }) => useOnce)).toEqual([false, false, false, true]);
});

describe('a finished import', () => {
  it('stays sent when its links are replaced or deleted, and has the address of the new link', async () => {
    await read(`${ordersCsv(4)}Logo design,ten,no,5\n`);
    const id = await create();
    await sent(id, 4);
    const [first = '', second = '', third = ''] = (await rows(id)).map(({ linkId }) => linkId ?? '');
    const replace = async (ids: string[], priceCents: number) => {
      const changes = [{ currencyId: 2, price: { kind: 'to', cents: priceCents } as const, discount: null }];
      const { ids: newIds } = await unwrap(computer.call['links.replaceMany']({ ids, changes }));
      await computer.settled();
      return newIds;
    };
    const [replaced = ''] = await replace([first, second], 9_900);
    const [latest] = await replace([replaced], 9_800);
    await unwrap(computer.call['links.delete']({ id: third }));
    await computer.settled();
    expect(await view(id)).toMatchObject({ chosen: 4, sent: 4, waiting: 0, deleted: 3, attention: 0 });
    const now = await rows(id);
    expect(now.map(({ state }) => state)).toEqual(['replaced', 'replaced', 'deleted', 'synced', 'bad']);
    const address = links().find((link) => link.id === latest)?.paymentLink;
    expect(now.filter(({ linkId, checkoutUrl }) => linkId === latest && checkoutUrl === address)).toHaveLength(1);
    expect((await rows(id, 'problems')).map(({ state }) => state)).toEqual(['bad']);
  });

  it('counts a link that was deleted before it was sent as deleted, not as sent', async () => {
    await computer.workOffline(true);
    await read(ordersCsv(2));
    const id = await create();
    const [row] = await rows(id);
    await unwrap(computer.call['links.delete']({ id: row?.linkId ?? '' }));
    await until('it is deleted', async () => (await view(id)).deleted === 1);
    expect(await view(id)).toMatchObject({ sent: 0, waiting: 1 });
    expect((await rows(id)).map(({ state }) => state)).toEqual(['deleted', 'waiting']);
  });
});
