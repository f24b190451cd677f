// A link on its way to a customer: filled in, as a QR code, copied when it is ready, and replaced at another price.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/desk-test.ts';
import { readQrPng } from '../support/read-qr.ts';
import type { RecordingService } from '../support/recording-service.ts';
import { allSaved, chooseForLink, createLink, createProduct, goTo, linkRow, syncStatus } from '../support/seller.ts';

const dialogOf = (page: Page, name: string): Locator => page.getByRole('dialog', { name });
const detailsOf = (page: Page): Locator => page.getByRole('complementary', { name: 'Link details' });
const sent = (service: RecordingService) => service.changes.map(({ method, path }) => `${method} ${path}`);

test('a link is filled in for a customer, and its QR codes on screen, on paper and in files read as that address', async ({
  signedInWith,
}) => {
  const desk = await signedInWith({ products: 2, links: 3 });
  const { page } = desk;
  await goTo(page, 'Payment links');
  await chooseForLink(page, 'order: 3', 'Share');
  const dialog = dialogOf(page, 'Share checkout link');
  const address = dialog.getByRole('textbox', { name: 'Checkout URL' });
  const link = await address.inputValue();
  expect(link).toMatch(/^https:\/\/checkout\.example\/mara\/200000\?uuid=[\w-]+$/);
  await dialog.getByRole('textbox', { name: 'Phone number' }).fill('+48 600&100');
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Zażółć 🧾');
  await dialog.getByRole('textbox', { name: 'Field 1' }).fill('uuid');
  await dialog.getByRole('textbox', { name: 'Field value 1' }).fill('a#b');
  // `uuid` selects the link itself, so the app refuses it as a field and copies nothing.
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('textbox', { name: 'Field 1' })).toBeFocused();
  await dialog.getByRole('textbox', { name: 'Field 1' }).fill('note');
  const filled = `${link}&phone_number=%2B48%20600%26100&name=Za%C5%BC%C3%B3%C5%82%C4%87%20%F0%9F%A7%BE&note=a%23b`;
  await expect(address).toHaveValue(filled);
  await page.keyboard.press('Enter');
  await expect.poll(() => desk.copied).toEqual([filled]);

  await dialog.getByRole('button', { name: 'QR code' }).click();
  const code = dialogOf(page, 'QR code');
  const picture = code.getByRole('img', { name: `QR code of ${filled}` });
  await expect.poll(async () => readQrPng(await picture.screenshot())).toBe(filled);
  desk.answers.save = join(desk.folder, 'code.png');
  await code.getByRole('button', { name: 'Save as PNG' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'code.png' })).toBeVisible();
  expect(readQrPng(readFileSync(join(desk.folder, 'code.png')))).toBe(filled);
  await code.getByRole('button', { name: 'Copy picture' }).click();
  await expect.poll(() => readQrPng(desk.pictures[0] ?? Buffer.alloc(0))).toBe(filled);
  await code.getByRole('button', { name: 'Print label' }).click();
  await expect.poll(() => desk.prints).toBe(1);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('navigation')).toBeHidden();
  expect(readQrPng(await page.screenshot())).toBe(filled);
});

test('an unsent link is copied when it gets its address', async ({ signedInWith }) => {
  const desk = await signedInWith({ products: 1, links: 1 });
  const { page } = desk;
  const offline = page.getByRole('switch', { name: 'Work offline' });
  await offline.check();
  await createLink(page, 'Product 1', '60', '901');
  const ask = linkRow(page, '901').getByRole('button', { name: 'Copy when ready' });
  await ask.click();
  await expect(ask).toHaveAttribute('aria-pressed', 'true');
  await offline.uncheck();
  await expect.poll(() => desk.copied.length).toBe(1);
  expect(desk.copied[0]).toMatch(/uuid=00001-uuid$/);
});

