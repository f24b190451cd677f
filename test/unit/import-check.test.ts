// Validating the rows of an import: amounts, currencies, products, metadata, and errors at their column.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RowCells } from '../../src/main/catalog/records.ts';
import { cellsAsRead, cellText, yesOrNo } from '../../src/main/import/file/cells.ts';
import { checkRow, type Reading } from '../../src/main/import/file/check.ts';
import { columnNames, findHeader, guessRole, guessRoles, problemsOf } from '../../src/main/import/file/columns.ts';
import { surveyPrices } from '../../src/main/import/file/price-cells.ts';
import {
  decode,
  findDelimiter,
  findEncoding,
  splitRows,
  withPlainLineBreaks,
} from '../../src/main/import/file/table.js';
import type { ColumnRole } from '../../src/shared/link-import.ts';
import { linkDraftSchema } from '../../src/shared/payment-link.ts';

const USD = { id: 2, name: 'USD' };
const EUR = { id: 5, name: 'EUR' };
const CAD = { id: 7, name: 'CAD' };
const CURRENCIES = [USD, EUR, CAD];

const PRODUCTS = new Map([
  ['p1', { title: 'Logo design', serverId: 118 }],
  ['p2', { title: 'Coaching hour', serverId: 119 }],
  ['p3', { title: 'Twice', serverId: 120 }],
  ['p4', { title: 'Twice', serverId: null }],
  ['p5', { title: '=SUM', serverId: null }],
]);

const reading = (columns: Record<string, ColumnRole>, more: Partial<Reading> = {}): Reading => ({
  columns: Object.keys(columns),
  roles: Object.values(columns),
  decimal: '.',
  productId: null,
  currencyId: 2,
  isCurrencyNamed: false,
  currencies: CURRENCIES,
  products: {
    titled: (title) => {
      const of = (same: (known: string) => boolean) =>
        [...PRODUCTS].filter(([, product]) => same(product.title)).map(([id]) => id);
      const exact = of((known) => known === title);
      return exact.length > 0 ? exact : of((known) => known.toLowerCase() === title.toLowerCase());
    },
    withServerId: (serverId) => [...PRODUCTS].find(([, product]) => product.serverId === serverId)?.[0] ?? null,
    isThere: (id) => PRODUCTS.has(id),
  },
  ...more,
});

const PLAIN = reading({
  Product: { kind: 'product' },
  Price: { kind: 'price', currencyId: null },
  Sale: { kind: 'discount', currencyId: null },
  Currency: { kind: 'currency' },
  Once: { kind: 'singleUse' },
  order: { kind: 'metadata', key: 'order' },
});
const check = (cells: readonly string[], how: Reading = PLAIN) => checkRow({ line: 2, cells }, how);
const errorsOf = (cells: readonly string[], how?: Reading) =>
  check(cells, how).errors.map(({ column, message }) => `${column}: ${message}`);

describe('the amounts of a file', () => {
  const survey = (roles: ColumnRole[], ...rows: string[][]) => {
    const found = surveyPrices(roles, CURRENCIES);
    for (const cells of rows) found.add(cells);
    return found.end();
  };

  it('have the decimal sign that all unambiguous ones share', () => {
    const decimalOf = (...amounts: string[]) => {
      const { decimal, isSilent } = survey([{ kind: 'price', currencyId: 2 }], ...amounts.map((amount) => [amount]));
      return isSilent ? 'silent' : decimal;
    };
    expect(decimalOf('12,50', '7', '1.000,00', '1.234')).toBe(',');
    expect(decimalOf('12.50', '1,000.00', '7')).toBe('.');
    expect(decimalOf('="12,50"', '7')).toBe(',');
    expect(decimalOf('12,50', '12,60', '3.50')).toBeNull();
    expect(decimalOf('1,234', '1.234', '')).toBe('silent');
    expect(decimalOf('12,50', '1.500', '1,500')).toBeNull();
  });

  it('name currencies or none', () => {
    const roles: ColumnRole[] = [{ kind: 'price', currencyId: null }, { kind: 'currency' }];
    const isNamed = (...rows: string[][]) => survey(roles, ...rows).isCurrencyNamed;
    expect(isNamed(['80,00 €'], ['1.500'])).toBe(true);
    expect(isNamed(['80', 'EUR'], ['90', ''])).toBe(true);
    expect(isNamed(['£9'], ['1'])).toBe(true);
    expect(isNamed(['80'], ['9', ''], [''])).toBe(false);
  });

  it('that are ambiguous are read like the others, or asked about if these do not tell', () => {
    const cents = (decimal: Reading['decimal']) =>
      check(['Logo design', '1,234'], { ...PLAIN, decimal }).draft?.prices.map(({ priceCents }) => priceCents);
    expect(cents('.')).toEqual([123_400]);
    expect(cents(null)).toBeUndefined();
    expect(check(['Logo design', '1,234'], { ...PLAIN, decimal: null }).isUnclear).toBe(true);
    expect(check(['Logo design', 'abc'], { ...PLAIN, decimal: null }).isUnclear).toBe(false);
    expect(check(['Logo design', '1,234'], { ...PLAIN, decimal: null }).errors).toEqual([
      { column: 'Price', message: 'Is “1,234” 1,234.00 or 1.234? For the first, write 1234.00' },
    ]);
  });
});

