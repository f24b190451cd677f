// Files as shops, banks and spreadsheets write them: which rows become links at which price, and what is said about the rest.
import { beforeEach, describe, expect, it } from 'vitest';
import type { Computer } from '../support/computer.ts';
import { unwrap } from '../support/computer.ts';
import { startSignedIn } from '../support/computer-fixtures.ts';
import { importing } from '../support/import-file.ts';

let computer: Computer;
beforeEach(async () => {
  ({ computer } = await startSignedIn());
  await computer.product('Logo');
  await computer.settled();
});
const { draft, read, change, create, rows } = importing(() => computer);

const addCurrency = async (id: number, name: string) => {
  const settings = computer.store.deps.settings();
  const currencies = [...settings.currencies, { id, name }];
  await unwrap(computer.call['settings.update']({ ...settings, currencies }));
};
/** Of each row: its cents, its first metadata value and its state. */
const links = async () =>
  (await rows()).map(({ prices, metadata, state }) => [
    prices.map(({ priceCents, discountCents }) => discountCents ?? priceCents).join(),
    metadata[0]?.value ?? '',
    state,
  ]);
const ready = (cents: string, order: string) => [cents, order, 'new'];
/** MacRoman, with the line ends of Excel for Mac. */
const mac = Buffer.from(
  'Produit;Prix;Commande\rLogo;12,50 \u00db;N\u00a11\rLogo;13,50 \u00db;cr\u008eation 2\r',
  'latin1',
);

describe('the rows of a file', () => {
  it.each([
    [
      'whose cells are written as ="…"',
      'Product;Price;Order\r\n="Logo";="1.234,56";="000124"\r\nLogo;51,00;="000125"',
      [ready('123456', '000124'), ready('5100', '000125')],
    ],
    [
      'below titles',
      'Order report\r\nPeriod: 2026-11-01\r\n\r\nProduct,Price,Order\r\nLogo,12.50,A-1\r\nLogo,13.50,A-2',
      [ready('1250', 'A-1'), ready('1350', 'A-2')],
    ],
    [
      'between titles and totals',
      'Report\r\nPeriod:,2026-11\r\nCurrency:,USD\r\nProduct,Price,Order\r\nLogo,12.50,A-1\r\nLogo,13.50,A-2\r\nTotals:,26.00,',
      [ready('1250', 'A-1'), ready('1350', 'A-2'), ['', '', 'skipped']],
    ],
    [
      'with a sum that has no words',
      'Order,Price\r\nB-1,30.00\r\nB-2,45.50\r\n,75.50',
      [ready('3000', 'B-1'), ready('4550', 'B-2'), ['7550', '', 'skipped']],
    ],
    [
      'with invisible characters',
      'Product,\u200bPrice,Order\nLogo\u200b,12.50,I\u200b-1\n\u200eLo\u00adgo,$13.50\u200b,I-2',
      [ready('1250', 'I-1'), ready('1350', 'I-2')],
    ],
    [
      'of a French shop',
      'Produit;Prix;Commande\nLogo;12,50 $US;f1\nLogo;1\u202f234,50\u00a0$US;f2',
      [ready('1250', 'f1'), ready('123450', 'f2')],
    ],
    [
      'of the products of a shop',
      'Title,Option1,Variant Price,Variant Compare At Price\r\nLogo,Blue,42.99,44.99\r\nLogo,Red,41.99,\r\n,,,',
      [ready('4299', ''), ready('4199', '')],
    ],
    [
      'with sale prices and regular prices',
      'Product,Sale price,Regular price,Order\r\nLogo,,45,w1\r\nLogo,18,20,w2\r\nLogo,17,,w3',
      [ready('4500', 'w1'), ready('1800', 'w2'), ready('1700', 'w3')],
    ],
    [
      'with an image that has no price',
      'Product,Price,Image\r\nLogo,5,a.jpg\r\n,,b.jpg',
      [ready('500', ''), ['', '', 'skipped']],
    ],
  ])('%s become links', async (_name, file, expected) => {
    await read(file);
    expect(await links()).toEqual(expected);
    expect(draft().problems).toEqual([]);
  });

  it('of Excel for Mac are read in its encoding, and a Japanese spreadsheet in yen', async () => {
    await addCurrency(3, 'EUR');
    await read(mac);
    expect(draft().choices.encoding).toBe('macintosh');
    expect(await links()).toEqual([ready('1250', 'N°1'), ready('1350', 'création 2')]);
    await addCurrency(4, 'JPY');
    await read(
      '商品,価格（JPY）,注文番号\nLogo,￥1200,J-1\nLogo,１２００,J-2\nLogo,"1,200円",J-3\nLogo,￥１，３００,J-4',
    );
    expect((await links()).map(([cents]) => cents)).toEqual(['120000', '120000', '120000', '130000']);
  });

  it('that a spreadsheet has damaged are told at their column', async () => {
    await read('Product,Price,Order\nLogo,19.00,1.23457E+11\nLogo,21.00,1.23457E+11');
    expect(draft().notes).toEqual([expect.stringMatching(/2 numbers in the column "Order"/)]);
  });

  it('begin where the seller says that they do', async () => {
    await read('Mine,Yours\nLogo,12.50\nLogo,13.50');
    expect(draft().choices.headerLine).toBe(1);
    await change({ headerLine: null });
    expect(draft().counts.all).toBe(3);
    await change({ headerLine: 2 });
    expect(draft().columns.map(({ name }) => name)).toEqual(['Logo', '12.50']);
    expect(draft().counts.all).toBe(1);
  });
});

describe('what can be known is not asked', () => {
  it('the only product is chosen, then the one that was used last, unless a column names it', async () => {
    await read('Price,Order\n5,1');
    expect(draft().problems).toEqual([]);
    await create();
    const other = await computer.product('Other');
    await read('Price,Order\n5,2');
    expect((await rows())[0]?.productTitle).toBe('Logo');
    await change({ productId: other });
    await create();
    await read('Price,Reference\n6,3');
    expect((await rows())[0]?.productTitle).toBe('Other');
    await read('Product,Price\n,7');
    expect((await rows())[0]?.state).toBe('bad');
  });

  it('the decimal sign is that of the last file with these columns', async () => {
    await read('Product,Price,Order\nLogo,"1,500",1');
    expect(draft().notes).toHaveLength(1);
    await change({ decimal: '.' });
    await create();
    await read('Product,Price,Order\nLogo,"1,700",2');
    expect(await links()).toEqual([ready('170000', '2')]);
    // An amount that shows another sign decides.
    await read('Product;Price;Order\nLogo;1.700;3\nLogo;2,50;4');
    expect(await links()).toEqual([ready('170000', '3'), ready('250', '4')]);
  });
});
