// The first start after the update that moved the catalog into a database, and a start with a damaged database.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeDataFolder } from '../support/data-folder.ts';
import { writeOldCatalog } from '../support/old-catalog.ts';
import { goTo } from '../support/seller.ts';
import { expect, test } from './service.ts';

test.use({ isAnimated: true });

const storeFolder = (userDataDir: string, storeId: string) => join(userDataDir, 'desk', 'stores', storeId);

test('the first start imports the files of earlier versions, and keeps them', async ({ launchApp, userDataDir }) => {
  const folder = storeFolder(userDataDir, writeDataFolder({ userDataDir, products: 0, links: 0 }));
  rmSync(join(folder, 'catalog.db'));
  const old = writeOldCatalog(folder, { products: 20, links: 1_000, imported: 100, notImported: 10 });
  const links = old.links.filter(({ deletedAt }) => deletedAt === null);
  const first = await launchApp();
  await goTo(first.page, 'Payment links');
  const table = first.page.getByRole('table', { name: 'Payment links' });
  await expect(table).toHaveAttribute('aria-rowcount', String(links.length + 1));
  await first.page.getByRole('searchbox', { name: 'Search payment links' }).fill('order-999');
  await expect(table).toHaveAttribute('aria-rowcount', '2');
  await goTo(first.page, 'Sync');
  await first.page.getByRole('tab', { name: 'History' }).click();
  await expect(first.page.getByRole('table', { name: 'History' })).toHaveAttribute(
    'aria-rowcount',
    String(old.history.length + 1),
  );
  await expect(first.page.getByText('An import was not finished')).toBeVisible();
  await expect(first.page.getByText('damaged', { exact: false })).toHaveCount(0);
  await first.close();
  expect(existsSync(join(folder, 'links'))).toBe(false);
  expect(readdirSync(join(folder, 'before-sqlite')).sort()).toEqual(
    ['history', 'import-rows', 'imports', 'links', 'products', 'sales'].sort(),
  );
  const second = await launchApp();
  await goTo(second.page, 'Payment links');
  await expect(second.page.getByRole('table', { name: 'Payment links' })).toHaveAttribute(
    'aria-rowcount',
    String(links.length + 1),
  );
});

test('a damaged catalog without a snapshot starts empty, and says where the damaged file is', async ({
  launchApp,
  userDataDir,
}) => {
  const folder = storeFolder(userDataDir, writeDataFolder({ userDataDir, products: 3, links: 30 }));
  const damaged = readFileSync(join(folder, 'catalog.db')).fill(7, 0, 4_096);
  writeFileSync(join(folder, 'catalog.db'), damaged);
  const { page } = await launchApp();
  await expect(page.getByText('is empty', { exact: false }).first()).toBeVisible();
  const [kept = 'nothing'] = readdirSync(folder).filter((name) => name.startsWith('catalog.db.damaged-'));
  await expect(page.getByText(kept, { exact: false })).toBeVisible();
  expect(readFileSync(join(folder, kept)).equals(damaged)).toBe(true);
});
