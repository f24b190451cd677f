// The seller's main job, driven through accessible names against a service that is not the practice store.
import { SELLER } from '../support/recording-service.ts';
import {
  askToSignIn,
  createLink,
  createProduct,
  goTo,
  openLinkForm,
  signIn,
  syncStatus as status,
} from '../support/seller.ts';
import { expect, test } from './service.ts';

test.use({ isAnimated: true });

test('a product arrives with its texts exactly as typed', async ({ signedIn: { page }, service }) => {
  await page.getByRole('button', { name: 'New product' }).click();
  const dialog = page.getByRole('dialog', { name: 'New product' });
  await dialog.getByRole('textbox', { name: 'Button title' }).fill('  Get “it” now ');
  await dialog.getByRole('textbox', { name: 'Product title' }).fill('Logo "design" & <b>more</b> 🎨 – דוגמה');
  await dialog.getByRole('textbox', { name: 'Product description' }).fill("First line\n\n'Second' line\\n\n🧡");
  await dialog.getByRole('button', { name: 'Save product' }).click();
  await expect(page.getByRole('table', { name: 'Products' })).toContainText('Logo "design" & <b>more</b> 🎨');
  // All of this was saved before, too.
  await expect.poll(() => service.changes).toHaveLength(1);
  await expect(status(page)).toHaveText('All changes are saved on the service');
  const [request] = service.changes;
  expect(request).toMatchObject({ method: 'POST', path: '/api/shop/products' });
  expect(request?.headers).toMatchObject({
    authorization: `Bearer ${service.token}`,
    'content-type': 'application/json',
  });
  expect(JSON.parse(request?.raw ?? '')).toEqual({
    product_type: 'CustomService',
    button_title: 'Get “it” now',
    product_title: 'Logo "design" & <b>more</b> 🎨 – דוגמה',
    product_description: "First line\n\n'Second' line\\n\n🧡",
  });
});

test('a link with two currencies, a discount, single use and odd metadata arrives field by field', async ({
  signedIn: { page },
  service,
}) => {
  await goTo(page, 'Settings');
  await page.getByRole('textbox', { name: 'Currency id' }).fill('7');
  await page.getByRole('textbox', { name: 'Currency name' }).fill('EUR');
  await page.getByRole('button', { name: 'Add currency' }).click();
  await createProduct(page, 'Coaching hour');
  const dialog = await openLinkForm(page);
  await dialog.getByRole('combobox', { name: 'Product' }).click();
  await page.getByRole('option', { name: 'Coaching hour' }).click();
  const first = dialog.getByRole('group', { name: 'Price 1' });
  await first.getByRole('textbox', { name: 'Price', exact: true }).fill('100.55');
  await first.getByRole('checkbox', { name: 'Discount' }).check();
  await first.getByRole('textbox', { name: 'Discounted price' }).fill('80.1');
  await dialog.getByRole('button', { name: 'Add another currency' }).click();
  const second = dialog.getByRole('group', { name: 'Price 2' });
  await second.getByRole('textbox', { name: 'Price', exact: true }).fill('0.30');
  await dialog.getByRole('checkbox', { name: 'Single use' }).check();
  const metadata = [
    ['__proto__', 'polluted?'],
    ['constructor', 'заказ № 1042'],
    ['order', '注文 “１０４２” 🧾'],
    ['10', 'עברית'],
  ] as const;
  for (const [index, [key, value]] of metadata.entries()) {
    await dialog.getByRole('button', { name: 'Add metadata' }).click();
    await dialog.getByRole('textbox', { name: `Metadata key ${index + 1}` }).fill(key);
    await dialog.getByRole('textbox', { name: `Metadata value ${index + 1}` }).fill(value);
  }
  await dialog.getByRole('button', { name: 'Create link' }).click();
  await expect(dialog).toBeHidden();
  await expect(status(page)).toHaveText('All changes are saved on the service');
  const request = service.changes.at(-1);
  expect(request).toMatchObject({ method: 'POST', path: '/api/shop/products/118/payment-links' });
  const expected = `{"prices":[{"currency_id":2,"price":100.55,"is_discount_price":true,"discount_price":80.1},{"currency_id":7,"price":0.3,"is_discount_price":false}],"use_once":true,"metadata":{"10":"עברית","__proto__":"polluted?","constructor":"заказ № 1042","order":"注文 “１０４２” 🧾"}}`;
  expect(request?.raw).toBe(expected);
});

test('a checkout link can be copied, and a link is deleted with the documented path', async ({
  signedIn: app,
  service,
}) => {
  const { page } = app;
  await createProduct(page, 'Coaching hour');
  await createLink(page, 'Coaching hour', '60', '1044');
  await expect(status(page)).toHaveText('All changes are saved on the service');
  const row = page.getByRole('table', { name: 'Payment links' }).getByRole('row').filter({ hasText: '1044' });
  await row.getByRole('button', { name: 'Copy checkout link' }).click();
  await expect(page.getByText('Checkout link copied')).toBeVisible();
  expect(await app.clipboardText()).toBe('https://checkout.example/s/mara/1189?uuid=00001-uuid');
  await row.getByRole('cell').first().click();
  await page.getByRole('button', { name: 'Delete link' }).click();
  const question = page.getByRole('dialog');
  await expect(question).toContainText('stops working');
  await question.getByRole('button', { name: 'Delete link' }).click();
  await expect(question).toBeHidden();
  await expect(row).toHaveCount(0);
  await expect.poll(() => service.changes.at(-1)?.method).toBe('DELETE');
  await expect(status(page)).toHaveText('All changes are saved on the service');
  const request = service.changes.at(-1);
  expect(request).toMatchObject({ method: 'DELETE', path: '/api/shop/118/payment-links/00001-uuid', raw: '' });
  expect(request?.headers['content-type']).toBeUndefined();
});

