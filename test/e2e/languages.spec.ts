// The language of the app: that of the system, or the one chosen in Settings, in the window and outside it.
import type { Page } from '@playwright/test';
import { appTexts } from '../support/app-texts.ts';
import { goTo, signIn } from '../support/seller.ts';
import { expect, test } from './service.ts';

const english = appTexts('en');
const german = appTexts('de');
const japanese = appTexts('ja');

const choice = (page: Page, label: string) => page.getByRole('combobox', { name: label });

async function choose(page: Page, label: string, language: string): Promise<void> {
  await choice(page, label).click();
  await page.getByRole('option', { name: language, exact: true }).click();
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

test('uses the language chosen in Settings at once, and after a restart', async ({ launchApp, service }) => {
  const app = await launchApp();
  const { page } = app;
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await signIn(page, service);
  await goTo(page, 'Settings');
  await page.getByRole('switch', { name: english.later.settings.background.tray.show }).check();
  await expect.poll(async () => (await app.tray())?.items[0]).toBe(english.main.shell.tray.open);

  await choose(page, english.later.settings.language.label, 'Deutsch');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page.locator('html')).toHaveAttribute('dir', 'ltr');
  // It stays on its screen, at the same field.
  await expect(heading(page, german.names.settings)).toBeVisible();
  const field = choice(page, german.later.settings.language.label);
  await expect(field).toBeFocused();
  await expect(field).toBeInViewport({ ratio: 1 });
  const navigation = page.getByRole('navigation', { name: german.window.app.navigation.label });
  await expect(navigation.getByRole('link', { name: german.names.paymentLinks })).toBeVisible();
  await expect.poll(async () => (await app.tray())?.items[0]).toBe(german.main.shell.tray.open);
  await app.close();

  const restarted = await launchApp();
  await expect(restarted.page.locator('html')).toHaveAttribute('lang', 'de');
  await expect.poll(async () => (await restarted.tray())?.items[0]).toBe(german.main.shell.tray.open);
});

test('asks before unsaved text is lost by the change', async ({ launchApp, service }) => {
  const app = await launchApp();
  const { page } = app;
  await signIn(page, service);
  await goTo(page, 'Settings');
  const name = page.getByRole('textbox', { name: english.later.settings.store.name });
  await name.fill('Half written');
  await choose(page, english.later.settings.language.label, '日本語');
  const { leave } = english.window.parts;
  const question = page.getByRole('dialog', { name: leave.title });
  await question.getByRole('button', { name: leave.stay }).click();
  await expect(name).toHaveValue('Half written');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await choose(page, english.later.settings.language.label, 'English');
  await choose(page, english.later.settings.language.label, '日本語');
  await question.getByRole('button', { name: leave.leave }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja');
  await expect(page.getByRole('textbox', { name: japanese.later.settings.store.name })).not.toHaveValue('Half written');
});

test('uses the language of the system', async ({ launchApp }) => {
  const { page } = await launchApp({ args: ['--lang=de-AT'] });
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(heading(page, german.window.signIn.form.title)).toBeVisible();
});

test('uses English where it has no texts in the language of the system', async ({ launchApp }) => {
  const { page } = await launchApp({ args: ['--lang=cy'] });
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(heading(page, english.window.signIn.form.title)).toBeVisible();
});
