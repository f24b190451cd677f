// The seller's main job, and the requests that the service gets for it.
import type { Locator } from '@playwright/test';
import { expect, test } from '../support/desk-test.ts';
import { allSaved, chooseForLink, goTo, linkRow, openLinkForm } from '../support/seller.ts';

/** A double click: the second click comes before the first is answered. */
const clickTwice = (button: Locator): Promise<void> =>
  button.evaluate((element: HTMLElement) => {
    element.click();
    element.click();
  });

test('a product and a link arrive once with every field; the link is copied, then deleted', async ({
  signedIn: desk,
  service,
}) => {
  const { page } = desk;
  await goTo(page, 'Settings');
  await page.getByRole('button', { name: 'Add currency' }).click();
  await page.getByRole('textbox', { name: 'Currency id' }).fill('7');
  await page.getByRole('combobox', { name: 'Code or name' }).fill('EUR');
  await page.getByRole('dialog').getByRole('button', { name: 'Add currency' }).click();

  await goTo(page, 'Products');
  await page.getByRole('button', { name: 'New product' }).click();
  const product = page.getByRole('dialog', { name: 'New product' });
  await product.getByRole('textbox', { name: 'Button title' }).fill('  Get “it” now ');
  await product.getByRole('textbox', { name: 'Product title' }).fill('Logo "design" & <b>more</b> 🎨 – דוגמה');
  await product.getByRole('textbox', { name: 'Product description' }).fill("First line\n\n'Second' line\\n\n🧡");
  await clickTwice(product.getByRole('button', { name: 'Save product' }));
  await expect(product).toBeHidden();
  await expect(page.getByRole('table', { name: 'Products' })).toContainText('Logo "design" & <b>more</b> 🎨');

  const link = await openLinkForm(page);
  await link.getByRole('combobox', { name: 'Product' }).click();
  await page.getByRole('option', { name: 'Logo "design"' }).click();
  const first = link.getByRole('group', { name: 'Price 1' });
  await first.getByRole('textbox', { name: 'Price', exact: true }).fill('100.55');
  await first.getByRole('checkbox', { name: 'Discount' }).check();
  await first.getByRole('textbox', { name: 'Discounted price' }).fill('80.1');
  await link.getByRole('button', { name: 'Add another currency' }).click();
  const second = link.getByRole('group', { name: 'Price 2' });
  await second.getByRole('textbox', { name: 'Price', exact: true }).fill('0.30');
  await link.getByRole('checkbox', { name: 'Single use' }).check();
  const metadata = [
    ['10', 'עברית'],
    ['__proto__', 'polluted?'],
    ['constructor', 'заказ № 1042'],
    ['order', '注文 “１０４２” 🧾'],
  ] as const;
  for (const [index, [key, value]] of metadata.entries()) {
    await link.getByRole('button', { name: 'Add metadata' }).click();
    await link.getByRole('textbox', { name: `Metadata key ${index + 1}` }).fill(key);
    await link.getByRole('textbox', { name: `Metadata value ${index + 1}` }).fill(value);
  }
  await clickTwice(link.getByRole('button', { name: 'Create link' }));
  await expect(link).toBeHidden();
  await allSaved(page);

  await linkRow(page, '注文').getByRole('button', { name: 'Copy checkout link' }).click();
  await expect.poll(() => desk.copied.at(-1)).toBe('https://checkout.example/s/mara/1189?uuid=00001-uuid');
  await chooseForLink(page, '注文', 'Delete link');
  const question = page.getByRole('dialog');
  await question.getByRole('button', { name: 'Delete link' }).click();
  await expect(question).toBeHidden();
  await expect(linkRow(page, '注文')).toHaveCount(0);
  await allSaved(page);

  // A second product or link would have been sent before the deletion.
  expect(service.changes.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /api/shop/products',
    'POST /api/shop/products/118/payment-links',
    'DELETE /api/shop/118/payment-links/00001-uuid',
  ]);
  const [productCreate, linkCreate, deletion] = service.changes;
  const headers = { authorization: `Bearer ${service.token}`, 'content-type': 'application/json' };
  expect(productCreate?.headers).toMatchObject(headers);
  expect(JSON.parse(productCreate?.raw ?? '')).toEqual({
    product_type: 'CustomService',
    button_title: 'Get “it” now',
    product_title: 'Logo "design" & <b>more</b> 🎨 – דוגמה',
    product_description: "First line\n\n'Second' line\\n\n🧡",
  });
  expect(linkCreate?.headers).toMatchObject(headers);
  const { metadata: sent, prices, use_once } = JSON.parse(linkCreate?.raw ?? '');
  expect([prices.length, use_once, Object.entries(sent)]).toEqual([2, true, metadata]);
  expect(prices[0]).toMatchObject({ currency_id: 2, price: 100.55, discount_price: 80.1 });
  expect(prices[1]).toMatchObject({ currency_id: 7, price: 0.3 });
  expect(deletion?.raw).toBe('');
  expect(deletion?.headers['content-type']).toBeUndefined();
});
