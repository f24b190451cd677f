// What a seller keeps and chooses: a backup for another computer, currencies, and the language.
import { join } from 'node:path';
import { slow } from '../../tools/test/slow.ts';
import { appTexts } from '../support/app-texts.ts';
import { expect, test } from '../support/desk-test.ts';
import {
  allSaved,
  createLink,
  createProduct,
  goTo,
  linkRow,
  openLinkForm,
  signInAtOnce,
  syncStatus,
} from '../support/seller.ts';

const PASSPHRASE = 'four words nobody guesses';

test('a backup with a passphrase is restored on another computer, whose held changes are sent after a question', async ({
  signedIn: first,
  openDesk,
  service,
}) => {
  // Two computers, and passphrases that are slow to try.
  test.setTimeout(slow(90_000));
  const file = join(first.folder, 'a.storefront-backup');
  await createProduct(first.page, 'Coaching hour');
  await createLink(first.page, 'Coaching hour', '60', '1043');
  await allSaved(first.page);
  await first.page.getByRole('switch', { name: 'Work offline' }).check();
  await createProduct(first.page, 'Logo design');
  await createLink(first.page, 'Logo design', '80', '1044');
  await goTo(first.page, 'Settings');
  await first.page.getByRole('button', { name: 'Export backup' }).click();
  const exporting = first.page.getByRole('dialog', { name: 'Export backup' });
  await exporting.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE);
  await exporting.getByLabel('Repeat passphrase', { exact: true }).fill('four words');
  await exporting.getByRole('button', { name: 'Export backup' }).click();
  await expect(exporting.getByLabel('Repeat passphrase', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await exporting.getByLabel('Repeat passphrase', { exact: true }).fill(PASSPHRASE);
  first.answers.save = file;
  await exporting.getByRole('button', { name: 'Export backup' }).click();
  await expect(exporting.getByRole('status')).toContainText('2 products, 2 links, 2 waiting changes');

  const second = await openDesk();
  const { page } = second;
  second.answers.open = file;
  await page.getByRole('button', { name: 'Restore backup' }).click();
  const dialog = page.getByRole('dialog', { name: 'Restore backup' });
  const passphrase = dialog.getByLabel('Passphrase', { exact: true });
  await passphrase.fill(PASSPHRASE);
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('table')).toContainText('Held');
  await dialog.getByRole('button', { name: 'Restore', exact: true }).click();
  await dialog.getByRole('button', { name: 'Review in Sync' }).click();
  await signInAtOnce(page, service);
  const offline = page.getByRole('switch', { name: 'Work offline' });
  await offline.setChecked(false);
  await expect(syncStatus(page)).toHaveText('2 changes need your attention');
  const before = service.changes.length;
  await goTo(page, 'Sync');
  await page.getByRole('button', { name: 'Send the rest' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send the rest' }).click();
  await allSaved(page);
  expect(service.changes.slice(before).map(({ path }) => path)).toEqual([
    '/api/shop/products',
    '/api/shop/products/119/payment-links',
  ]);
  await goTo(page, 'Payment links');
  for (const order of ['1043', '1044']) await expect(linkRow(page, order)).toContainText('Synced');
});

test('a currency is added in Settings or in the form of a link, prices are sent exactly, and removing one can be undone', async ({
  signedIn: { page },
  service,
}) => {
  const section = page.getByRole('region', { name: 'Currencies' });
  const list = section.getByRole('table', { name: 'Currencies' });
  await goTo(page, 'Settings');
  const add = async (id: string, name: string) => {
    await section.getByRole('textbox', { name: 'Currency id' }).fill(id);
    await section.getByRole('combobox', { name: 'Code or name' }).fill(name);
    await section.getByRole('button', { name: 'Add currency' }).click();
  };
  await add('3', 'eur');
  await expect(list).toContainText('EUR');
  await createProduct(page, 'Logo design');
  const form = await openLinkForm(page);
  const price = (number: number) =>
    form.getByRole('group', { name: `Price ${number}` }).getByRole('textbox', { name: 'Price', exact: true });
  await form.getByRole('group', { name: 'Price 1' }).getByRole('combobox', { name: 'Currency' }).click();
  await page.getByRole('option', { name: 'EUR' }).click();
  await price(1).fill('$5');
  await form.getByRole('button', { name: 'Create link' }).click();
  await expect(price(1)).toHaveAttribute('aria-invalid', 'true');
  await price(1).fill('1.234,5');
  await expect(price(1)).toHaveAccessibleDescription('€1,234.50');
  await form.getByRole('button', { name: 'Add another currency' }).click();
  await form.getByRole('group', { name: 'Price 2' }).getByRole('combobox', { name: 'Currency' }).click();
  await page.getByRole('option', { name: 'Add a currency…' }).click();
  await form.getByRole('textbox', { name: 'Currency id' }).fill('8');
  await form.getByRole('combobox', { name: 'Code or name' }).fill('JPY');
  await page.keyboard.press('Enter');
  await expect(price(2)).toBeFocused();
  await price(2).fill('1.500');
  await form.getByRole('button', { name: 'Create link' }).click();
  await expect(form).toBeHidden();
  await allSaved(page);
  expect(service.changes.at(-1)?.raw).toBe(
    '{"prices":[{"currency_id":3,"price":1234.5,"is_discount_price":false},{"currency_id":8,"price":1500,"is_discount_price":false}]}',
  );

  await goTo(page, 'Settings');
  await section.getByRole('button', { name: 'Remove currency EUR' }).click();
  await expect(list).not.toContainText('EUR');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(list).toContainText('EUR');
});

test('the app speaks the language chosen in Settings, also after a restart, and reads prices in it', async ({
  signedIn: desk,
  service,
}) => {
  const { page } = desk;
  const german = appTexts('de');
  await createProduct(page, 'Logo design');
  await allSaved(page);
  await goTo(page, 'Settings');
  await page.getByRole('combobox', { name: 'Language' }).click();
  await page.getByRole('option', { name: 'Deutsch', exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page.getByRole('heading', { level: 1, name: german.main.names.settings })).toBeVisible();

  await page.getByRole('navigation').getByRole('link', { name: german.main.names.paymentLinks }).click();
  await page.getByRole('button', { name: german.window.links.newLink, exact: true }).first().click();
  const form = page.getByRole('dialog');
  const price = form.getByRole('textbox', { name: german.window.links.facts.price, exact: true });
  await price.fill('1.234,50');
  await expect(price).toHaveAccessibleDescription('1.234,50\u00a0$');
  await form.getByRole('button', { name: german.window.linkForm.create }).click();
  await expect(form).toBeHidden();
  await expect.poll(() => service.changes.at(-1)?.raw).toContain('"price":1234.5,');
  await desk.restart();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page.getByRole('navigation').getByRole('link', { name: german.main.names.paymentLinks })).toBeVisible();
});
