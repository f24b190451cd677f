// Discarding a change that the service may have carried out: the app warns before and after.
import { resize } from '../support/resize.ts';
import { allSaved, goTo } from '../support/seller.ts';
import { expect, test } from './service.ts';

test('a webhook change that was discarded in doubt is not shown as saved until it is saved again', async ({
  signedIn: { page },
  service,
}) => {
  await resize(page, { width: 900, height: 600 });
  await goTo(page, 'Webhook');
  const url = page.getByRole('textbox', { name: 'Webhook URL' });
  await url.fill('https://hooks.example/a');
  await page.getByRole('button', { name: 'Save webhook' }).click();
  await expect(page.getByText('Saved on the service', { exact: true })).toBeVisible();

  service.intercept = ({ method }) => (method === 'PATCH' ? { status: 500 } : undefined);
  await url.fill('https://hooks.example/b');
  await page.getByRole('button', { name: 'Save webhook' }).click();
  await expect.poll(() => service.changes.length).toBeGreaterThan(1);
  await page.getByRole('switch', { name: 'Work offline' }).check();
  await page.getByRole('link', { name: 'See the change' }).click();
  await expect(page.getByText('It may be on the service already', { exact: false }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Discard' }).click();
  const question = page.getByRole('dialog');
  await expect(question).toContainText('Discarding does not take it back');
  await question.getByRole('button', { name: 'Discard' }).click();

  await goTo(page, 'Webhook');
  await expect(url).toHaveValue('https://hooks.example/a');
  await expect(page.getByText('A change that you discarded may be on the service.', { exact: false })).toBeVisible();
  await expect(page.getByText('Saved on the service', { exact: true })).toHaveCount(0);
  service.intercept = () => undefined;
  await page.getByRole('switch', { name: 'Work offline' }).uncheck();
  await page.getByRole('button', { name: 'Save webhook' }).click();
  await expect(page.getByText('Saved on the service', { exact: true })).toBeVisible();
  await allSaved(page);
});
