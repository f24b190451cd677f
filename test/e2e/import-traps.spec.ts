// Accidents during an import: unsaved rows, a file that cannot be chosen again, lost focus.
import type { Page } from '@playwright/test';
import { createProduct, goTo } from '../support/seller.ts';
import { expect, test } from './service.ts';

const startPage = async (page: Page): Promise<void> => {
  await goTo(page, 'Payment links');
  await page.getByRole('button', { name: 'Import links from CSV' }).click();
};
const csv = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
const TYPED = 'Product,Price\nLogo design,12.50';

test('typed rows stay until the seller agrees, however a file arrives, and a refused file can be chosen again', async ({
  signedIn: { page },
}) => {
  await createProduct(page, 'Logo design');
  await startPage(page);
  const file = page.locator('input[type=file]');
  await file.setInputFiles(csv('empty.csv', ''));
  await expect(page.getByRole('alert').filter({ hasText: 'This file is empty.' })).toBeVisible();
  await expect(file).toHaveValue('');

  const typed = page.getByRole('textbox', { name: 'Paste rows' });
  await typed.fill(TYPED);
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  const stay = async () => {
    await question.getByRole('button', { name: 'Stay' }).click();
    await expect(question).toBeHidden();
    await expect(typed).toHaveValue(TYPED);
  };
  await file.setInputFiles(csv('orders.csv', 'Product,Price\nLogo design,99\n'));
  await stay();
  const dataTransfer = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['Product,Price\nLogo design,98\n'], 'dropped.csv', { type: 'text/csv' }));
    return transfer;
  });
  await typed.dispatchEvent('drop', { dataTransfer });
  await stay();
  await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'Product,Price\nLogo design,97\n');
    window.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  });
  await stay();

  // A refused file changes nothing else.
  await file.setInputFiles(csv('empty.csv', ''));
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'This file is empty.' })).toBeVisible();
  await expect(question).toBeHidden();
  await expect(typed).toHaveValue(TYPED);
  await goTo(page, 'Products');
  await stay();
  await file.setInputFiles(csv('orders.csv', 'Product,Price\nLogo design,99\n'));
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByRole('table', { name: 'Rows to import' })).toContainText('$99.00');
});

test('a metadata key keeps the focus after Enter', async ({ signedIn: { page } }) => {
  await createProduct(page, 'Logo design');
  await startPage(page);
  await page.getByRole('textbox', { name: 'Paste rows' }).fill('Product,Price,Order,Net\nLogo design,12.50,1042,9.10');
  await page.getByRole('button', { name: 'Read rows' }).click();
  const key = page.getByRole('textbox', { name: 'Metadata key for Order' });
  await key.fill('order');
  await key.press('Enter');
  await expect(page.getByRole('table', { name: 'Rows to import' })).toContainText('order: 1042');
  await expect(key).toBeFocused();
  await page.keyboard.type('-id');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('table', { name: 'Rows to import' })).toContainText('order-id: 1042');
});

test('an import announces its beginning and end, not each step', async ({ signedIn: { page } }) => {
  await createProduct(page, 'Logo design');
  await startPage(page);
  // What a screen reader would announce: each text of a live region.
  await page.evaluate(() => {
    const said: string[] = [];
    const last = new WeakMap<Element, string>();
    const spokenText = (region: Element): string => {
      const copy = region.cloneNode(true) as Element;
      for (const hidden of copy.querySelectorAll('[aria-hidden="true"]')) hidden.remove();
      return copy.textContent ?? '';
    };
    const look = () => {
      for (const region of document.querySelectorAll('main [role="status"]')) {
        const now = spokenText(region);
        if (last.get(region) !== now && now !== '') said.push(now);
        last.set(region, now);
      }
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
    Object.assign(window, { said });
  });
  const said = () => page.evaluate(() => (window as unknown as { said: string[] }).said);
  const rows = Array.from({ length: 30_000 }, (_, at) => `Logo design,${at + 1}.50,${at}`);
  await page.locator('input[type=file]').setInputFiles(csv('orders.csv', `Product,Price,Order\n${rows.join('\n')}\n`));
  const create = page.getByRole('button', { name: 'Create 30,000 links' });
  await expect(create).toBeVisible({ timeout: 400_000 });
  expect((await said()).filter((text) => /Checking/.test(text))).toHaveLength(1);
  await create.click();
  await expect(page.getByText(/of 30,000 links saved on this computer/)).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Create remaining links' })).toBeVisible({ timeout: 400_000 });
  const ofImport = await said();
  expect(ofImport.filter((text) => /\d of 30,000 links/.test(text))).toEqual([]);
  expect(ofImport.slice(-2)).toEqual(['Links are being created.', 'The import has stopped.']);
});
