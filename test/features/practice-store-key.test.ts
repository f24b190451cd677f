// The webhook key of the practice store on disk: encrypted by a slow key store, or omitted.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { type KeySeal, openRecords } from '../../src/practice-store/records.ts';
import { temporaryFolder } from '../support/folder.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

const KEY = 'k'.repeat(64);
const seal: KeySeal = {
  seal: async (key) => Buffer.from(key).toString('hex'),
  open: async (sealed) => Buffer.from(sealed, 'hex').toString(),
};
const onDisk = () => JSON.parse(readFileSync(join(folder, 'practice-store.json'), 'utf8'));
const settings = (key: string, url = 'https://hooks.example/1') => ({
  after_sell_webhook_url: url,
  is_after_sell_webhook_on: true,
  after_sell_webhook_key: key,
});

it('is encrypted on disk, and restored after a restart', async () => {
  const records = await openRecords(folder, seal);
  records.changeStoreSettings(settings(KEY));
  await records.save();
  expect(onDisk().store_settings.after_sell_webhook_key).toBe(Buffer.from(KEY).toString('hex'));
  const again = await openRecords(folder, seal);
  expect(again.storeSettings.after_sell_webhook_key).toBe(KEY);
});

it('is omitted if it cannot be encrypted, or decrypted', async () => {
  const nothing: KeySeal = { seal: async () => null, open: async () => null };
  const records = await openRecords(folder, nothing);
  records.changeStoreSettings(settings(KEY));
  await records.save();
  expect(onDisk().store_settings).toMatchObject({ after_sell_webhook_key: null });
  expect(records.storeSettings.after_sell_webhook_key).toBe(KEY);
  expect((await openRecords(folder, nothing)).storeSettings.after_sell_webhook_key).toBeNull();
});

it('is written with its own settings, although they change during encryption', async () => {
  let sealing = (): void => {};
  const begun = new Promise<void>((resolve) => {
    sealing = resolve;
  });
  let release = (): void => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const slow: KeySeal = {
    ...seal,
    async seal(key) {
      sealing();
      await gate;
      return seal.seal(key);
    },
  };
  const records = await openRecords(folder, slow);
  records.changeStoreSettings(settings(KEY));
  const first = records.save();
  await begun;
  records.changeStoreSettings(settings('n'.repeat(64), 'https://hooks.example/2'));
  release();
  await first;
  expect(onDisk().store_settings).toMatchObject({
    after_sell_webhook_url: 'https://hooks.example/1',
    after_sell_webhook_key: Buffer.from(KEY).toString('hex'),
  });
  await records.save();
  expect(onDisk().store_settings).toMatchObject({ after_sell_webhook_url: 'https://hooks.example/2' });
});
