// What has prices in a currency, counted before the seller removes or renames it.
import { expect, it } from 'vitest';
import { describeUse } from '../../src/renderer/screens/settings/currency-use.ts';
import { texts as later } from '../../src/shared/texts/later.ts';
import { unwrap } from '../support/computer.ts';
import { startSignedIn } from '../support/computer-fixtures.ts';

const EUR = 3;
const eur = (priceCents: number) => ({ currencyId: EUR, priceCents, discountCents: null });

it('links, default prices of products and sales count, deleted records do not', async () => {
  const { computer } = await startSignedIn();
  const { catalog, sales } = computer.store;
  const use = async () => unwrap(computer.call['settings.currencyUse']({ currencyId: EUR }));
  expect(await use()).toEqual({ links: 0, products: 0, sales: 0, isLeast: false });

  const product = catalog.products.get(await computer.product('Logo design'));
  if (!product) throw new Error('There is no product');
  catalog.addProduct({ ...product, defaultPrices: [eur(500)] });
  catalog.addProduct({ ...product, ...catalog.newRecord(), defaultPrices: [eur(500)], deletedAt: 1 });
  const link = {
    productId: product.id,
    prices: [eur(900)],
    useOnce: false,
    metadata: [],
    origin: 'desk' as const,
    paymentLink: 'https://pay.example/1?uuid=one',
    answer: null,
  };
  catalog.addLink({ ...catalog.newRecord(), ...link });
  catalog.addLink({ ...catalog.newRecord(), ...link, paymentLink: null, deletedAt: 1 });
  const sale = (sale_id: string, more: object) => ({
    at: 5,
    body: JSON.stringify({ event: 'after_sell', sale_id, ...more }),
  });
  const price = { currency_id: EUR, price: 7.5, is_discount_price: false };
  catalog.transaction(() => {
    sales.take(sale('a', { price }), true);
    sales.take(sale('b', { payment_link: link.paymentLink }), true);
    sales.take(sale('c', { price: { ...price, currency_id: 2 } }), true);
  });
  expect(await use()).toEqual({ links: 1, products: 1, sales: 2, isLeast: false });
});

it('the questions name what has prices in the currency, and whether a store could not be read', () => {
  const { removal, addition } = later.settings.currencies;
  const use = { links: 2, products: 1, sales: 1_030, isLeast: false };
  expect(removal.inUse({ ...describeUse(use), name: 'EUR', id: 3 })).toMatch(
    /^2 links, 1 product,? and 1,030 sales have prices in EUR\./,
  );
  expect(removal.inUse({ ...describeUse({ ...use, links: 0, sales: 0 }), name: 'EUR', id: 3 })).toMatch(
    /^1 product has prices in EUR\./,
  );
  expect(
    addition.inUse({ ...describeUse({ ...use, products: 0, sales: 0, isLeast: true }), name: 'EUR', id: 3 }),
  ).toMatch(/^At least 2 links have prices with the currency id 3\./);
});
