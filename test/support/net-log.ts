// Makes a page ask for names in every way that Chromium knows, and finds those that were resolved in Chromium's network log.
import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import type { LaunchedApp } from './app.ts';

const WAYS = [
  'dns-prefetch',
  'preconnect',
  'prefetch',
  'prerender',
  'preload',
  'modulepreload',
  'icon',
  'anchor',
  'rules',
];

export const nameFor = (way: string): string => `planted-${way}.localhost`;

/** Electron resolves names past the proxy of its session; plain Chromium does so only without a proxy. */
export const argsFor = (file: string): string[] => [`--log-net-log=${file}`, '--no-proxy-server'];

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

/** The test names that Chromium's resolver was asked for, from its log, which is complete once the app has ended. */
export async function resolvedNames(app: LaunchedApp, file: string): Promise<string[]> {
  await tryAll(app.page);
  // Each takes Chromium longer than a preconnect hint; the test with a PAC script proves that it is long enough.
  for (let n = 0; n < 3; n += 1) await app.page.reload();
  await app.close();
  const { constants, events } = JSON.parse(await readFile(file, 'utf8')) as NetLog;
  const types = Object.entries(constants.logEventTypes).filter(([name]) => /^(HOST_RESOLVER|DNS)_/.test(name));
  const ofResolver = new Set(types.map(([, type]) => type));
  // Both must be there, or nothing would ever be found.
  expect([ofResolver.size > 0, events.length > 0]).toEqual([true, true]);
  const asked = JSON.stringify(events.filter(({ type }) => ofResolver.has(type)));
  return WAYS.map(nameFor).filter((name) => asked.includes(name));
}
