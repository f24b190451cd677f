// Towards a file without errors: a template, and the rows with errors as a file to import again.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { switchLanguage } from '../../src/shared/texts/catalog.ts';
import { type Computer, unwrap } from '../support/computer.ts';
import { startSignedIn } from '../support/computer-fixtures.ts';
import { until } from '../support/until.ts';

let computer: Computer;
beforeEach(async () => {
  ({ computer } = await startSignedIn());
});

async function read(text: string | Buffer) {
  const given = typeof text === 'string' ? { bytes: null, text } : { bytes: text.toString('base64'), text: null };
  // A product that is sent later would have the rows checked again.
  await computer.settled();
  await unwrap(computer.call['imports.read']({ name: 'orders.csv', ...given }));
  return checked();
}
async function checked() {
  await until('the rows are checked', () => {
    const draft = computer.store.imports.draft();
    return draft !== null && draft.checked === draft.counts.all;
  });
  const draft = computer.store.imports.draft();
  if (!draft) throw new Error('There is no file open');
  return draft;
}
async function saveErrors(importId: string | null) {
  computer.answers.save = join(computer.folder, 'errors.csv');
  const saved = await unwrap(computer.call['imports.saveErrors']({ importId }));
  return { saved, bytes: await readFile(computer.answers.save) };
}
const rowsOf = async () => (await computer.store.imports.page(null, 'all', 0, 100)).rows;
async function create(id: string): Promise<string> {
  const created = await unwrap(computer.call['imports.create']({ id }));
  await until('it has ended', () => computer.store.imports.get(created.id)?.running === false);
  return created.id;
}

describe('the template', () => {
  it.each([[['Logo design', 'Coaching; hour, "extra"']], [['=SUM', '12']], [['Twice', 'Twice', 'Once']]])(
    'of a store with the products %j imports without an error',
    async (titles) => {
      for (const title of titles) await computer.product(title);
      computer.answers.save = join(computer.folder, 'template.csv');
      expect(await unwrap(computer.call['imports.saveTemplate'](undefined))).toEqual({ file: 'template.csv' });
      const draft = await read(await readFile(computer.answers.save));
      expect(draft.problems).toEqual([]);
      expect(draft.counts).toMatchObject({ all: 2, good: 2, bad: 0, chosen: 2 });
      const [first, second] = await rowsOf();
      expect(first).toMatchObject({
        prices: [{ currencyId: 2, priceCents: 10_055, discountCents: 8_010 }],
        useOnce: true,
        metadata: [{ key: 'order', value: '1001' }],
      });
      expect(second).toMatchObject({ prices: [{ priceCents: 6_000, discountCents: null }], useOnce: false });
    },
  );

  it('is not written after a cancel', async () => {
    computer.answers.save = null;
    expect(await unwrap(computer.call['imports.saveTemplate'](undefined))).toBeNull();
  });
});

