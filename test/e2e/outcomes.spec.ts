// Responses that are easily misread, and what the seller sees of them.
import { allSaved, createLink, createProduct, goTo, syncStatus } from '../support/seller.ts';
import { expect, test } from './service.ts';

test('a link that the service cannot find to delete needs review, and stays in the list', async ({
  signedIn: { page },
  service,
}) => {
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
