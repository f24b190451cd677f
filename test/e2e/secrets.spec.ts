// No token, password or webhook key where it could be found: not on disk, not in what the app prints, not in the window.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { SELLER } from '../support/recording-service.ts';
import { allSaved, goTo, signIn } from '../support/seller.ts';
import { expect, test } from './service.ts';

/** Every file below a folder that holds one of the texts. */
async function filesWith(folder: string, secrets: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
      // Chromium removes files of its own while it runs.
      if (error.code === 'ENOENT') return Buffer.alloc(0);
      throw error;
    });
    for (const secret of secrets) {
      if (bytes.includes(secret) || bytes.includes(Buffer.from(secret, 'utf16le'))) found.push(path);
    }
  }
  return found;
}

/** All text in the memory of the window. */
async function heapOf(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await session.send('HeapProfiler.enable');
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await session.detach();
  return chunks.join('');
}

test('a sign-in and a webhook key leave no trace in plain text', async ({ launchApp, service, userDataDir }) => {
  const app = await launchApp();
  const { page } = app;
  await signIn(page, service);
  await goTo(page, 'Webhook');
  await page.getByRole('textbox', { name: 'Webhook URL' }).fill('https://hooks.example/after-sell');
  await page.getByRole('button', { name: 'Generate key' }).click();
  const box = page.getByLabel('Verification key', { exact: true });
  await expect(box).toHaveValue(/^.{64}$/);
  const key = await box.inputValue();
  // A service that echoes what it was sent, as a careless one may.
  service.intercept = ({ path, raw, headers }) =>
    path.endsWith('/store-settings')
      ? { status: 200, body: JSON.stringify({ echoed: raw, with: headers }) }
      : undefined;
  await page.getByRole('button', { name: 'Save webhook' }).click();
  await expect(page.getByText('Saved on the service', { exact: true })).toBeVisible();
  service.testAnswer = { status: 502, body: JSON.stringify({ message: 'no luck', sent: { 'Webhook-Key': [key] } }) };
  await page.getByRole('button', { name: 'Send test event' }).click();
  await expect(page.getByRole('region', { name: 'Test result' })).toContainText('Test failed');
  await goTo(page, 'Products');
  await allSaved(page);

  const secrets = [SELLER.password, service.token, 'refresh-secret-51c0', key];
  const heap = await heapOf(page);
  // What is not secret is found there, so the search is a real one.
  expect(heap).toContain(SELLER.email);
  expect(secrets.filter((secret) => heap.includes(secret))).toEqual([]);
  expect(await page.content()).not.toContain(key);
  await app.close();
  expect(await filesWith(userDataDir, secrets)).toEqual([]);
  expect(secrets.filter((secret) => app.output().includes(secret))).toEqual([]);
});

test('with a key store the sign-in lasts over a restart, encrypted', async ({ launchApp, service, userDataDir }) => {
  const env = { STOREFRONT_TEST_KEY_STORE: '1' };
  const first = await launchApp({ env });
  test.skip(first.host === 'electron', 'the key store of the system is used there');
  await signIn(first.page, service);
  await expect(first.page.getByRole('heading', { name: 'Products', exact: true })).toBeVisible();
  await first.close();
  expect(await filesWith(join(userDataDir, 'desk'), [SELLER.password, service.token])).toEqual([]);
  const second = await launchApp({ env });
  await expect(second.page.getByRole('heading', { name: 'Products', exact: true })).toBeVisible();
  await expect(second.page.getByRole('heading', { name: 'Sign in to your store' })).toBeHidden();
});
