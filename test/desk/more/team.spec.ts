// A team on two desks, with a real nats-server: one catalog.
import type { Page } from '@playwright/test';
import { slow } from '../../../tools/test/slow.ts';
import { expect, test } from '../../support/desk-test.ts';
import { hasNatsServer } from '../../support/has-nats-server.ts';
import { type RunningTeam, startTeam } from '../../support/running-team.ts';
import {
  allSaved,
  chooseForLink,
  createLink,
  createProduct,
  goTo,
  linkRow,
  signInAtOnce,
} from '../../support/seller.ts';

test.skip(!hasNatsServer, 'no nats-server is installed');
// Each test starts a team server and up to two windows.
test.setTimeout(slow(90_000));

let team: RunningTeam;
test.beforeEach(async () => {
  team = await startTeam();
});
test.afterEach(() => team.remove());

const section = (page: Page) => page.getByRole('region', { name: 'Team', exact: true });
const status = (page: Page) => page.getByRole('status', { name: 'Team status' });

async function join(page: Page, name: string, preview: string): Promise<void> {
  await goTo(page, 'Settings');
  await section(page)
    .getByRole('textbox', { name: 'Invite' })
    .fill(await team.invite(name));
  await section(page).getByRole('button', { name: 'Join team' }).click();
  const dialog = page.getByRole('dialog', { name: 'Join the team?' });
  await expect(dialog.getByRole('table').getByRole('row').nth(1)).toContainText(preview);
  await dialog.getByRole('button', { name: 'Join', exact: true }).click();
  await expect(status(page)).toHaveText('Connected');
}

test('two computers have one catalog; one is revoked, the other leaves', async ({ openDesk, service }) => {
  const { page: anna } = await openDesk();
  const { page: ben } = await openDesk();
  for (const page of [anna, ben]) await signInAtOnce(page, service);
  await createProduct(anna, 'Logo design');
  await createLink(anna, 'Logo design', '80', '1042');
  await createProduct(ben, 'Business card');
  for (const page of [anna, ben]) await allSaved(page);
  await join(anna, 'Anna', '1 product, 1 link');
  await join(ben, 'Ben', '1 product, 0 links');
  await goTo(ben, 'Payment links');
  await expect(linkRow(ben, '1042')).toContainText('Synced');
  await createLink(ben, 'Logo design', '90', '1043');
  await goTo(anna, 'Payment links');
  await expect(linkRow(anna, '1043')).toContainText('Synced');
  await chooseForLink(ben, '1042', 'Delete link');
  await ben.getByRole('dialog').getByRole('button', { name: 'Delete link', exact: true }).click();
  await expect(linkRow(anna, '1042')).toHaveCount(0);

  for (const page of [anna, ben]) await allSaved(page);
  expect(service.changes.map(({ method }) => method).sort()).toEqual(['DELETE', ...Array(4).fill('POST')]);
  await goTo(anna, 'Settings');
  const computers = section(anna).getByRole('table', { name: 'Computers' });
  await expect(computers).toContainText('Anna (this computer)');
  await expect(computers).toContainText('Ben');
  await team.revoke('Ben');
  await goTo(ben, 'Settings');
  await expect(status(ben)).toHaveText('Revoked');
  await computers.getByRole('row', { name: 'Ben' }).getByRole('button', { name: 'Remove' }).click();
  await anna.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(computers).not.toContainText('Ben');
  await section(anna).getByRole('button', { name: 'Leave team' }).click();
  await anna.getByRole('dialog').getByRole('button', { name: 'Leave team' }).click();
  await expect(section(anna).getByRole('textbox', { name: 'Invite' })).toBeVisible();
  await expect(status(anna)).toHaveCount(0);
});
