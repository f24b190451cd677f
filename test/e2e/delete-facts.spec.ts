// What is about to be deleted is named so that links that look alike can be told apart.
import { writeDataFolder } from '../support/data-folder.ts';
import { allSaved, chooseForLink, createLink, goTo, signIn } from '../support/seller.ts';
import { expect, test } from './service.ts';

test('the question before links are deleted tells their product, price, metadata and address', async ({
  launchApp,
  service,
  userDataDir,
}) => {
  writeDataFolder({ userDataDir, products: 1, links: 7, serviceAddress: service.url });
  const { page } = await launchApp();
  await page.setViewportSize({ width: 900, height: 600 });
  await signIn(page, service);
  await allSaved(page);
  await goTo(page, 'Payment links');

  await chooseForLink(page, 'order: 4', 'Delete link');
  const one = page.getByRole('dialog', { name: 'Delete payment link' });
  const facts = one.getByRole('list', { name: 'Payment links to delete' }).getByRole('listitem');
  await expect(facts).toHaveCount(1);
  for (const fact of ['Product 1', '$4.00', 'order: 4', 'uuid=']) await expect(facts).toContainText(fact);
  await one.getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('switch', { name: 'Work offline' }).check();
  await createLink(page, 'Product 1', '60', '901');
  await page.getByRole('checkbox', { name: 'Select all links' }).check();
  await page.getByRole('button', { name: 'Delete links' }).click();
  const many = page.getByRole('dialog', { name: 'Delete payment links' });
  await expect(many).toContainText('Delete 8 payment links?');
  const listed = many.getByRole('list', { name: 'Payment links to delete' }).getByRole('listitem');
  await expect(listed).toHaveCount(5);
  await expect(listed.first()).toContainText('order: 901');
  await expect(listed.first()).toContainText('$60.00');
  await expect(listed.first()).toContainText('No address yet');
  for (const fact of ['Product 1', '$7.00', 'order: 7', 'uuid=']) await expect(listed.nth(1)).toContainText(fact);
  await expect(many).toContainText('and 3 more');
  await expect(many.getByRole('button', { name: 'Delete links' })).toBeInViewport({ ratio: 1 });
});
