// The seller's main job through the real bridge, with a restart in the middle.
import { slow } from '../../tools/test/slow.ts';
import { expect, test } from '../support/app-test.ts';
import { allSaved, createLink, createProduct, goTo, linkRow, signIn, syncStatus } from '../support/seller.ts';

test('changes made offline are sent once, in order, after a restart, and their checkout link can be copied', async ({
  launchApp,
  service,
}) => {
  // The test has two starts and four forms.
  test.setTimeout(slow(90_000));
  const first = await launchApp();
  await signIn(first.page, service);
  await service.stop();
  await createProduct(first.page, 'Logo design');
  for (const [order, price] of Object.entries({ 101: '10', 102: '20.5', 103: '30.05' })) {
    await createLink(first.page, 'Logo design', price, order);
  }
  await expect(syncStatus(first.page)).toContainText('4 changes');
  expect(await first.close()).toBe(0);

  const second = await launchApp();
  const { page } = second;
  await expect(syncStatus(page)).toContainText('4 changes');
  service.requests.length = 0;
  await service.start();
  // Without a key store the session ended with the app.
  if (await page.getByRole('heading', { name: 'Sign in to your store' }).isVisible()) await signIn(page, service);
  await allSaved(page);
  expect(service.changes.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /api/shop/products',
    'POST /api/shop/products/118/payment-links',
    'POST /api/shop/products/118/payment-links',
    'POST /api/shop/products/118/payment-links',
  ]);
  expect(service.changes.slice(1).map(({ raw }) => JSON.parse(raw).metadata.order)).toEqual(['101', '102', '103']);

  await goTo(page, 'Payment links');
  await linkRow(page, '103').getByRole('button', { name: 'Copy checkout link' }).click();
  await expect.poll(() => second.clipboardText()).toBe('https://checkout.example/s/mara/1189?uuid=00003-uuid');
});