describe('a cell', () => {
  it('means yes, no, or neither', () => {
    expect(['yes', 'Y', 'TRUE', '1', 'x', ' ja '].map(yesOrNo)).toEqual(Array(6).fill(true));
    expect(['', 'no', 'N', 'false', '0'].map(yesOrNo)).toEqual(Array(5).fill(false));
    expect(['ja', 'Sí', 'oui', 'sim', 'はい'].map(yesOrNo)).toEqual(Array(5).fill(true));
    expect(['nein', 'non', 'Não', 'nao', 'いいえ'].map(yesOrNo)).toEqual(Array(5).fill(false));
    expect(['maybe', '2'].map(yesOrNo)).toEqual([null, null]);
  });

  it('loses what programs put around it, and nothing else', () => {
    const read = ["'=1", "'+49", "''=1", "'a;'=1", "  '=1", "'=a;=b", "'quoted'", "option '-v'", 'plain'];
    expect(read.map(cellText)).toEqual([
      ...['=1', '+49', "'=1", 'a;=1'],
      // Guarded as other programs do: at the start only.
      ...['=1', '=a;=b'],
      ...["'quoted'", "option '-v'", 'plain'],
    ]);
    // Kept from being read as a number, by exporters and spreadsheets.
    expect(['="000123"', "'000123", '="1.234,56"', '="say ""x"""'].map(cellText)).toEqual([
      ...['000123', '000123', '1.234,56', 'say "x"'],
    ]);
    // A text of that form which this app has guarded.
    expect(cellText(`'="000123"`)).toBe('="000123"');
    expect(['I\u200b-7', '\u200e$12.00', '\ufeffLo\u00adgo\u2060', '👩\u200d🎨'].map(cellText)).toEqual([
      ...['I-7', '$12.00', 'Logo', '👩\u200d🎨'],
    ]);
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
      warnings: [],
      isSkipped: false,
      isUnclear: false,
    });
  });

  it('may name its product in another case, by id, or not at all if one is chosen for all', () => {
    expect(check(['logo DESIGN', '1']).productId).toBe('p1');
    expect(check(['119', '1']).productId).toBe('p2');
    expect(check(['id 119', '1']).productId).toBe('p2');
    expect(check(['１１９', '1']).productId).toBe('p2');
    expect(check(["'=SUM", '1']).productId).toBe('p5');
    expect(check(['', '1'], { ...PLAIN, productId: 'p2' }).productId).toBe('p2');
    expect(check(['Logo design', '1'], { ...PLAIN, productId: 'p2' }).productId).toBe('p1');
  });

  it.each([
    [['', '1'], 'Product: The product is missing'],
    [['Nothing', '1'], 'Product: There is no product called "Nothing"'],
    [['Twice', '1'], 'Product: There are 2 products called "Twice"'],
    [['Logo design', ''], 'Price: Enter a price'],
    [['Logo design', 'ten'], 'Price: “ten” is not an amount'],
    [['Logo design', '10', '10'], 'Sale: The discounted price must be lower than the price'],
    [['Logo design', '10', 'x'], 'Sale: “x” is not an amount'],
    [['Logo design', '10', '', 'GBP'], 'Currency: "GBP" is not among your currencies'],
    [['Logo design', '10', '', '$'], 'Currency: "$" can be USD / CAD'],
    [['Logo design', '10', '', 'Pfund'], 'Currency: "Pfund" is not among your currencies'],
    [['Logo design', '10', '', 'to be agreed with the customer'], 'is not among your currencies'],
    [['Logo design', '10', '€8', ''], 'Sale: “€8” is not an amount in USD'],
    [['Logo design', '10 CAD', '', '€'], 'Price: “10 CAD” is not an amount in EUR'],
    [['Logo design', '€10', '', 'USD'], 'Price: “€10” is not an amount in USD'],
    [['Logo design', '10', '', '', 'perhaps'], 'Once: "perhaps" is neither yes nor no'],
    [['Logo design', '10', '', '', '', 'a\u0007b'], 'order: Remove the control characters'],
    [['Logo design', '10', '', '', '', 'x'.repeat(70_000)], ': The metadata is too large'],
    [['a', 'b', 'c', 'd', 'e', 'f', 'g'], ': The row has 7 cells, and there are 6 columns'],
  ])('%j is rejected at its column', (cells, words) => {
    const errors = errorsOf(cells);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toContain(words);
    expect(check(cells).draft).toBeNull();
  });

  it('names its currency by a code or a sign, in a column or beside the amount', () => {
    const currencyIn = (...money: string[]) => check(['Logo design', ...money]).draft?.prices[0]?.currencyId;
    expect(['12.50 EUR', '€13.50', 'CA$9', '$9', '9'].map((amount) => currencyIn(amount))).toEqual(
      [EUR, EUR, CAD, USD, USD].map(({ id }) => id),
    );
    expect(currencyIn('€10', '€8')).toBe(EUR.id);
    expect(['US $', 'US$', 'us  $', 'CA $'].map((sign) => currencyIn('10', '', sign))).toEqual(
      [USD, USD, USD, CAD].map(({ id }) => id),
    );
    expect(currencyIn('12.50 US $')).toBe(USD.id);
    expect(check(['Logo design', '9 Euro']).draft).toBeNull();
  });

  it.each([
    ['12.50 GBP', 'GBP'],
    ['£9', '£'],
    ['CHF 12,50', 'CHF'],
    ['¥900', '¥'],
  ])('with the amount %s names a currency that the seller does not have', (amount, said) => {
    expect(errorsOf(['Logo design', amount])).toEqual([`Price: "${said}" is not among your currencies`]);
  });

  it('has a remark where the currency column is blank', () => {
    const how = { ...PLAIN, isCurrencyNamed: true };
    const warningsOf = (...money: string[]) => check(['Logo design', ...money, '', ''], how).warnings;
    expect(warningsOf('10', '', '')).toEqual(['No currency in this row: it is read as USD']);
    expect(warningsOf('10', '', 'USD')).toEqual([]);
    expect(warningsOf('€10', '', '')).toEqual([]);
    const { draft, warnings } = check(
      ['Logo design', '10'],
      reading({ Product: { kind: 'product' }, Price: { kind: 'price', currencyId: null } }),
    );
    expect([draft?.prices[0]?.currencyId, warnings]).toEqual([USD.id, []]);
  });

  it('has a remark where its price names no currency and prices of other rows do', () => {
    const how = reading(
      { Product: { kind: 'product' }, Price: { kind: 'price', currencyId: null } },
      { isCurrencyNamed: true, currencyId: EUR.id },
    );
    expect(check(['Logo design', '10'], how).warnings).toEqual(['No currency in this row: it is read as EUR']);
    expect(check(['Logo design', '€10'], how).warnings).toEqual([]);
    const inColumn = reading({ Product: { kind: 'product' }, Price: { kind: 'price', currencyId: USD.id } });
    expect(check(['Logo design', '10'], { ...inColumn, isCurrencyNamed: true }).warnings).toEqual([]);
  });

  it('may have a private note, which is checked as one', () => {
    const how = reading({
      Product: { kind: 'product' },
      Price: { kind: 'price', currencyId: null },
      Note: { kind: 'note' },
    });
    expect(check(['Logo design', '1', ' two\nlines '], how)).toMatchObject({ note: 'two\nlines', errors: [] });
    expect(check(['Logo design', '1'], how).note).toBe('');
    expect(errorsOf(['Logo design', '1', 'x'.repeat(2_001)], how)).toEqual([expect.stringMatching(/^Note: .*2,000/)]);
  });

  it('reports all errors at once', () => {
    expect(errorsOf(['Nothing', 'ten', '', 'GBP', 'perhaps']).map((text) => text.split(':')[0])).toEqual([
      'Product',
      'Currency',
      'Once',
    ]);
  });

  it('with a very long cell is reported in a few lines, with the beginning of the cell and what to do', () => {
    const long = `ten ${'thousand '.repeat(500_000)}`;
    const columns = { product: { kind: 'product' }, price: { kind: 'price', currencyId: null } } as const;
    const row = { line: 2, cells: [long, long] };
    const { errors } = checkRow(row, reading(columns));
    expect(errors.map(({ column }) => column)).toEqual(['product', 'price']);
    for (const { message } of errors) expect(message.length).toBeLessThanOrEqual(600);
    expect(errors[1]?.message).toMatch(/^“ten thousand .*….*Write it in digits, for example 100\.55$/);
    expect(cellsAsRead(row.cells, Object.values(columns)).product).toHaveLength(500);
  });

  it('that is shorter than the columns counts the rest as empty', () => {
    expect(check(['Logo design', '€10'])).toMatchObject({ errors: [], warnings: [] });
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
    expect(errorsOf(['118', '', '', '', ''], how)[0]).toContain('Price USD: Enter a price');
  });

  it('accepts any text as a metadata key, and rejects a repeated key', () => {
    const how = reading(
      {
        a: { kind: 'metadata', key: '__proto__' },
        b: { kind: 'price', currencyId: null },
        c: { kind: 'otherMetadata' },
      },
      { productId: 'p1' },
    );
    expect(check(['x', '1', '{"constructor":"y"}'], how).draft?.metadata).toEqual([
      { key: '__proto__', value: 'x' },
      { key: 'constructor', value: 'y' },
    ]);
    expect(errorsOf(['x', '1', '{"__proto__":"y"}'], how)[0]).toContain('c: This key is already used');
    expect(errorsOf(['x', '1', '{"n":1}'], how)[0]).toContain('c: This is no JSON object of texts');
  });
});

