// How an import finds the line with the column names, and what the names mean in six languages.
import { describe, expect, it } from 'vitest';
import {
  findHeader,
  guessRole,
  guessRoles,
  problemsOf,
  samplesOf,
  unknownCurrencies,
} from '../../src/main/import/file/columns.ts';
import type { ColumnRole, ImportChoices } from '../../src/shared/link-import.ts';

const CURRENCIES = [
  { id: 2, name: 'USD' },
  { id: 5, name: 'EUR' },
];

describe('the role of a column', () => {
  const roleOf = (name: string) => guessRole(name, CURRENCIES);

  it.each([
    ['product', 'Product,Produkt,Producto,Produit,Produto,商品'],
    ['productId', 'Product id,Produkt-ID,Id del producto,ID du produit,Id do produto,商品ID'],
    ['price', 'Price,Preis,Precio,Prix,Preço,価格'],
    ['discount', 'Discounted price,Sale_price,Aktionspreis,Reduzierter Preis,Precio con descuento,Prix remisé'],
    ['discount', 'PRIX REMISE,Preço com desconto,割引価格'],
    ['currency', 'Currency,Währung,Moneda,Devise,Moeda,通貨'],
    ['singleUse', 'Single use,single_use,Einmalig,Un solo uso,Usage unique,Uso único,1回限り,１回限り'],
    ['note', 'Private note,Notiz,Private Notiz,Nota privada,Note privée,Anotação privada,非公開メモ'],
    ['metadata', 'order,Order #,Invoice no.,Channel,Campaign,Bestellnr,Bestell-Nr.,Rechnungsnr.,Kundennummer,Kanal'],
    ['metadata', 'Pedido,Nº de pedido,N.º do pedido,Número de pedido,N° de commande,No de facture,Référence'],
    ['metadata', 'Nota fiscal,Campanha,注文番号,注文ID,受注番号,チャネル,キャンペーン'],
    ['ignore', 'Order date,Bestelldatum,Channel manager,Fecha del pedido,注文日,No.,Checkout URL,__proto__,'],
    ['ignore', 'Discount,Discount USD,Rabatt,Remise,Descuento,割引,Sonderpreis,Old price,Net price'],
  ])('is %s by the names %s', (kind, names) => {
    for (const name of names.split(',')) expect([name, roleOf(name).kind]).toEqual([name, kind]);
  });

  it.each([
    ['price', 2, 'Price USD,Prix USD,USD Preis,Price (USD),Price(USD),Preis in USD,価格（USD）'],
    ['price', 5, 'price_eur,EUR price'],
    ['discount', 2, 'Discounted price USD'],
  ])('is the %s in currency %i by the names %s', (kind, currencyId, names) => {
    for (const name of names.split(',')) expect(roleOf(name), name).toEqual({ kind, currencyId });
  });

  it.each([
    ['metadata: order', 'order'],
    ["metadata: '=x", "'=x"],
    ['metadata: __proto__', '__proto__'],
    ['order_id (metadata)', 'order_id'],
  ])('%j names the metadata %j', (name, key) => expect(roleOf(name)).toEqual({ kind: 'metadata', key }));

  it('names an unknown currency by its ISO 4217 code or its id, and by no other word', () => {
    const columns = ['Price', 'price gbp', 'Discounted price GBP', 'CHF price', 'Price currency 9', 'Price USD'];
    expect(unknownCurrencies(columns, CURRENCIES)).toEqual(['GBP', 'CHF', 'CURRENCY 9']);
    expect(unknownCurrencies(['Old price', 'Net price', 'Top price', 'price all'], CURRENCIES)).toEqual([]);
  });

  it('is the currency if its cells are codes, whatever its name', () => {
    const column = (name: string, samples: string[]) => ({ name, samples });
    const columns = (cells: string[]) => [column('Price', ['50.00']), column('Cur', cells), column('Size', ['small'])];
    const kinds = (...cells: string[]) =>
      guessRoles(columns(cells), CURRENCIES, (text) => text === 'Course').map(({ kind }) => kind);
    expect(kinds('Course', 'Course')).toEqual(['price', 'product', 'ignore']);
    expect(kinds('Course', 'other')).toEqual(['price', 'ignore', 'ignore']);
    expect(kinds('EUR', 'USD')).toEqual(['price', 'currency', 'ignore']);
    for (const cells of [[], ['EUR', 'later'], ['all', 'top']])
      expect(kinds(...cells), cells.join()).toEqual(['price', 'ignore', 'ignore']);
  });
});

it('shows the first values of a column, even if its first cells are empty', () => {
  const rows = [['A-1', ''], ['A-2', ' '], ['A-3', ' 10% '], ['A-4'], ['A-5', "'=B"], ['A-6', '500'], ['A-7', 'x']];
  expect(samplesOf(0, rows)).toEqual(['A-1', 'A-2', 'A-3']);
  expect([samplesOf(1, rows), samplesOf(2, rows)]).toEqual([['10%', '=B', '500'], []]);
});

it('reports columns that contradict each other or are incomplete', () => {
  const price: ColumnRole = { kind: 'price', currencyId: null };
  const problems = (roles: ColumnRole[], productId: string | null = 'p1') =>
    problemsOf({ header: ['a', 'b'].slice(0, roles.length), choices: { roles, productId } as ImportChoices });
  expect([problems([price, { kind: 'product' }], null), problems([price])]).toEqual([[], []]);
  expect(problems([], null)).toHaveLength(2);
  const wrong: ColumnRole[] = [{ kind: 'discount', currencyId: 5 }, price, { kind: 'metadata', key: ' ' }];
  for (const role of wrong) expect(problems([price, role])).toHaveLength(1);
});

it.each<[string, number | null, ...string[]]>([
  ['the first line', 0, 'Product,Price'],
  ['words that mean nothing', 0, 'Was,Wieviel'],
  ['no line', null, 'Logo design,100.55'],
  ['no line with an amount, even if a product has the name of a column', null, 'Service,$5'],
  ['the line below titles', 2, 'Order report', 'Period: 2026-11-01', 'Product,Price', 'Logo,12', 'Logo,13'],
  ['a line as wide as the rows', 2, 'Report,,', 'Currency:,USD,', 'Product,Price,Order', 'Logo,12,A', 'Logo,13,B'],
  ['words below titles', 2, 'A list', '', 'Was,Wieviel', 'Logo,12', 'Logo,13'],
])('takes %s for the header', (_name, row, ...lines) => {
  const rows = lines.map((line) => ({ cells: line.split(',') }));
  expect(findHeader(rows, CURRENCIES)).toBe(row);
});
