// "Sync now" reports what waits, and for whom.
import type { Page } from '@playwright/test';
import { allSaved, createLink, createProduct, goTo, syncStatus } from '../support/seller.ts';
import { expect, test } from './service.ts';

async function expectAnswer(page: Page, words: string): Promise<void> {
  await page.getByRole('button', { name: 'Sync now' }).click();
  await expect(page.getByText(words)).toBeVisible();
}

test('"Sync now" lists what needs a decision, its dependents, and what waits for something else', async ({
  signedInWith,
  service,
}) => {
  const { page } = await signedInWith({ products: 2, links: 0, sending: 20 });
  await expect(syncStatus(page)).toHaveText('20 changes need your attention');
  await goTo(page, 'Sync');
  await expectAnswer(page, '20 changes need your decision. Nothing else is waiting.');

  service.intercept = ({ path }) => (path.endsWith('/products') ? { status: 422, body: '{}' } : undefined);
  await createProduct(page, 'Coaching hour');
  await expect(syncStatus(page)).toHaveText('21 changes need your attention');
  await createLink(page, 'Coaching hour', '60', '1044');
  await goTo(page, 'Sync');
  await expectAnswer(page, '21 changes need your decision. 1 other change waits for them. Nothing else is waiting.');

  await page.getByRole('switch', { name: 'Work offline' }).check();
  await createLink(page, 'Product 1', '70', '1045');
  await goTo(page, 'Sync');
  await expectAnswer(page, '1 other change waits for them. 1 other change waits until you turn “Work offline” off.');
});

test('"Sync now" says what is being tried, and when nothing waits', async ({ signedIn: { page }, service }) => {
  await goTo(page, 'Sync');
  await expectAnswer(page, 'Nothing is waiting to be sent.');
  const sent = page.getByText('1 change was sent. Nothing else is waiting.');
  // The app also asks again by itself. Where it does so just before the click, nothing is left to send.
  for (let round = 1; !(await sent.isVisible()); round += 1) {
    service.intercept = ({ method }) => (method === 'PATCH' ? { status: 503, body: '' } : undefined);
    await goTo(page, 'Webhook');
    await page.getByRole('textbox', { name: 'Webhook URL' }).fill(`https://hooks.example/${round}`);
    await page.getByRole('button', { name: 'Save webhook' }).click();
    await goTo(page, 'Sync');
    await expect(page.getByText('The service is busy. Next attempt', { exact: false })).toBeVisible();
    await expectAnswer(page, 'The service was asked again. 1 change waits until it takes requests again.');
    service.intercept = () => undefined;
    await page.getByRole('button', { name: 'Sync now' }).click();
    await expect(sent.or(page.getByText('Nothing is waiting to be sent.'))).toBeVisible();
    expect(round).toBeLessThan(10);
  }
  await allSaved(page);
});
