// Towards a file without errors: rows with errors as a file, and cells corrected in place.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Computer, unwrap } from '../support/computer.ts';
import { startSignedIn } from '../support/computer-fixtures.ts';
import { importing } from '../support/import-file.ts';

let computer: Computer;
beforeEach(async () => {
  ({ computer } = await startSignedIn());
});
const { draft, checked, change, create, view, rows, ...rest } = importing(() => computer);

async function read(text: string | Buffer) {
  // A product that is sent later would have the rows checked again.
  await computer.settled();
  return rest.read(text);
}
async function saveErrors(importId = draft().id) {
  computer.answers.save = join(computer.folder, 'errors.csv');
  const saved = await unwrap(computer.call['imports.saveErrors']({ importId }));
  return { saved, bytes: await readFile(computer.answers.save) };
}
const fix = (row: number, ...cells: { at: number; text: string }[]) =>
  unwrap(computer.call['imports.fix']({ id: draft().id, row, cells }));
const centsOf = async () => (await rows()).map(({ prices }) => prices[0]?.priceCents);

describe('a file of the rows with errors', () => {
  const FILE = [
    'What;How much;Who;Note',
    'Logo design;12,50;Ann;fine',
    `No such;ten;"'=B;en";"two\nlines"`,
    'Logo design;-1;Cleo;',
    'Logo design;1;Dan;a;surplus',
  ].join('\r\n');
  const roles = [
    { kind: 'product' as const },
    { kind: 'price' as const, currencyId: null },
    { kind: 'metadata' as const, key: 'customer' },
    { kind: 'ignore' as const },
  ];

  it('has the same columns and errors again, and creates links once corrected', async () => {
    await computer.product('Logo design');
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
    // Saved again, the file does not have the column twice.
    expect((await saveErrors()).bytes.toString().split('\r\n')[0]).toBe('\uFEFFWhat;How much;Who;Note;Error');

    const corrections = { 'No such': 'Logo design', ten: '12,5', '-1': '1', ';surplus': '' };
    const corrected = Object.entries(corrections).reduce((so, [wrong, right]) => so.replace(wrong, right), text);
    expect((await read(Buffer.from(corrected))).counts.kinds).toMatchObject({ new: { rows: 3 }, bad: { rows: 0 } });
    expect((await rows())[0]).toMatchObject({ metadata: [{ key: 'customer', value: '=B;en' }] });
  });
});

it('creates nothing while two columns are the same thing', async () => {
  await computer.product('Logo design');
  const file = 'Product,Price USD,USD price,Order,metadata: Order\nLogo design,5,6,a,b\n';
  const { id, problems } = await read(file);
  expect(problems).toHaveLength(2);
  expect(await computer.call['imports.create']({ id })).toMatchObject({ ok: false });
});

describe('a corrected cell', () => {
  it('is read as the others of the file, and stays corrected when these are read in another way', async () => {
    await computer.product('Logo design');
    await read('Product,Price,Order\nLogo design,"1,500",A\nLogo design,ten,B\nLogo design,80,C\n');
    expect(draft()).toMatchObject({ notes: [expect.stringMatching(/1 row/)], counts: { kinds: { bad: { rows: 2 } } } });
    expect((await fix(1, { at: 1, text: '1.500' })).map(({ error }) => error !== '')).toEqual([false, true, false]);
    await fix(1, { at: 1, text: '1500.00' });
    expect(await centsOf()).toEqual([undefined, 150_000, 8_000]);
    await change({ decimal: '.' });
    expect(await centsOf()).toEqual([150_000, 150_000, 8_000]);
  });

  it('is checked at once, with what it means for other rows', async () => {
    await computer.product('Logo design');
    await read('Product,Price,Order\nLogo design,1.500,A\nLogo design,9 GBP,B\nLogo design,ten,C\nLogo design,7,D\n');
    expect(draft().counts).toMatchObject({ kinds: { new: { rows: 1 }, bad: { rows: 3 } }, chosen: 1 });
    // The fourth row repeats it then.
    await fix(2, { at: 1, text: '$7' }, { at: 2, text: 'D' });
    await fix(1, { at: 1, text: '9' });
    await fix(0, { at: 1, text: '1500' });
    expect(draft()).toMatchObject({
      notes: [],
      counts: { kinds: { bad: { rows: 0 }, repeated: { rows: 1 } }, chosen: 3 },
    });
    expect((await rows()).map(({ state }) => state)).toEqual(['new', 'new', 'new', 'repeated']);
  });

  it('is stored as it was typed, with the rest of its row', async () => {
    await computer.product('Logo design');
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
