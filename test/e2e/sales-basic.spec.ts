// A sale through the basic checkout of a product, which names no payment link.
import { expectNoFindingsInBothThemes } from '../support/axe.ts';
import { allSaved, createProduct, goTo } from '../support/seller.ts';
import { inboxOf, startInbox } from '../support/webhook-screen.ts';
import { expect, test } from './service.ts';

test('a sale of a product without a link is marked, and found by its product', async ({ signedIn: { page } }) => {
  await createProduct(page, 'Logo design');
  await allSaved(page);
  await startInbox(page);
  await page.getByLabel('Verification key', { exact: true }).fill('');
  await page.getByRole('button', { name: 'Save webhook' }).click();
  await expect(page.getByText('Saved on the service', { exact: true })).toBeVisible();
  const address = await inboxOf(page)
    .getByText(/^http:/)
    .innerText();
  const body = JSON.stringify({
    event: 'after_sell',
    sale_id: 's-1',
    product: { id: 118, product_title: 'Logo design' },
    payment_link: null,
    price: { currency_id: 2, price: 33, is_discount_price: false },
    metadata: {},
  });
  expect((await fetch(address, { method: 'POST', body })).status).toBe(200);
  await goTo(page, 'Sales');
  const row = page.getByRole('table', { name: 'Sales' }).getByRole('row').nth(1);
  await expect(row).toContainText('Logo design');
  await row.click();
  const details = page.getByRole('complementary', { name: 'Sale details' });
  await expect(details).toContainText('It names no payment link, as sales through the basic checkout of a product.');
  await expectNoFindingsInBothThemes(page, 'a sale without a link');
  await details.getByRole('button', { name: 'Mark as sold' }).click();
  await expect(page.getByText('1 sale', { exact: true })).toBeVisible();
  await expect(page.getByText('$33.00').first()).toBeVisible();

  await goTo(page, 'Products');
  await page.getByRole('row').filter({ hasText: 'Logo design' }).click();
  await page.getByRole('button', { name: 'Show sales' }).click();
  await expect(page.getByText('1 sale', { exact: true })).toBeVisible();
  await expect(row).toContainText('Marked by you');
});
