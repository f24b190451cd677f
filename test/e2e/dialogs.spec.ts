// Dialogs: changes are not lost by accident, the focus stays inside, and the buttons stay visible.

import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { resize } from '../support/resize.ts';
import { allSaved, askToSignIn, closeWindow, createLink, createProduct, goTo } from '../support/seller.ts';
import { expect, test } from './service.ts';

test.use({ isAnimated: true });

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name });
const asking = (page: Page) => page.getByRole('alertdialog', { name: 'Close without saving?' });
const keepEditing = (page: Page) => page.getByRole('button', { name: 'Keep editing' }).click();
/** The focused element, as seen from the open dialog. */
const keyboardIsInside = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest('[role="dialog"]')?.contains(document.activeElement) === true);

/** Holds the timers without a delay, those of the dialog's focus trap, until the test calls `runTimers`. */
const holdFocusTrap = (page: Page) =>
  page.evaluate(() => {
    const timers: (() => void)[] = [];
    const { setTimeout } = window;
    Object.assign(window, {
      setTimeout: (run: () => void, ms?: number) => (ms === undefined ? timers.push(run) : setTimeout(run, ms)),
      runTimers: () => timers.splice(0).map((run) => run()).length,
    });
  });

/** Creates a payment link and opens it in the list. */
async function openLink(page: Page): Promise<void> {
  await createProduct(page, 'Coaching hour');
  await createLink(page, 'Coaching hour', '60', '1042');
  await allSaved(page);
  await goTo(page, 'Payment links');
  await page.getByRole('row').filter({ hasText: '1042' }).click();
}

test('a question takes the keyboard before the focus trap runs, so Enter answers it', async ({
  signedIn: { page },
}) => {
  await openLink(page);
  await holdFocusTrap(page);
  await page.keyboard.press('Delete');
  const dialog = dialogOf(page, 'Delete payment link');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
});

test('the keyboard that is behind a dialog goes into it with the next Tab', async ({ signedIn: { page } }) => {
  await openLink(page);
  // Where it runs late, it takes the keyboard back as well.
  await holdFocusTrap(page);
  await page.keyboard.press('Delete');
  const question = dialogOf(page, 'Delete payment link');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  // A Tab that is pressed before the focus trap runs can lead there.
  await page.evaluate(() => document.querySelector<HTMLElement>('nav a')?.focus());
  await page.keyboard.press('Tab');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(question.getByRole('button', { name: 'Delete link' })).toBeFocused();
});

