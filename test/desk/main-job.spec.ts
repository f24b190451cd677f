import type { Locator } from '@playwright/test';
import { expect, test } from '../support/desk-test.ts';
import { allSaved, chooseForLink, goTo, linkRow, openLinkForm, syncStatus } from '../support/seller.ts';
import { workOffline } from '../support/sync-screen.ts';

/** A double click: the second click comes before the first is answered. */
const clickTwice = (button: Locator): Promise<void> =>
  button.evaluate((element: HTMLElement) => {
    element.click();
    element.click();
  });

test('a product and a link arrive field by field and once; the link is copied, then deleted', async ({
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
    ['__proto__', 'polluted?'],
    ['constructor', 'заказ № 1042'],
    ['order', '注文 “１０４２” 🧾'],
    ['10', 'עברית'],
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
  expect(linkCreate?.raw).toBe(
    '{"prices":[{"currency_id":2,"price":100.55,"is_discount_price":true,"discount_price":80.1},{"currency_id":7,"price":0.3,"is_discount_price":false}],"use_once":true,"metadata":{"10":"עברית","__proto__":"polluted?","constructor":"заказ № 1042","order":"注文 “１０４２” 🧾"}}',
  );
  expect(deletion?.raw).toBe('');
  expect(deletion?.headers['content-type']).toBeUndefined();
});

test('the webhook is saved with a generated key, also offline, and tested only once it is sent', async ({
  signedIn: desk,
  service,
}) => {
  const { page } = desk;
  await workOffline(page, true);
  await goTo(page, 'Webhook');
  const url = page.getByRole('textbox', { name: 'Webhook URL' });
  const save = page.getByRole('button', { name: 'Save webhook' });
  const send = page.getByRole('button', { name: 'Send test event' });
  await url.fill('https://hooks.example/before');
  await save.click();
  await expect(syncStatus(page)).toHaveText('Offline, 1 change waiting');
  await expect(send).toBeDisabled();

  // A newer change replaces the unsent one.
  await url.fill('https://hooks.example/after-sell?shop=1');
  await page.getByRole('button', { name: 'Generate key' }).click();
  const box = page.getByLabel('Verification key', { exact: true });
  await expect(box).toHaveValue(/^.{64}$/);
  const key = await box.inputValue();
  await page.getByRole('button', { name: 'Copy key' }).click();
  await expect.poll(() => desk.copied.at(-1)).toBe(key);
  await page.getByRole('switch', { name: 'Send after-sell events' }).setChecked(true);
  await save.click();
  await expect(box).toHaveValue('');
  await expect(syncStatus(page)).toHaveText('Offline, 1 change waiting');
  await workOffline(page, false);
  await allSaved(page);
  await expect(send).toBeEnabled();
  expect(service.changes.map(({ method, path }) => `${method} ${path}`)).toEqual(['PATCH /api/shop/store-settings']);
  expect(JSON.parse(service.changes[0]?.raw ?? '')).toEqual({
    after_sell_webhook_url: 'https://hooks.example/after-sell?shop=1',
    after_sell_webhook_key: key,
    is_after_sell_webhook_on: true,
  });
});
