// The window comes back as it was closed.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { slow } from '../../../tools/test/slow.ts';
import { expect, test } from '../../support/app-test.ts';
import { resize } from '../../support/resize.ts';
import { goTo } from '../../support/seller.ts';

const textOf = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '');

test.beforeEach(() => {
  // Most tests start the app twice.
  test.setTimeout(slow(90_000));
});

test('the window reopens at its last size', async ({ launchApp, userDataDir }) => {
  const first = await launchApp();
  test.skip(first.host === 'electron', 'a test changes the page there, not the window');
  await expect(first.page.getByRole('heading', { name: 'Sign in to your store' })).toBeVisible();
  await resize(first.page, { width: 1010, height: 720 });
  await expect.poll(() => textOf(join(userDataDir, 'desk/window.json'))).toMatch(/"width":\s*1010,\s*"height":\s*720/);
  await first.close();
  const second = await launchApp();
  await expect.poll(() => second.page.evaluate(() => [innerWidth, innerHeight])).toEqual([1010, 720]);
});

test('the app opens on the screen where it was closed', async ({ launchApp, userDataDir }) => {
  const first = await launchApp({ args: ['--practice'] });
  await goTo(first.page, 'Sales');
  await expect.poll(() => textOf(join(userDataDir, 'desk/window.json'))).toContain('#/sales');
  await first.close();
  const { page } = await launchApp({ args: ['--practice'] });
  await expect(page.getByRole('heading', { level: 1, name: 'Sales' })).toBeVisible();
});