describe('the columns', () => {
  it.each([
    ['Product', { kind: 'product' }],
    ['Product id', { kind: 'productId' }],
    ['Single use', { kind: 'singleUse' }],
    ['single_use', { kind: 'singleUse' }],
    ['Price USD', { kind: 'price', currencyId: 2 }],
    ['price_eur', { kind: 'price', currencyId: 5 }],
    ['EUR price', { kind: 'price', currencyId: 5 }],
    ['Price (EUR)', { kind: 'price', currencyId: 5 }],
    ['Discounted price USD', { kind: 'discount', currencyId: 2 }],
    ['Price', { kind: 'price', currencyId: null }],
    ['Preis', { kind: 'price', currencyId: null }],
    ['Currency', { kind: 'currency' }],
    ['metadata: order', { kind: 'metadata', key: 'order' }],
    ["metadata: '=x", { kind: 'metadata', key: "'=x" }],
    ['metadata: __proto__', { kind: 'metadata', key: '__proto__' }],
    ['Other metadata', { kind: 'otherMetadata' }],
    ['order', { kind: 'metadata', key: 'order' }],
    ['Private note', { kind: 'note' }],
    ['Notiz', { kind: 'note' }],
    ['Checkout URL', { kind: 'ignore' }],
    ['__proto__', { kind: 'ignore' }],
    ['', { kind: 'ignore' }],
  ])('named %j are guessed', (name, role) => {
    expect(guessRole(name, CURRENCIES).role).toEqual(role);
  });

  it('in an unknown currency say so', () => {
    expect(guessRole('Price GBP', CURRENCIES)).toEqual({
      role: { kind: 'ignore' },
      unknown: 'GBP',
    });
  });

  it('must be consistent', () => {
    const price: ColumnRole = { kind: 'price', currencyId: null };
    expect(problemsOf(['a', 'b'], [price, { kind: 'product' }], null)).toEqual([]);
    expect(problemsOf(['a'], [price], 'p1')).toEqual([]);
    const discount: ColumnRole = { kind: 'discount', currencyId: 5 };
    expect(problemsOf(['a', 'b'], [price, discount], 'p1')).toEqual([expect.stringContaining('"b"')]);
    expect(problemsOf([], [], null)).toHaveLength(2);
    expect(problemsOf(['a', 'b'], [price, price], 'p1')).toEqual([expect.stringContaining('"b"')]);
    expect(problemsOf(['a', 'b'], [price, { kind: 'metadata', key: ' ' }], 'p1')).toEqual([
      'Enter a key for each metadata column.',
    ]);
  });

  const headerIn = (...lines: string[]) =>
    findHeader(
      lines.map((line) => ({ cells: line.split(',') })),
      CURRENCIES,
    );

  it('are named by the first non-empty row', () => {
    expect(headerIn('Product,Price')).toEqual({ row: 0, isCertain: true });
    expect(headerIn('Was,Wieviel')).toEqual({ row: 0, isCertain: false });
    expect(headerIn('Logo design,100.55')).toEqual({ row: null, isCertain: true });
  });

  it.each([
    ['Order report', 'Period: 2026-11-01 to 2026-11-28', 'Product,Price,Order', 'Logo,12.50,A-1', 'Logo,13.50,A-2'],
    ['Export vom 28.11.2026', 'Zeitraum,01.11.2026', 'Produkt,Preis,Bestellung', 'Logo,12.50,A-1', 'Logo,13.50,A-2'],
    ['Report,,', 'Retail Currency:,USD,', 'Product,Price,Order', 'Logo,12.50,A-1', 'Logo,13.50,A-2', 'Totals:,26.00,'],
    ['A list of mine', '', 'Was,Wieviel,Wer', 'Logo,12.50,A-1', 'Logo,13.50,A-2'],
  ])('are named below titles: %s', (...lines) => {
    expect(headerIn(...lines).row).toBe(2);
  });

  it.each([['10'], ['10,50'], ['1.234,50 EUR'], ['$5'], ['USD 7']])(
    'are not named by a row with the amount %s, also where a product is called as a column is',
    (amount) => {
      expect(findHeader([{ cells: ['Service', amount] }], CURRENCIES)).toEqual({ row: null, isCertain: false });
    },
  );

  it('of a file with an unclosed quotation mark are read anyway', () => {
    const text = `"order;price\n${'1042;10 USD \n'.repeat(200_000)}`;
    const { rows = [] } = splitRows(text, findDelimiter(text)) as { rows?: RowCells[] };
    const [first] = rows;
    expect(rows).toHaveLength(1);
    expect(findHeader(rows, CURRENCIES)).toMatchObject({ isCertain: false });
    expect(columnNames(first?.cells ?? [], 1)[0]).toHaveLength(200);
    expect(guessRole(first?.cells[0] ?? '', CURRENCIES)).toEqual({ role: { kind: 'ignore' } });
  });

  it('of the products of a shop are the full price and the one to pay', () => {
    const columns = ['Title', 'Variant Price', 'Variant Compare At Price'];
    const roles = guessRoles(columns, [], CURRENCIES);
    expect(roles.map(({ kind }) => kind)).toEqual(['product', 'discount', 'price']);
    const how = { ...PLAIN, columns, roles };
    const centsOf = (...cells: string[]) =>
      check(cells, how).draft?.prices.map(({ priceCents, discountCents }) => [priceCents, discountCents]);
    expect(centsOf('Logo design', '42.99', '44.99')).toEqual([[4_499, 4_299]]);
    expect(centsOf('Logo design', '42.99', '')).toEqual([[4_299, null]]);
  });
});

