// The toast about several changes that need attention: one, with the current number, and none above their list.
import { createLink, createProduct, goTo, syncStatus } from '../support/seller.ts';
import { expect, test } from './service.ts';

test('one toast counts the changes that need attention, and the Sync screen has none', async ({
  signedIn: { page },
  service,
}) => {
  await createProduct(page, 'Coaching hour');
  service.intercept = ({ path }) =>
    path.endsWith('/payment-links') ? { status: 422, body: '{"message":"The price is not accepted."}' } : undefined;
  const offline = page.getByRole('switch', { name: 'Work offline' });
  const toasts = page.getByRole('alert').filter({ hasText: /changes need your attention/ });
  const twoMore = async (orders: readonly string[]) => {
    await offline.setChecked(true);
    for (const order of orders) await createLink(page, 'Coaching hour', '60', order);
    await offline.setChecked(false);
  };
  await twoMore(['1042', '1043']);
  await expect(toasts).toHaveText(/2 changes need your attention/);
  await twoMore(['1044', '1045']);
  await expect(syncStatus(page)).toHaveText('4 changes need your attention');
  await expect(toasts).toHaveCount(1);
  await expect(toasts).toHaveText(/4 changes need your attention/);
  await toasts.getByRole('button', { name: 'Review' }).click();
  await expect(page.getByRole('table', { name: 'Waiting changes' })).toContainText('1045');
  await expect(toasts).toHaveCount(0);
  await goTo(page, 'Payment links');
  await twoMore(['1046', '1047']);
  await expect(toasts).toHaveText(/6 changes need your attention/);
  await goTo(page, 'Sync');
  await expect(toasts).toHaveCount(0);
});

test('the toast about one change has the title of its product in full', async ({ signedIn: { page }, service }) => {
  await createProduct(page, 'Stoneware mug, 300 ml');
  service.intercept = ({ path }) =>
    path.endsWith('/payment-links') ? { status: 422, body: '{"message":"The price is not accepted."}' } : undefined;
  await createLink(page, 'Stoneware mug, 300 ml', '63', 'B-3020');
  await expect(page.getByRole('alert').filter({ hasText: 'The price is not accepted' })).toContainText(
    'Create payment link for "Stoneware mug, 300 ml", $63.00, order B-3020',
  );
});
