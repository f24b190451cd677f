// Forms: errors appear at their fields and are accurate.

import { expectNoFindings } from '../support/axe.ts';
import { resize } from '../support/resize.ts';
import { allSaved, createProduct, goTo, openLinkForm, signIn } from '../support/seller.ts';
import { expect, test } from './service.ts';

test('a refused sign-in shows the errors of the service at their fields, and the others above the form', async ({
  launchApp,
  service,
}) => {
  const { page } = await launchApp();
  await resize(page, { width: 900, height: 600 });
  let errors: object = { email: ['This account is closed.'], password: ['Too old.'], shop: ['Choose a shop.'] };
  service.intercept = ({ path }) =>
    path.endsWith('/auth/login') ? { status: 422, body: JSON.stringify({ message: 'Invalid.', errors }) } : undefined;
  const email = page.getByRole('textbox', { name: 'Email' });
  const password = page.getByLabel('Password', { exact: true });
  const failed = page.getByRole('alert').filter({ hasText: 'Sign-in failed' });
  const signInButton = page.getByRole('button', { name: 'Sign in', exact: true });
  await page.getByRole('textbox', { name: 'Service address' }).fill(service.url);
  await email.fill('mara@shop.example');
  await password.fill('correct horse battery staple');
  await signInButton.click();
  await expect(email).toHaveAccessibleDescription('This account is closed.');
  await expect(email).toBeFocused();
  await expect(password).toHaveAccessibleDescription('Too old.');
  await expect(failed).toContainText('shop: Choose a shop.');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectNoFindings(page, `refused sign-in, ${colorScheme}`);
  }
  errors = { password: ['Too old.'] };
  await email.fill('mira@shop.example');
  await expect(email).not.toHaveAttribute('aria-invalid', 'true');
  await signInButton.click();
  await expect(password).toBeFocused();
  await expect(failed).toHaveCount(0);
  await expect(email).not.toHaveAttribute('aria-invalid', 'true');
  // The password is never shown, even where the service repeats it.
  errors = { password: ['Not "correct horse battery staple", please.'] };
  await signInButton.click();
  await expect(failed).toContainText('The service did not accept this email and password. (422)');
  await expect(page.getByText('correct horse')).toHaveCount(0);
});

test('the store button shows the port of an address', async ({ launchApp, service }) => {
  const { page } = await launchApp();
  await resize(page, { width: 900, height: 600 });
  await signIn(page, service);
  const { host, port } = new URL(service.url);
  const button = page.getByRole('button', { name: `Store: ${host}`, exact: true });
  await expect(button).toHaveAttribute('title', new RegExp(host));
  const tail = button.getByText(`:${port}`, { exact: true });
  await expect(tail).toBeVisible();
  expect(await tail.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0);
  const right = (of: typeof tail) => of.evaluate((element) => element.getBoundingClientRect().right);
  expect(await right(tail)).toBeLessThan(await right(button));
});

