// The seller's list of currencies, where links have prices in them.

import type { Locator } from '@playwright/test';
import { expectNoFindings } from '../support/axe.ts';
import { resize } from '../support/resize.ts';
import { createLink, createProduct, goTo, openLinkForm } from '../support/seller.ts';
import { expect, test } from './service.ts';

async function addCurrency(section: Locator, id: string, name: string): Promise<void> {
  await section.getByRole('textbox', { name: 'Currency id' }).fill(id);
  await section.getByRole('textbox', { name: 'Currency name' }).fill(name);
  await section.getByRole('button', { name: 'Add currency' }).click();
}

test('asks before a currency in use is removed or gets another name', async ({ signedIn: { page } }) => {
  await resize(page, { width: 900, height: 600 });
  const section = page.getByRole('region', { name: 'Currencies' });
  const list = section.getByRole('table', { name: 'Currencies' });
  const add = (id: string, name: string) => addCurrency(section, id, name);
  const remove = (name: string) => section.getByRole('button', { name: `Remove currency ${name}` }).click();
  await goTo(page, 'Settings');
  await add('3', 'EUR');
  await expect(list).toContainText('EUR');
  await add('4', 'GBP');
  await expect(list).toContainText('GBP');

  await createProduct(page, 'Logo design');
  await goTo(page, 'Payment links');
  const form = page.getByRole('dialog', { name: 'New payment link' });
  for (const order of ['1041', '1042']) {
    await page.getByRole('button', { name: 'New payment link' }).click();
    await form.getByRole('combobox', { name: 'Currency' }).click();
    await page.getByRole('option', { name: 'EUR' }).click();
    await form.getByRole('textbox', { name: 'Price', exact: true }).fill('80');
    await form.getByRole('button', { name: 'Add metadata' }).click();
    await form.getByRole('textbox', { name: 'Metadata key 1' }).fill('order');
    await form.getByRole('textbox', { name: 'Metadata value 1' }).fill(order);
    await form.getByRole('button', { name: 'Create link' }).click();
    await expect(form).toBeHidden();
  }

  await goTo(page, 'Settings');
  await remove('GBP');
  await expect(list).not.toContainText('GBP');
  await remove('EUR');
  const removal = page.getByRole('dialog', { name: 'Remove currency EUR?' });
  await expect(removal).toContainText('2 links have prices in EUR');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectNoFindings(page, `removing a currency, ${colorScheme}`);
  }
  await removal.getByRole('button', { name: 'Cancel' }).click();
  await expect(list).toContainText('EUR');
  await remove('EUR');
  await removal.getByRole('button', { name: 'Remove currency', exact: true }).click();
  await expect(list).not.toContainText('EUR');
  await goTo(page, 'Payment links');
  const links = page.getByRole('table', { name: 'Payment links' });
  await expect(links).toContainText('80.00 Currency 3');

  await goTo(page, 'Settings');
  await add('3', 'CHF');
  const addition = page.getByRole('dialog', { name: 'Add currency CHF?' });
  await expect(addition).toContainText('2 links have prices with the currency id 3');
  await addition.getByRole('button', { name: 'Cancel' }).click();
  await goTo(page, 'Payment links');
  await expect(links).toContainText('80.00 Currency 3');
  await goTo(page, 'Settings');
  await add('3', 'EUR');
  await page
    .getByRole('dialog', { name: 'Add currency EUR?' })
    .getByRole('button', { name: 'Add currency', exact: true })
    .click();
  await expect(list).toContainText('EUR');
  await goTo(page, 'Payment links');
  await expect(links).toContainText('€80.00');
});

test('a currency that another computer adds during the question stays', async ({ signedIn: { page } }) => {
  const section = page.getByRole('region', { name: 'Currencies' });
  const list = section.getByRole('table', { name: 'Currencies' });
  const add = (id: string, name: string) => addCurrency(section, id, name);
  await createProduct(page, 'Logo design');
  await goTo(page, 'Settings');
  await add('3', 'EUR');
  await expect(list).toContainText('EUR');
  const form = await openLinkForm(page);
  await form.getByRole('combobox', { name: 'Currency' }).click();
  await page.getByRole('option', { name: 'EUR' }).click();
  await form.getByRole('textbox', { name: 'Price', exact: true }).fill('80');
  await form.getByRole('button', { name: 'Create link' }).click();
  await expect(form).toBeHidden();
  await goTo(page, 'Settings');
  await section.getByRole('button', { name: 'Remove currency EUR' }).click();
  await page
    .getByRole('dialog', { name: 'Remove currency EUR?' })
    .getByRole('button', { name: 'Remove currency', exact: true })
    .click();
  await expect(list).not.toContainText('EUR');

  await add('3', 'CHF');
  const question = page.getByRole('dialog', { name: 'Add currency CHF?' });
  await expect(question).toBeVisible();
  // As the app does when a computer of the team has added one.
  const addElsewhere = (currency: { id: number; name: string }) =>
    page.evaluate(async (added) => {
      const frame = await window.storefront.invoke('frame.get', undefined);
      if (!frame.ok) throw new Error(frame.problem.message);
      const { settings } = frame.value;
      await window.storefront.invoke('settings.update', { ...settings, currencies: [...settings.currencies, added] });
    }, currency);
  // Behind the dialog, so no longer found by its role.
  const listed = (name: string) => expect(page.locator('table', { hasText: name })).toHaveCount(1);
  await addElsewhere({ id: 4, name: 'GBP' });
  await listed('GBP');
  await question.getByRole('button', { name: 'Add currency', exact: true }).click();
  await expect(list).toContainText('CHF');
  await expect(list).toContainText('GBP');

  await section.getByRole('button', { name: 'Remove currency CHF' }).click();
  await page
    .getByRole('dialog', { name: 'Remove currency CHF?' })
    .getByRole('button', { name: 'Remove currency', exact: true })
    .click();
  await expect(list).not.toContainText('CHF');
  await add('3', 'EUR');
  await expect(page.getByRole('dialog', { name: 'Add currency EUR?' })).toBeVisible();
  await addElsewhere({ id: 3, name: 'SEK' });
  await listed('SEK');
  const again = page.getByRole('dialog', { name: 'Add currency EUR?' });
  await again.getByRole('button', { name: 'Add currency', exact: true }).click();
  await expect(again.getByRole('alert')).toContainText('The currency was not added');
  await again.getByRole('button', { name: 'Cancel' }).click();
  await expect(list).not.toContainText('EUR');
});

