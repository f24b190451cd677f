// A new payment link that equals another is created only when the seller insists.

import { expectNoFindings } from '../support/axe.ts';
import { resize } from '../support/resize.ts';
import { allSaved, chooseForLink, createLink, createProduct, goTo, linkRow } from '../support/seller.ts';
import { expect, test } from './service.ts';

test('warns before a second link for the same order, and creates it when asked to', async ({
  signedIn: { page },
  service,
}) => {
  await resize(page, { width: 900, height: 600 });
  await createProduct(page, 'Logo design');
  await createLink(page, 'Logo design', '80.10', '1042');
  await allSaved(page);
  const links = () => service.changes.filter(({ path }) => path.endsWith('/payment-links')).length;
  expect(links()).toBe(1);

  await chooseForLink(page, '1042', 'Create similar link');
  const dialog = page.getByRole('dialog', { name: 'New payment link' });
  const warning = dialog.getByRole('alert').filter({ hasText: 'A link like this exists already' });
  const create = dialog.getByRole('button', { name: 'Create link' });
  await create.dblclick();
  await expect(warning).toContainText('$80.10, order 1042');
  await expect(warning).toBeInViewport();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectNoFindings(page, `same link, ${colorScheme}`);
  }
  // It is about what is typed now.
  const value = dialog.getByRole('textbox', { name: 'Metadata value 1' });
  await value.fill('1043');
  await expect(warning).toHaveCount(0);
  await value.fill('1042');
  await create.click();
  await warning.getByRole('button', { name: 'Show it' }).click();
  await expect(dialog).toBeHidden();
  const details = page.getByRole('complementary');
  await expect(details).toContainText('1042');
  expect(links()).toBe(1);

  await details.getByRole('button', { name: 'Create similar link' }).click();
  await create.click();
  await warning.getByRole('button', { name: 'Create anyway' }).click();
  await expect(dialog).toBeHidden();
  await expect.poll(links).toBe(2);
  await goTo(page, 'Payment links');
  await expect(linkRow(page, '1042')).toHaveCount(2);
});

test('the details of a similar link take the place of those of the link that it is like', async ({
  signedIn: { page },
}) => {
  await createProduct(page, 'Logo design');
  await createLink(page, 'Logo design', '80.10', '1042');
  await linkRow(page, '1042').click();
  const details = page.getByRole('complementary', { name: 'Link details' });
  await details.getByRole('button', { name: 'Create similar link' }).click();
  const dialog = page.getByRole('dialog', { name: 'New payment link' });
  await dialog.getByRole('textbox', { name: 'Metadata value 1' }).fill('1043');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  await expect(dialog).toBeHidden();
  await expect(details).toContainText('1043');
  await expect(details).not.toContainText('1042');
  await expect(linkRow(page, '1043')).toHaveAttribute('aria-current', 'true');
  await allSaved(page);
  await expect(details.getByRole('textbox', { name: 'Checkout URL' })).toHaveValue(/uuid=00002-uuid/);
});

test('single-use links without metadata are created in numbers without a question', async ({ signedIn: { page } }) => {
  await createProduct(page, 'Logo design');
  await goTo(page, 'Payment links');
  const dialog = page.getByRole('dialog', { name: 'New payment link' });
  const create = async (isSingleUse: boolean) => {
    await page.getByRole('button', { name: 'New payment link' }).click();
    await dialog.getByRole('textbox', { name: 'Price', exact: true }).fill('20');
    if (isSingleUse) await dialog.getByRole('checkbox', { name: 'Single use' }).check();
    await dialog.getByRole('button', { name: 'Create link' }).click();
  };
  const rows = page.getByRole('table', { name: 'Payment links' }).getByRole('row').filter({ hasText: '$20.00' });
  for (const count of [1, 2]) {
    await create(true);
    await expect(dialog).toBeHidden();
    await expect(rows).toHaveCount(count);
  }
  // A link for any number of sales can be used again.
  await create(false);
  await expect(rows).toHaveCount(3);
  await expect(dialog).toBeHidden();
  await create(false);
  await expect(dialog.getByRole('alert')).toContainText('A link like this exists already');
});

test('the new link is below the head of the list, also where the list was scrolled a little', async ({
  signedInWith,
}) => {
  const { page } = await signedInWith({ products: 2, links: 60 });
  await resize(page, { width: 900, height: 600 });
  await goTo(page, 'Payment links');
  const table = page.getByRole('table', { name: 'Payment links' });
  const dialog = page.getByRole('dialog', { name: 'New payment link' });
  const createAnyway = async () => {
    await dialog.getByRole('button', { name: 'Create link' }).click();
    await dialog.getByRole('alert').getByRole('button', { name: 'Create anyway' }).click();
    await expect(dialog).toBeHidden();
  };
  /** Px from the head of the list to the newest link of an order. */
  const belowHead = async (order: string) => {
    const head = await table.getByRole('columnheader').first().locator('xpath=..').boundingBox();
    const row = await linkRow(page, order).first().boundingBox();
    return head && row ? row.y - head.y - head.height : Number.NaN;
  };
  const scrollTo = (px: number) => table.evaluate((scroller, top) => scroller.scrollTo({ top }), px);
  await expect(linkRow(page, 'order: 60')).toBeVisible();
  await scrollTo(20);
  await chooseForLink(page, 'order: 58', 'Create similar link');
  await createAnyway();
  await expect(linkRow(page, 'order: 58')).toHaveCount(2);
  await expect.poll(() => belowHead('order: 58'), { timeout: 8_000 }).toBeGreaterThanOrEqual(0);

  await scrollTo(60);
  await linkRow(page, 'order: 57').click();
  const details = page.getByRole('complementary', { name: 'Link details' });
  await details.getByRole('button', { name: 'Create similar link' }).click();
  await createAnyway();
  await expect(linkRow(page, 'order: 57')).toHaveCount(2);
  await expect.poll(() => belowHead('order: 57'), { timeout: 8_000 }).toBeGreaterThanOrEqual(0);
});
