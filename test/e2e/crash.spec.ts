// The window restores itself: its text after a crash, its size after a restart.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { SELLER } from '../support/recording-service.ts';
import { resize } from '../support/resize.ts';
import { allSaved, createLink, createProduct, goTo, openLinkForm } from '../support/seller.ts';
import { expect, test } from './service.ts';

test.use({ allowedErrors: [/crash/i] });

test('the window comes back after a crash with the form that was being filled in', async ({
  signedIn: app,
  userDataDir,
}) => {
  const { page } = app;
  await createProduct(page, 'Coaching hour');
  const dialog = await openLinkForm(page);
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
  // It counts as unsaved text, so closing asks.
  await back.keyboard.press('Escape');
  await expect(again.getByText('If you close this now, what you have typed is lost.')).toBeVisible();
  await again.getByRole('button', { name: 'Keep editing' }).click();
  await again.getByRole('textbox', { name: 'Metadata value 1' }).fill('1042');
  await again.getByRole('button', { name: 'Create link' }).click();
  await expect(again).toBeHidden();
  await expect(back.getByRole('table', { name: 'Payment links' })).toContainText('order: 1042');
  expect(await readFile(join(userDataDir, 'desk/logs/main.log'), 'utf8')).toContain('The window’s process is gone');

  // Saving removed the draft.
  await back.reload();
  await expect(back.getByRole('heading', { name: 'Payment links', exact: true })).toBeVisible();
  await expect(back.getByRole('dialog')).toBeHidden();
});

test('text typed into the sign-in is back after a crash, except the password', async ({ launchApp, service }) => {
  const app = await launchApp();
  await app.page.getByRole('textbox', { name: 'Service address' }).fill(service.url);
  await app.page.getByRole('textbox', { name: 'Email' }).fill(SELLER.email);
  await app.page.getByLabel('Password', { exact: true }).fill('half a pass');
  const back = await app.crashPage();
  await expect(back.getByRole('textbox', { name: 'Service address' })).toHaveValue(service.url);
  await expect(back.getByRole('textbox', { name: 'Email' })).toHaveValue(SELLER.email);
  await expect(back.getByLabel('Password', { exact: true })).toHaveValue('');
});

test('a webhook that was being typed is back after a crash, and counts as unsaved', async ({ signedIn: app }) => {
  await goTo(app.page, 'Webhook');
  await app.page.getByRole('textbox', { name: 'Webhook URL' }).fill('https://shop.example/hook');
  const back = await app.crashPage();
  await expect(back.getByRole('textbox', { name: 'Webhook URL' })).toHaveValue('https://shop.example/hook');
  await goTo(back, 'Products');
  await expect(back.getByRole('dialog')).toContainText('your changes to the webhook');
});

test('a form about a link comes back with its link after a crash', async ({ signedIn: app }) => {
  const { page } = app;
  await createProduct(page, 'Coaching hour');
  await createLink(page, 'Coaching hour', '60', '1044');
  await allSaved(page);
  await page.getByRole('row').nth(1).click();
  await page.getByRole('button', { name: 'Replace link' }).click();
  const dialogOf = (of: Page) => of.getByRole('dialog', { name: 'Replace payment link' });
  await dialogOf(page).getByRole('textbox', { name: 'Price', exact: true }).fill('90.10');
  const back = await app.crashPage();
  await expect(dialogOf(back).getByRole('textbox', { name: 'Price', exact: true })).toHaveValue('90.10');
  await expect(dialogOf(back)).toContainText('For Coaching hour');
});

test('says what was lost in a crash when it cannot be restored', async ({ signedIn: app }) => {
  await goTo(app.page, 'Settings');
  await app.page.getByRole('button', { name: 'Export backup' }).click();
  await app.page.getByRole('dialog').getByLabel('Passphrase', { exact: true }).fill('half a pass');
  const back = await app.crashPage();
  await expect(back.getByText('Your unsaved text is lost', { exact: false })).toBeVisible();
});

test('the window reopens at its last size', async ({ launchApp, userDataDir }) => {
  const first = await launchApp();
  test.skip(first.host === 'electron', 'a test changes the page there, not the window');
  await expect(first.page.getByRole('heading', { name: 'Sign in to your store' })).toBeVisible();
  await resize(first.page, { width: 1010, height: 720 });
  await expect
    .poll(() => readFile(join(userDataDir, 'desk/window.json'), 'utf8').catch(() => ''))
    .toMatch(/"width":\s*1010,\s*"height":\s*720/);
  await first.close();
  const second = await launchApp();
  await expect.poll(() => second.page.evaluate(() => [innerWidth, innerHeight])).toEqual([1010, 720]);
});
