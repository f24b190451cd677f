// A seller of a real store learns on each screen about sales how they reach the app from the internet.
import { goTo } from '../support/seller.ts';
import { expect, test } from './service.ts';

const GUIDE = 'docs/team-server.md';

test('Webhook, Sales and Settings of a real store name the guide of the team server', async ({
  signedIn: { page },
}) => {
  for (const screen of ['Webhook', 'Sales', 'Settings']) {
    await goTo(page, screen);
    await expect(page.getByText(GUIDE)).toBeVisible();
    // It is a file beside the program, which the window cannot open.
    await expect(page.getByRole('link', { name: GUIDE })).toHaveCount(0);
  }
});

test('the practice store needs no team server for its sales', async ({ launchApp }) => {
  const { page } = await launchApp({ args: ['--practice'] });
  await goTo(page, 'Webhook');
  await expect(page.getByRole('button', { name: 'Start inbox' })).toBeVisible();
  await expect(page.getByText(GUIDE)).toHaveCount(0);
});
