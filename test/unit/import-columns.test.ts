// Guessing the meaning of an imported column from its name, and the currencies that the seller does not have.
import { describe, expect, it } from 'vitest';
import { guessRole, guessRoles, samplesOf, unknownCurrencies } from '../../src/main/import/file/columns.ts';

const CURRENCIES = [
  { id: 2, name: 'USD' },
  { id: 5, name: 'Points' },
];

describe('the samples of a column', () => {
  it('are its first values, wherever they begin', () => {
    const rows = [['A-1', ''], ['A-2', ' '], ['A-3', ' 10% '], ['A-4'], ['A-5', "'=B"], ['A-6', '500'], ['A-7', 'x']];
    expect(samplesOf(['Order', 'Discount', 'Empty'], rows, 3)).toEqual([
      ['A-1', 'A-2', 'A-3'],
      ['10%', '=B', '500'],
      [],
    ]);
  });
});

describe('the role of a column', () => {
  const roleOf = (name: string) => guessRole(name, CURRENCIES).role;

  it.each([
    ['product', 'Produkt', 'Producto', 'Produit', 'Produto', '商品'],
    ['productId', 'Produkt-ID', 'Id del producto', 'ID du produit', 'Id do produto', '商品ID'],
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
});

describe('a currency that the seller does not use', () => {
  it('is found in the names of columns', () => {
    expect(unknownCurrencies(['Price', 'Price GBP', 'Discounted price GBP', 'Price USD'], CURRENCIES)).toEqual(['GBP']);
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
});

it('takes a column of currency codes for the currency, whatever its name, and no other words', () => {
  const [columns, currencies] = [['Price', 'Cur', 'Size'], [{ id: 2, name: 'USD' }]];
  const rolesOf = (cells: readonly string[]) =>
    guessRoles(columns, [['50.00'], cells, ['small']], currencies).map(({ kind }) => kind);
  expect(rolesOf(['EUR', 'USD'])).toEqual(['price', 'currency', 'ignore']);
  for (const cells of [[], ['EUR', 'later'], ['all', 'top']]) {
    expect(rolesOf(cells), cells.join()).toEqual(['price', 'ignore', 'ignore']);
  }
});
