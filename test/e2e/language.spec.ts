// Every text for people comes from src/shared/texts, and has room in other languages: a walk through the app in two languages for
// tests, one with longer texts and one from right to left, looks for English, and for texts that are cut off or cover each other.
// Addresses, currencies, times, responses and typed text are no texts of the app.

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Locator, Page } from '@playwright/test';
import { PSEUDO_LANGUAGES } from '../../src/shared/texts/languages.ts';
import { root } from '../../tools/launch/project.ts';
import { appTexts } from '../support/app-texts.ts';
import { expectRoomForTexts } from '../support/cut-texts.ts';
import { type RecordingService, SELLER } from '../support/recording-service.ts';
import { resize } from '../support/resize.ts';
import { expect, test } from './service.ts';

const textsIn = (language: (typeof PSEUDO_LANGUAGES)[number]) => {
  const { window, later, names } = appTexts(language);
  return { ...window, ...later, names };
};
type Texts = ReturnType<typeof textsIn>;

/** Each Playwright worker has its own build: the window reads from it as long as it is open. */
const OUT = join(root, 'test-output/pseudo-language', process.env.TEST_PARALLEL_INDEX ?? '0');
const BUNDLE = join(OUT, 'main/index.js');

test.beforeAll(async () => {
  const cli = join(root, 'node_modules/electron-vite/bin/electron-vite.js');
  const config = join(root, 'test/support/pseudo-language/electron.vite.config.ts');
  await promisify(execFile)(process.execPath, [cli, 'build', '--config', config], {
    cwd: root,
    env: { ...process.env, STOREFRONT_PSEUDO_OUT: OUT },
  });
});

/** The smallest size of the window: longer texts have the least room there. */
const SMALLEST = { width: 900, height: 600 };

/** Not a text of the app, in any language. */
const NO_TEXT = [
  /https?:\/\/\S*/g,
  /\b[A-Z]{3}\b/g, // a currency, or part of a format's name
  /\b[A-Z]\b/g, // a key
  /⟦(Product|Price):/g, // a column of the pasted rows
  /\b[\w.]+@[\w.]+\b/g,
  /\b\d+-uuid\b/g,
  /\b\d[\d.,]*\s[kM]B\b/g, // a file size
  /\{(product|price|link)\}/g, // a placeholder of the seller's message
  /\b(POST|PATCH|DELETE) \/\S*/g,
  /\b(Node|Python|Linux|Windows)\b/g,
  /\b(English|Deutsch|Español|Français|Português \(Brasil\))/g, // the languages, each in itself
  /\d{1,2}, \d{4}, [\d:]+ [AP]M|\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b/g, // a date in a sentence
];

/** All visible or announced text of the page that has a plain letter. */
async function englishOn(page: Page): Promise<string[]> {
  const said = await page.evaluate(() => {
    const found = new Set<string>();
    // Skips code, requests and responses, system texts, and elements used only for measuring.
    const left = 'script, style, code, pre, time, kbd, textarea[aria-hidden]';
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node instanceof Element ? node : node.parentElement;
      if (!element || element.closest(left)) continue;
      if (node instanceof Text) found.add(node.data);
      for (const name of node instanceof Element
        ? ['aria-label', 'aria-description', 'title', 'placeholder', 'alt']
        : []) {
        found.add(element.getAttribute(name) ?? '');
      }
    }
    found.add(document.title);
    return [...found];
  });
  const foreign = (text: string) => /[A-Za-z]/.test(NO_TEXT.reduce((rest, one) => rest.replaceAll(one, ''), text));
  return said.filter(foreign);
}

/** The controls that the walk uses, by their names in the language. */
function handOn(page: Page, texts: Texts) {
  const dialog = page.getByRole('dialog');
  const button = (name: string, within: Page | Locator = page) => within.getByRole('button', { name, exact: true });
  return {
    dialog,
    button,
    box: (name: string, within: Page | Locator = page) => within.getByRole('textbox', { name, exact: true }),
    tab: (name: string) => page.getByRole('tab', { name }),
    expectNoEnglish: async (where: string) => {
      expect.soft(await englishOn(page), where).toEqual([]);
      await expectRoomForTexts(page, where);
    },
    goTo: async (name: string) => {
      await page.getByRole('navigation', { name: texts.app.navigation.label }).getByRole('link', { name }).click();
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    },
    /** Opens a dialog, checks it, and closes it. */
    expectDialog: async (open: () => Promise<void>, where: string) => {
      await open();
      await expect(dialog).toBeVisible();
      await expect(dialog.locator('[aria-busy="true"]')).toHaveCount(0);
      expect.soft(await englishOn(page), where).toEqual([]);
      await expectRoomForTexts(page, where);
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
    },
  };
}

