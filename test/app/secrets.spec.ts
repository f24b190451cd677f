// Tokens, passwords and webhook keys appear nowhere: not on disk, not in the output, not in the window.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { slow } from '../../tools/test/slow.ts';
import { expect, test } from '../support/app-test.ts';
import { SELLER } from '../support/recording-service.ts';
import { allSaved, createLink, createProduct, goTo } from '../support/seller.ts';

/** A file's bytes, and what a gzip archive in them contains, as in a backup without a passphrase. */
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
  const paths: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const bytes = unpacked(await readFile(path));
    if (secrets.some((secret) => bytes.includes(secret) || bytes.includes(Buffer.from(secret, 'utf16le')))) {
      paths.push(path);
    }
  }
  return paths;
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

test.describe('after an injected fault', () => {
  test.use({ allowedErrors: ['Uncaught exception in the main process'] });

  test('a sign-in, a webhook key and a passphrase leave no trace in plain text', async ({
    signedIn: app,
    service,
    userDataDir,
  }) => {
    // The test has many steps, and takes a snapshot of the memory.
    test.setTimeout(slow(90_000));
    const { page } = app;
    const url = page.getByRole('textbox', { name: 'Webhook URL' });
    const save = async (address: string) => {
      await url.fill(address);
      await page.getByRole('button', { name: 'Save webhook' }).click();
    };
    await goTo(page, 'Webhook');
    await page.getByRole('button', { name: 'Generate key' }).click();
    const box = page.getByLabel('Verification key', { exact: true });
    await expect(box).toHaveValue(/^.{64}$/);
    const key = await box.inputValue();
    // A careless service: it echoes a request, and later returns all secrets that it knows, plain and nested.
    const all = { after_sell_webhook_key: key, was: service.token, refresh_token: 'refresh-secret-51c0' };
    let isFirst = true;
    service.intercept = ({ method, path, raw, headers }) => {
      const owner = { ...all, note: JSON.stringify(all) };
      if (path.endsWith('/store-settings')) {
        const body = JSON.stringify(isFirst ? { echoed: raw, with: headers } : all);
        isFirst = false;
        return { status: 200, body };
      }
      if (method !== 'POST' || path.endsWith('/auth/login') || path.includes('test')) return undefined;
      const made = path.endsWith('/payment-links')
        ? { payment_link: 'https://checkout.example/mara/118?uuid=0b5bd2f0-6bd3-4d3a-9d63-0d0e34a4b1c7' }
        : { id: 118 };
      return { status: 200, body: JSON.stringify({ ...made, owner }) };
    };
    await save('http://127.0.0.1:9/after-sell');
    await allSaved(page);
    await expect(page.getByText('Saved on the service', { exact: true })).toBeVisible();
    await save('http://127.0.0.1:9/after-sell?again');
    await expect.poll(() => service.changes).toHaveLength(2);
    await createProduct(page, 'Coaching hour');
    await createLink(page, 'Coaching hour', '60', '1043');
    await allSaved(page);
    await goTo(page, 'Webhook');
    service.testAnswer = { status: 502, body: JSON.stringify({ message: 'no luck', sent: { 'Webhook-Key': [key] } }) };
    await page.getByRole('button', { name: 'Send test event' }).click();
    await expect(page.getByRole('region', { name: 'Test result' })).toContainText('no luck');

    // A backup without a passphrase, and one with it.
    for (const passphrase of ['', PASSPHRASE]) {
      await goTo(page, 'Settings');
      await app.answerDialogs({ save: join(userDataDir, `backup${passphrase.length}.storefront-backup`) });
      await page.getByRole('button', { name: 'Export backup' }).click();
      const dialog = page.getByRole('dialog', { name: 'Export backup' });
      if (passphrase !== '') {
        await dialog.getByLabel('Passphrase', { exact: true }).fill(passphrase);
        await dialog.getByLabel('Repeat passphrase', { exact: true }).fill(passphrase);
      }
      await dialog.getByRole('button', { name: 'Export backup' }).click();
      await expect(dialog.getByRole('status').filter({ hasText: 'Backup exported' })).toBeVisible();
      await dialog.getByRole('button', { name: 'Close' }).last().click();
      await expect(dialog).toBeHidden();
    }

    // An error whose message contains the secrets, and what the seller would send to support.
    await app.breakMain(`Refused: Authorization: Bearer ${service.token}, key ${key}, "${PASSPHRASE}"`);
    await expect(page.getByRole('alert').filter({ hasText: 'Something went wrong' })).toBeVisible();
    await page.getByRole('button', { name: 'Copy diagnostics' }).click();
    await expect.poll(() => app.clipboardText()).toContain('"keyStore"');
    const text = await app.clipboardText();
    const secrets = [SELLER.password, service.token, 'refresh-secret-51c0', key, PASSPHRASE];
    for (const told of [...secrets, SELLER.email, service.url, 'hooks.example']) expect(text).not.toContain(told);

    // The error is in the log, so the search below covers a real log.
    expect(await readFile(join(userDataDir, 'desk/logs/main.log'), 'utf8')).toMatch(
      /Settled: settings\.update [\s\S]*Uncaught exception in the main process Error: Refused/,
    );
    await goTo(page, 'Products');
    await allSaved(page);
    const heap = await heapOf(page);
    // The search works: it finds other text.
    expect(heap).toContain(SELLER.email);
    expect(secrets.filter((secret) => heap.includes(secret))).toEqual([]);
    expect(await app.close()).toBe(0);
    expect(await filesWith(userDataDir, secrets)).toEqual([]);
    expect(secrets.filter((secret) => app.output().includes(secret))).toEqual([]);
  });
});
