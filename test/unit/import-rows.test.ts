// A row of an import becomes a link, or has errors at its columns.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ProductRecord } from '../../src/main/catalog/records.ts';
import { cellsAsRead, cellText, yesOrNo } from '../../src/main/import/file/cells.ts';
import { checkRow, type Reading } from '../../src/main/import/file/check.ts';
import { guessRole } from '../../src/main/import/file/columns.ts';
import { surveyAmounts } from '../../src/main/import/file/price-cells.ts';
import { readTable } from '../../src/main/import/file/table.js';
import type { ColumnRole } from '../../src/shared/link-import.ts';
import type { Currency } from '../../src/shared/money.ts';
import { linkDraftSchema } from '../../src/shared/payment-link.ts';
import { texts } from '../../src/shared/texts/main.ts';

const { linkTable: t, fields } = texts;
const noAmount = (typed: string) => fields.price.noAmount({ typed, example: '100.55' });

const USD = { id: 2, name: 'USD' };
const EUR = { id: 5, name: 'EUR' };
const CAD = { id: 7, name: 'CAD' };
const CURRENCIES = [USD, EUR, CAD];
const PRICE: ColumnRole = { kind: 'price', currencyId: null };

/** The titles and service ids of the products. */
const PRODUCTS: readonly (readonly [string, number | null])[] = [
  ['Logo design', 118],
  ['Coaching hour', 119],
  ['Twice', 120],
  ['Twice', null],
  ['=SUM', null],
];
const idOf = (at: number) => `p${at + 1}`;
const productWith = (id: string) => ({ id, deletedAt: null }) as ProductRecord;

const reading = (columns: Record<string, ColumnRole>, more: Partial<Reading> = {}): Reading => ({
  columns: Object.keys(columns),
  roles: Object.values(columns),
  decimal: '.',
  productId: null,
  currencyId: USD.id,
  currencies: CURRENCIES,
  priceCounts: { named: 0, unnamed: 0 },
  products: {
    titled: (title) =>
      PRODUCTS.flatMap(([known], index) => (known.toLowerCase() === title.toLowerCase() ? idOf(index) : [])),
    withKeys: ([id]) => PRODUCTS.flatMap(([, known], index) => (known === id ? productWith(idOf(index)) : [])),
    active: (id) => (id === 'p2' ? productWith(id) : undefined),
  },
  ...more,
});

const PLAIN = reading({
  Product: { kind: 'product' },
  Price: PRICE,
  Sale: { kind: 'discount', currencyId: null },
  Currency: { kind: 'currency' },
  Once: { kind: 'singleUse' },
  order: { kind: 'metadata', key: 'order' },
});
const check = (cells: readonly string[], how: Reading = PLAIN) => checkRow({ line: 2, cells }, how);
const errorsOf = (cells: readonly string[], how?: Reading) =>
  check(cells, how).errors.map(({ column, message }) => `${column}: ${message}`);

describe('a cell', () => {
  it.each<[boolean | null, ...string[]]>([
    [true, 'yes', 'Y', 'TRUE', '1', 'x', ' ja ', 'Sí', 'oui', 'sim', 'はい'],
    [false, '', 'no', 'N', 'false', '0', 'nein', 'non', 'Não', 'いいえ'],
    [null, 'maybe', '2'],
  ])('means %s', (meaning, ...cells) => {
    for (const cell of cells) expect(yesOrNo(cell), cell).toBe(meaning);
  });

  it.each([
    // This app guards formulas in any part of a cell.
    ["'=1", '=1'],
    ["'+49", '+49'],
    ["''=1", "'=1"],
    ["'a;'=1", 'a;=1'],
    [`'="000123"`, '="000123"'],
    // Other programs guard the start of a cell only.
    ["  '=1", '=1'],
    ["'=a;=b", '=a;=b'],
    // Exporters and spreadsheets write these so that a cell is not read as a number.
    ['="000123"', '000123'],
    ["'000123", '000123'],
    ['="say ""x"""', 'say "x"'],
    ['\u200e$12.00', '$12.00'],
    ['\ufeffLo\u00adgo\u2060', 'Logo'],
    ["'quoted'", "'quoted'"],
    ["option '-v'", "option '-v'"],
    ['👩\u200d🎨', '👩\u200d🎨'],
  ])('with the content %j is read as %j', (cell, text) => expect(cellText(cell)).toBe(text));
});

describe('the amounts of a file', () => {
  const survey = (roles: ColumnRole[], rows: readonly string[][]) => {
    const amounts = surveyAmounts(roles);
    for (const cells of rows) amounts.add(cells);
    return amounts.decimal('silent' as '.');
  };

  it.each<[string | null, ...string[]]>([
    [',', '12,50', '7', '1.000,00', '1.234'],
    ['.', '12.50', '1,000.00', '7'],
    [',', '="12,50"', '7'],
    [null, '12,50', '12,60', '3.50'],
    [null, '12,50', '1.500', '1,500'],
    ['silent', '1,234', '1.234', ''],
  ])('share the decimal sign %s: %s', (sign, ...amounts) => {
    const rows = amounts.map((amount) => [amount]);
    expect(survey([PRICE], rows)).toBe(sign);
  });

  it('with two readings are read like the others, or asked about if the others do not decide', () => {
    const read = (decimal: Reading['decimal']) => check(['Logo design', '1,234'], { ...PLAIN, decimal });
    expect(read('.').draft?.prices).toMatchObject([{ priceCents: 123_400 }]);
    expect(read(null)).toMatchObject({ draft: null, errors: [{ column: 'Price', asksForSign: true }] });
  });
});