test('focus stays on the field it was moved to when the focus trap runs late', async ({ signedIn: { page } }) => {
  await holdFocusTrap(page);
  await page.getByRole('button', { name: 'New product' }).click();
  const dialog = dialogOf(page, 'New product');
  await expect(dialog.getByRole('textbox', { name: 'Button title' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('textbox', { name: 'Product title' })).toBeFocused();
  expect(await page.evaluate(() => (window as unknown as { runTimers(): number }).runTimers())).toBeGreaterThan(0);
  await expect(dialog.getByRole('textbox', { name: 'Product title' })).toBeFocused();
});

test('a dialog asks about changes however they were made and however it is closed', async ({ signedIn: { page } }) => {
  await resize(page, { width: 900, height: 600 });
  await createProduct(page, 'Coaching hour');
  await createLink(page, 'Coaching hour', '60', '1042');
  const dialog = dialogOf(page, 'New payment link');
  // The form itself chose the only product, so nothing would be lost.
  await page.getByRole('button', { name: 'New payment link' }).click();
  await expect(dialog.getByRole('combobox', { name: 'Product' })).toHaveValue('Coaching hour');
  await expect(dialog.getByRole('button', { name: 'Create link' })).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await page.getByRole('button', { name: 'New payment link' }).click();
  const price = dialog.getByRole('textbox', { name: 'Price', exact: true });
  await price.fill('80.10');
  await page.keyboard.press('Escape');
  await expect(asking(page)).toBeVisible();
  await keepEditing(page);
  await expect(price).toHaveValue('80.10');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Close without saving' }).click();
  await expect(dialog).toBeHidden();

  await goTo(page, 'Payment links');
  await page.getByRole('row').filter({ hasText: '1042' }).click();
  await page.getByRole('button', { name: 'Create similar link' }).click();
  await dialog.getByRole('button', { name: 'Remove metadata 1' }).focus();
  await page.keyboard.press('Enter');
  // The focus moves to the next row.
  await expect(dialog.getByRole('textbox', { name: 'Metadata key 1' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(asking(page)).toBeVisible();
  await keepEditing(page);
  await dialog.getByRole('button', { name: 'Remove metadata 1' }).click();
  await expect(dialog.getByRole('button', { name: 'Add metadata' })).toBeFocused();
});

test('a dialog on top keeps the one beneath guarded, against Escape and against quitting', async ({
  signedIn: app,
}) => {
  const { page } = app;
  await createProduct(page, 'Coaching hour');
  await createLink(page, 'Coaching hour', '60', '1042');
  await allSaved(page);
  await page.getByRole('row').filter({ hasText: '1042' }).click();
  await page.getByRole('button', { name: 'Customise checkout link' }).click();
  const dialog = dialogOf(page, 'Customise checkout link');
  const phone = dialog.getByRole('textbox', { name: 'Phone number' });
  await phone.fill('+48600100200');
  await dialog.getByRole('button', { name: 'Show QR code' }).click();
  await expect(dialogOf(page, 'QR code').getByRole('button', { name: 'Save as PNG' })).toBeFocused();
  await closeWindow(app);
  const question = dialogOf(page, 'Close “Customise checkout link” without saving?');
  await expect(question).toBeVisible();
  await keepEditing(page);
  await page.keyboard.press('Escape');
  await expect(dialog.getByRole('button', { name: 'Show QR code' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(asking(page)).toBeVisible();
  await keepEditing(page);
  await expect(phone).toHaveValue('+48600100200');

  // Templates: an error moves the focus to its field, and their dialogs return it.
  await dialog.getByRole('button', { name: 'Save as template' }).click();
  const saving = dialogOf(page, 'Save template');
  const name = saving.getByRole('textbox', { name: 'Template name' });
  await name.fill('n'.repeat(81));
  await saving.getByRole('button', { name: 'Save template' }).click();
  await expect(name).toBeFocused();
  await name.fill('WhatsApp');
  await saving.getByRole('button', { name: 'Save template' }).click();
  await expect(dialog.getByRole('button', { name: 'Save as template' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Rename template' }).click();
  await dialogOf(page, 'Rename template').getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog.getByRole('button', { name: 'Rename template' })).toBeFocused();
  // The control is disabled now, so the first field gets the focus.
  await dialog.getByRole('button', { name: 'Delete template' }).click();
  await dialogOf(page, 'Delete template').getByRole('button', { name: 'Delete template' }).click();
  await expect(phone).toBeFocused();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Close without saving' }).click();
  await expect(dialog).toBeHidden();
});

test('focus moves to the refused field and to the next step, never behind the dialog', async ({
  signedIn: app,
  userDataDir,
}) => {
  const { page } = app;
  const adding = dialogOf(page, 'Add existing product');
  const add = async (title: string) => {
    await page.getByRole('button', { name: 'Add existing product' }).click();
    await adding.getByRole('textbox', { name: 'Product id' }).fill('118');
    await adding.getByRole('textbox', { name: 'Product title' }).fill(title);
    await adding.getByRole('button', { name: 'Add product' }).click();
  };
  await add('Coaching hour');
  await expect(adding).toBeHidden();
  await add('Logo design');
  const id = adding.getByRole('textbox', { name: 'Product id' });
  await expect(id).toBeFocused();
  await expect(id).toHaveAttribute('aria-invalid', 'true');
  // Shown at the field, and not a second time.
  await expect(adding.getByRole('alert')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Close without saving' }).click();

  await goTo(page, 'Settings');
  await page.getByRole('button', { name: 'Export backup' }).click();
  const exporting = dialogOf(page, 'Export backup');
  const passphrase = exporting.getByLabel('Passphrase', { exact: true });
  await passphrase.fill('short');
  await exporting.getByRole('button', { name: 'Export backup' }).click();
  await expect(passphrase).toBeFocused();
  await expect(passphrase).toHaveAttribute('aria-invalid', 'true');
  await expect(passphrase).toHaveAccessibleDescription(/at least/);
  const file = join(userDataDir, 'all.storefront-backup');
  await app.answerDialogs({ save: file, open: [file] });
  await passphrase.fill('');
  await page.keyboard.press('Enter');
  await expect(exporting.getByRole('button', { name: 'Close' }).last()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(exporting).toBeHidden();
  // Something to restore.
  await page.getByRole('radio', { name: 'Dark' }).check();
  await page.getByRole('button', { name: 'Restore backup' }).first().click();
  const restoring = dialogOf(page, 'Restore backup');
  await expect(restoring.getByText('The backup holds')).toBeFocused();
  await restoring.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(restoring.getByRole('status')).toContainText('Backup restored');
  await expect(restoring.getByRole('button', { name: 'Close' }).last()).toBeFocused();
  expect(await keyboardIsInside(page)).toBe(true);
});

test('a button keeps the focus while it is busy, and ignores a second press', async ({ launchApp, service }) => {
  const { page } = await launchApp();
  await expect(page.getByRole('textbox', { name: 'Service address' })).toBeFocused();
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    service.intercept = () => {
      resolve();
      return new Promise((send) => {
        answer = () => send({ status: 422, body: '{"message":"Invalid credentials"}' });
      });
    };
  });
  await askToSignIn(page, service, 'not the password');
  await asked;
  const button = page.getByRole('button', { name: 'Sign in', exact: true });
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  answer();
  await expect(page.getByText('Invalid credentials').first()).toBeVisible();
  expect(service.requests).toHaveLength(1);
  await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(false);
});

test('without animations too the keyboard goes back to what opened a form, also when another dialog was above it', async ({
  signedIn: { page },
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await createProduct(page, 'Coaching hour');
  await createLink(page, 'Coaching hour', '60', '1042');
  await page.getByRole('row').filter({ hasText: '1042' }).click();
  const opener = page.getByRole('button', { name: 'Customise checkout link' });
  await opener.press('Enter');
  const dialog = dialogOf(page, 'Customise checkout link');
  await expect(dialog.getByRole('textbox', { name: 'Phone number' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Show QR code' }).press('Enter');
  await expect(dialogOf(page, 'QR code').getByRole('button', { name: 'Save as PNG' })).toBeFocused();
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(dialog.getByRole('button', { name: 'Show QR code' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(opener).toBeFocused();
});

test('Escape closes only the dialog and not the details behind it, even if the dialog has lost the focus', async ({
  signedInWith,
}) => {
  const { page } = await signedInWith({ products: 1, links: 1 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await goTo(page, 'Payment links');
  await page.getByRole('table', { name: 'Payment links' }).getByText('order').click();
  const details = page.getByRole('complementary', { name: 'Link details' });
  const dialog = page.getByRole('dialog');

  await details.getByRole('button', { name: 'Show QR code' }).click();
  await expect.poll(() => keyboardIsInside(page)).toBe(true);
  // For example, because the focused element was replaced.
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(details).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(details).toBeHidden();
});
