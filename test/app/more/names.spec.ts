// The control of ../names.spec.ts: without the app's rules Chromium does resolve names.
import { join } from 'node:path';
import { expect, test } from '../../support/app-test.ts';
import { argsFor, nameFor, resolvedNames } from '../../support/net-log.ts';

test.use({
  needsWholeBrowser: true,
  allowedErrors: [/Content Security Policy|ERR_|not allowed to load|Failed to load/i],
});

test('an app without DNS rules resolves the names that its page asks for', async ({ launchApp, userDataDir }) => {
  const file = join(userDataDir, 'net-log.json');
  const bundle = join(import.meta.dirname, '../../support/app-fixture/main.js');
  const app = await launchApp({ bundle, args: argsFor(file) });
  await expect(app.page.getByRole('heading', { name: 'Fixture' })).toBeVisible();
  expect(await resolvedNames(app, file)).toEqual(['dns-prefetch', 'preconnect'].map(nameFor));
});