test('the name of a currency is asked about, and its code is offered', async ({ signedIn: { page } }) => {
  await resize(page, { width: 900, height: 600 });
  await goTo(page, 'Settings');
  const section = page.getByRole('region', { name: 'Currencies' });
  const list = section.getByRole('table', { name: 'Currencies' });
  const add = (id: string, name: string) => addCurrency(section, id, name);
  await add('3', 'Euro');
  const asked = section.getByRole('alert').filter({ hasText: '“Euro” is the name of EUR' });
  await expect(asked).toBeVisible();
  await expect(list).not.toContainText('Euro');
  await expectNoFindings(page, 'a currency with a name');
  await asked.getByRole('button', { name: 'Use EUR' }).click();
  await expect(list).toContainText('EUR');
  await expect(asked).toHaveCount(0);

  // A seller may still want the name.
  await add('4', 'Złoty');
  await section.getByRole('button', { name: 'Keep “Złoty”' }).click();
  await expect(list).toContainText('Złoty');
  await add('5', 'Points');
  await expect(list).toContainText('Points');
});

test('a code in lower case is added in upper case, in Settings and in the form of a link', async ({
  signedIn: { page },
}) => {
  await goTo(page, 'Settings');
  const section = page.getByRole('region', { name: 'Currencies' });
  const list = section.getByRole('table', { name: 'Currencies' });
  const name = section.getByRole('textbox', { name: 'Currency name' });
  await section.getByRole('textbox', { name: 'Currency id' }).fill('3');
  await name.fill(' gbp ');
  await name.press('Shift+Tab');
  await expect(name).toHaveValue('GBP');
  await section.getByRole('button', { name: 'Add currency' }).click();
  await expect(list).toContainText('GBP');
  await expect(page.getByText('Currency GBP added')).toBeVisible();
  await addCurrency(section, '4', 'Gbp');
  await expect(name).toHaveAccessibleDescription(/already/);

  await createProduct(page, 'Logo design');
  const form = await openLinkForm(page);
  await form.getByRole('combobox', { name: 'Currency' }).click();
  await page.getByRole('option', { name: 'Add a currency…' }).click();
  const fields = form.getByRole('group', { name: 'Add currency' });
  await fields.getByRole('textbox', { name: 'Currency id' }).fill('7');
  await fields.getByRole('textbox', { name: 'Currency name' }).fill('eur');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Currency EUR added')).toBeVisible();
  await expect(form.getByRole('combobox', { name: 'Currency' })).toHaveValue('EUR');
});

test('a new link starts in the currency of its product, not in that of the last link', async ({
  signedIn: { page },
}) => {
  await goTo(page, 'Settings');
  await page.getByRole('textbox', { name: 'Currency id' }).fill('3');
  await page.getByRole('textbox', { name: 'Currency name' }).fill('EUR');
  await page.getByRole('button', { name: 'Add currency' }).click();
  await createProduct(page, 'Coaching hour');
  await createProduct(page, 'Logo design');
  for (const order of ['1', '2']) await createLink(page, 'Coaching hour', '60', order);
  const form = await openLinkForm(page);
  const currency = form.getByRole('combobox', { name: 'Currency' });
  const product = form.getByRole('combobox', { name: 'Product' });
  const choose = async (box: Locator, name: string) => {
    await box.click();
    await page.getByRole('option', { name, exact: true }).click();
  };
  await choose(product, 'Coaching hour');
  await choose(currency, 'EUR');
  await form.getByRole('textbox', { name: 'Price', exact: true }).fill('70');
  await form.getByRole('button', { name: 'Create link' }).click();
  await expect(form).toBeHidden();

  await openLinkForm(page);
  await expect(currency).toHaveValue('EUR');
  await choose(product, 'Coaching hour');
  await expect(currency).toHaveValue('USD');
  // A product without links has that of the last link.
  await choose(product, 'Logo design');
  await expect(currency).toHaveValue('EUR');
  // What the seller has chosen stays, also where it is what was suggested.
  await choose(currency, 'USD');
  await choose(currency, 'EUR');
  await choose(product, 'Coaching hour');
  await expect(page.getByRole('option')).toHaveCount(0);
  await page.evaluate(() => window.storefront.invoke('frame.get', undefined));
  await expect(currency).toHaveValue('EUR');
});
