// Texts that describe what happened, once and without guessing.
import { allSaved, chooseForLink, createLink, createProduct, goTo, linkRow, syncStatus } from '../support/seller.ts';
import { expect, test } from './service.ts';

test('an error is shown once, and a confirmed deletion in plain words', async ({ signedIn: { page }, service }) => {
  let refuse = true;
  service.intercept = ({ path }) =>
    refuse && path.endsWith('/products') ? { status: 422, body: '{"message":"The title is taken."}' } : undefined;
  await createProduct(page, 'Coaching hour');
  await expect(syncStatus(page)).toHaveText('1 change needs your attention');
  await goTo(page, 'Sync');
  await page.getByRole('table', { name: 'Waiting changes' }).getByRole('row').nth(1).click();
  await page.getByRole('button', { name: 'Edit and send again' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit product' });
  const refusal = dialog.getByRole('note');
  await expect(refusal).toContainText('The service refused this: The title is taken.');
  expect((await refusal.textContent())?.match(/The service/g)).toHaveLength(1);
  refuse = false;
  await dialog.getByRole('textbox', { name: 'Product title' }).fill('Coaching hour, mornings');
  await dialog.getByRole('button', { name: 'Save product' }).click();
  await allSaved(page);

  await createLink(page, 'Coaching hour, mornings', '60', '1044');
  await allSaved(page);
  await chooseForLink(page, '1044', 'Delete link');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete link' }).click();
  await expect(
    page.getByText('Link deleted. Coaching hour, mornings, $60.00, order 1044.', { exact: true }),
  ).toBeVisible();
  await expect(linkRow(page, '1044')).toHaveCount(0);

  await goTo(page, 'Settings');
  await expect(page.getByRole('heading', { name: 'Run in background' })).toBeVisible();
});

test('settings and failed attempts are in plain words, with the technical ones for support', async ({
  signedIn: { page },
  service,
}) => {
  await goTo(page, 'Settings');
  const main = page.getByRole('main');
  for (const text of ['Your name in checkout addresses', 'Default prices for products'])
    await expect(main.getByText(text)).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Seller slug' })).toBeVisible();
  await expect(page.getByRole('switch', { name: 'Undocumented product update' })).toBeAttached();
  for (const term of ['(Seller slug)', '(Undocumented product update)'])
    expect((await main.getByText(term, { exact: true }).boundingBox())?.width, term).toBeLessThanOrEqual(1);

  await service.stop();
  await createProduct(page, 'Logo design');
  await goTo(page, 'Sync');
  await page.getByRole('row').filter({ hasText: 'Logo design' }).click();
  const attempt = page.getByText('Not sent: the service does not take connections', { exact: true }).first();
  await expect(attempt).toBeVisible();
  await expect(attempt).toHaveAttribute('title', /ECONNREFUSED/);
  await expect(main).not.toContainText('ECONNREFUSED');
});
