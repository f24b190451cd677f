// No name is resolved for the page, since the DNS server would read it. All names end in ".localhost", which Chromium answers itself,
// so none leaves this computer; see support/net-log.ts.
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { expect, test } from '../support/app-test.ts';
import { argsFor, nameFor, resolvedNames } from '../support/net-log.ts';

test.use({
  needsWholeBrowser: true,
  allowedErrors: [/Content Security Policy|violates the following|ERR_|not allowed to load|Failed to load/i],
});

test('resolves no name that the page asks for', async ({ launchApp, userDataDir }) => {
  const file = join(userDataDir, 'net-log.json');
  const app = await launchApp({ args: argsFor(file) });
  await expect(app.page.getByRole('heading', { name: 'Sign in to your store' })).toBeVisible();
  expect(await resolvedNames(app, file)).toEqual([]);
});

test('resolves the host of the system’s PAC script, and no other', async ({ launchApp, userDataDir }) => {
  test.skip(process.platform !== 'linux', 'other systems have no settings that a test could change');
  const programs = join(userDataDir, 'programs');
  await mkdir(programs);
  await writeFile(join(programs, 'gsettings'), `#!/bin/sh\necho "'http://${nameFor('dns-prefetch')}:9/proxy.pac'"\n`);
  await chmod(join(programs, 'gsettings'), 0o755);
  const file = join(userDataDir, 'net-log.json');
  const none = Object.fromEntries(['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'].map((name) => [name, '']));
  const env = { ...none, PATH: `${programs}${delimiter}${process.env.PATH}` };
  const app = await launchApp({ args: argsFor(file), env });
  await expect(app.page.getByRole('heading', { name: 'Sign in to your store' })).toBeVisible();
  expect(await resolvedNames(app, file)).toEqual([nameFor('dns-prefetch')]);
});
