// When the window's process dies: the window comes back where it was, with what was typed, and the app has it in its log.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createProduct, goTo, signIn } from '../support/seller.ts';
import { expect, test } from './service.ts';

test.use({ allowedErrors: [/crash/i] });

test('the window comes back after a crash, with the form that was being filled in', async ({
  launchApp,
  service,
  userDataDir,
}) => {
  const app = await launchApp();
  const { page } = app;
  await signIn(page, service);
  await createProduct(page, 'Coaching hour');
  await goTo(page, 'Payment links');
  await page.getByRole('button', { name: 'New payment link' }).click();
  const dialog = page.getByRole('dialog', { name: 'New payment link' });
  await dialog.getByRole('combobox', { name: 'Product' }).click();
  await page.getByRole('option', { name: 'Coaching hour' }).click();
  await dialog
    .getByRole('group', { name: 'Price 1' })
    .getByRole('textbox', { name: 'Price', exact: true })
    .fill('80.10');
  await dialog.getByRole('textbox', { name: 'Metadata key 1' }).fill('order');

  const back = await app.crashPage();
  const again = back.getByRole('dialog', { name: 'New payment link' });
  await expect(again.getByRole('combobox', { name: 'Product' })).toHaveValue('Coaching hour');
  await expect(again.getByRole('textbox', { name: 'Price', exact: true })).toHaveValue('80.10');
  await expect(again.getByRole('textbox', { name: 'Metadata key 1' })).toHaveValue('order');
  expect(back.url()).toContain('#/links');
  // It counts as typed: it is not lost by a slip.
  await back.keyboard.press('Escape');
  await expect(again.getByText('If you close this now, what you have typed is lost.')).toBeVisible();
  await again.getByRole('button', { name: 'Keep editing' }).click();
  await again.getByRole('textbox', { name: 'Metadata value 1' }).fill('1042');
  await again.getByRole('button', { name: 'Create link' }).click();
  await expect(again).toBeHidden();
  await expect(back.getByRole('table', { name: 'Payment links' })).toContainText('order: 1042');
  expect(await readFile(join(userDataDir, 'desk/logs/main.log'), 'utf8')).toContain('The window’s process is gone');

  // What was saved is no draft any more.
  await back.reload();
  await expect(back.getByRole('heading', { name: 'Payment links', exact: true })).toBeVisible();
  await expect(back.getByRole('dialog')).toBeHidden();
});
