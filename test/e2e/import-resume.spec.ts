// Resuming a stopped import after another file created the same rows.
import type { Page } from '@playwright/test';
import { createProduct, goTo } from '../support/seller.ts';
import { expect, test } from './service.ts';

const ROWS = 6_000;

/** Clicks "Cancel" as soon as the page has it: from here a click may come when all is done. */
const cancelAtOnce = (page: Page) =>
  page.evaluate(() => {
    const observer = new MutationObserver(() => {
      const buttons = [...document.querySelectorAll('button')];
      const cancel = buttons.find(({ textContent }) => textContent === 'Cancel');
      if (!cancel || !document.querySelector('[role="progressbar"]')) return;
      observer.disconnect();
      cancel.click();
    });
    observer.observe(document.body, { childList: true, subtree: true });
  });

test('resuming an import skips rows created meanwhile by another import, and creates them on request', async ({
  signedIn: { page },
}) => {
  await createProduct(page, 'Logo design');
  await page.getByRole('switch', { name: 'Work offline' }).check();
  const rows = Array.from({ length: ROWS }, (_, at) => `Logo design,${at + 1}.50,${at}`).join('\n');
  const read = async (name: string) => {
    await goTo(page, 'Payment links');
    await page.getByRole('button', { name: 'Import links from CSV' }).click();
    const buffer = Buffer.from(`Product,Price,Order\n${rows}\n`);
    await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer });
  };
  await read('first.csv');
  const create = page.getByRole('button', { name: 'Create 6,000 links' });
  await expect(create).toBeVisible({ timeout: 400_000 });
  await cancelAtOnce(page);
  await create.click();
  const resume = page.getByRole('button', { name: 'Create remaining links' });
  await expect(resume).toBeVisible({ timeout: 400_000 });
  await expect(page.getByText(/^0 of 6,000 sent, ([\d,]+ waiting, )?[\d,]+ not created$/)).toBeVisible();

  await read('corrected.csv');
  await page.getByRole('button', { name: /^Create [\d,]+ links$/ }).click({ timeout: 400_000 });
  await expect(page.getByRole('button', { name: 'Save result as CSV' })).toBeVisible({ timeout: 400_000 });
  await expect(page.getByRole('progressbar', { name: 'Creating links' })).toHaveCount(0, { timeout: 400_000 });
  await page.getByRole('button', { name: 'Back to imports' }).click();
  await page.getByRole('link', { name: 'first.csv' }).click();
  await resume.click();
  await expect(page.getByRole('alert')).toContainText(
    /[\d,]+ rows were left out: links like them were created after this import began\./,
  );
  await expect(resume).toHaveCount(0);
  await page.getByRole('radio', { name: 'Needs attention' }).check();
  await expect(page.getByRole('table', { name: 'Imported rows' }).getByRole('row').nth(1)).toContainText(
    'Exists already',
  );
  await page.getByRole('button', { name: /^Create [\d,]+ existing rows anyway$/ }).click();
  await expect(page.getByText(/^0 of 6,000 sent, 6,000 waiting/)).toBeVisible({ timeout: 400_000 });
  await expect(page.getByRole('alert')).toHaveCount(0);
});
