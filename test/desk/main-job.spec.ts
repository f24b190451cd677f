// The seller's main job, through the window, on the real core and a real service.
import { expect, test } from '../support/desk-test.ts';
import { allSaved, createLink, createProduct } from '../support/seller.ts';

test('a product and a payment link arrive at the service', async ({ signedIn: { page }, service }) => {
  await createProduct(page, 'Coaching hour');
  await createLink(page, 'Coaching hour', '60', '1044');
  await allSaved(page);
  expect(service.changes.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /api/shop/products',
    'POST /api/shop/products/118/payment-links',
  ]);
});