describe('a row', () => {
  it('becomes a link', () => {
    expect(check(['Logo design', '100.55', '80.10', 'USD', 'yes', '1042'])).toEqual({
      productId: 'p1',
      draft: {
        prices: [{ currencyId: 2, priceCents: 10_055, discountCents: 8_010 }],
        useOnce: true,
        metadata: [{ key: 'order', value: '1042' }],
      },
      note: '',
      errors: [],
    });
  });

  it.each([
    ['logo DESIGN', null, 'p1'],
    ['119', null, 'p2'],
    ['id 119', null, 'p2'],
    ['１１９', null, 'p2'],
    ["'=SUM", null, 'p5'],
    ['', 'p2', 'p2'],
    ['Logo design', 'p2', 'p1'],
  ])('with the product cell %j, and %s chosen for all rows, belongs to %s', (title, productId, expected) =>
    expect(check([title, '1'], { ...PLAIN, productId }).productId).toBe(expected),
  );

  it.each([
    [['', '1'], 'Product', t.product.missing],
    [['Nothing', '1'], 'Product', t.product.titleUnknown({ title: 'Nothing' })],
    [['Twice', '1'], 'Product', t.product.titleUncertain({ products: 2, title: 'Twice' })],
    [['Logo design', ''], 'Price', fields.price.enter],
    [['Logo design', 'ten'], 'Price', noAmount('ten')],
    [['Logo design', '10', '10'], 'Sale', fields.price.discountTooHigh],
    [['Logo design', '10', '', 'GBP'], 'Currency', t.price.currencyUnknown({ typed: 'GBP' })],
    [['Logo design', '10', '', '$'], 'Currency', t.price.currencyUncertain({ typed: '$', currencies: 'USD / CAD' })],
    [['Logo design', '10', '€8', ''], 'Sale', fields.price.otherCurrency({ typed: '€8', currency: 'USD' })],
    [['Logo design', '€10', '', 'USD'], 'Price', fields.price.otherCurrency({ typed: '€10', currency: 'USD' })],
    [['Logo design', '12.50 GBP'], 'Price', t.price.currencyUnknown({ typed: 'GBP' })],
    [['Logo design', '£9'], 'Price', t.price.currencyUnknown({ typed: '£' })],
    [['Logo design', '9 Euro'], 'Price', noAmount('9 Euro')],
    [['Logo design', '10', '', '', 'perhaps'], 'Once', t.row.neitherYesNorNo({ typed: 'perhaps' })],
    [['Logo design', '10', '', '', '', 'a\u0007b'], 'order', fields.metadata.controlInValue],
    [['Logo design', '10', '', '', '', 'x'.repeat(70_000)], '', fields.metadata.tooLarge],
    [['a', 'b', 'c', 'd', 'e', 'f', 'g'], '', t.row.tooLong({ cells: 7, columns: 6 })],
  ])('like %j is rejected at its column', (cells, column, message) => {
    expect(errorsOf(cells)).toEqual([`${column}: ${message}`]);
    expect(check(cells).draft).toBeNull();
  });

  it('is rejected if the currency of its price column is not listed any more', () => {
    const columns = reading({ Product: { kind: 'product' }, Price: { ...PRICE, currencyId: 9 } });
    const message = t.price.currencyUnknown({ typed: texts.values.unnamedCurrency({ id: 9 }) });
    expect(check(['Logo design', '10'], columns).errors).toMatchObject([{ message }]);
  });

  it('reports all errors at once, and shortens errors about very long cells', () => {
    const all = errorsOf(['Nothing', 'ten', '', 'GBP', 'perhaps']);
    expect(all.map((text) => text.split(':')[0])).toEqual(['Product', 'Currency', 'Once']);
    const long = `ten ${'thousand '.repeat(50_000)}`;
    const { errors } = check([long, long]);
    expect(errors.map(({ column }) => column)).toEqual(['Product', 'Price']);
    for (const { message } of errors) expect(message.length).toBeLessThanOrEqual(600);
    expect(cellsAsRead([long], PLAIN.roles).product).toHaveLength(500);
  });

  it.each<[Currency, ...string[]]>([
    [EUR, '12.50 EUR'],
    [EUR, '€10', '€8'],
    [CAD, 'CA$9'],
    [USD, '$9'],
    [USD, '9'],
    [USD, '12.50 US $'],
    [USD, '10', '', 'us  $'],
    [CAD, '10', '', 'CA $'],
  ])('has a price in %o: %s', (currency, ...money) =>
    expect(check(['Logo design', ...money])).toMatchObject({ draft: { prices: [{ currencyId: currency.id }] } }),
  );

  it('counts as having a currency if its cell or its amount names one', () => {
    const named = (how: Reading, ...money: string[]) => {
      const priceCounts = { named: 0, unnamed: 0 };
      check(['Logo design', ...money], { ...how, priceCounts });
      return priceCounts;
    };
    expect(named(PLAIN, '10')).toEqual({ named: 0, unnamed: 1 });
    for (const money of [['10', '', 'USD'], ['€10']]) expect(named(PLAIN, ...money)).toEqual({ named: 1, unnamed: 0 });
    const inColumn = reading({ Product: { kind: 'product' }, Price: { kind: 'price', currencyId: USD.id } });
    expect(named(inColumn, '10')).toEqual({ named: 0, unnamed: 0 });
  });

  it('may have a private note, which is checked like other notes', () => {
    const how = reading({ Product: { kind: 'product' }, Price: PRICE, Note: { kind: 'note' } });
    expect(check(['Logo design', '1', ' two\nlines '], how)).toMatchObject({ note: 'two\nlines', errors: [] });
    expect(errorsOf(['Logo design', '1', 'x'.repeat(2_001)], how)).toEqual([expect.stringMatching(/^Note: /)]);
  });

  it('has a price in each currency with a filled column', () => {
    const how = reading({
      'Product id': { kind: 'productId' },
      Product: { kind: 'product' },
      'Price USD': { kind: 'price', currencyId: 2 },
      'Price EUR': { kind: 'price', currencyId: 5 },
      'Discounted price EUR': { kind: 'discount', currencyId: 5 },
    });
    expect(check(['118', 'Logo design', '10', '9', '8'], how).draft?.prices).toEqual([
      { currencyId: 2, priceCents: 1_000, discountCents: null },
      { currencyId: 5, priceCents: 900, discountCents: 800 },
    ]);
    expect(check(['', 'Logo design', '', '9', ''], how).draft?.prices).toHaveLength(1);
    expect(errorsOf(['118', '', '', '', ''], how)).toEqual([`Price USD: ${fields.price.enter}`]);
  });

  it('accepts any text as a metadata key, and rejects a repeated key', () => {
    const metadata = (key: string) => ({ kind: 'metadata', key }) as const;
    const how = (key: string) => reading({ a: metadata('__proto__'), b: PRICE, c: metadata(key) }, { productId: 'p2' });
    expect(check(['x', '1', 'y'], how('constructor')).draft?.metadata).toEqual([
      { key: '__proto__', value: 'x' },
      { key: 'constructor', value: 'y' },
    ]);
    expect(errorsOf(['x', '1', 'y'], how('__proto__'))).toEqual([`c: ${fields.metadata.keyTwice}`]);
  });

  const TABLE = reading({ Order: { kind: 'metadata', key: 'order' }, Product: { kind: 'product' }, Price: PRICE });

  it.each([
    ['Total', '', '100.00'],
    ['Zwischensumme:', '', '100'],
    ['', '合計', '100'],
    ['Order', 'Product', 'Price'],
    ['A-1', '', ''],
  ])('about the table is skipped with a reason: %s, %s, %s', (...cells) => {
    const left = { draft: null, errors: [], skipped: expect.any(String) };
    expect(check(cells, TABLE)).toMatchObject(left);
  });

  it('with a product or a price is not skipped', () => {
    expect(check(['Totally', 'Logo design', '1'], TABLE).draft).not.toBeNull();
    expect(errorsOf(['A-1', '', '10'], TABLE)).toEqual([`Product: ${t.product.missing}`]);
    expect(errorsOf(['A-1', 'Logo design', ''], TABLE)).toEqual([`Price: ${fields.price.enter}`]);
  });
});

it('reads any file without a crash, and every accepted row is a valid link', () => {
  const signs = ['"', ',', ';', '\t', '\n', '\r', '=', "'", '1', '.', '€', 'a', '__proto__', 'Price', 'Product'];
  const text = fc.string({ unit: fc.constantFrom(...signs), maxLength: 80 });
  const bytes = fc.oneof(fc.uint8Array({ maxLength: 300 }), text);
  fc.assert(
    fc.property(bytes, fc.constantFrom('.' as const, ',' as const, null), (given, decimal) => {
      const base64 = Buffer.from(given as string).toString('base64');
      const table = readTable({ bytes: base64 });
      const rows = table.refused ? [] : table.rows;
      const columns = rows[0]?.cells ?? [];
      const roles = columns.map((name) => guessRole(name, CURRENCIES));
      for (const row of rows) {
        const { draft, errors, skipped } = checkRow(row, { ...PLAIN, columns, roles, decimal, productId: 'p2' });
        expect(draft === null).toBe(errors.length > 0 || skipped !== undefined);
        if (draft) expect(linkDraftSchema.safeParse(draft).success).toBe(true);
      }
    }),
    { numRuns: 300 },
  );
});
