// Guessing the meaning of an imported column from its values.
import { describe, expect, it } from 'vitest';
import { looksOf, unusedMoney } from '../../src/main/import/file/column-looks.ts';
import { type ColumnLook, guessRoles } from '../../src/main/import/file/columns.ts';
import { RowCurrencies, unknownCurrencies, withNewCurrencies } from '../../src/main/import/file/unknown-currencies.ts';

const CURRENCIES = [
  { id: 2, name: 'USD' },
  { id: 5, name: 'Points' },
];
const rowsOf = (cells: readonly string[]) => cells.map((cell, at) => ({ line: at + 2, cells: [cell], quotes: null }));
const lookOf = async (cells: readonly string[], name = 'x') =>
  (await looksOf([name], rowsOf(cells), CURRENCIES))[0] ?? null;
const NOTHING: ColumnLook = { name: null, values: null };

describe('the values of a column look like', () => {
  it.each([
    ['codes of currencies, in use here or not', ['USD', 'EUR', 'CHF'], 'currency'],
    ['a currency of the store, in any letters', ['usd', 'points'], 'currency'],
    ['signs', ['$', '€', '£'], 'currency'],
    ['names in several languages', ['Euro', 'euros', 'US Dollar', 'dólar canadiense', 'Schweizer Franken'], 'currency'],
    ['nouns alone', ['Dollar', 'Pfund', 'Franken', 'Yen', 'Dollars', 'livre', 'ZŁOTY'], 'currency'],
    ['words that are no common currency', ['won', 'lost', 'won', 'won', 'won'], null],
    ['four currencies of five', ['USD', 'USD', 'EUR', 'EUR', 'soon'], 'currency'],
    ['three currencies of four', ['USD', 'USD', 'EUR', 'soon'], null],
    ['amounts with cents', ['12.50', '1.000,00', '7,95'], 'price'],
    ['amounts with a sign', ['$12', '12 €', 'EUR 5'], 'price'],
    ['percentages', ['10%', '12.5 %'], 'discount'],
    ['whole numbers', ['1', '2', '1042'], null],
    ['dates', ['01.05.24', '2024-05-01', '05.2024'], null],
    ['words of three letters in lower case', ['all', 'top', 'try'], null],
    ['nothing', ['', ' '], null],
  ] as const)('%s', async (_, cells, look) => {
    expect((await lookOf(cells))?.values).toBe(look);
  });

  it('use only the first 200 that are not empty', async () => {
    const currencies = Array(200).fill(['', 'USD']).flat();
    expect((await lookOf([...currencies, ...Array(400).fill('soon')]))?.values).toBe('currency');
  });
});

describe('the name of a column', () => {
  it.each([
    ['Currency code', 'currency'],
    ['Rabatt in %', 'discount'],
    ['unit_price', 'price'],
    ['Prix', 'price'],
    ['Geld', 'currency'],
    ['Währung', 'currency'],
    ['Moneda del pedido', 'currency'],
    ['Curious', null],
    ['Created', null],
    ['Error', null],
  ] as const)('%s says %s', async (name, look) => {
    expect((await lookOf(['5'], name))?.name).toBe(look);
  });

  it('means nothing for a column without a value', async () => {
    expect(await lookOf([''], 'Discount')).toEqual(NOTHING);
  });
});

describe('a column of currencies', () => {
  const currency: ColumnLook = { name: null, values: 'currency' };
  const kinds = (names: readonly string[], looks: readonly ColumnLook[]) =>
    guessRoles(names, looks, CURRENCIES).map(({ role }) => role.kind);

  it('becomes the currency, with a note for the seller', () => {
    const [price, found] = guessRoles(['Price', 'Cur'], [NOTHING, currency], CURRENCIES);
    expect([price?.role.kind, found?.role.kind]).toEqual(['price', 'currency']);
    expect(found?.note).toContain('"Cur"');
  });

  it.each(['Währung', 'moneda', 'DEVISE', 'valuta', 'Monnaie'])('is found by the name %s', (name) => {
    expect(kinds([name], [NOTHING])).toEqual(['currency']);
  });

  it('is not chosen if another one has that name, or its name says something else', () => {
    expect(kinds(['Currency', 'Cur'], [NOTHING, currency])).toEqual(['currency', 'ignore']);
    expect(kinds(['Order', 'Cur', 'Cur 2'], [currency, currency, currency])).toEqual([
      'metadata',
      'currency',
      'ignore',
    ]);
  });
});

describe('a column that looks like money and is not used', () => {
  const columns = ['Cur', 'Rebate', 'Note'];
  const looks: ColumnLook[] = [{ name: null, values: 'currency' }, { name: 'discount', values: 'price' }, NOTHING];

  it('must be confirmed', () => {
    expect(
      unusedMoney(columns, [{ kind: 'ignore' }, { kind: 'ignore' }, { kind: 'ignore' }], looks, CURRENCIES),
    ).toEqual([
      'The column "Cur" looks like a currency and is not used. Choose what it is, or tick "Leave out" below it.',
      'The column "Rebate" looks like a discount and is not used. Choose what it is, or tick "Leave out" below it.',
    ]);
  });

  it('needs no confirmation once confirmed or used', () => {
    const leftOut = { kind: 'ignore', leftOut: true } as const;
    expect(unusedMoney(columns, [{ kind: 'currency' }, leftOut, { kind: 'ignore' }], looks, CURRENCIES)).toEqual([]);
  });
});

describe('a currency that the seller does not use', () => {
  const columns = ['Price', 'Price GBP', 'Discount GBP', 'Price JPY'];
  const price = { kind: 'price', currencyId: null } as const;
  const unused = { kind: 'ignore' } as const;
  const leftOut = { kind: 'ignore', leftOut: true } as const;
  const GBP = { id: 31, name: 'GBP' };

  it('is found in unused columns and in rows, the most frequent first', () => {
    const rows = new RowCurrencies();
    for (const said of ['sek', 'NOK', 'SEK', 'GBP', null, 'no currency has so long a name']) rows.add(said);
    expect(unknownCurrencies(columns, [price, unused, unused, leftOut], CURRENCIES, rows)).toEqual([
      { currency: 'GBP', rows: null },
      { currency: 'SEK', rows: 2 },
      { currency: 'NOK', rows: 1 },
    ]);
  });

  it('assigns the columns that waited for it, and keeps other decisions', () => {
    const now = [...CURRENCIES, GBP];
    expect(withNewCurrencies(columns, [price, unused, unused, unused], CURRENCIES, now)).toEqual([
      price,
      { kind: 'price', currencyId: 31 },
      { kind: 'discount', currencyId: 31 },
      unused,
    ]);
    expect(withNewCurrencies(columns, [unused, leftOut, price, unused], CURRENCIES, now)).toBeNull();
    expect(withNewCurrencies(columns, [price, unused, unused, unused], now, now)).toBeNull();
  });
});
