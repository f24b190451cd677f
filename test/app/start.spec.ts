// `npm start` as a seller runs it, with a store on the internet; a proxy on this computer stands in for the network.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, expect, test } from '@playwright/test';
import { chooseHost } from '../../tools/launch/choose-host.ts';
import { driven } from '../../tools/launch/driven-process.ts';
import { root } from '../../tools/launch/project.ts';

test('asks before the password goes to a new address, and connects only after the answer', async () => {
  test.skip(chooseHost().kind === 'electron', 'Electron shows a dialog of the system');
  const reached: string[] = [];
  const proxy = createServer();
  proxy.on('connect', (request, socket) => {
    reached.push(request.url ?? '');
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const folder = mkdtempSync(join(tmpdir(), 'storefront-start-'));
  const app = driven(
    spawn(
      process.execPath,
      [
        ...['--import', 'tsx', 'tools/launch/start.ts', '--headless', '--lang=en-US'],
        ...[`--user-data-dir=${folder}`, '--remote-debugging-port=0'],
      ],
      {
        cwd: root,
        env: { ...process.env, HTTPS_PROXY: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    ),
  );
  try {
    const browser = await chromium.connectOverCDP(await app.waitFor(/ is ready: (http:\S+)/, 30_000));
    const [context] = browser.contexts();
    const page = context?.pages()[0] ?? (await context?.waitForEvent('page'));
    if (!context || !page) throw new Error('The app has no window');
    await page.getByRole('textbox', { name: 'Service address' }).fill('https://shop.example');
    await page.getByRole('textbox', { name: 'Email' }).fill('mara@shop.example');
    await page.getByLabel('Password', { exact: true }).fill('right');
    const asked = context.waitForEvent('page');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    const question = await asked;
    expect(reached).toEqual([]);
    await question.getByRole('button').first().click();
    await expect.poll(() => reached).toContain('shop.example:443');
    await expect(page.getByRole('alert')).toBeVisible();
    await browser.close();
  } finally {
    await app.end(10_000);
    proxy.closeAllConnections();
    proxy.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
});