test('the webhook is saved with a generated key, and its test distinguishes success, failure and no response', async ({
  signedIn: app,
  service,
}) => {
  const { page } = app;
  await goTo(page, 'Webhook');
  await page.getByRole('textbox', { name: 'Webhook URL' }).fill('https://hooks.example/after-sell?shop=1');
  await page.getByRole('button', { name: 'Generate key' }).click();
  const box = page.getByLabel('Verification key', { exact: true });
  await expect(box).toHaveValue(/^.{64}$/);
  const key = await box.inputValue();
  await page.getByRole('button', { name: 'Copy key' }).click();
  await expect.poll(() => app.clipboardText()).toBe(key);
  await page.getByRole('switch', { name: 'Send after-sell events' }).setChecked(true);
  await page.getByRole('button', { name: 'Save webhook' }).click();
  await expect(page.getByText('Saved on the service', { exact: true })).toBeVisible();
  expect(service.changes.at(-1)).toMatchObject({ method: 'PATCH', path: '/api/shop/store-settings' });
  expect(JSON.parse(service.changes.at(-1)?.raw ?? '')).toEqual({
    after_sell_webhook_url: 'https://hooks.example/after-sell?shop=1',
    after_sell_webhook_key: key,
    is_after_sell_webhook_on: true,
  });
  await expect(box).toHaveValue('');

  const result = page.getByRole('region', { name: 'Test result' });
  await page.getByRole('button', { name: 'Send test event' }).click();
  await expect(result).toContainText('Test delivered');
  const request = service.changes.at(-1);
  expect(request).toMatchObject({ method: 'POST', path: '/api/shop/store-settings/test-sell-webhook', raw: '' });
  expect(request?.headers['content-type']).toBeUndefined();

  service.testAnswer = { status: 502, body: '{"message":"The receiver answered 500"}' };
  await page.getByRole('button', { name: 'Send test event' }).click();
  await expect(result).toContainText('Test failed');
  await expect(result).toContainText('The receiver answered 500');

  await service.stop();
  await page.getByRole('button', { name: 'Send test event' }).click();
  await expect(result).toContainText('could not be reached');
});

test('changes made offline are sent once, in order, after a restart', async ({
  signedIn: first,
  launchApp,
  service,
}) => {
  await expect(first.page.getByRole('heading', { name: 'Products' })).toBeVisible();
  await service.stop();
  await createProduct(first.page, 'Logo design');
  for (const [index, price] of ['10', '20.5', '30.05'].entries()) {
    await createLink(first.page, 'Logo design', price, `10${index + 1}`);
  }
  await expect(status(first.page)).toHaveText('Offline, 4 changes waiting');
  await first.close();

  const second = await launchApp();
  await expect(second.page.getByRole('status', { name: 'Sync status' })).toHaveText(/4 changes/);
  service.requests.length = 0;
  await service.start();
  const heading = second.page.getByRole('heading', { name: 'Sign in to your store' });
  if (await heading.isVisible()) await signIn(second.page, service);
  await expect(status(second.page)).toHaveText('All changes are saved on the service');
  expect(service.changes.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /api/shop/products',
    'POST /api/shop/products/118/payment-links',
    'POST /api/shop/products/118/payment-links',
    'POST /api/shop/products/118/payment-links',
  ]);
  expect(service.changes.slice(1).map(({ raw }) => JSON.parse(raw).metadata.order)).toEqual(['101', '102', '103']);
  await goTo(second.page, 'Payment links');
  const rows = second.page.getByRole('table', { name: 'Payment links' }).getByRole('row');
  await rows.filter({ hasText: '103' }).getByRole('button', { name: 'Copy checkout link' }).click();
  await expect.poll(() => second.clipboardText()).toBe('https://checkout.example/s/mara/1189?uuid=00003-uuid');
});

test('a wrong password shows the message of the service, and keeps the typed text', async ({ launchApp, service }) => {
  const { page } = await launchApp();
  await askToSignIn(page, service, 'wrong');
  await expect(page.getByText('These credentials do not match our records.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(SELLER.email);
});

test('invalid input shows an error at its field, and sends nothing', async ({ launchApp, service }) => {
  const { page } = await launchApp();
  await page.getByRole('textbox', { name: 'Service address' }).fill('http://shop.example');
  await page.getByRole('textbox', { name: 'Email' }).fill('nobody');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Service address' })).toHaveAccessibleDescription(/https/);
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveAccessibleDescription(/whole email/);
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(/Enter your password/);
  expect(service.requests).toHaveLength(0);
  await signIn(page, service);
  await createProduct(page, 'Coaching hour');
  await expect(status(page)).toHaveText('All changes are saved on the service');
  const dialog = await openLinkForm(page);
  const price = dialog.getByRole('group', { name: 'Price 1' }).getByRole('textbox', { name: 'Price', exact: true });
  await price.fill('1,000.555');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  await expect(price).toHaveAccessibleDescription(/at most two decimals/);
  await price.fill('10');
  await dialog.getByRole('checkbox', { name: 'Discount' }).check();
  await dialog.getByRole('textbox', { name: 'Discounted price' }).fill('10');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Discounted price' })).toHaveAccessibleDescription(/lower/);
  expect(service.changes).toHaveLength(1);
});