test('a similar link starts from another one; a replaced link is deleted once the new one exists, unless undone', async ({
  signedIn: { page },
  service,
}) => {
  await createProduct(page, 'Coaching hour');
  await createLink(page, 'Coaching hour', '60', '1044');
  await allSaved(page);
  await chooseForLink(page, '1044', 'Create similar link');
  const similar = dialogOf(page, 'New payment link');
  await expect(similar.getByRole('textbox', { name: 'Price', exact: true })).toHaveValue('60');
  await similar.getByRole('textbox', { name: 'Metadata value 1' }).fill('1045');
  await page.keyboard.press('Enter');
  await expect(similar).toBeHidden();
  await allSaved(page);
  expect(JSON.parse(service.changes.at(-1)?.raw ?? '')).toEqual({
    prices: [{ currency_id: 2, price: 60, is_discount_price: false }],
    metadata: { order: '1045' },
  });

  const offline = page.getByRole('switch', { name: 'Work offline' });
  await offline.check();
  const replacing = dialogOf(page, 'Replace link');
  const price = replacing.getByRole('textbox', { name: 'Price', exact: true });
  const replace = async () => {
    await chooseForLink(page, '1044', 'Replace link');
    await replacing.getByRole('textbox', { name: 'Metadata value 1' }).fill('1046');
    await price.fill('75');
    await replacing.getByRole('button', { name: 'Replace link' }).click();
    await expect(linkRow(page, '1044')).toContainText('Being replaced');
  };
  await replace();
  await expect(syncStatus(page)).toHaveText('Offline, 2 changes waiting');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(linkRow(page, '1044')).toContainText('Synced');
  await expect(linkRow(page, '1046')).toHaveCount(0);

  await replace();
  await linkRow(page, '1044').getByText('$60.00').click();
  await offline.uncheck();
  await allSaved(page);
  await expect(linkRow(page, '1044')).toHaveCount(0);
  await expect(detailsOf(page)).toContainText('$75.00');
  expect(sent(service).slice(-2)).toEqual([
    'POST /api/shop/products/118/payment-links',
    'DELETE /api/shop/118/payment-links/00001-uuid',
  ]);
});

test('many links get a new price as the dialog says; Undo takes it back even after the new links were sent', async ({
  signedInWith,
  service,
}) => {
  // Link 1 costs $1.00, discounted to $0.90; the others have no discount.
  const desk = await signedInWith(
    { products: 1, links: 3 },
    { prepare: (computer) => (computer.deletionGraceMs = 600_000) },
  );
  const { page } = desk;
  const dialog = dialogOf(page, 'Replace with a new price');
  const prices = dialog.getByRole('textbox', { name: 'Price', exact: true });
  const creations = () => service.changes.filter(({ method }) => method === 'POST');
  const deletions = () => service.changes.filter(({ method }) => method === 'DELETE').map(({ path }) => path);
  await goTo(page, 'Payment links');
  await page.getByRole('checkbox', { name: 'Select all links' }).check();
  await page.getByRole('button', { name: 'Replace with a new price' }).click();
  const groups = dialog.getByRole('list', { name: 'Prices of the selected links' }).getByRole('listitem');
  await prices.fill('ten');
  await dialog.getByRole('button', { name: 'Replace links' }).click();
  await expect(prices).toHaveAttribute('aria-invalid', 'true');
  await prices.fill('2');
  await expect(groups.last()).toHaveText(/ → \$2\.00$/);
  await expect(dialog).toContainText('2 links will be replaced. Nothing changes for 1.');
  await prices.fill('7');
  await dialog.getByRole('button', { name: 'Replace links' }).click();
  await expect.poll(() => creations().length).toBe(3);
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
  const sendAtOnce = async () => {
    await goTo(page, 'Sync');
    await page.getByRole('button', { name: 'Sync now' }).click();
  };
  await sendAtOnce();
  await expect
    .poll(() =>
      deletions()
        .map((path) => path.split('/').at(-1))
        .sort(),
    )
    .toEqual(['00001-uuid', '00002-uuid', '00003-uuid']);
  await allSaved(page);
  await goTo(page, 'Payment links');
  await expect(page.getByRole('row').filter({ hasText: '$7.00' })).toHaveCount(0);
});
