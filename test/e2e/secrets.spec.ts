// Tokens, passwords and webhook keys appear nowhere: not on disk, not in the output, not in the window.
import { randomBytes } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import type { LaunchedApp } from '../support/app.ts';
import { SELLER } from '../support/recording-service.ts';
import { allSaved, createLink, createProduct, goTo, signIn, syncStatus } from '../support/seller.ts';
import { expect, test } from './service.ts';

test.use({ needsOwnProcess: true });

/** A file, and the gzipped content in it (a backup without a passphrase). */
function unpacked(bytes: Buffer): Buffer {
  const start = bytes.indexOf(Buffer.from([0x1f, 0x8b, 0x08]));
  try {
    return start < 0 ? bytes : Buffer.concat([bytes, gunzipSync(bytes.subarray(start))]);
  } catch {
    return bytes; // Not the start of an archive.
  }
}

/** Every file below a folder that contains one of the texts. */
async function filesWith(folder: string, secrets: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
      // Chromium deletes its own files while it runs.
      if (error.code === 'ENOENT') return Buffer.alloc(0);
      throw error;
    });
    for (const secret of secrets) {
      if (unpacked(bytes).includes(secret) || bytes.includes(Buffer.from(secret, 'utf16le'))) found.push(path);
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

const PASSPHRASE = 'seven quiet words for one backup';

async function exportBackup(app: LaunchedApp, file: string, passphrase: string | null): Promise<void> {
  const { page } = app;
  await goTo(page, 'Settings');
  await app.answerDialogs({ save: file });
  await page.getByRole('button', { name: 'Export backup' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export backup' });
  if (passphrase !== null) {
    await dialog.getByLabel('Passphrase', { exact: true }).fill(passphrase);
    await dialog.getByLabel('Repeat passphrase', { exact: true }).fill(passphrase);
  }
  await dialog.getByRole('button', { name: 'Export backup' }).click();
  await expect(dialog.getByRole('status').filter({ hasText: 'Backup exported' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(dialog).toBeHidden();
}

test.describe('after an injected fault', () => {
  test.use({ allowedErrors: ['Uncaught exception in the main process'] });

  test('a sign-in, a webhook key and a passphrase leave no trace in plain text', async ({
    signedIn: app,
    service,
    userDataDir,
  }) => {
    const { page } = app;
    await goTo(page, 'Webhook');
    await page.getByRole('textbox', { name: 'Webhook URL' }).fill('https://hooks.example/after-sell');
    await page.getByRole('button', { name: 'Generate key' }).click();
    const box = page.getByLabel('Verification key', { exact: true });
    await expect(box).toHaveValue(/^.{64}$/);
    const key = await box.inputValue();
    // A careless service that echoes its requests.
    service.intercept = ({ path, raw, headers }) =>
      path.endsWith('/store-settings')
        ? { status: 200, body: JSON.stringify({ echoed: raw, with: headers }) }
        : undefined;
    await page.getByRole('button', { name: 'Save webhook' }).click();
    await expect(page.getByText('Saved on the service', { exact: true })).toBeVisible();
    // It also returns everything it knows in later responses, as plain settings and nested.
    const all = { after_sell_webhook_key: key, was: service.token, refresh: 'refresh-secret-51c0' };
    service.intercept = ({ method, path }) => {
      if (path.endsWith('/store-settings')) return { status: 200, body: JSON.stringify(all) };
      if (method !== 'POST' || path.endsWith('/auth/login') || path.includes('test')) return undefined;
      const made = path.endsWith('/payment-links')
        ? { payment_link: 'https://checkout.example/mara/118?uuid=0b5bd2f0-6bd3-4d3a-9d63-0d0e34a4b1c7' }
        : { id: 118 };
      return { status: 200, body: JSON.stringify({ ...made, owner: { ...all, note: JSON.stringify(all) } }) };
    };
    await page.getByRole('textbox', { name: 'Webhook URL' }).fill('https://hooks.example/after-sell?again');
    await page.getByRole('button', { name: 'Save webhook' }).click();
    await expect.poll(() => service.requests.filter(({ path }) => path.endsWith('/store-settings')).length).toBe(2);
    await createProduct(page, 'Coaching hour');
    await createLink(page, 'Coaching hour', '60', '1043');
    await allSaved(page);
    await goTo(page, 'Webhook');
    service.testAnswer = { status: 502, body: JSON.stringify({ message: 'no luck', sent: { 'Webhook-Key': [key] } }) };
    await page.getByRole('button', { name: 'Send test event' }).click();
    await expect(page.getByRole('region', { name: 'Test result' })).toContainText('Test failed');
    await exportBackup(app, join(userDataDir, 'open.storefront-backup'), null);
    await exportBackup(app, join(userDataDir, 'sealed.storefront-backup'), PASSPHRASE);
    // An error whose message contains the secret.
    await app.breakMain(`Refused: Authorization: Bearer ${service.token}, key ${key}, "${PASSPHRASE}"`);
    await expect(page.getByRole('alert').filter({ hasText: 'Something went wrong inside the app' })).toBeVisible();
    await page.getByRole('button', { name: 'Copy diagnostics' }).click();
    const diagnostics = page.getByRole('dialog', { name: 'Copy diagnostics' });
    const text = await diagnostics.getByRole('region', { name: 'Diagnostics' }).innerText();
    await diagnostics.getByRole('button', { name: 'Copy', exact: true }).click();
    await expect.poll(async () => (await app.clipboardText()).trim()).toBe(text.trim());
    expect(text).toContain('key store: ');
    expect(text).toContain('store 1: signed in; 0 waiting, 0 need attention');
    expect(text).toContain('Uncaught exception in the main process');
    for (const name of [SELLER.email, service.url, 'hooks.example']) expect(text).not.toContain(name);
    await goTo(page, 'Products');
    await allSaved(page);

    const secrets = [SELLER.password, service.token, 'refresh-secret-51c0', key, PASSPHRASE];
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
    // The log contains the error, so the search covered a real log.
    const log = await readFile(join(userDataDir, 'desk/logs/main.log'), 'utf8');
    expect(log).toContain('Uncaught exception in the main process Error: Refused: Authorization: Bearer (hidden)');
    expect(log).toMatch(/Settled: settings\.update \S+/);
    const heap = await heapOf(page);
    // Other text is found there, so the search works.
    expect(heap).toContain(SELLER.email);
    expect(secrets.filter((secret) => heap.includes(secret))).toEqual([]);
    expect(await page.content()).not.toContain(key);
    await app.close();
    expect(await filesWith(userDataDir, secrets)).toEqual([]);
    expect(secrets.filter((secret) => app.output().includes(secret))).toEqual([]);
  });
});

test('a key store keeps the sign-in over a restart, encrypted', async ({ launchApp, service, userDataDir }) => {
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

const encryptedIn = async (userDataDir: string): Promise<string[]> =>
  Object.values(JSON.parse(await readFile(join(userDataDir, 'desk/secrets.json'), 'utf8')).value);

test('encrypts the sign-in again when the key store has a newer key', async ({ launchApp, service, userDataDir }) => {
  const env = { STOREFRONT_TEST_KEY_STORE: '1' };
  const tags = async () =>
    (await encryptedIn(userDataDir)).map((text) => Buffer.from(text, 'base64').subarray(0, 3).toString());
  const first = await launchApp({ env });
  test.skip(first.host === 'electron', 'the key store of the system is used there');
  await signIn(first.page, service);
  await allSaved(first.page);
  await first.close();
  expect(new Set(await tags())).toEqual(new Set([process.platform === 'linux' ? 'v11' : 'v10']));
  const second = await launchApp({ env: { ...env, STOREFRONT_STAND_IN_FAULTS: 'key-rotated' } });
  await allSaved(second.page);
  await expect.poll(async () => [...new Set(await tags())]).toEqual(['v12']);
});

test('keeps a sign-in in memory only when the keyring returns no key', async ({ launchApp, service, userDataDir }) => {
  const env = { STOREFRONT_TEST_KEY_STORE: '1', STOREFRONT_STAND_IN_FAULTS: 'key-store-locked' };
  const app = await launchApp({ env });
  test.skip(
    app.host === 'electron' || process.platform !== 'linux',
    'only there Electron falls back to a known password',
  );
  await expect(app.page.getByText('the sign-in lasts until the app is closed')).toBeVisible();
  await signIn(app.page, service);
  await allSaved(app.page);
  await app.close();
  expect(await filesWith(join(userDataDir, 'desk'), ['access-token'])).toEqual([]);
  expect(await readFile(join(userDataDir, 'desk/logs/main.log'), 'utf8')).toContain('gnome_libsecret, not used');
});

test('reports a locked key store, and signs in with "Try again" once it is unlocked', async ({
  launchApp,
  service,
  userDataDir,
}) => {
  const env = { STOREFRONT_TEST_KEY_STORE: '1' };
  const first = await launchApp({ env });
  test.skip(first.host === 'electron', 'the key store of the system is used there');
  await signIn(first.page, service);
  await allSaved(first.page);
  await first.close();
  const keyFile = join(userDataDir, 'chromium-host/test-key');
  const key = await readFile(keyFile);
  // Nothing can be decrypted with another key.
  await writeFile(keyFile, randomBytes(32));
  const { page } = await launchApp({ env });
  const panel = page.getByRole('region', { name: 'Sign in', exact: true });
  await expect(panel).toContainText('this computer’s key store is locked');
  await createProduct(page, 'Coaching hour');
  await expect(syncStatus(page)).toHaveText('Sign in to send 1 change');
  await panel.getByRole('button', { name: 'Try again' }).click();
  await expect(
    page.getByText('The key store still does not give out the sign-in. Unlock it, then restart the app.'),
  ).toBeVisible();
  expect(service.changes).toEqual([]);
  await writeFile(keyFile, key);
  await panel.getByRole('button', { name: 'Try again' }).click();
  await expect(panel).toBeHidden();
  await allSaved(page);
  await expect.poll(() => service.changes).toHaveLength(1);
});
