// Requests to the system that fail: the seller reads what happened and what to do instead.
import { allSaved, chooseForLink, createLink, createProduct, goTo, linkRow, signIn } from '../support/seller.ts';
import { expect, test } from './service.ts';

const env = { STOREFRONT_STAND_IN_FAULTS: 'print-fails,open-fails' };

test.use({ allowedErrors: [/could not be opened|could not open an address/] });

test('says when the system could not open an address, a label or a folder', async ({ launchApp, service }) => {
  const app = await launchApp({ env });
  test.skip(app.host === 'electron', 'what the real system does is not for a test to choose');
  const { page } = app;
  await signIn(page, service);
  await createProduct(page, 'Coaching hour');
  await createLink(page, 'Coaching hour', '60', '1042');
  await allSaved(page);
  await chooseForLink(page, '1042', 'Open in browser');
  await expect(page.getByText('The system could not open the address.')).toBeVisible();

  await linkRow(page, '1042')
    .getByRole('button', { name: /QR code/ })
    .click();
  await page.getByRole('button', { name: 'Print label' }).click();
  await expect(page.getByText('The printer did not accept it (Print job failed).')).toBeVisible();
  await page.keyboard.press('Escape');

  await goTo(page, 'Settings');
  await page.getByRole('button', { name: 'Open data folder' }).click();
  await expect(page.getByText(/The system could not open this folder\. Open it yourself: .*desk$/)).toBeVisible();
  await page.getByRole('button', { name: 'Open logs' }).click();
  await expect(page.getByText(/The system could not open this folder\. Open it yourself: .*logs$/)).toBeVisible();
  expect((await app.outside()).map(({ kind }) => kind)).toEqual([]);
});
