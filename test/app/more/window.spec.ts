// The window comes back on the screen where it was closed.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { slow } from '../../../tools/test/slow.ts';
import { expect, test } from '../../support/app-test.ts';
import { goTo } from '../../support/seller.ts';

const textOf = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '');

test('the app opens on the screen where it was closed', async ({ launchApp, userDataDir }) => {
  // The test starts the app twice.
  test.setTimeout(slow(90_000));
  const first = await launchApp({ args: ['--practice'] });
  await goTo(first.page, 'Sales');
  await expect.poll(() => textOf(join(userDataDir, 'desk/window.json'))).toContain('#/sales');
  await first.close();
  const { page } = await launchApp({ args: ['--practice'] });
  await expect(page.getByRole('heading', { level: 1, name: 'Sales' })).toBeVisible();
});
