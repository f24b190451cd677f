// Ctrl+Z is "Undo" of the newest note that offers it, and of the text in a field.
import { expectNoFindingsInBothThemes } from '../support/axe.ts';
import { allSaved, createLink, createProduct, linkRow } from '../support/seller.ts';
import { expect, test } from './service.ts';

test.use({ isAnimated: true });

test('Ctrl+Z takes one deletion back after the other, and in a field it undoes the text', async ({
  signedIn: { page },
  service,
}) => {
  await createProduct(page, 'Logo design');
  for (const order of ['1042', '1043']) await createLink(page, 'Logo design', '60', order);
  await allSaved(page);
  await page.getByRole('switch', { name: 'Work offline' }).check();
  const search = page.getByRole('searchbox', { name: 'Search payment links' });
  await search.fill('order');
  for (const order of ['1042', '1043']) {
    await linkRow(page, order).focus();
    await page.keyboard.press('Delete');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete link' }).click();
    await expect(page.getByText(`Deletion saved: Logo design, $60.00, order ${order}.`)).toBeVisible();
  }
  const offered = async (...orders: string[]) => {
    const notes = page.getByRole('status').filter({ has: page.getByRole('button', { name: 'Undo' }) });
    await expect(notes).toHaveCount(orders.length);
    for (const order of orders) await expect(notes.filter({ hasText: `order ${order}` })).toHaveCount(1);
  };
  await offered('1042', '1043');
  // Their time stops under the mouse.
  await page.getByRole('button', { name: 'Undo' }).first().hover();
  await search.focus();
  await page.keyboard.press('End');
  await page.keyboard.type('s');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(search).not.toHaveValue('orders');
  await offered('1042', '1043');

  // Whatever is on screen.
  await page.keyboard.press('ControlOrMeta+1');
  await expect(page.getByRole('heading', { name: 'Products' })).toBeVisible();
  await page.keyboard.down('ControlOrMeta');
  // Held down.
  for (let times = 0; times < 3; times += 1) await page.keyboard.down('z');
  await page.keyboard.up('z');
  await page.keyboard.up('ControlOrMeta');
  await offered('1042');
  await page.keyboard.press('ControlOrMeta+z');
  await offered();
  await page.getByRole('switch', { name: 'Work offline' }).uncheck();
  await allSaved(page);
  expect(service.changes.filter(({ method }) => method === 'DELETE')).toEqual([]);
  await page.keyboard.press('?');
  await expect(page.getByRole('row', { name: 'Undo, while a note offers it Ctrl Z' })).toBeVisible();
});

test('of three deletions the newest has its "Undo" at once, and Ctrl+Z takes them back from the newest on', async ({
  signedIn: { page },
  service,
}) => {
  await createProduct(page, 'Logo design');
  const orders = ['1042', '1043', '1044'];
  for (const order of orders) await createLink(page, 'Logo design', '60', order);
  await allSaved(page);
  await page.getByRole('switch', { name: 'Work offline' }).check();
  for (const order of orders) {
    await linkRow(page, order).focus();
    await page.keyboard.press('Delete');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete link' }).click();
    const note = page.getByRole('status').filter({ hasText: `Deletion saved: Logo design, $60.00, order ${order}.` });
    await expect(note.getByRole('button', { name: 'Undo' })).toBeVisible();
  }
  // Their time stops under the mouse.
  await page.getByRole('button', { name: 'Undo' }).first().hover();
  await expectNoFindingsInBothThemes(page, 'notes with Undo');
  for (const order of orders.toReversed()) {
    await page.keyboard.press('ControlOrMeta+z');
    await expect(page.getByText(`The link stays: Logo design, $60.00, order ${order}.`)).toBeVisible();
  }
  await page.getByRole('switch', { name: 'Work offline' }).uncheck();
  await allSaved(page);
  expect(service.changes.filter(({ method }) => method === 'DELETE')).toEqual([]);
});