async function signIn(page: Page, texts: Texts, service: RecordingService): Promise<void> {
  const { box, button } = handOn(page, texts);
  await box(texts.signIn.form.serviceAddress).fill(service.url);
  await box(texts.signIn.form.email).fill(SELLER.email);
  await page.getByLabel(texts.signIn.form.password, { exact: true }).fill(SELLER.password);
  await button(texts.signIn.form.signIn).click();
  await expect(page.getByRole('heading', { level: 1, name: texts.names.products })).toBeVisible();
}

/** Creates the product "1042". */
async function createProduct(page: Page, texts: Texts): Promise<void> {
  const { box, button, dialog } = handOn(page, texts);
  await button(texts.products.newProduct).first().click();
  await box(texts.products.fields.buttonTitle, dialog).fill('1');
  await box(texts.products.fields.title, dialog).fill('1042');
  await box(texts.products.fields.description, dialog).fill('2');
  await button(texts.products.form.save, dialog).click();
  await expect(dialog).toBeHidden();
}

async function createLink(page: Page, texts: Texts, price: string): Promise<void> {
  const { box, button, dialog } = handOn(page, texts);
  await button(texts.links.newLink).first().click();
  await dialog.getByRole('combobox', { name: texts.links.facts.product }).click();
  await page.getByRole('option', { name: '1042' }).click();
  await box(texts.links.facts.price, dialog.getByRole('group').first()).fill(price);
  await button(texts.linkForm.create, dialog).click();
  await expect(dialog).toBeHidden();
}

