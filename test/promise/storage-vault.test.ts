// Secrets: encrypted by the system's key store or in memory only, and never in plain text on disk.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { StorageError } from '../../src/main/storage/durable-file.ts';
import { type KeyStore, Vault } from '../../src/main/storage/vault.ts';
import { temporaryFolder } from '../support/folder.ts';
import { refuseWrites } from '../support/refused-writes.ts';

const SECRET = 'a very secret access token';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

/** A fake encryption, enough to detect text that the vault writes without the key store. */
const turned = (bytes: Buffer) => Buffer.from(bytes.map((byte) => byte ^ 0x5a));
const keyStore: KeyStore = {
  isAvailable: async () => true,
  encrypt: async (text) => turned(Buffer.from(text)).toString('base64'),
  decrypt: async (base64) => turned(Buffer.from(base64, 'base64')).toString(),
};
const unavailableKeyStore: KeyStore = {
  isAvailable: async () => false,
  encrypt: () => expect.fail('it was asked to encrypt'),
  decrypt: () => expect.fail('it was asked to decrypt'),
};
const otherKeyStore: KeyStore = {
  ...keyStore,
  decrypt: () => Promise.reject(new Error('encrypted by somebody else')),
};
/** A vault that has asked the key store. */
async function open(store: KeyStore): Promise<Vault> {
  const vault = new Vault(store, folder, (event) => expect.fail(event.reason));
  await vault.open();
  return vault;
}

const onDisk = () => readFileSync(join(folder, 'secrets.json'), 'utf8');

const TOKEN = 'store-1/access-token';

describe('a vault with a key store', () => {
  it('has its secrets again after a restart, and none of them in plain text on disk', async () => {
    const vault = await open(keyStore);
    await Promise.all(['a', 'b', 'c'].map((name) => vault.set(name, `${SECRET} ${name}`)));
    expect(vault.isPersistent).toBe(true);
    const again = await open(keyStore);
    expect(['a', 'b', 'c', 'd'].map((name) => again.get(name))).toEqual([
      `${SECRET} a`,
      `${SECRET} b`,
      `${SECRET} c`,
      null,
    ]);
    for (const text of [SECRET, Buffer.from(SECRET).toString('base64')]) expect(onDisk()).not.toContain(text);
  });

  it('returns nothing if the key store cannot decrypt, and accepts a new secret', async () => {
    await (await open(keyStore)).set(TOKEN, SECRET);
    const vault = await open(otherKeyStore);
    expect(vault.get(TOKEN)).toBeNull();
    await vault.set(TOKEN, 'the next one');
    expect(vault.get(TOKEN)).toBe('the next one');
    expect((await open(keyStore)).get(TOKEN)).toBe('the next one');
  });

  it('deletes by name prefix, on disk too, and nothing else', async () => {
    const vault = await open(keyStore);
    const names = [TOKEN, 'store-1/webhook-key', 'store-10/access-token'];
    for (const name of names) await vault.set(name, name);
    await vault.delete('store-1/');
    for (const each of [vault, await open(keyStore)]) {
      expect(names.map((name) => each.get(name))).toEqual([null, null, 'store-10/access-token']);
    }
    expect(onDisk()).not.toContain('store-1/');
  });

  it('keeps the previous secret if the disk rejects the next, and has none if the key store fails', async () => {
    const vault = await open(keyStore);
    await vault.set('token', SECRET);
    const full = refuseWrites();
    await expect(vault.set('token', 'refused')).rejects.toThrow(StorageError);
    for (const each of [vault, await open(keyStore)]) expect(each.get('token')).toBe(SECRET);
    full.mockRestore();
    const locked = await open({ ...keyStore, encrypt: () => Promise.reject(new Error('locked')) });
    await expect(locked.set('other', SECRET)).rejects.toThrow('locked');
    expect(locked.get('other')).toBeNull();
  });

  it('settles calls in the order they were made, however slow the key store is', async () => {
    const encrypt = async (text: string) => {
      if (text === 'first') await setTimeout(20);
      return keyStore.encrypt(text);
    };
    const vault = await open({ ...keyStore, encrypt });
    await Promise.all([vault.set('a', 'first'), vault.set('a', 'second'), vault.delete('a'), vault.set('b', 'third')]);
    for (const each of [vault, await open(keyStore)]) expect([each.get('a'), each.get('b')]).toEqual([null, 'third']);
  });
});

describe('a vault without a key store', () => {
  it('has its secrets in memory only: nothing on disk, nothing after a restart', async () => {
    const vault = await open(unavailableKeyStore);
    await vault.set(TOKEN, SECRET);
    expect([vault.isPersistent, vault.get(TOKEN), readdirSync(folder)]).toEqual([false, SECRET, []]);
    expect((await open(unavailableKeyStore)).get(TOKEN)).toBeNull();
    await vault.delete('store-1/');
    expect(vault.get(TOKEN)).toBeNull();
  });

  it('keeps what an earlier start encrypted for a later one that can read it', async () => {
    await (await open(keyStore)).set(TOKEN, 'an older token');
    const vault = await open(unavailableKeyStore);
    expect([vault.get(TOKEN), vault.isLocked(TOKEN)]).toEqual([null, true]);
    await vault.set(TOKEN, SECRET);
    expect([vault.get(TOKEN), vault.isLocked(TOKEN)]).toEqual([SECRET, false]);
    expect((await open(keyStore)).get(TOKEN)).toBe('an older token');
  });
});
