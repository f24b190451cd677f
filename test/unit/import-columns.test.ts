// Guessing the meaning of an imported column from its values.
import { describe, expect, it } from 'vitest';
import { lookOf as chosenLook, firstCells, looksOf, unusedMoney } from '../../src/main/import/file/column-looks.ts';
import { type ColumnLook, guessRole, guessRoles, nameOfRole } from '../../src/main/import/file/columns.ts';
import { RowCurrencies, unknownCurrencies, withNewCurrencies } from '../../src/main/import/file/unknown-currencies.ts';

const CURRENCIES = [
  { id: 2, name: 'USD' },
  { id: 5, name: 'Points' },
];
const rowsOf = (cells: readonly string[]) => cells.map((cell, at) => ({ line: at + 2, cells: [cell], quotes: null }));
const lookOf = async (cells: readonly string[], name = 'x') =>
  (await looksOf([name], rowsOf(cells), CURRENCIES))[0] ?? null;
const isPrice = (name: string) => [name, 'price'] as const;
const isDiscount = (name: string) => [name, 'discount'] as const;
const NOTHING: ColumnLook = { name: null, values: null };

describe('the values of a column look like', () => {
  it.each([
    ['codes of currencies, in use here or not', ['USD', 'EUR', 'CHF'], 'currency'],
    ['a currency of the store, in any letters', ['usd', 'points'], 'currency'],
    ['signs', ['$', '€', '£'], 'currency'],
    ['names in several languages', ['Euro', 'euros', 'US Dollar', 'dólar canadiense', 'Schweizer Franken'], 'currency'],
    ['signs with a blank', ['US $', 'US $', 'US\u00a0$'], 'currency'],
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

describe('the samples of a column', () => {
  it('are its first values, wherever they begin', async () => {
    const rows = [['A-1', ''], ['A-2', ' '], ['A-3', ' 10% '], ['A-4'], ['A-5', "'=B"], ['A-6', '500'], ['A-7', 'x']];
    const samples = await firstCells(
      ['Order', 'Discount', 'Empty'],
      rows.map((cells) => ({ cells })),
      3,
    );
    expect(samples).toEqual([['A-1', 'A-2', 'A-3'], ['10%', '=B', '500'], []]);
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
    ...['Sonderpreis', 'Nettopreis', 'Einzelpreis', 'Listenpreis', 'Old price', 'salePrice', 'Prix barré'].map(isPrice),
    ...['Precio anterior', 'Preço antigo', '旧価格', 'Now', 'priceUSD'].map(isPrice),
    ...['Ermäßigung', 'ERMÄSSIGUNG', 'Skonto', 'Reduced', 'Discount', 'Discount USD', 'Remise', 'Rebaja'].map(
      isDiscount,
    ),
    ...['Descuento', 'Desconto', '割引', '割引額', 'Preisnachlass', 'Sale'].map(isDiscount),
    ['Precious metal', null],
    ['Sale date', null],
  ] as const)('%s says %s', async (name, look) => {
    expect((await lookOf(['5'], name))?.name).toBe(look);
  });

  it('means nothing for a column without a value', async () => {
    expect(await lookOf([''], 'Discount')).toEqual(NOTHING);
  });
});

describe('the role of a column', () => {
  const roleOf = (name: string) => guessRole(name, CURRENCIES).role;

  it.each([
    ['product', 'Produkt', 'Producto', 'Produit', 'Produto', '商品'],
    ['productId', 'Produkt-ID', 'Id del producto', 'ID du produit', 'Id do produto', '商品ID'],
    ['productNumber', 'Produktnummer', 'Número de producto', 'Numéro du produit', 'Número do produto', '商品番号'],
    ['price', 'Preis', 'Precio', 'Prix', 'Preço', '価格'],
    ['discount', 'Aktionspreis', 'Reduzierter Preis', 'Precio con descuento', 'Prix remisé', 'PRIX REMISE'],
    ['discount', 'Preço com desconto', '割引価格', 'Discounted price', 'Sale_price'],
    ['currency', 'Währung', 'Moneda', 'Devise', 'Moeda', '通貨'],
    ['singleUse', 'Einmalig', 'Un solo uso', 'Usage unique', 'Uso único', '1回限り', '１回限り'],
    ['note', 'Private Notiz', 'Nota privada', 'Note privée', 'Anotação privada', '非公開メモ'],
    [
      'metadata',
      'Bestellnr',
      'Bestell-Nr.',
      'Bestellnummer',
      'Auftragsnummer',
      'Rechnungsnr.',
      'Kundennummer',
      'Kanal',
    ],
    [
      'metadata',
      'Channel',
      'Order #',
      'Invoice no.',
      'Campaign',
      'Kampagne',
      'Pedido',
      'Nº de pedido',
      'N.º do pedido',
    ],
    ['metadata', 'Número de pedido', 'N° de commande', 'Numéro de commande', 'No de facture', 'Référence', 'Canal'],
    ['metadata', 'Nota fiscal', 'Campanha', '注文番号', '注文ID', '受注番号', 'チャネル', 'キャンペーン'],
    [
      'ignore',
      'Order date',
      'Bestelldatum',
      'Bestellstatus',
      'Channel manager',
      'Fecha del pedido',
      '注文日',
      'No.',
      'Nr',
    ],
    ['ignore', 'Discount', 'Discounted', 'Discount USD', 'Rabatt', 'Remise', 'Descuento', 'Desconto', '割引'],
    ['ignore', 'Sonderpreis', 'Einzelpreis', 'Old price', 'Net price'],
  ])('is %s by its names in each language', (kind, ...names) => {
    for (const name of names) expect([name, roleOf(name).kind]).toEqual([name, kind]);
  });

  it.each(['Prix USD', 'USD Preis', 'Price (USD)', 'Price(USD)', 'Preis in USD', '価格（USD）'])(
    'is the price in a currency by the name %s',
    (name) => expect(roleOf(name)).toEqual({ kind: 'price', currencyId: 2 }),
  );

  it('is the same again under the names that this app writes', () => {
    const roles = (
      ['product', 'productId', 'productNumber', 'currency', 'singleUse', 'otherMetadata', 'note'] as const
    ).map((kind) => ({ kind }));
    const money = (['price', 'discount'] as const).flatMap((kind) => [
      { kind, currencyId: null },
      { kind, currencyId: 5 },
    ]);
    for (const role of [...roles, ...money, { kind: 'metadata' as const, key: 'Order' }]) {
      expect(roleOf(nameOfRole(role, CURRENCIES) ?? '')).toEqual(role);
    }
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

describe('a column of titles of products', () => {
  const titles = async (name: string, cells: readonly string[]) =>
    (await looksOf([name], rowsOf(cells), CURRENCIES, (text) => text === 'Logo' || text === 'Tea'))[0] ?? NOTHING;

  it('is the product, whatever its name, unless another column is', async () => {
    const look = await titles('Position', ['Logo', 'Tea', 'Logo', 'Tea', 'Unknown']);
    const kinds = (columns: readonly string[]) =>
      guessRoles(columns, [look, NOTHING], CURRENCIES).map(({ role }) => role.kind);
    expect(kinds(['Position', 'Price'])).toEqual(['product', 'price']);
    expect(kinds(['Position', 'Product'])).toEqual(['ignore', 'product']);
    expect(guessRoles(['Position'], [look], CURRENCIES)[0]?.note).toBe(
      'The column "Position" is read as the product, because its values are titles of your products.',
    );
  });

  it('has titles in most of its cells', async () => {
    expect((await titles('Position', ['Logo', 'Unknown'])).hasTitles).toBeUndefined();
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

  it.each([
    ['VAT', null],
    ['VAT %', null],
    ['MwSt.', null],
    ['Impuesto', null],
    ['消費税', null],
    ['Rate', 'discount'],
  ])('percentages of "%s" are about %s', async (name, look) => {
    expect(chosenLook((await lookOf(['19 %', '7 %'], name)) ?? undefined)).toBe(look);
  });

  it('is money where a tax is an amount', async () => {
    expect(chosenLook((await lookOf(['3.80'], 'VAT')) ?? undefined)).toBe('price');
  });

  it.each([
    'Quantity',
    'Qty.',
    'Item count',
    'Pieces',
    'Menge',
    'Anzahl',
    'Stück',
    'Cantidad',
    'Quantité',
    'Quantidade',
    '数量',
  ])('must be confirmed too if it is called "%s" and a cell is a number other than 1', async (name) => {
    const look = (cells: readonly string[]) => lookOf(cells, name);
    const filler = Array<string>(300).fill('1');
    for (const cells of [['1', '3'], ['1,000'], ['３'], ['2 pcs'], [...filler, '2']]) {
      const found = await look(cells);
      expect(unusedMoney([name], [{ kind: 'ignore' }], [found ?? NOTHING], CURRENCIES), cells.at(-1)).toEqual([
        `The column "${name}" looks like a quantity and is not used. Each row becomes one link at its price. Choose what it is, or tick "Leave out" below it.`,
      ]);
    }
    for (const cells of [['1', '', '1.0'], ['one'], []]) {
      const found = await look(cells);
      expect(unusedMoney([name], [{ kind: 'ignore' }], [found ?? NOTHING], CURRENCIES), cells.join()).toEqual([]);
    }
  });

  it('is no quantity because of a part of a word', async () => {
    expect(chosenLook((await lookOf(['3'], 'Country')) ?? undefined)).toBeNull();
  });

  it('needs no confirmation once confirmed or used', () => {
    const leftOut = { kind: 'ignore', leftOut: true } as const;
    expect(unusedMoney(columns, [{ kind: 'currency' }, leftOut, { kind: 'ignore' }], looks, CURRENCIES)).toEqual([]);
  });
});

describe('a currency that the seller does not use', () => {
  const columns = ['Price', 'Price GBP', 'Discounted price GBP', 'Price JPY'];
  const price = { kind: 'price', currencyId: null } as const;
  const unused = { kind: 'ignore' } as const;
  const leftOut = { kind: 'ignore', leftOut: true } as const;
  const GBP = { id: 31, name: 'GBP' };

  it('is found in unused columns and in rows, the most frequent first', () => {
    const rows = new RowCurrencies();
    for (const said of ['sek', 'NOK', 'SEK', 'GBP', null, 'no currency has so long a name']) rows.add(said);
    expect(unknownCurrencies(columns, [price, unused, unused, leftOut], CURRENCIES, rows)).toEqual({
      unknownCurrencies: [
        { currency: 'GBP', rows: null },
        { currency: 'SEK', rows: 2 },
        { currency: 'NOK', rows: 1 },
      ],
      moreUnknownCurrencies: 0,
    });
  });

  it('is only counted where rows have more than three', () => {
    const rows = new RowCurrencies();
    for (const said of ['SEK', 'NOK', 'DKK', 'PLN', 'CZK']) rows.add(said);
    const { unknownCurrencies: offered, moreUnknownCurrencies: more } = unknownCurrencies([], [], CURRENCIES, rows);
    expect(offered.map(({ currency }) => currency)).toEqual(['SEK', 'NOK', 'DKK']);
    expect(more).toBe(2);
  });

  it('is a code of ISO 4217, or a number, and no other word', () => {
    const found = (name: string) => guessRole(name, CURRENCIES).unknown ?? null;
    const words = ['Old price', 'Net price', 'Top price', 'price all', 'New Price', 'Price old'];
    expect(words.map(found)).toEqual(words.map(() => null));
    expect(['price gbp', 'Price AED', 'CHF price', 'Price currency 9'].map(found)).toEqual([
      'GBP',
      'AED',
      'CHF',
      'CURRENCY 9',
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
