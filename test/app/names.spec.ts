// No name that the page mentions is resolved, because the DNS server would learn it. The names in this test end in
// ".localhost", which Chromium resolves itself, so that none leaves this computer.
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import type { Page } from '@playwright/test';
import type { OpenedApp } from '../../tools/launch/open-app.ts';
import { expect, test } from '../support/app-test.ts';

/** The last one asks for the host of the PAC script. */
const WAYS = [
  'preconnect',
  'prefetch',
  'prerender',
  'preload',
  'modulepreload',
  'icon',
  'anchor',
  'rules',
  'dns-prefetch',
];

const nameFor = (way: string): string => `planted-${way}.localhost`;

async function tryAll(page: Page): Promise<void> {
  await page.evaluate((ways) => {
    for (const way of ways) {
      const href = `http://planted-${way}.localhost:9/`;
      if (way === 'rules') {
        const script = Object.assign(document.createElement('script'), { type: 'speculationrules' });
        script.textContent = JSON.stringify({ prefetch: [{ urls: [href], eagerness: 'immediate' }] });
        document.head.append(script);
      } else if (way === 'anchor') {
        document.body.append(Object.assign(document.createElement('a'), { href, textContent: 'x', ping: href }));
      } else {
        const as = way === 'preload' ? { as: 'script' } : {};
        document.head.append(Object.assign(document.createElement('link'), { rel: way, href, ...as }));
      }
    }
    const allowed = Object.assign(document.createElement('meta'), {
      httpEquiv: 'x-dns-prefetch-control',
      content: 'on',
    });
    document.head.prepend(allowed);
  }, WAYS);
}

interface NetLog {
  readonly constants: { readonly logEventTypes: Readonly<Record<string, number>> };
  readonly events: readonly { readonly type: number; readonly params?: unknown }[];
}

/** The test names that Chromium looked up, from its log, which is complete once the app has ended. */
async function resolvedNames(app: OpenedApp, file: string): Promise<string[]> {
  await tryAll(app.page);
  // Names that Chromium resolved before the last one are in the log too. A reload makes Chromium write more of it.
  const log = () => app.page.reload().then(() => readFile(file, 'utf8'));
  await expect.poll(async () => (await log()).includes(`"host":"http://${nameFor('dns-prefetch')}:`)).toBe(true);
  await app.close();
  const { constants, events } = JSON.parse(await readFile(file, 'utf8')) as NetLog;
  const types = Object.entries(constants.logEventTypes).filter(([name]) => /^(HOST_RESOLVER|DNS)_/.test(name));
  const ofResolver = new Set(types.map(([, type]) => type));
  // Without either, the search below would find nothing.
  expect([ofResolver.size > 0, events.length > 0]).toEqual([true, true]);
  const asked = JSON.stringify(events.filter(({ type }) => ofResolver.has(type)));
  return WAYS.map(nameFor).filter((name) => asked.includes(name));
}

test.use({
  needsWholeBrowser: true,
  allowedErrors: [/Content Security Policy|violates the following|ERR_|not allowed to load|Failed to load/i],
});

test('resolves no name that the page asks for, except the host of the system’s PAC script', async ({
  launchApp,
  userDataDir,
}) => {
  test.skip(process.platform !== 'linux', 'other systems have no settings that a test could change');
  const programs = join(userDataDir, 'programs');
  await mkdir(programs);
  await writeFile(join(programs, 'gsettings'), `#!/bin/sh\necho "'http://${nameFor('dns-prefetch')}:9/proxy.pac'"\n`);
  await chmod(join(programs, 'gsettings'), 0o755);
  const file = join(userDataDir, 'net-log.json');
  const none = Object.fromEntries(['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'].map((name) => [name, '']));
  const env = { ...none, PATH: `${programs}${delimiter}${process.env.PATH}` };
  // Electron resolves names past the proxy of its session; plain Chromium does so only without a proxy.
  const app = await launchApp({ args: [`--log-net-log=${file}`, '--no-proxy-server'], env });
  await expect(app.page.getByRole('heading', { name: 'Sign in to your store' })).toBeVisible();
  expect(await resolvedNames(app, file)).toEqual([nameFor('dns-prefetch')]);
});
