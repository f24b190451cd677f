// A file of links: its columns and settings, its rows with errors, and the states of its rows afterwards.
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
const { draft, checked, read, change, create, replace, view, sent, rows, links } = importing(() => computer);

const ROLES = [
  { kind: 'product' as const },
  { kind: 'price' as const, currencyId: null },
  { kind: 'metadata' as const, key: 'customer' },
];

it('finds a product by its title with other white space, unless two products match', async () => {
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
  await change({ roles: ROLES });
  await create();
  const other = await read('Who,What,How much\nBea,Logo design,7\n');
  expect(other.choices.roles).toEqual([ROLES[2], ROLES[0], ROLES[1]]);
  expect(other.counts.kinds.new.rows).toBe(1);
});

it('applies changes of the settings in order, however quickly they arrive', async () => {
  const { id } = await read(ordersCsv(300, 100));
  const roles = [null, null, null, { kind: 'metadata' as const, key: 'number' }];
  const changes = [{ headerLine: null }, { delimiter: ';' }, { delimiter: ',' }, { headerLine: 1 }] as const;
  const columns = [{ roles }, { roles: roles.map((_, at) => (at === 2 ? { kind: 'ignore' as const } : null)) }];
  await Promise.all([...changes, ...columns].map((one) => computer.call['imports.change']({ id, change: one })));
  await checked();
  expect(draft().choices).toMatchObject({ headerLine: 1, delimiter: ',' });
  expect(draft().choices.roles.slice(2)).toEqual([{ kind: 'ignore' }, roles[3]]);
  expect(draft().counts).toMatchObject({
    all: 300,
    kinds: { new: { rows: 297 }, bad: { rows: 3 } },
    chosen: 297,
  });
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
    const [replaced = ''] = await replace([first, second], 9_900);
    await computer.settled();
    const [latest] = await replace([replaced], 9_800);
    await computer.settled();
    await unwrap(computer.call['links.delete']({ ids: [third] }));
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
    await unwrap(computer.call['links.delete']({ ids: [row?.linkId ?? ''] }));
    await until('it is deleted', async () => (await view(id)).deleted === 1);
    expect(await view(id)).toMatchObject({ sent: 0, waiting: 1 });
    expect((await rows(id)).map(({ state }) => state)).toEqual(['deleted', 'waiting']);
  });
});

async function saveErrors(id = draft().id) {
  computer.answers.save = join(computer.folder, 'errors.csv');
  const saved = await unwrap(computer.call['imports.save']({ id, which: 'errors' }));
  return { saved, bytes: await readFile(computer.answers.save) };
}
const fix = (row: number, ...cells: { at: number; text: string }[]) =>
  unwrap(computer.call['imports.fix']({ id: draft().id, row, cells }));
const centsOf = async () => (await rows()).map(({ prices }) => prices[0]?.priceCents);

const FILE = [
  'What;How much;Who;Note',
  'Logo design;12,50;Ann;fine',
  `No such;ten;"'=B;en";"two\nlines"`,
  'Logo design;-1;Cleo;',
  'Logo design;1;Dan;a;surplus',
].join('\r\n');
const roles = [...ROLES, { kind: 'ignore' as const }];

it('a saved file of rows with errors has the same columns and errors when read, and can be corrected', async () => {
  await read(FILE);
  expect((await change({ roles })).counts.kinds).toMatchObject({ new: { rows: 1 }, bad: { rows: 3 } });
  const { saved, bytes } = await saveErrors();
  expect(saved).toMatchObject({ file: 'errors.csv', rows: 3 });
  const text = bytes.toString();
  expect(text.startsWith('\uFEFFWhat;How much;Who;Note;Error\r\n')).toBe(true);
  expect(text).not.toContain('Ann');
  expect((await saveErrors(await create())).bytes.equals(bytes)).toBe(true);

  const again = await read(bytes);
  expect(again.problems).toEqual([]);
  expect(again.choices.roles).toEqual([...roles, { kind: 'ignore' }]);
  expect(again.counts.kinds.bad.rows).toBe(3);
  expect((await rows())[0]?.read).toMatchObject({ metadata: [{ key: 'customer', value: "'=B;en" }] });
  // A file that is saved again has the error column only once.
  expect((await saveErrors()).bytes.toString().split('\r\n')[0]).toBe('\uFEFFWhat;How much;Who;Note;Error');

  const corrections = { 'No such': 'Logo design', ten: '12,5', '-1': '1', ';surplus': '' };
  const corrected = Object.entries(corrections).reduce((so, [wrong, right]) => so.replace(wrong, right), text);
  expect((await read(Buffer.from(corrected))).counts.kinds).toMatchObject({ new: { rows: 3 }, bad: { rows: 0 } });
  expect((await rows())[0]).toMatchObject({ metadata: [{ key: 'customer', value: '=B;en' }] });
});

it('creates nothing while two columns have the same meaning', async () => {
  const file = 'Product,Price USD,USD price,Order,metadata: Order\nLogo design,5,6,a,b\n';
  const { id, problems } = await read(file);
  expect(problems).toHaveLength(2);
  expect(await computer.call['imports.create']({ id })).toMatchObject({ ok: false });
});

describe('a corrected cell', () => {
  it('is read like other cells of the file, and stays corrected when the others are read differently', async () => {
    await read('Product,Price,Order\nLogo design,"1,500",A\nLogo design,ten,B\nLogo design,80,C\n');
    expect(draft()).toMatchObject({ notes: [expect.stringMatching(/1 row/)], counts: { kinds: { bad: { rows: 2 } } } });
    expect((await fix(1, { at: 1, text: '1.500' })).map(({ error }) => error !== '')).toEqual([false, true, false]);
    await fix(1, { at: 1, text: '1500.00' });
    expect(await centsOf()).toEqual([undefined, 150_000, 8_000]);
    await change({ decimal: '.' });
    expect(await centsOf()).toEqual([150_000, 150_000, 8_000]);
  });

  it('is checked at once, together with the rows that it affects', async () => {
    await read('Product,Price,Order\nLogo design,1.500,A\nLogo design,9 GBP,B\nLogo design,ten,C\nLogo design,7,D\n');
    expect(draft().counts).toMatchObject({ kinds: { new: { rows: 1 }, bad: { rows: 3 } }, chosen: 1 });
    // The fourth row then repeats this one.
    await fix(2, { at: 1, text: '$7' }, { at: 2, text: 'D' });
    await fix(1, { at: 1, text: '9' });
    await fix(0, { at: 1, text: '1500' });
    expect(draft()).toMatchObject({
      notes: [expect.stringMatching(/3 rows have no currency/)],
      counts: { kinds: { bad: { rows: 0 }, repeated: { rows: 1 } }, chosen: 3 },
    });
    expect((await rows()).map(({ state }) => state)).toEqual(['new', 'new', 'new', 'repeated']);
  });

  it('is stored as it was typed, with the rest of its row', async () => {
    await read("Product,Price,Order\nLogo design,5\n'=B,ten,A-1\n");
    await fix(0, { at: 2, text: "'=quoted" });
    await fix(1, { at: 0, text: 'Logo design' }, { at: 1, text: '6' });
    const created = await rows(await create());
    expect(created.map(({ metadata, prices }) => [metadata[0]?.value, prices[0]?.priceCents])).toEqual([
      ["'=quoted", 500],
      ['A-1', 600],
    ]);
  });
});
