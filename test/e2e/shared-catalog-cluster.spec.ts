// Two computers and a cluster of three nodes in the built app: nodes and apps are killed while both work, and both end with the same.
import type { Page } from '@playwright/test';
import { startTeamServer, type TeamServer } from '../../tools/team-server/start.ts';
import type { LaunchOptions } from '../support/app.ts';
import { newFolder, removeFolder } from '../support/folder.ts';
import { RecordingService } from '../support/recording-service.ts';
import { withNats } from '../support/running-team.ts';
import { chooseForLink, createLink, createProduct, goTo, linkRow, signIn, syncStatus } from '../support/seller.ts';
import { expect, test } from './fixture.ts';

test.skip(!withNats, 'no nats-server is installed');

/** As many requests as the app sends at once. */
const SENT_AT_ONCE = 6;
const IN_DOUBT = 'In doubt on Anna';
const env = { STOREFRONT_TEST_KEY_STORE: '1' };

let folder: string;
let server: TeamServer;
let service: RecordingService;
test.beforeEach(async () => {
  test.slow();
  folder = newFolder();
  service = new RecordingService();
  await service.start();
  server = await startTeamServer({ folder, port: 0, relayPort: 0, nodes: 3 });
});
test.afterEach(async () => {
  await server.close();
  await service.stop();
  removeFolder(folder);
});

const status = (page: Page) => page.getByRole('status', { name: 'Team status' });

async function join(page: Page, name: string): Promise<void> {
  await goTo(page, 'Settings');
  const section = page.getByRole('region', { name: 'Team', exact: true });
  await section.getByRole('textbox', { name: 'Invite' }).fill(await server.invite(name));
  await section.getByRole('button', { name: 'Join team' }).click();
  await expect(status(page)).toHaveText('Connected');
}

/** Resolves when they wait to be sent. */
async function importLinks(page: Page, orders: readonly string[]): Promise<void> {
  await goTo(page, 'Payment links');
  await page.getByRole('button', { name: 'Import links from CSV' }).click();
  const rows = ['Product\tPrice\tOrder', ...orders.map((order, index) => `Logo design\t${index + 1}.50\t${order}`)];
  await page.getByRole('textbox', { name: 'Paste rows' }).fill(rows.join('\n'));
  await page.getByRole('button', { name: 'Read rows' }).click();
  await page.getByRole('button', { name: `Create ${orders.length} links` }).click();
}

const linksOf = (page: Page) => page.getByRole('table', { name: 'Payment links' });

const orderOf = (raw: string): string => Object.values(JSON.parse(raw).metadata as Record<string, string>)[0] ?? '';
/** The orders of the links that the service has created, sorted. */
const created = (): string[] =>
  service.changes
    .filter(({ method, path }) => method === 'POST' && path.endsWith('/payment-links'))
    .map(({ raw }) => orderOf(raw))
    .sort();

test('both have the same in the end, nothing twice, whatever nodes and apps are killed', async ({
  launchApp,
  userDataDir,
}) => {
  const start = (options: Partial<LaunchOptions> = {}) => launchApp({ env, ...options });
  const bens = { userDataDir: `${userDataDir}/ben` };
  let anna = await start();
  let ben = await start(bens);
  test.skip(anna.host === 'electron', 'the key store of the system is used there');
  for (const { page } of [anna, ben]) await signIn(page, service);
  await join(anna.page, 'Anna');
  await join(ben.page, 'Ben');
  await createProduct(anna.page, 'Logo design');
  await createLink(anna.page, 'Logo design', '80', 'first');
  await goTo(ben.page, 'Payment links');
  await expect(linkRow(ben.page, 'first')).toContainText('Synced');

  // Each node dies once while a computer sends. They start again by themselves.
  server.killNats(0);
  await createLink(anna.page, 'Logo design', '81', 'after the first node');
  server.killNats(1);
  await createLink(ben.page, 'Logo design', '82', 'after the second node');
  server.killNats(2);
  await expect(linkRow(ben.page, 'after the first node')).toContainText('Synced');
  await goTo(anna.page, 'Payment links');
  await expect(linkRow(anna.page, 'after the second node')).toContainText('Synced');

  // The service creates six links of Anna and does not answer: both apps die while she sends and shares, and Ben takes.
  let held = 0;
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const answered = 2;
  service.intercept = async ({ path, raw }) => {
    if (!path.endsWith('/payment-links') || !orderOf(raw).startsWith('import')) return undefined;
    if (created().filter((order) => order.startsWith('import')).length <= answered) return undefined;
    held += 1;
    await released;
    return undefined;
  };
  const orders = Array.from({ length: answered + SENT_AT_ONCE }, (_, index) => `import ${index + 1}.`);
  await importLinks(anna.page, orders);
  await expect.poll(() => held).toBe(SENT_AT_ONCE);
  server.killNats(0);
  await Promise.all([anna.kill(), ben.kill()]);
  release();
  [anna, ben] = [await start(), await start(bens)];

  // What the service did is a doubt on Anna’s computer, and Ben sees whose.
  await expect(syncStatus(anna.page)).toHaveText('6 changes need your attention');
  await goTo(ben.page, 'Payment links');
  await goTo(anna.page, 'Payment links');
  await expect(linksOf(ben.page).getByText(IN_DOUBT)).toHaveCount(SENT_AT_ONCE);

  // Both continue, and die once more right after their last message.
  await createLink(anna.page, 'Logo design', '83', 'after the restart of Anna');
  await createLink(ben.page, 'Logo design', '84', 'after the restart of Ben');
  await chooseForLink(ben.page, 'after the first node', 'Delete link');
  await ben.page.getByRole('button', { name: 'Delete link', exact: true }).click();
  await expect.poll(() => service.changes.filter(({ method }) => method === 'DELETE').length).toBe(1);
  server.killNats(1);
  await Promise.all([anna.kill(), ben.kill()]);
  [anna, ben] = [await start(), await start(bens)];

  const expected = [
    'first',
    'after the second node',
    'after the restart of Anna',
    'after the restart of Ben',
    ...orders,
  ];
  for (const { page } of [anna, ben]) {
    await goTo(page, 'Products');
    await expect(page.getByRole('table', { name: 'Products' }).getByRole('row')).toHaveCount(2);
    await goTo(page, 'Payment links');
    await expect(linksOf(page).getByRole('row')).toHaveCount(expected.length + 1);
    for (const order of expected) await expect(linkRow(page, order)).toHaveCount(1);
    await expect(linksOf(page).getByText('Synced', { exact: true })).toHaveCount(expected.length - SENT_AT_ONCE);
  }
  await expect(linksOf(ben.page).getByText(IN_DOUBT)).toHaveCount(SENT_AT_ONCE);
  await expect(syncStatus(anna.page)).toHaveText('6 changes need your attention');
  for (const { page } of [anna, ben]) {
    await goTo(page, 'Settings');
    await expect(status(page)).toHaveText('Connected');
  }
  expect(created()).toEqual([...expected, 'after the first node'].sort());
  // Ben's app may have died before it had the answer: a deletion is repeated then, which changes nothing.
  const deletions = service.changes.filter(({ method }) => method === 'DELETE');
  expect(new Set(deletions.map(({ path }) => path)).size).toBe(1);
});