describe('a row that is about the table', () => {
  const how = reading({
    Order: { kind: 'metadata', key: 'order' },
    Product: { kind: 'product' },
    Price: { kind: 'price', currencyId: null },
  });

  it.each([
    ['Total', '', '100.00'],
    ['Zwischensumme:', '', '100'],
    ['', '合計', '100'],
    ['Order', 'Product', 'Price'],
    ['A-1', '', ''],
  ])('is left out with the reason: %s, %s, %s', (...cells) => {
    expect(check(cells, how)).toMatchObject({ draft: null, errors: [], isSkipped: true });
    expect(check(cells, how).warnings).toHaveLength(1);
  });

  it('is none with a price for a product, or without one of them', () => {
    expect(check(['Totally', 'Logo design', '1'], how).draft).not.toBeNull();
    expect(errorsOf(['A-1', '', '10'], how)).toEqual(['Product: The product is missing']);
    expect(errorsOf(['A-1', 'Logo design', ''], how)).toEqual(['Price: Enter a price']);
  });
});

describe('any file', () => {
  it('is read and checked without a crash, and every accepted row is a valid link', () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc
        .string({
          unit: fc.constantFrom(
            '"',
            ',',
            ';',
            '\t',
            '\n',
            '\r',
            '=',
            "'",
            '1',
            '.',
            '€',
            'a',
            '__proto__',
            'Price',
            'Product',
          ),
          maxLength: 80,
        })
        .map((text) => Buffer.from(text)),
    );
    fc.assert(
      fc.property(bytes, fc.constantFrom('.' as const, ',' as const, null), (given, decimal) => {
        const buffer = Buffer.from(given);
        const text = withPlainLineBreaks(decode(buffer, findEncoding(buffer).encoding));
        const { rows = [] } = splitRows(text, findDelimiter(text)) as { rows?: RowCells[] };
        const header = rows[0]?.cells ?? [];
        const roles = header.map((name) => guessRole(name, CURRENCIES).role);
        const how: Reading = { ...PLAIN, columns: header, roles, decimal, productId: 'p1' };
        for (const { line, cells } of rows) {
          const { draft, errors, isSkipped } = checkRow({ line, cells }, how);
          expect(draft === null).toBe(errors.length > 0 || isSkipped);
          if (draft) expect(linkDraftSchema.safeParse(draft).success).toBe(true);
        }
      }),
      { numRuns: 400 },
    );
  });
});