describe('the rows with errors', () => {
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

  it('are saved with their errors, and create links with the same columns once corrected', async () => {
    await computer.product('Logo design');
    const { id } = await read(FILE);
    await unwrap(computer.call['imports.change']({ id, change: { roles } }));
    expect((await checked()).counts).toMatchObject({ good: 1, bad: 3 });
    const { saved, bytes } = await saveErrors(null);
    expect(saved).toEqual({ file: 'errors.csv', rows: 3 });
    const text = bytes.toString();
    expect(text.startsWith('\uFEFFWhat;How much;Who;Note;Error\r\n')).toBe(true);
    expect(text).toContain('What: There is no product called ""No such""; How much: “ten” is not an amount');
    expect(text).not.toContain('Ann');

    const importId = await create(id);
    expect((await saveErrors(importId)).bytes.equals(bytes)).toBe(true);

    // Unchanged, they have the same errors again, including the row with a cell too many.
    const again = await read(bytes);
    expect(again.notes).toContain('Columns set as in your last import.');
    expect(again.problems).toEqual([]);
    expect(again.choices.roles).toEqual([...roles, { kind: 'ignore' }]);
    expect(again.counts).toMatchObject({ all: 3, good: 0, bad: 3 });
    const [first, , last] = await rowsOf();
    expect(first?.read).toMatchObject({ metadata: [{ key: 'customer', value: "'=B;en" }] });
    expect(last?.errors[0]?.message).toContain('The row has 6 cells, and there are 5 columns');
    // Saved again, the file does not have the column twice.
    expect((await saveErrors(null)).bytes.toString().split('\r\n')[0]).toBe('\uFEFFWhat;How much;Who;Note;Error');

    const corrected = text
      .replace('No such', 'Logo design')
      .replace('ten', '12,5')
      .replace('-1', '1')
      .replace(';surplus', '');
    const good = await read(Buffer.from(corrected));
    expect(good.counts).toMatchObject({ all: 3, good: 3, bad: 0 });
    expect((await rowsOf())[0]).toMatchObject({ metadata: [{ key: 'customer', value: '=B;en' }] });
  });

  it('have unclear amounts again when they are imported alone, until a decimal sign is chosen', async () => {
    await computer.product('Logo design');
    const amounts = ['3,50', '1.234,50', '2.50', '1.234'].map((amount) => `Logo design;${amount}`);
    const { id, unclear } = await read(['Product;Price', ...amounts, 'No such;7.50'].join('\n'));
    expect(unclear).toBe(1);
    const saved = (await saveErrors(await create(id))).bytes.toString();

    // The rows that showed that the signs differ are not in the file.
    const corrected = saved.replace('No such;7.50', 'Logo design;7,50');
    const again = await read(Buffer.from(corrected));
    expect(again).toMatchObject({ unclear: 1, choices: { decimal: null }, counts: { all: 2, good: 1, bad: 1 } });
    expect((await rowsOf()).map(({ prices, errors }) => [prices[0]?.priceCents, errors[0]?.message])).toEqual([
      [undefined, expect.stringContaining('Is “1.234” 1,234.00 or 1.234?')],
      [750, undefined],
    ]);
    // Nor does another choice of columns decide it.
    await unwrap(computer.call['imports.change']({ id: again.id, change: { roles: again.choices.roles } }));
    expect(await checked()).toMatchObject({ unclear: 1 });
    await unwrap(computer.call['imports.change']({ id: again.id, change: { decimal: ',' } }));
    expect(await checked()).toMatchObject({ unclear: 0, counts: { good: 2 } });

    // Without its error, or written out, the amount is read as in any file.
    const withoutErrors = corrected.replace(/^(.*;1\.234);.*$/m, '$1;');
    expect(await read(Buffer.from(withoutErrors))).toMatchObject({ unclear: 0, choices: { decimal: ',' } });
    const writtenOut = corrected.replace(';1.234;', ';1.234,00;');
    expect(await read(Buffer.from(writtenOut))).toMatchObject({ unclear: 0, counts: { good: 2 } });
  });

  it('do not repeat what is wrong with the columns, and nothing can be created until one is chosen', async () => {
    await computer.product('Logo design');
    const rows = 'Logo design,5,6,a,b\nLogo design,7,ten,c,d\n';
    const { id, problems, counts } = await read(`Product,Price USD,USD price,Order,metadata: Order\n${rows}`);
    expect(problems).toEqual([
      'Two columns are the price in USD: choose one of them.',
      'Two columns are the metadata "Order": choose one of them.',
    ]);
    expect(counts).toMatchObject({ all: 2, bad: 0 });
    expect((await rowsOf()).flatMap(({ errors }) => errors)).toEqual([]);
    expect(await computer.call['imports.create']({ id })).toMatchObject({ ok: false });
  });

  it('have hints to controls of the open file only while it is open', async () => {
    await computer.product('Logo design');
    const { id } = await read('Product,Price,Currency\nLogo design,5,GBP\nLogo design,1.500,USD\nLogo design,7,USD\n');
    const problems = [
      '"GBP" is not among your currencies',
      'Is “1.500” 1,500.00 or 1.500? For the first, write 1500.00',
    ];
    const errorsIn = (rows: Awaited<ReturnType<typeof rowsOf>>) =>
      rows.flatMap(({ errors }) => errors.map(({ message }) => message));
    const hinted = [
      `${problems[0]}. Add GBP, see above`,
      `${problems[1]}. For the whole file, use "Choose decimal sign" above the rows`,
    ];
    expect(errorsIn(await rowsOf())).toEqual(hinted);
    const cells = await unwrap(computer.call['imports.cells']({ id, row: 0 }));
    expect(cells?.map(({ error }) => error)).toEqual(['', '', hinted[0]]);
    const before = (await saveErrors(null)).bytes.toString();
    expect(before).not.toContain('above');

    const importId = await create(id);
    expect(errorsIn((await computer.store.imports.page(importId, 'all', 0, 10)).rows)).toEqual(problems);
    expect((await saveErrors(importId)).bytes.toString()).toBe(before);
  });

  it('and rows that are left out have remarks on what to do only while the file is open', async () => {
    await computer.product('Logo design');
    await create((await read('Product,Price,Order\nLogo design,5,A-1\n')).id);
    const { id } = await read('Product,Price,Order\nLogo design,6,A-1\nLogo design,7,A-2\nLogo design,7,A-2\n');
    const warningsIn = (rows: Awaited<ReturnType<typeof rowsOf>>) => rows.flatMap(({ warnings }) => warnings);
    expect(warningsIn(await rowsOf())).toEqual([
      expect.stringMatching(/already, at \$5\.00\. To change its price.* Choose this row to create a second link\.$/),
      'Same as line 3: left out unless you choose it',
    ]);
    const importId = await create(id);
    expect(warningsIn((await computer.store.imports.page(importId, 'all', 0, 10)).rows)).toEqual([
      'A link with this metadata exists already, at $5.00.',
      'Same as line 3',
    ]);
  });

  it('of a file without headers get headers that an import recognises', async () => {
    await computer.product('Logo design');
    const { id } = await read('Logo design,12.50,A-1\nLogo design,ten,A-2\n');
    const change = {
      roles: [roles[0], roles[1], { kind: 'metadata' as const, key: 'order' }].flatMap((role) => role ?? []),
    };
    await unwrap(computer.call['imports.change']({ id, change }));
    expect((await checked()).counts).toMatchObject({ good: 1, bad: 1 });
    const { bytes } = await saveErrors(null);
    expect(bytes.toString().split('\r\n')[0]).toBe('\uFEFFProduct,Price,metadata: order,Error');
    const again = await read(bytes);
    expect(again.problems).toEqual([]);
    expect(again.counts).toMatchObject({ all: 1, bad: 1 });
  });
});

