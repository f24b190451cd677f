// After the window process crashed, each form has its text again, in its store, or the seller is told what was lost.
import type { Page } from '@playwright/test';
import type { Channel, Input, Output } from '../../src/shared/contract.ts';
import type { Result } from '../../src/shared/problem.ts';
import { freePort } from '../support/free-port.ts';
import type { RecordingService } from '../support/recording-service.ts';
import { allSaved, createLink, createProduct, goTo, syncStatus } from '../support/seller.ts';
import { expect, test } from './service.ts';

test.use({ allowedErrors: [/crash/i] });

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name });
const isBack = (page: Page) =>
  expect(page.getByText('Your unsaved text was restored.', { exact: false })).toBeVisible();

/** Calls the main process as the page does. */
const invoke = <C extends Channel>(page: Page, channel: C, input: Input<C>): Promise<Result<Output<C>>> =>
  page.evaluate(([name, given]) => window.storefront.invoke(name, given as Input<C>), [channel, input] as const);

test('text typed in Settings is back after a crash, and counts as unsaved', async ({ signedIn: app }) => {
  await goTo(app.page, 'Settings');
  await app.page.getByRole('textbox', { name: 'Currency id' }).fill('7');
  await app.page.getByRole('textbox', { name: 'Store name' }).fill('Half a na');
  const back = await app.crashPage();
  await expect(back.getByRole('textbox', { name: 'Store name' })).toHaveValue('Half a na');
  await expect(back.getByRole('textbox', { name: 'Currency id' })).toHaveValue('7');
  await expect(back.getByText('Unsaved changes')).toBeVisible();
  await goTo(back, 'Products');
  await back.getByRole('button', { name: 'Leave without saving' }).click();
  await goTo(back, 'Settings');
  await expect(back.getByRole('textbox', { name: 'Store name' })).not.toHaveValue('Half a na');
  await expect(back.getByRole('textbox', { name: 'Currency id' })).toHaveValue('');
});

