// Responses that are easily misread, and what the seller sees of them.
import type { Page } from '@playwright/test';
import { allSaved, createLink, createProduct, goTo, syncStatus } from '../support/seller.ts';
import { expect, test } from './service.ts';

test('a link that the service cannot find to delete needs review, and stays in the list', async ({
  signedIn: app,
  service,
}) => {
  const { page } = app;
  await createProduct(page, 'Coaching hour');
  await createLink(page, 'Coaching hour', '60', '1044');
  await allSaved(page);
  service.intercept = ({ method }) => (method === 'DELETE' ? { status: 404, body: 'No route' } : undefined);
  await page.getByRole('table', { name: 'Payment links' }).getByRole('row').nth(1).click();
  await page.getByRole('button', { name: 'Delete link' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete link' }).click();
  await expect(syncStatus(page)).toHaveText('1 change needs your attention');
  await expect(page.getByRole('table', { name: 'Payment links' })).toContainText('Needs review');
  await goTo(page, 'Sync');
  await page.getByRole('table', { name: 'Waiting changes' }).getByRole('row').nth(1).click();
  await expect(page.getByText('the link still sells', { exact: false }).first()).toBeVisible();
  expect(service.changes.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
  await page.getByRole('button', { name: 'Open checkout link' }).click();
  await expect
    .poll(async () => (await app.outside()).filter(({ kind }) => kind === 'open-external'))
    .toEqual([expect.objectContaining({ what: expect.stringContaining('uuid=') })]);
});

test('a network login page never counts as saved, and the store continues once the service answers', async ({
  signedIn: { page },
  service,
}) => {
  let isCaptive = true;
  service.intercept = ({ method }) =>
    isCaptive && method === 'PATCH'
      ? { status: 200, body: '<!doctype html><title>Hotel</title>', headers: { 'content-type': 'text/html' } }
      : undefined;
  await goTo(page, 'Webhook');
  await page.getByRole('textbox', { name: 'Webhook URL' }).fill('https://hooks.example/a');
  await page.getByRole('button', { name: 'Save webhook' }).click();
  await expect.poll(() => service.changes.length).toBeGreaterThan(1);
  await expect(page.getByText('Saved on the service', { exact: true })).toHaveCount(0);
  await goTo(page, 'Sync');
  await expect(page.getByText('The service has a problem. Next attempt', { exact: false })).toBeVisible();
  await page.getByRole('table', { name: 'Waiting changes' }).getByRole('row').nth(1).click();
  await expect(page.getByText('such as a sign-in page of the network', { exact: false }).first()).toBeVisible();
  isCaptive = false;
  await page.getByRole('button', { name: 'Sync now' }).click();
  await allSaved(page);
});

test('"Sync now" says how long a busy service asked to wait, and sends nothing before', async ({
  signedIn: { page },
  service,
}) => {
  service.intercept = ({ method, path }) =>
    method === 'POST' && path.endsWith('/products')
      ? { status: 429, body: '', headers: { 'retry-after': '600' } }
      : undefined;
  await createProduct(page, 'Coaching hour');
  await goTo(page, 'Sync');
  await expect(page.getByText('The service asked us to wait. Next attempt in', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Sync now' }).click();
  await expect(page.getByText('The service asked us to wait until', { exact: false })).toBeVisible();
  await expect(syncStatus(page)).toHaveText('1 change waiting');
  expect(service.changes).toHaveLength(1);
});

const openFirst = (page: Page) => page.getByRole('table', { name: 'Waiting changes' }).getByRole('row').nth(1).click();

test('a creation that was refused after a doubt can still be marked as sent, and another try asks first', async ({
  signedIn: { page },
  service,
}) => {
  let status = 500;
  service.intercept = ({ method, path }) =>
    method === 'POST' && path.endsWith('/products') ? { status, body: '{"message":"The title is taken."}' } : undefined;
  const posts = () => service.changes.filter(({ path }) => path.endsWith('/products')).length;
  await createProduct(page, 'Coaching hour');
  await expect(syncStatus(page)).toHaveText('1 change needs your attention');
  await goTo(page, 'Sync');
  await openFirst(page);
  const panel = page.getByRole('region', { name: /^Create / });
  const question = page.getByRole('dialog', { name: 'Send again?' });
  status = 422;
  await panel.getByRole('button', { name: 'Send again' }).click();
  await question.getByRole('button', { name: 'Send again' }).click();
  await expect.poll(posts).toBe(2);
  await openFirst(page);
  await expect(panel).toContainText('An earlier try may have gone through all the same');
  expect(posts()).toBe(2);

  // Editing it sends nothing before the seller knows what that may mean.
  const form = page.getByRole('dialog', { name: 'Edit product' });
  await panel.getByRole('button', { name: 'Edit and send again' }).click();
  await form.getByRole('textbox', { name: 'Product title' }).fill('Coaching hour, mornings');
  await form.getByRole('button', { name: 'Save product' }).click();
  await expect(question).toContainText('sending it again creates a second one');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(form.getByRole('textbox', { name: 'Product title' })).toHaveValue('Coaching hour, mornings');
  expect(posts()).toBe(2);
  await form.getByRole('button', { name: 'Save product' }).click();
  await question.getByRole('button', { name: 'Send again' }).click();
  await expect(form).toBeHidden();
  await expect.poll(posts).toBe(3);
  await openFirst(page);
  await expect(panel.getByRole('button', { name: 'Edit and send again' })).toBeVisible();

  await panel.getByRole('button', { name: 'Mark as sent' }).click();
  const found = page.getByRole('dialog', { name: 'Mark as sent' });
  await found.getByRole('textbox', { name: 'Product id' }).fill('4711');
  await found.getByRole('button', { name: 'Save' }).click();
  await allSaved(page);
  expect(posts()).toBe(3);
  await createLink(page, 'Coaching hour, mornings', '60', '1044');
  await allSaved(page);
  await expect.poll(() => service.changes.at(-1)?.path).toBe('/api/shop/products/4711/payment-links');
});

test('addresses are found also for links that were refused after a doubt', async ({ signedIn: { page }, service }) => {
  await createProduct(page, 'Coaching hour');
  await allSaved(page);
  let status = 500;
  service.intercept = ({ method, path }) =>
    method === 'POST' && path.endsWith('/payment-links') ? { status, body: '{"message":"Exists."}' } : undefined;
  await createLink(page, 'Coaching hour', '60', '1044');
  await expect(syncStatus(page)).toHaveText('1 change needs your attention');
  await goTo(page, 'Sync');
  await openFirst(page);
  status = 422;
  const panel = page.getByRole('region', { name: /^Create / });
  await panel.getByRole('button', { name: 'Send again' }).click();
  await page.getByRole('dialog', { name: 'Send again?' }).getByRole('button', { name: 'Send again' }).click();
  await openFirst(page);
  await expect(panel.getByRole('button', { name: 'Edit and send again' })).toBeVisible();
  await page.getByRole('button', { name: 'Paste addresses' }).click();
  const paste = page.getByRole('dialog', { name: 'Paste addresses' });
  const address = 'https://checkout.example/s/mara/1189?uuid=of-the-first-try';
  await paste.getByRole('textbox', { name: 'Payment links' }).fill(`${address} 1044`);
  await expect(paste).toContainText('1 address matches a change');
  await paste.getByRole('button', { name: 'Mark as sent' }).click();
  await allSaved(page);
  expect(service.changes.filter(({ path }) => path.endsWith('/payment-links'))).toHaveLength(2);
});