test('a price is checked when its field loses focus, and a new row starts without errors', async ({
  signedIn: { page },
}) => {
  await resize(page, { width: 900, height: 600 });
  await createProduct(page, 'Logo design');
  const dialog = await openLinkForm(page);
  const group = (number: number) => dialog.getByRole('group', { name: `Price ${number}` });
  const price = group(1).getByRole('textbox', { name: 'Price', exact: true });
  const preview = dialog.getByRole('region', { name: 'Preview' });
  await expect(preview).toContainText('The price, once it is typed');
  await price.pressSequentially('ten');
  await expect(price).not.toHaveAttribute('aria-invalid', 'true');
  await expect(preview).toContainText('The typed price cannot be read');
  await price.fill('0');
  await expect(preview).toContainText('The typed price is not allowed');
  await price.fill('99999999');
  await expect(preview).toContainText('The typed price is not allowed');
  await price.fill('ten');
  await page.keyboard.press('Tab');
  await expect(price).toHaveAccessibleDescription('“ten” is not an amount. Write it in digits, for example 100.55');
  // Once shown, the error updates while typing.
  await price.fill('10');
  await expect(price).not.toHaveAttribute('aria-invalid', 'true');
  await price.fill('1x');
  await expect(price).not.toHaveAttribute('aria-invalid', 'true');
  // A click on a control is not lost when an error appears.
  await group(1).getByRole('checkbox', { name: 'Discount' }).click();
  await expect(group(1).getByRole('checkbox', { name: 'Discount' })).toBeChecked();
  await expect(price).toHaveAttribute('aria-invalid', 'true');
  const discounted = group(1).getByRole('textbox', { name: 'Discounted price' });
  await price.fill('1,250');
  await expect(price).toHaveAccessibleDescription('$1,250.00');
  await discounted.fill('2000');
  await page.keyboard.press('Tab');
  await expect(discounted).toHaveAccessibleDescription('The discounted price must be lower than the price');

  await dialog.getByRole('button', { name: 'Create link' }).click();
  await expect(discounted).toBeFocused();
  await dialog.getByRole('button', { name: 'Add metadata' }).click();
  await dialog.getByRole('textbox', { name: 'Metadata value 2' }).fill('1042');
  await dialog.getByRole('button', { name: 'Add another currency' }).click();
  await expect(group(2)).toBeVisible();
  await expect(discounted).toHaveAttribute('aria-invalid', 'true');
  await expect(group(2).locator('[aria-invalid="true"]')).toHaveCount(0);
  await expect(dialog.getByRole('textbox', { name: 'Metadata key 2' })).not.toHaveAttribute('aria-invalid', 'true');
  // A row keeps its error when a row above is removed.
  await group(2).getByRole('button', { name: 'Cancel' }).click();
  await group(2).getByRole('textbox', { name: 'Price', exact: true }).fill('abc');
  await page.keyboard.press('Tab');
  await dialog.getByRole('button', { name: 'Remove price 1' }).click();
  await expect(group(1).getByRole('textbox', { name: 'Price', exact: true })).toHaveAccessibleDescription(
    /^“abc” is not an amount/,
  );
  await dialog.getByRole('button', { name: 'Create link' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Metadata key 2' })).toHaveAccessibleDescription('Enter a key');
});

test('a webhook URL gets a missing scheme, and keeps the one it has', async ({ signedIn: { page }, service }) => {
  await goTo(page, 'Webhook');
  const url = page.getByRole('textbox', { name: 'Webhook URL' });
  await url.fill('example.com/hook?from=store');
  await page.keyboard.press('Tab');
  await expect(url).toHaveValue('https://example.com/hook?from=store');
  await expect(url).not.toHaveAttribute('aria-invalid', 'true');
  await url.fill('ftp://example.com/hook');
  await page.keyboard.press('Tab');
  await expect(url).toHaveValue('ftp://example.com/hook');
  await expect(url).toHaveAccessibleDescription(/starts with https:\/\/, or http:\/\/ on this computer/);
  await url.fill('localhost:9000/hook');
  await page.keyboard.press('Enter');
  await expect(url).toHaveValue('http://localhost:9000/hook');
  await expect
    .poll(() => service.changes.at(-1)?.raw)
    .toContain('"after_sell_webhook_url":"http://localhost:9000/hook"');
});

test('a practice store that answers 401 is not reported as stopped', async ({ launchApp }) => {
  const { page } = await launchApp({ args: ['--practice'] });
  await resize(page, { width: 900, height: 600 });
  await goTo(page, 'Settings');
  const panel = page.getByRole('region', { name: 'Practice store' });
  await panel.getByRole('combobox', { name: 'Answers every call with' }).click();
  await page.getByRole('option', { name: '401 (sign in again)' }).click();
  await expect(panel.getByRole('combobox', { name: 'Answers every call with' })).toHaveValue('401 (sign in again)');
  await createProduct(page, 'Logo design');
  const signInPanel = page.getByRole('region', { name: 'Sign in' });
  await expect(signInPanel).toContainText('is set to answer 401');
  await signInPanel.getByRole('button', { name: 'Reset to normal' }).click();
  await expect(signInPanel).toHaveCount(0);
  await goTo(page, 'Settings');
  await expect(panel.getByRole('combobox', { name: 'Answers every call with' })).toHaveValue('The normal answer');
  await panel.getByRole('button', { name: 'Expire tokens' }).click();
  await createProduct(page, 'Coaching hour');
  await expect(signInPanel).toContainText('You are signed out of the practice store');
  await signInPanel.getByRole('button', { name: 'Open the practice store' }).click();
  await expect(signInPanel).toHaveCount(0);
});

test('an import with ambiguous prices leads to its decimal sign', async ({ signedIn: { page } }) => {
  await resize(page, { width: 900, height: 600 });
  await createProduct(page, 'Logo design');
  await goTo(page, 'Payment links');
  await page.getByRole('button', { name: 'Import links from CSV' }).click();
  await page.getByRole('textbox', { name: 'Paste rows' }).fill('Product;Price\nLogo design;1,250\nLogo design;2,500');
  await page.getByRole('button', { name: 'Read rows' }).click();
  const sign = page.getByRole('combobox', { name: 'Decimal sign' });
  await expect(page.getByRole('table', { name: 'Rows to import' })).toContainText('Choose decimal sign');
  await expect(sign).toHaveCount(0);
  await page.getByRole('button', { name: 'Choose decimal sign' }).click();
  await expect(sign).toBeFocused();
  await sign.selectOption('.');
  await expect(page.getByRole('button', { name: 'Create 2 links' })).toBeEnabled();
  await expect(page.getByRole('button', { name: 'Choose decimal sign' })).toHaveCount(0);
  await expect(sign).toBeFocused();
});

test('metadata without a value is refused at its field', async ({ signedInWith, service }) => {
  const { page } = await signedInWith({ products: 1, links: 0 });
  const form = await openLinkForm(page);
  await form.getByRole('textbox', { name: 'Price', exact: true }).fill('5');
  await form.getByRole('textbox', { name: 'Metadata key 1' }).fill('order');
  await form.getByRole('button', { name: 'Create link' }).click();
  const value = form.getByRole('textbox', { name: 'Metadata value 1' });
  await expect(value).toHaveAccessibleDescription('Enter a value');
  await expect(value).toBeFocused();
  expect(service.changes).toEqual([]);
  await value.fill('1042');
  await form.getByRole('button', { name: 'Create link' }).click();
  await allSaved(page);
  await expect.poll(() => service.changes.at(-1)?.raw).toContain('"order":"1042"');
});