for (const language of PSEUDO_LANGUAGES) {
  const texts = textsIn(language);

  test(`products and payment links have all their texts, and room for them (${language})`, async ({
    launchApp,
    service,
  }) => {
    const { page } = await launchApp({ bundle: BUNDLE, args: [`--lang=${language}`] });
    if (language === 'en-XA') await resize(page, SMALLEST);
    const { box, button, dialog, expectDialog, expectNoEnglish, goTo } = handOn(page, texts);

    await expect(page.getByRole('heading', { name: texts.signIn.form.title })).toBeVisible();
    await button(texts.signIn.form.signIn).click();
    await expectNoEnglish('sign in with errors');
    await signIn(page, texts, service);
    await expectNoEnglish('no products');

    await button(texts.products.newProduct).first().click();
    await button(texts.products.form.save, dialog).click();
    await expectNoEnglish('new product with errors');
    await page.keyboard.press('Escape');
    await createProduct(page, texts);
    await expectNoEnglish('a product was made');
    await expectDialog(async () => {
      await button(texts.products.addExisting).click();
      await button(texts.products.existing.add, dialog).click();
    }, 'existing product with errors');

    await page.getByRole('table', { name: texts.names.products }).getByText('1042').click();
    await expect(page.getByRole('heading', { level: 1, name: '1042' })).toBeVisible();
    await expectNoEnglish('a product');
    await goTo(texts.names.paymentLinks);
    await expectNoEnglish('no links');
    await button(texts.links.newLink).first().click();
    await button(texts.linkForm.metadata.add, dialog).click();
    await button(texts.linkForm.create, dialog).click();
    await expectNoEnglish('new link with errors');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await createLink(page, texts, '10');
    const row = page.getByRole('table', { name: texts.names.paymentLinks }).getByRole('row').nth(1);
    await expect(button(texts.links.commands.copy, row)).toBeVisible();
    await button(texts.links.commands.copy, row).click();
    await expect(page.getByText(texts.links.copied({ facts: '$10.00' }).split('$')[0] ?? '')).toBeVisible();
    await expectNoEnglish('a link');
    await expectDialog(() => button(texts.links.addExisting).click(), 'existing link');
    await row.getByRole('checkbox').check();
    await expectNoEnglish('a selected link');
    await expectDialog(() => button(texts.links.selection.delete).click(), 'deleting links');
    await button(texts.parts.selection.clear).click();

    await row.getByRole('cell').nth(1).click();
    await expect(button(texts.links.details.close)).toBeVisible();
    await expectNoEnglish('details of a link');
    await expectDialog(() => button(texts.links.commands.customise).first().click(), 'customise');
    await expectDialog(() => button(texts.links.commands.showQrCode).first().click(), 'QR code');
    await expectDialog(() => button(texts.links.commands.replace).click(), 'replace link');
    await expectDialog(() => button(texts.links.commands.delete).click(), 'delete link');

    await button(texts.names.importLinks).click();
    await expect(page.getByRole('heading', { level: 1, name: texts.names.importLinks })).toBeVisible();
    await expectNoEnglish('import');
    await box(texts.linkImport.start.pasteRows).fill('product;price\n1042;10\n1042;20\n1042;1,2,3\n9;7\n;\n1042;10;11');
    await button(texts.linkImport.start.readRows).click();
    await expect(button(texts.linkImport.draft.create({ links: 1 }))).toBeVisible();
    // The pasted text uses the column names of the language.
    expect(
      (await englishOn(page)).filter((text) => !/\b(product|price)\b/i.test(text)),
      'rows to import',
    ).toEqual([]);
    await button(texts.linkImport.draft.create({ links: 1 })).click();
    await expect(button(texts.linkImport.begun.saveResult)).toBeVisible();
    await expectNoEnglish('an import that was done');
  });

  test(`all other screens do too (${language})`, async ({ launchApp, service }) => {
    const { page } = await launchApp({ bundle: BUNDLE, args: [`--lang=${language}`] });
    if (language === 'en-XA') await resize(page, SMALLEST);
    const { box, button, dialog, expectDialog, expectNoEnglish, goTo, tab } = handOn(page, texts);
    await signIn(page, texts, service);
    await createProduct(page, texts);

    await goTo(texts.names.webhook);
    await expectNoEnglish('webhook');
    await button(texts.webhook.form.save).click();
    await expectNoEnglish('webhook with errors');
    await box(texts.webhook.form.url).fill('https://hooks.example/1');
    await button(texts.webhook.key.generate).click();
    await button(texts.webhook.form.save).click();
    await expect(page.getByText(texts.webhook.status.states.synced, { exact: true })).toBeVisible();
    service.testAnswer = { status: 502, body: '{}' };
    await button(texts.webhook.test.send).click();
    await expect(page.getByRole('region', { name: texts.webhook.test.result })).toContainText(
      texts.webhook.test.failed,
    );
    await expectNoEnglish('webhook with a failed test');
    await button(texts.inbox.start).click();
    await expect(button(texts.inbox.stop)).toBeVisible();
    await expectNoEnglish('an inbox that listens');

    // Changes in doubt, rejected and waiting, and their details.
    service.intercept = ({ path }) =>
      path.endsWith('/payment-links') ? { status: 500, body: '{"message":"1"}' } : undefined;
    await goTo(texts.names.paymentLinks);
    await createLink(page, texts, '20');
    await expect.poll(() => service.changes.at(-1)?.path).toMatch(/payment-links$/);
    service.intercept = ({ path }) =>
      path.endsWith('/products') ? { status: 422, body: '{"message":"2"}' } : undefined;
    await goTo(texts.names.products);
    await createProduct(page, texts);
    await expect(page.getByRole('status', { name: texts.app.store.syncStatus })).toContainText('2');
    await goTo(texts.names.sync);
    const rows = page.getByRole('table').getByRole('row');
    await expect(rows).toHaveCount(3);
    await expectNoEnglish('changes that need the seller');
    for (const index of [1, 2]) {
      await rows.nth(index).click();
      await expect(button(texts.sync.change.close)).toBeVisible();
      await expectNoEnglish(`change ${index}`);
      await expectDialog(() => button(texts.sync.decisions.discard).click(), `discard ${index}`);
      await button(texts.sync.change.close).click();
    }
    await tab(texts.sync.history).click();
    await expect(rows).toHaveCount(3);
    await rows.nth(1).click();
    await expect(button(texts.sync.change.close)).toBeVisible();
    await expectNoEnglish('a change in the history');

    await goTo(texts.names.settings);
    await expectNoEnglish('settings');
    await button(texts.settings.currencies.add).click();
    await expectNoEnglish('settings with errors');
    await expectDialog(() => button(texts.backup.exportBackup).click(), 'export backup');
    await expectDialog(() => button(texts.settings.data.copyDiagnostics).click(), 'diagnostics');
    await page.keyboard.press('ControlOrMeta+K');
    await expect(dialog).toBeVisible();
    await expectNoEnglish('palette');
    await page.keyboard.type('1042');
    await expect(dialog.getByRole('option')).not.toHaveCount(0);
    await expectNoEnglish('palette with what it found');
    await page.keyboard.press('Escape');

    await page.getByRole('region', { name: texts.app.store.current }).getByRole('button').first().click();
    await expect(page.getByRole('menuitem', { name: texts.app.store.addAnother })).toBeVisible();
    await expectNoEnglish('stores');
    await page.getByRole('menuitem', { name: texts.app.store.addAnother }).click();
    await button(texts.signIn.practice.open).click();
    await expect(page.getByText(texts.tour.newHere)).toBeVisible();
    await expectNoEnglish('the practice store and its tour');
    await button(texts.tour.start).click();
    await expectNoEnglish('a step of the tour');
    await goTo(texts.names.settings);
    await expectNoEnglish('settings of the practice store');
  });
}
