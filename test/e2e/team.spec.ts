// A team in the built app, with a real nats-server and a real relay: joining, a sale through the relay, revoking, leaving.
import type { Page } from '@playwright/test';
import { expectNoFindingsInBothThemes } from '../support/axe.ts';
import { buyAt } from '../support/buyer.ts';
import { type RunningTeam, startTeam, withNats } from '../support/running-team.ts';
import { allSaved, createLink, createProduct, goTo, linkRow } from '../support/seller.ts';
import { saveWithNewKey } from '../support/webhook-screen.ts';
import { expect, test } from './fixture.ts';

test.skip(!withNats, 'no nats-server is installed');

let team: RunningTeam;
test.beforeEach(async () => {
  team = await startTeam();
});
test.afterEach(() => team.remove());

const section = (page: Page) => page.getByRole('region', { name: 'Team', exact: true });
const status = (page: Page) => page.getByRole('status', { name: 'Team status' });

async function join(page: Page, invite: string): Promise<void> {
  await goTo(page, 'Settings');
  await section(page).getByRole('textbox', { name: 'Invite' }).fill(invite);
  await section(page).getByRole('button', { name: 'Join team' }).click();
}

test('a sale through the relay arrives verified and marks its link', async ({ launchApp }) => {
  const app = await launchApp({ args: ['--practice'] });
  const { page } = app;
  await goTo(page, 'Settings');
  await expect(section(page).getByRole('heading', { name: 'Join a team' })).toBeVisible();
  await join(page, 'not an invite');
  await expect(section(page).getByText('This is not an invite')).toBeVisible();
  await join(page, await team.server.invite('Anna’s laptop'));
  await expect(status(page)).toHaveText('Connected');
  await expect(section(page).getByRole('table', { name: 'Computers' })).toContainText('Anna’s laptop (this computer)');
  await expectNoFindingsInBothThemes(page, 'the section Team');

  await expect(section(page).getByRole('heading', { name: 'Join a team' })).toHaveCount(0);

  await goTo(page, 'Webhook');
  const useRelay = page.getByRole('button', { name: "Use the relay's address" });
  await expect(useRelay).toHaveAccessibleDescription(/can't reach this address from the internet/);
  await useRelay.click();
  await expect(page.getByRole('textbox', { name: 'Webhook URL' })).toHaveValue(team.server.relayUrl);
  await expect(page.getByLabel('Verification key', { exact: true })).toHaveValue(/^.{64}$/);
  await expectNoFindingsInBothThemes(page, 'the webhook screen in a team');
  await page.getByRole('button', { name: 'Save webhook' }).click();
  await createProduct(page, 'Logo design');
  await createLink(page, 'Logo design', '80', '1042');
  await allSaved(page);
  await linkRow(page, '1042').getByRole('button', { name: 'Copy checkout link' }).click();
  await expect(page.getByText('Checkout link copied')).toBeVisible();
  await buyAt(await app.clipboardText());
  await expect(linkRow(page, '1042')).toContainText('Sold');
  await goTo(page, 'Webhook');
  await expect(page.getByText("Deliveries that your team's relay has received are listed here too")).toBeVisible();
  const delivery = page.getByRole('table', { name: 'Deliveries' }).getByRole('row').nth(1);
  await expect(delivery).toContainText('Verified');
  await expect(delivery).toContainText('Logo design');
});

test('what came while the app was closed is there after the start', async ({ launchApp }) => {
  const env = { STOREFRONT_TEST_KEY_STORE: '1' };
  const app = await launchApp({ args: ['--practice'], env });
  test.skip(app.host === 'electron', 'the key store of the system is used there');
  const { page } = app;
  await join(page, await team.server.invite('Anna'));
  await expect(status(page)).toHaveText('Connected');
  await goTo(page, 'Webhook');
  await page.getByRole('button', { name: "Use the relay's address" }).click();
  // It generates a key too, which would replace the next one if it came later.
  await expect(page.getByLabel('Verification key', { exact: true })).toHaveValue(/^.{64}$/);
  const key = await saveWithNewKey(page);
  await app.close();
  expect(await team.post({ event: 'after_sell', note: 'while it was off' }, key)).toBe(200);
  const { page: again } = await launchApp({ env });
  await goTo(again, 'Webhook');
  const rows = again.getByRole('table', { name: 'Deliveries' }).getByRole('row');
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toContainText('Verified');
  await rows.nth(1).click();
  const delivery = again.getByRole('region', { name: 'Delivery', exact: true });
  await expect(delivery).toContainText('while it was off');
  await expect(delivery).not.toContainText(team.token);
});

test('two computers see each other; one is revoked, the other leaves', async ({ launchApp, userDataDir }) => {
  const { page: anna } = await launchApp({ args: ['--practice'] });
  const { page: ben } = await launchApp({ args: ['--practice'], userDataDir: `${userDataDir}/ben` });
  await join(anna, await team.server.invite('Anna'));
  await join(ben, await team.server.invite('Ben'));
  for (const page of [anna, ben]) await expect(status(page)).toHaveText('Connected');
  const computers = section(anna).getByRole('table', { name: 'Computers' });
  await expect(computers.getByRole('row')).toHaveCount(3);
  await expect(computers).toContainText('Anna (this computer)');
  await expect(computers).toContainText('Ben');

  await team.server.revoke('Ben');
  await expect(status(ben)).toHaveText('Revoked');
  await expect(section(ben)).toContainText('no longer accepts this computer');
  await team.server.stopNats();
  await expect(status(anna)).toHaveText('Offline, 0 changes to share');
  await expect(section(anna)).toContainText('ECONNREFUSED');
  await team.server.startNats();
  await expect(status(anna)).toHaveText('Connected');

  await section(anna).getByRole('button', { name: 'Leave team' }).click();
  await anna.getByRole('dialog', { name: 'Leave the team?' }).getByRole('button', { name: 'Leave team' }).click();
  await expect(section(anna).getByRole('textbox', { name: 'Invite' })).toBeVisible();
  await expect(status(anna)).toHaveCount(0);
  await goTo(anna, 'Webhook');
  await expect(anna.getByRole('textbox', { name: 'Webhook URL' })).toBeVisible();
  await expect(anna.getByRole('button', { name: "Use the relay's address" })).toHaveCount(0);
});
