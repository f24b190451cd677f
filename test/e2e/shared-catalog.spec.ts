// Two computers of a team in the built app: one catalog, whoever creates, deletes or works offline.
import type { Page } from '@playwright/test';
import { RecordingService } from '../support/recording-service.ts';
import { type RunningTeam, startTeam, withNats } from '../support/running-team.ts';
import {
  allSaved,
  chooseForLink,
  createLink,
  createProduct,
  goTo,
  linkRow,
  signIn,
  syncStatus,
} from '../support/seller.ts';
import { saveWithNewKey } from '../support/webhook-screen.ts';
import { expect, test } from './fixture.ts';

test.skip(!withNats, 'no nats-server is installed');

let team: RunningTeam;
let service: RecordingService;
test.beforeEach(async () => {
  team = await startTeam();
  service = new RecordingService();
  await service.start();
});
test.afterEach(async () => {
  await service.stop();
  await team.remove();
});

const status = (page: Page) => page.getByRole('status', { name: 'Team status' });

async function join(page: Page, name: string, preview?: string): Promise<void> {
  await goTo(page, 'Settings');
  const section = page.getByRole('region', { name: 'Team', exact: true });
  await section.getByRole('textbox', { name: 'Invite' }).fill(await team.server.invite(name));
  await section.getByRole('button', { name: 'Join team' }).click();
  if (preview !== undefined) {
    const dialog = page.getByRole('dialog', { name: 'Join the team?' });
    await expect(dialog.getByRole('table').getByRole('row').nth(1)).toContainText(preview);
    await dialog.getByRole('button', { name: 'Join', exact: true }).click();
  }
  await expect(status(page)).toHaveText('Connected');
}

const workOffline = async (page: Page) => {
  await goTo(page, 'Settings');
  await page.getByRole('switch', { name: 'Work offline' }).click();
};