describe('the rows with errors of an import', () => {
  const price = { kind: 'price' as const, currencyId: null };
  const order = { kind: 'metadata' as const, key: 'order' };
  const correct = async (id: string) => {
    await unwrap(computer.call['imports.correct']({ id }));
    return checked();
  };
  const fix = (id: string, row: number, at: number, text: string) =>
    unwrap(computer.call['imports.fix']({ id, row, cells: [{ at, text }] }));

  it('are opened as they were read, also after a restart and imports with other choices', async () => {
    const productId = await computer.product('Logo design');
    const other = await computer.product('Coaching hour');
    const { id } = await read('Sum|Who|Why\n\n5|A-1|x\nten|"A|2"|y\n1.500|A-3|"\'=z"\n7.00|A-4|two|three\n1,234||\n');
    const change = { productId, decimal: ',' as const, roles: [price, order, { kind: 'ignore' as const }] };
    await unwrap(computer.call['imports.change']({ id, change }));
    expect((await checked()).counts).toMatchObject({ all: 5, bad: 3 });
    const importId = await create(id);
    expect(computer.store.imports.get(importId)).toMatchObject({ bad: 3, canCorrect: true });
    const next = await read('Sum|Who|Why\n5|B-1|x\n');
    await unwrap(
      computer.call['imports.change']({ id: next.id, change: { ...change, productId: other, decimal: '.' } }),
    );
    await checked();
    await create(next.id);
    await computer.stop();
    await computer.start();
    await computer.store.ready;

    const draft = await correct(importId);
    expect(draft).toMatchObject({
      ...{ name: 'orders.csv', origin: 'import', isTouched: false, problems: [], before: [] },
      choices: { ...change, delimiter: '|', hasHeader: true },
      columns: [{ name: 'Sum' }, { name: 'Who' }, { name: 'Why' }],
      counts: { all: 3, bad: 3 },
      notes: ['These rows had errors in an earlier import. Columns set as they were there.'],
    });
    expect((await rowsOf()).map(({ line, errors }) => [line, errors[0]?.message])).toEqual([
      [4, expect.stringContaining('“ten” is not an amount')],
      [6, expect.stringContaining('The row has 4 cells, and there are 3 columns')],
      [7, expect.stringContaining('at most two decimals')],
    ]);
    await fix(draft.id, 0, 0, '1.500');
    await fix(draft.id, 2, 0, '9');
    const corrected = await create(draft.id);
    expect((await computer.store.imports.page(corrected, 'all', 0, 10)).rows).toMatchObject([
      { line: 4, productTitle: 'Logo design', prices: [{ priceCents: 150_000 }], metadata: [{ value: 'A|2' }] },
      { line: 6, state: 'bad' },
      { line: 7, productTitle: 'Logo design', prices: [{ priceCents: 900 }], metadata: [] },
    ]);
    // The import that they come from keeps them, and says which import they became.
    expect((await correct(importId)).before).toMatchObject([{ id: corrected, made: 2 }]);
    expect(computer.store.imports.get(importId)?.corrections).toMatchObject([{ id: corrected, made: 2 }]);
    expect(computer.store.imports.get(corrected)?.corrections).toEqual([]);
    expect((await correct(corrected)).counts).toMatchObject({ all: 1, bad: 1 });
  });

  it('are not read in another way: there is no text, and cells that could not be told apart stay so', async () => {
    await computer.product('Logo design');
    const { id } = await read('Product,Price,Order\nLogo design,5,A-1\nLogo design,6,"A-2\nLogo design,7,A-3\n');
    const roles = [{ kind: 'product' as const }, price, { kind: 'ignore' as const }];
    await unwrap(computer.call['imports.change']({ id, change: { roles } }));
    expect((await checked()).counts).toMatchObject({ all: 2, bad: 1 });
    const [, open] = await rowsOf();
    const importId = await create(id);

    const draft = await correct(importId);
    expect((await rowsOf()).map(({ errors }) => errors)).toEqual([open?.errors]);
    expect(await unwrap(computer.call['imports.cells']({ id: draft.id, row: 0 }))).toBeNull();
    for (const change of [{ delimiter: ';' as const }, { hasHeader: false }]) {
      expect(await computer.call['imports.change']({ id: draft.id, change })).toMatchObject({ ok: false });
    }
    await unwrap(computer.call['imports.change']({ id: draft.id, change: { encoding: 'utf-16le' } }));
    expect((await checked()).counts).toMatchObject({ all: 1, bad: 1 });
  });

  it('of a file without headers keep their columns, until the import is removed from the list', async () => {
    const productId = await computer.product('Logo design');
    const { id } = await read('5,A-1\nten,A-2\n');
    await unwrap(computer.call['imports.change']({ id, change: { productId, roles: [price, order] } }));
    await checked();
    const importId = await create(id);
    const draft = await correct(importId);
    expect(draft).toMatchObject({ counts: { all: 1, bad: 1 }, choices: { productId, roles: [price, order] } });
    expect((await rowsOf())[0]?.line).toBe(2);
    await unwrap(computer.call['imports.remove']({ id: importId }));
    const late = await computer.call['imports.correct']({ id: importId });
    expect(late).toMatchObject({ ok: false, problem: { code: 'not-found' } });
  });
});

