// Settling many doubts at once: paste the store's page, and each address is matched to its change.

import type { LaunchedApp } from '../support/app.ts';
import { expectNoFindingsInBothThemes } from '../support/axe.ts';
import { resize } from '../support/resize.ts';
import { allSaved, createLink, createProduct, goTo, linkRow, syncStatus } from '../support/seller.ts';
import { expect, test } from './fixture.ts';
import { expect as expectHere, test as testWithService } from './service.ts';

const opened = async (app: LaunchedApp): Promise<string> =>
  JSON.stringify((await app.outside()).filter(({ kind }) => kind === 'open-external').at(-1)?.what ?? '');

/** The table rows of a page as text, as a browser copies them. */
async function copied(url: string): Promise<string> {
  const page = await (await fetch(url)).text();
  const rows = [...page.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<td>(.*?)<\/td>/gs)].map(([, cell = '']) => cell.replace(/<[^>]*>/g, '')).join('\t'),
  );
  return rows.join('\n').replaceAll('&amp;', '&');
}

test('addresses copied from the practice store settle the links whose responses were lost', async ({ launchApp }) => {
  const app = await launchApp({ args: ['--practice'] });
  const { page } = app;
  await resize(page, { width: 900, height: 600 });
  await createProduct(page, 'Logo design');
  await allSaved(page);
  await goTo(page, 'Settings');
  const panel = page.getByRole('region', { name: 'Practice store' });
  await panel.getByRole('combobox', { name: 'Lost answers' }).click();
  await page.getByRole('option', { name: 'One answer in 2', exact: true }).click();
  for (const order of ['1041', '1042', '1043', '1044']) await createLink(page, 'Logo design', '60', order);
  await expect(syncStatus(page)).toHaveText('2 changes need your attention');

  await goTo(page, 'Sync');
  await page.getByRole('button', { name: 'Open store page' }).click();
  await expect.poll(() => opened(app)).toContain('/practice/products');
  const text = await copied(JSON.parse(await opened(app)));
  expect(text).toContain('order: 1042');

  await page.getByRole('button', { name: 'Paste addresses' }).click();
  const dialog = page.getByRole('dialog', { name: 'Paste addresses' });
  const box = dialog.getByRole('textbox', { name: 'Payment links' });
  await expect(box).toBeFocused();
  await dialog.getByRole('button', { name: 'Mark as sent' }).click();
  await expect(dialog).toContainText('No new payment link found in this text');
  await box.fill(text);
  await expect(dialog).toContainText('2 addresses match a change. 2 addresses are in your list already.');
  const table = dialog.getByRole('table', { name: 'Addresses found' });
  await expect(table.getByRole('row')).toHaveCount(3);
  await expect(table.getByText('Found by the metadata beside it')).toHaveCount(2);
  // What its line says is beside the match, to be compared with it.
  await expect(table.getByRole('row').nth(1).getByRole('cell').first()).toContainText(/order: 104\d/);
  await expectNoFindingsInBothThemes(page, 'paste addresses');
  await dialog.getByRole('button', { name: 'Mark as sent' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('2 changes recorded by you as sent')).toBeVisible();
  await allSaved(page);

  // Each has the address that the store shows beside its order.
  await goTo(page, 'Payment links');
  for (const order of ['1041', '1042', '1043', '1044']) {
    await linkRow(page, order).click();
    const shown = await page.getByRole('textbox', { name: 'Checkout URL' }).inputValue();
    expect(text.split('\n').find((line) => line.includes(`order: ${order}`))).toContain(shown);
    await page.keyboard.press('Escape');
  }
});

testWithService('what cannot be told apart is chosen by the seller', async ({ signedIn: app, service }) => {
  const { page } = app;
  await createProduct(page, 'Coaching hour');
  await allSaved(page);
  service.intercept = ({ method }) => (method === 'POST' ? { status: 502, body: 'Bad gateway' } : undefined);
  await createLink(page, 'Coaching hour', '60', '1042');
  await expectHere(syncStatus(page)).toHaveText('1 change needs your attention');
  await goTo(page, 'Sync');
  // The store pauses after such a response, then tries a create first.
  await page.getByRole('button', { name: 'Sync now' }).click();
  await createLink(page, 'Coaching hour', '60', '1043');
  await goTo(page, 'Sync');
  await page.getByRole('button', { name: 'Sync now' }).click();
  await expectHere(syncStatus(page)).toHaveText('2 changes need your attention');

  await page.getByRole('button', { name: 'Open store page' }).click();
  const asked = page.getByRole('dialog', { name: 'Where is your store page?' });
  await asked.getByRole('textbox', { name: 'Store page' }).fill('shop');
  await asked.getByRole('button', { name: 'Save and open' }).click();
  await expectHere(asked).toContainText('Enter a whole address that starts with https://');
  await app.answerDialogs({ message: 0 });
  await asked.getByRole('textbox', { name: 'Store page' }).fill('https://shop.example/admin');
  await asked.getByRole('button', { name: 'Save and open' }).click();
  await expectHere.poll(() => opened(app)).toContain('https://shop.example/admin');

  await page.getByRole('button', { name: 'Paste addresses' }).click();
  const dialog = page.getByRole('dialog', { name: 'Paste addresses' });
  const address = (uuid: string) => `https://checkout.example/s/mara/1189?uuid=${uuid}`;
  await dialog.getByRole('textbox', { name: 'Payment links' }).fill(`${address('one')}\nfoo\n${address('two')}`);
  await expectHere(dialog).toContainText('1 line has no address and is left out.');
  await expectHere(dialog).toContainText('0 addresses match a change. 2 changes have no address yet.');
  await dialog.getByRole('button', { name: 'Mark as sent' }).click();
  await expectHere(dialog).toContainText('Choose a change for at least one address');
  const choice = (uuid: string) => dialog.getByRole('combobox', { name: `Change for ${address(uuid)}` });
  const optionOf = (order: string) => choice('one').locator('option', { hasText: `order ${order}` });
  const value = async (order: string) => (await optionOf(order).getAttribute('value')) ?? '';
  await choice('one').selectOption(await value('1043'));
  await choice('two').selectOption(await value('1043'));
  await dialog.getByRole('button', { name: 'Mark as sent' }).click();
  await expectHere(dialog).toContainText('Two addresses have the same change');
  await choice('two').selectOption(await value('1042'));
  await dialog.getByRole('button', { name: 'Mark as sent' }).click();
  await expectHere(dialog).toBeHidden();
  await allSaved(page);
  await goTo(page, 'Payment links');
  await linkRow(page, '1043').click();
  await expectHere(page.getByRole('textbox', { name: 'Checkout URL' })).toHaveValue(address('one'));
});

const SERIES = ['spring', 'autumn'].map((season) => `Photography workshop for beginners, Berlin, ${season}`);

testWithService('the chosen change is whole, and a match is in sight in a small window', async ({ signedInWith }) => {
  const { page } = await signedInWith({ products: 2, productTitles: SERIES, links: 0, sending: 4 });
  await goTo(page, 'Sync');
  await page.getByRole('button', { name: 'Paste addresses' }).click();
  const dialog = page.getByRole('dialog', { name: 'Paste addresses' });
  const address = (at: number) => `https://checkout.example/mara/200000?uuid=aaaaaaaa-0000-4000-8000-00000000000${at}`;
  await dialog
    .getByRole('textbox', { name: 'Payment links' })
    .fill(`order: crash 1 ${address(1)}\ncrash 2 ${address(2)}`);
  const choice = dialog.getByRole('combobox', { name: `Change for ${address(1)}` });
  await choice.selectOption({ index: 1 });
  for (const size of [
    { width: 900, height: 600 },
    { width: 450, height: 300 },
  ]) {
    await resize(page, size);
    const chosen = dialog.getByRole('row').nth(1).locator('[data-chosen]');
    await expectHere(chosen).toContainText(/Berlin, (spring|autumn)$/);
    const beyond = () => chosen.evaluate((text) => text.scrollWidth - text.clientWidth);
    await expectHere.poll(beyond, { message: `px cut at ${size.width} px` }).toBeLessThanOrEqual(0);
    // In sight: between the heading and the buttons.
    const hidden = async () => {
      const [row, foot] = [
        await chosen.boundingBox(),
        await dialog.getByRole('button', { name: 'Cancel' }).boundingBox(),
      ];
      return (row?.y ?? 1_000) + (row?.height ?? 0) - (foot?.y ?? 0);
    };
    await expectHere.poll(hidden, { message: `px behind the buttons at ${size.width} px` }).toBeLessThan(0);
  }
  await expectNoFindingsInBothThemes(page, 'chosen change in a small window');
});