test('what one computer creates, the other has; each continues the work of the other', async ({
  launchApp,
  userDataDir,
}) => {
  const { page: anna } = await launchApp();
  const { page: ben } = await launchApp({ userDataDir: `${userDataDir}/ben` });
  for (const page of [anna, ben]) await signIn(page, service);
  await createProduct(anna, 'Logo design');
  await createLink(anna, 'Logo design', '80', '1042');
  await allSaved(anna);
  await createProduct(ben, 'Business card');
  await allSaved(ben);
  await join(anna, 'Anna', '1 product, 1 link0 products, 0 links');
  await join(ben, 'Ben', '1 product, 0 links1 product, 1 link');
  await goTo(ben, 'Payment links');
  await expect(linkRow(ben, '1042')).toContainText('Synced');
  await createLink(ben, 'Logo design', '90', '1043');
  await allSaved(ben);
  await goTo(anna, 'Payment links');
  await expect(linkRow(anna, '1043')).toContainText('Synced');

  // A deletes on Ben's computer what Anna created.
  await chooseForLink(ben, '1042', 'Delete link');
  await ben.getByRole('button', { name: 'Delete link', exact: true }).click();
  await expect(linkRow(anna, '1042')).toHaveCount(0);
  await allSaved(ben);
  await expect.poll(() => service.changes.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
});

test('what waits on one computer is shown on the other, and what builds on it waits for it', async ({
  launchApp,
  userDataDir,
}) => {
  const { page: anna } = await launchApp();
  const { page: ben } = await launchApp({ userDataDir: `${userDataDir}/ben` });
  for (const page of [anna, ben]) await signIn(page, service);
  await join(anna, 'Anna’s laptop');
  await join(ben, 'Ben');
  await workOffline(anna);
  await createProduct(anna, 'Logo design');
  await goTo(ben, 'Products');
  const row = ben.getByRole('table', { name: 'Products' }).getByRole('row').filter({ hasText: 'Logo design' });
  await expect(row).toContainText('Being created on Anna’s laptop');
  await createLink(ben, 'Logo design', '80', '1042');
  await expect(syncStatus(ben)).toHaveText('1 change waiting');
  await goTo(ben, 'Sync');
  await ben.getByRole('table', { name: 'Waiting changes' }).getByRole('row').nth(1).click();
  await expect(ben.getByText('Waiting until Anna’s laptop has sent what this change needs.').first()).toBeVisible();
  expect(service.changes).toHaveLength(0);

  await workOffline(anna);
  await allSaved(anna);
  await allSaved(ben);
  await expect.poll(() => service.changes.map(({ method }) => method)).toEqual(['POST', 'POST']);
  await goTo(anna, 'Payment links');
  await expect(linkRow(anna, '1042')).toContainText('Synced');
});

test('what a lost computer was to create can be removed, after a question', async ({ launchApp, userDataDir }) => {
  const { page: anna } = await launchApp();
  const { page: ben } = await launchApp({ userDataDir: `${userDataDir}/ben` });
  for (const page of [anna, ben]) await signIn(page, service);
  await join(anna, 'Anna’s laptop');
  await join(ben, 'Ben');
  await workOffline(anna);
  await createProduct(anna, 'Logo design');
  await createLink(anna, 'Logo design', '80', '1042');
  await goTo(ben, 'Payment links');
  await expect(linkRow(ben, '1042')).toContainText('Being created on Anna’s laptop');
  await chooseForLink(ben, '1042', 'Delete link');
  const link = ben.getByRole('dialog', { name: 'Delete payment link' });
  await expect(link).toContainText('Where Anna’s laptop still creates it, it is listed again');
  await link.getByRole('button', { name: 'Delete link', exact: true }).click();
  await expect(ben.getByText(/^Removed from the list: Logo design/).first()).toBeVisible();
  await goTo(ben, 'Products');
  const row = ben.getByRole('table', { name: 'Products' }).getByRole('row').filter({ hasText: 'Logo design' });
  await row.click({ button: 'right' });
  await ben.getByRole('menuitem', { name: 'Remove product' }).click();
  const product = ben.getByRole('dialog', { name: 'Remove product' });
  await expect(product).toContainText('is being created on Anna’s laptop');
  await product.getByRole('button', { name: 'Remove product' }).click();
  await expect(ben.getByText('Removed from the list: Logo design.').first()).toBeVisible();
  // Anna’s laptop is there, and still has the changes.
  await expect(row).toContainText('Being created on Anna’s laptop');
  expect(service.changes).toHaveLength(0);
});

test('a deletion and a price that are in doubt on one computer are shown on the other, which can delete the link', async ({
  launchApp,
  userDataDir,
}) => {
  const { page: anna } = await launchApp();
  const { page: ben } = await launchApp({ userDataDir: `${userDataDir}/ben` });
  for (const page of [anna, ben]) await signIn(page, service);
  await join(anna, 'Anna’s laptop');
  await join(ben, 'Ben');
  await createProduct(anna, 'Logo design');
  await createLink(anna, 'Logo design', '80', '1042');
  await allSaved(anna);
  const inDoubt = 'In doubt on Anna’s laptop';
  const product = (page: Page) =>
    page.getByRole('table', { name: 'Products' }).getByRole('row').filter({ hasText: 'Logo design' });

  // The service does not find the link, and answers the change of the price as after a success.
  service.intercept = ({ method, path }) => {
    if (method === 'DELETE') return { status: 404 };
    return method === 'PATCH' && path.includes('/products/') ? { status: 303 } : undefined;
  };
  await goTo(anna, 'Settings');
  await anna.getByRole('switch', { name: 'Undocumented product update' }).click();
  await goTo(anna, 'Products');
  await product(anna).click({ button: 'right' });
  await anna.getByRole('menuitem', { name: 'Set default price' }).click();
  await anna.getByRole('dialog').getByRole('textbox', { name: 'Price', exact: true }).fill('75');
  await anna.getByRole('button', { name: 'Save default price' }).click();
  await goTo(ben, 'Products');
  await expect(product(ben)).toContainText(inDoubt);
  await product(ben).click();
  await expect(ben.getByText(/^Not certain: a change of this price on Anna’s laptop .* last seen/)).toBeVisible();
  await goTo(anna, 'Payment links');
  await chooseForLink(anna, '1042', 'Delete link');
  await anna.getByRole('button', { name: 'Delete link', exact: true }).click();
  await expect(syncStatus(anna)).toHaveText('2 changes need your attention');
  await goTo(ben, 'Payment links');
  await expect(linkRow(ben, '1042')).toContainText(inDoubt);
  await linkRow(ben, '1042').click();
  const details = ben.getByRole('complementary', { name: 'Link details' });
  await expect(details).toContainText(/A deletion of this link on Anna’s laptop .* last seen/);
  await expect(syncStatus(ben)).toHaveText('All changes are saved on the service');

  // Ben deletes it for good, which ends the doubt of Anna; she decides about the price.
  service.intercept = () => undefined;
  await details.getByRole('button', { name: 'Delete link' }).click();
  await ben.getByRole('dialog').getByRole('button', { name: 'Delete link', exact: true }).click();
  await expect(syncStatus(anna)).toHaveText('1 change needs your attention');
  await goTo(anna, 'Sync');
  await anna.getByRole('table', { name: 'Waiting changes' }).getByRole('row').nth(1).click();
  await anna.getByRole('button', { name: 'Discard' }).click();
  await anna.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await allSaved(anna);
  await goTo(ben, 'Products');
  await expect(product(ben)).toContainText('Synced');
});

test('the server can be away: each works on, and all is shared afterwards', async ({ launchApp, userDataDir }) => {
  const { page: anna } = await launchApp();
  const { page: ben } = await launchApp({ userDataDir: `${userDataDir}/ben` });
  for (const page of [anna, ben]) await signIn(page, service);
  await join(anna, 'Anna');
  await join(ben, 'Ben');
  await team.server.stopNats();
  await goTo(anna, 'Settings');
  await expect(status(anna)).toHaveText('Offline, 0 changes to share');
  await createProduct(anna, 'Logo design');
  await createProduct(ben, 'Business card');
  for (const page of [anna, ben]) await allSaved(page);
  await goTo(anna, 'Settings');
  await expect(status(anna)).toHaveText('Offline, 1 change to share');
  await team.server.startNats();
  await expect(status(anna)).toHaveText('Connected');
  for (const page of [anna, ben]) {
    await goTo(page, 'Products');
    const products = page.getByRole('table', { name: 'Products' });
    await expect(products).toContainText('Logo design');
    await expect(products).toContainText('Business card');
  }
});

test('the webhook with its key and the currencies are the same on both', async ({ launchApp, userDataDir }) => {
  const { page: anna } = await launchApp();
  const { page: ben } = await launchApp({ userDataDir: `${userDataDir}/ben` });
  for (const page of [anna, ben]) await signIn(page, service);
  await join(anna, 'Anna');
  await goTo(anna, 'Webhook');
  await anna.getByRole('button', { name: "Use the relay's address" }).click();
  const key = await saveWithNewKey(anna);
  await allSaved(anna);
  await goTo(anna, 'Settings');
  await anna.getByRole('textbox', { name: 'Currency name' }).fill('EUR');
  await anna.getByRole('textbox', { name: 'Currency id' }).fill('3');
  await anna.getByRole('button', { name: 'Add currency' }).click();
  await join(ben, 'Ben');
  await expect(ben.getByRole('table', { name: 'Currencies' })).toContainText('EUR');
  await goTo(ben, 'Webhook');
  await expect(ben.getByRole('textbox', { name: 'Webhook URL' })).toHaveValue(team.server.relayUrl);
  expect(await team.post({ event: 'after_sell', note: 'for both' }, key)).toBe(200);
  await expect(ben.getByRole('table', { name: 'Deliveries' }).getByRole('row').nth(1)).toContainText('Verified');
});