describe('a column whose first cells are empty', () => {
  it('shows its first values, as they are corrected', async () => {
    await computer.product('Logo design');
    const rows = ['A-1,', 'A-2,', 'A-3,', 'A-4,10%', 'A-5,15.00', 'A-6,500', 'A-7,7'];
    const lines = rows.map((row) => `Logo design,ten,${row}`);
    const { id, columns } = await read(['Product,Price,Order,Discount', ...lines].join('\n'));
    expect(columns.at(-1)).toMatchObject({ name: 'Discount', looksLike: 'discount', samples: ['10%', '15.00', '500'] });
    await unwrap(computer.call['imports.fix']({ id, row: 1, cells: [{ at: 3, text: '8' }] }));
    expect(computer.store.imports.draft()?.columns.at(-1)?.samples).toEqual(['8', '10%', '15.00']);
  });
});

describe('a corrected cell', () => {
  const fix = async (row: number, ...cells: { at: number; text: string }[]) =>
    unwrap(computer.call['imports.fix']({ id: computer.store.imports.draft()?.id ?? '', row, cells }));

  it('is read by the rule of a price field, unlike a cell of the file, which is not checked one by one', async () => {
    await computer.product('Logo design');
    await read('Product,Price,Order\nLogo design,"1,500",A\nLogo design,ten,B\nLogo design,80,C\n');
    expect(computer.store.imports.draft()).toMatchObject({ unclear: 1, counts: { bad: 2 } });
    expect(await fix(1, { at: 1, text: '1.500' })).toMatchObject([
      {},
      { error: expect.stringContaining('Is “1.500” ') },
      {},
    ]);
    await fix(1, { at: 1, text: '1,500' });
    await fix(0, { at: 2, text: 'A-2' });
    const [file, typed] = await rowsOf();
    expect(file?.errors).toMatchObject([{ message: expect.stringContaining('Is “1,500” 1,500.00 or 1.500?') }]);
    expect(typed).toMatchObject({ errors: [], prices: [{ priceCents: 150_000 }] });
    // It stays so when all rows are checked again.
    const id = computer.store.imports.draft()?.id ?? '';
    await unwrap(computer.call['imports.change']({ id, change: { decimal: '.' } }));
    await checked();
    expect((await rowsOf()).map(({ prices }) => prices[0]?.priceCents)).toEqual([150_000, 150_000, 8_000]);
    // The sign of the file decides only what a price field would ask about.
    await fix(2, { at: 1, text: '1.500' });
    await unwrap(computer.call['imports.change']({ id, change: { decimal: ',' } }));
    await checked();
    expect((await rowsOf()).map(({ prices }) => prices[0]?.priceCents)).toEqual([150, 150_000, 150_000]);
  });

  it('is read with the decimal sign of the language', async () => {
    await computer.product('Logo design');
    await read('Product,Price,Order\nLogo design,ten,A\nLogo design,ten,B\nLogo design,ten,C\n');
    await switchLanguage('de');
    try {
      expect(await fix(0, { at: 1, text: '1.500' })).toMatchObject([{}, { error: '' }, {}]);
      expect(await fix(1, { at: 1, text: '1,500' })).toMatchObject([
        {},
        {
          error: expect.stringContaining('Bedeutet „1,500“ 1.500,00 oder 1,500? Im ersten Fall schreiben Sie 1500,00'),
        },
        {},
      ]);
      expect(await fix(2, { at: 1, text: '12,345' })).toMatchObject([
        {},
        { error: expect.stringContaining('höchstens zwei Nachkommastellen an, zum Beispiel 100,55') },
        {},
      ]);
      expect((await rowsOf())[0]?.prices).toMatchObject([{ priceCents: 150_000 }]);
    } finally {
      await switchLanguage('en');
    }
  });

  it('is checked at once, and the remarks of other rows follow without another check of all', async () => {
    await computer.product('Logo design');
    await read('Product,Price,Order\nLogo design,1.500,A\nLogo design,9 GBP,B\nLogo design,ten,C\nLogo design,7,D\n');
    const before = computer.store.imports.draft();
    expect(before).toMatchObject({
      ...{ unclear: 1, unknownCurrencies: [{ currency: 'GBP', rows: 1 }], moreUnknownCurrencies: 0, isTouched: false },
      counts: { good: 1, bad: 3, chosen: 1, repeated: 0 },
    });

    const [, price] = await fix(2, { at: 1, text: 'eleven' });
    expect(price).toMatchObject({ at: 1, column: 'Price', text: 'eleven', error: expect.stringContaining('“eleven”') });
    // The fourth row repeats it then.
    expect((await fix(2, { at: 1, text: '$7' }, { at: 2, text: 'D' })).map(({ error }) => error)).toEqual(['', '', '']);
    await fix(1, { at: 1, text: '9' });
    await fix(0, { at: 1, text: '1500' });
    expect(computer.store.imports.draft()).toMatchObject({
      ...{ checked: 4, unclear: 0, unknownCurrencies: [], moreUnknownCurrencies: 0, isTouched: true },
      counts: { good: 4, bad: 0, chosen: 3, repeated: 1 },
    });
    expect((await rowsOf()).map(({ state }) => state)).toEqual(['ready', 'ready', 'ready', 'repeated']);
  });

  it('is stored as it was typed, with the rest of its row', async () => {
    await computer.product('Logo design');
    const { id } = await read("Product,Price,Order\nLogo design,5\n'=B,ten,A-1\n");
    await fix(0, { at: 2, text: "'=quoted" });
    await fix(1, { at: 0, text: 'Logo design' }, { at: 1, text: '6' });
    expect((await rowsOf()).map(({ metadata }) => metadata[0]?.value)).toEqual(["'=quoted", 'A-1']);
    await unwrap(computer.call['imports.change']({ id, change: { hasHeader: false } }));
    await unwrap(computer.call['imports.change']({ id, change: { hasHeader: true } }));
    expect((await checked()).counts).toMatchObject({ all: 2, bad: 0 });
    const importId = await create(id);
    const { rows } = await computer.store.imports.page(importId, 'all', 0, 10);
    expect(rows.map(({ metadata, prices }) => [metadata[0]?.value, prices[0]?.priceCents])).toEqual([
      ["'=quoted", 500],
      ['A-1', 600],
    ]);
  });

  it('of a closed file is rejected, and of a missing row is empty', async () => {
    await computer.product('Logo design');
    const { id } = await read('Product,Price\nLogo design,ten\n');
    expect(await fix(7, { at: 1, text: '1' })).toEqual([]);
    expect(await unwrap(computer.call['imports.cells']({ id, row: 7 }))).toBeNull();
    await unwrap(computer.call['imports.close']({ id }));
    const late = await computer.call['imports.fix']({ id, row: 0, cells: [{ at: 1, text: '1' }] });
    expect(late).toMatchObject({ ok: false, problem: { code: 'not-found' } });
  });
});