test.describe('pasted rows', () => {
  const rowsOf = (page: Page) => page.getByRole('textbox', { name: 'Paste rows' });
  const openImport = async (page: Page) => {
    await goTo(page, 'Payment links');
    await page.getByRole('button', { name: 'Import links from CSV' }).click();
  };

  test('are back after a crash, short ones up to the last key', async ({ signedIn: app }) => {
    await openImport(app.page);
    await rowsOf(app.page).fill('price,order\n60,1042');
    await rowsOf(app.page).press('5');
    const back = await app.crashPage();
    await expect(rowsOf(back)).toHaveValue('price,order\n60,10425');
  });

  test('are saved at intervals when there are many, the last of them included', async ({ signedIn: app }) => {
    await openImport(app.page);
    const many = `price,order\n60,${'1'.repeat(15_000)}`;
    await rowsOf(app.page).fill(many);
    await rowsOf(app.page).press('End');
    await rowsOf(app.page).press('9');
    await expect.poll(async () => JSON.stringify(await invoke(app.page, 'drafts.left', undefined))).toMatch(/19\\"/);
    const back = await app.crashPage();
    await expect(rowsOf(back)).toHaveValue(`${many}9`);
  });

  test('are lost when there are too many to save, and no older rows come back instead', async ({ signedIn: app }) => {
    await openImport(app.page);
    await rowsOf(app.page).fill('price,order\n60,1042');
    // Saved with six characters each; a text box would be slow with that many visible ones.
    await rowsOf(app.page).fill('\u0001'.repeat(85_000));
    const back = await app.crashPage();
    await expect(back.getByText('Your unsaved text is lost', { exact: false })).toBeVisible();
    await expect(rowsOf(back)).toHaveValue('');
  });
});

test.describe('"Customise checkout link"', () => {
  const dialogIn = (page: Page) => dialogOf(page, 'Customise checkout link');
  const addressIn = (page: Page) => dialogIn(page).getByRole('textbox', { name: 'Checkout URL' });
  const nameIn = (page: Page, name: string) => dialogOf(page, name).getByRole('textbox', { name: 'Template name' });

  /** Returns the address with the typed values. */
  async function typeForCustomer(page: Page): Promise<string> {
    await createProduct(page, 'Coaching hour');
    await createLink(page, 'Coaching hour', '60', '1044');
    await allSaved(page);
    await page.getByRole('row').nth(1).click();
    await page.getByRole('button', { name: 'Customise checkout link' }).click();
    const plain = await addressIn(page).inputValue();
    await dialogIn(page).getByRole('textbox', { name: 'Phone number' }).fill('+48600100200');
    await dialogIn(page).getByRole('textbox', { name: 'Field 1' }).fill('note');
    await dialogIn(page).getByRole('textbox', { name: 'Value 1' }).fill('blue');
    return `${plain}&phone_number=%2B48600100200&note=blue`;
  }

  test('comes back after a crash, for a link and for a product, also from under a code', async ({ signedIn: app }) => {
    const address = await typeForCustomer(app.page);
    const first = await app.crashPage();
    await isBack(first);
    await expect(addressIn(first)).toHaveValue(address);
    await dialogIn(first).getByRole('button', { name: 'Show QR code' }).click();
    await expect(dialogOf(first, 'QR code')).toBeVisible();
    const second = await app.crashPage();
    await expect(addressIn(second)).toHaveValue(address);
    await second.keyboard.press('Escape');
    await second.getByRole('button', { name: 'Close without saving' }).click();
    await expect(dialogIn(second)).toBeHidden();
    // A closed form leaves no draft.
    await goTo(second, 'Products');
    await second.getByRole('link', { name: 'Coaching hour' }).click();
    await second.getByRole('button', { name: 'Customise checkout link' }).click();
    await dialogIn(second).getByRole('textbox', { name: 'Name', exact: true }).fill('Ada');
    const basic = await addressIn(second).inputValue();
    const third = await app.crashPage();
    await expect(addressIn(third)).toHaveValue(basic);
    expect(basic).toMatch(/\?name=Ada$/);
  });

  test('comes back with the template name that was being typed', async ({ signedIn: app }) => {
    const address = await typeForCustomer(app.page);
    await dialogIn(app.page).getByRole('button', { name: 'Save as template' }).click();
    await nameIn(app.page, 'Save template').fill('Whats');
    const first = await app.crashPage();
    await expect(nameIn(first, 'Save template')).toHaveValue('Whats');
    await dialogOf(first, 'Save template').getByRole('button', { name: 'Save template' }).click();
    await expect(addressIn(first)).toHaveValue(address);
    await dialogIn(first).getByRole('button', { name: 'Rename template' }).click();
    await nameIn(first, 'Rename template').fill('WhatsApp');
    const second = await app.crashPage();
    await expect(nameIn(second, 'Rename template')).toHaveValue('WhatsApp');
    await dialogOf(second, 'Rename template').getByRole('button', { name: 'Rename template' }).click();
    await expect(dialogIn(second).getByRole('combobox', { name: 'Template' })).toHaveValue('WhatsApp');
    await expect(addressIn(second)).toHaveValue(address);
  });
});

/** Creates a link whose response is lost, opens its change and types in "Mark as sent". */
async function typeWhatWasCreated(page: Page, service: RecordingService): Promise<void> {
  await createProduct(page, 'Coaching hour');
  service.intercept = ({ method, path }) =>
    method === 'POST' && path.endsWith('/payment-links') ? { status: 502, body: 'Bad gateway' } : undefined;
  await createLink(page, 'Coaching hour', '60', '1044');
  await expect(syncStatus(page)).toHaveText('1 change needs your attention');
  await goTo(page, 'Sync');
  await page.getByRole('table', { name: 'Waiting changes' }).getByRole('row').nth(1).click();
  await page.getByRole('button', { name: 'Mark as sent' }).click();
  await dialogOf(page, 'Mark as sent').getByRole('textbox', { name: 'Payment link' }).fill('https://checkout.exam');
}

test('"Mark as sent" comes back after a crash, with its change', async ({ signedIn: app, service }) => {
  await typeWhatWasCreated(app.page, service);
  const back = await app.crashPage();
  await isBack(back);
  const box = dialogOf(back, 'Mark as sent').getByRole('textbox', { name: 'Payment link' });
  await expect(box).toHaveValue('https://checkout.exam');
  await box.fill('https://checkout.example/s/mara/1189?uuid=found-by-hand');
  await dialogOf(back, 'Mark as sent').getByRole('button', { name: 'Save' }).click();
  await allSaved(back);
});

test.describe('a form whose record is gone does not reopen, and a message says so', () => {
  /** Discards the change under the open dialog. */
  async function discardShown(page: Page): Promise<void> {
    const id = decodeURIComponent(new URL(page.url()).hash.replace('#/sync/', ''));
    expect(await invoke(page, 'sync.discard', { id, withDependents: false })).toMatchObject({ ok: true });
  }
  async function expectLost(page: Page): Promise<void> {
    await expect(page.getByText('Your unsaved text is lost', { exact: false })).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(await invoke(page, 'drafts.left', undefined)).toMatchObject({ value: { drafts: {} } });
  }

  test('a settled change', async ({ signedIn: app, service }) => {
    await typeWhatWasCreated(app.page, service);
    await discardShown(app.page);
    await expectLost(await app.crashPage());
  });

  test('a discarded product', async ({ signedIn: app, service }) => {
    const { page } = app;
    service.intercept = ({ path }) =>
      path.endsWith('/products') ? { status: 422, body: '{"message":"The title is taken."}' } : undefined;
    await createProduct(page, 'Coaching hour');
    await expect(syncStatus(page)).toHaveText('1 change needs your attention');
    await goTo(page, 'Sync');
    await page.getByRole('table', { name: 'Waiting changes' }).getByRole('row').nth(1).click();
    await page.getByRole('button', { name: 'Edit and send again' }).click();
    await dialogOf(page, 'Edit product').getByRole('textbox', { name: 'Product title' }).fill('Coaching, an hour');
    await discardShown(page);
    await expectLost(await app.crashPage());
  });
});

test('"Replay delivery" and the inbox port come back after a crash', async ({ signedIn: app }) => {
  const { page } = app;
  await goTo(page, 'Webhook');
  const inboxOf = (of: Page) => of.getByRole('region', { name: 'Webhook inbox' });
  const port = String(await freePort());
  await inboxOf(page).getByRole('textbox', { name: 'Port' }).fill(port);
  const first = await app.crashPage();
  await expect(inboxOf(first).getByRole('textbox', { name: 'Port' })).toHaveValue(port);
  await inboxOf(first).getByRole('button', { name: 'Start inbox' }).click();
  const address = await inboxOf(first)
    .getByText(/^http:/)
    .innerText();
  await fetch(address, { method: 'POST', body: '{"event":"test"}' });
  await first.getByRole('table', { name: 'Deliveries' }).getByRole('row').nth(1).click();
  await first.getByRole('button', { name: 'Replay' }).click();
  await dialogOf(first, 'Replay delivery').getByRole('textbox', { name: 'Address' }).fill(address);
  const second = await app.crashPage();
  await expect(dialogOf(second, 'Replay delivery').getByRole('textbox', { name: 'Address' })).toHaveValue(address);
  await dialogOf(second, 'Replay delivery').getByRole('button', { name: 'Send' }).click();
  await expect(second.getByRole('region', { name: 'Replay answer' })).toContainText('Answered 200');
});

test('text typed for one store comes back in that store only', async ({ signedIn: app }) => {
  const { page } = app;
  const own = await currentStore(page);
  await page.getByRole('button', { name: /^Store: / }).click();
  await page.getByRole('menuitem', { name: 'Add another store' }).click();
  await page.getByRole('button', { name: 'Open the practice store' }).click();
  await expect(page.getByText('it runs on this computer')).toBeVisible();
  await page.getByRole('button', { name: 'New product' }).click();
  await dialogOf(page, 'New product').getByRole('textbox', { name: 'Product title' }).fill('Only to practise');
  // Under the dialog, which stays open.
  const practice = await currentStore(page);
  await invoke(page, 'stores.switch', { storeId: own });
  await expect.poll(() => currentStore(page)).toBe(own);
  const back = await app.crashPage();
  await expect(back.getByRole('heading', { name: 'Products', exact: true })).toBeVisible();
  await back.getByRole('button', { name: 'New product' }).click();
  await expect(dialogOf(back, 'New product').getByRole('textbox', { name: 'Product title' })).toHaveValue('');
  await back.keyboard.press('Escape');
  await expect(back.getByRole('dialog')).toHaveCount(0);
  await invoke(back, 'stores.switch', { storeId: practice });
  const title = dialogOf(back, 'New product').getByRole('textbox', { name: 'Product title' });
  await expect(title).toHaveValue('Only to practise');
});

test('a secret is not saved, and a message says so beside the saved fields', async ({ signedIn: app }) => {
  await goTo(app.page, 'Webhook');
  await app.page.getByRole('textbox', { name: 'Webhook URL' }).fill('https://shop.example/hook');
  await app.page.getByLabel('Verification key', { exact: true }).fill('half-a-key');
  expect(JSON.stringify(await invoke(app.page, 'drafts.left', undefined))).not.toContain('half-a-key');
  const back = await app.crashPage();
  await expect(back.getByText('Part of your unsaved text is lost', { exact: false })).toBeVisible();
  await expect(back.getByRole('textbox', { name: 'Webhook URL' })).toHaveValue('https://shop.example/hook');
  await expect(back.getByLabel('Verification key', { exact: true })).toHaveValue('');
});

async function currentStore(page: Page): Promise<string> {
  const answer = await invoke(page, 'frame.get', undefined);
  return (answer.ok && answer.value.currentStoreId) || '';
}
