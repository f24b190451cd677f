// A double click creates one record.
import { allSaved, goTo, openLinkForm } from '../support/seller.ts';
import { expect, test } from './service.ts';

test('a double click on "Save product" and "Create link" creates one of each', async ({
  signedIn: { page },
  service,
}) => {
  await page.getByRole('button', { name: 'New product' }).click();
  const product = page.getByRole('dialog', { name: 'New product' });
  await product.getByRole('textbox', { name: 'Button title' }).fill('Book now');
  await product.getByRole('textbox', { name: 'Product title' }).fill('Coaching hour');
  await product.getByRole('textbox', { name: 'Product description' }).fill('One hour, by video.');
  await product.getByRole('button', { name: 'Save product' }).dblclick({ delay: 20 });
  await expect(product).toBeHidden();
  const link = await openLinkForm(page);
  await link.getByRole('combobox', { name: 'Product' }).click();
  await page.getByRole('option', { name: 'Coaching hour' }).click();
  await link.getByRole('textbox', { name: 'Price', exact: true }).fill('60');
  await link.getByRole('button', { name: 'Create link' }).dblclick({ delay: 20 });
  await expect(link).toBeHidden();
  // A duplicate would be sent before a later change is.
  await goTo(page, 'Webhook');
  await page.getByRole('textbox', { name: 'Webhook URL' }).fill('https://hooks.example/after-sell');
  await page.getByRole('button', { name: 'Save webhook' }).click();
  await expect(page.getByText('Saved on the service', { exact: true })).toBeVisible();
  await allSaved(page);
  await expect
    .poll(() => service.changes.map(({ method, path }) => `${method} ${path}`))
    .toEqual([
      'POST /api/shop/products',
      'POST /api/shop/products/118/payment-links',
      expect.stringContaining('PATCH'),
    ]);
});
