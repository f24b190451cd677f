// Which of the system's key stores counts as one. Only the asynchronous calls are used: the others are gone in Electron 46.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const { safeStorage } = vi.hoisted(() => ({
  safeStorage: {
    isAsyncEncryptionAvailable: vi.fn<() => Promise<boolean>>(),
    getSelectedStorageBackend: vi.fn<() => string>(),
    encryptStringAsync: vi.fn<(text: string) => Promise<Buffer>>(),
    decryptStringAsync: vi.fn<(sealed: Buffer) => Promise<{ result: string; shouldReEncrypt: boolean }>>(),
  },
}));
vi.mock('electron', () => ({ safeStorage }));

const { keyStoreInWords, systemKeyStore, systemSeal } = await import('../../src/main/electron/key-store.ts');
const platform = process.platform;
const on = (name: string) => Object.defineProperty(process, 'platform', { value: name });

beforeEach(() => {
  vi.resetAllMocks();
  safeStorage.isAsyncEncryptionAvailable.mockResolvedValue(true);
  safeStorage.getSelectedStorageBackend.mockReturnValue('gnome_libsecret');
  safeStorage.encryptStringAsync.mockImplementation(async (text) => Buffer.from(`v11${text}`));
});
afterEach(() => void on(platform));

it.each(['basic_text', 'unknown'])('on Linux %s is taken as no key store, and said to be none', async (backend) => {
  on('linux');
  safeStorage.getSelectedStorageBackend.mockReturnValue(backend);
  expect(await systemKeyStore.isAvailable()).toBe(false);
  expect(keyStoreInWords()).toBe(`${backend}, not used: secrets are kept in memory only`);
});

it.each(['gnome_libsecret', 'kwallet6'])('on Linux %s is one', async (backend) => {
  on('linux');
  safeStorage.getSelectedStorageBackend.mockReturnValue(backend);
  expect(await systemKeyStore.isAvailable()).toBe(true);
  expect(keyStoreInWords()).toBe(backend);
});

it('on Linux a keyring that gives out no key is none: Electron encrypts with a password that everyone knows', async () => {
  on('linux');
  safeStorage.encryptStringAsync.mockImplementation(async (text) => Buffer.from(`v10${text}`));
  expect(await systemKeyStore.isAvailable()).toBe(false);
  expect(keyStoreInWords()).toContain('gnome_libsecret, not used');
  await expect(systemKeyStore.encrypt('secret')).rejects.toThrow('gave out no key');
});

it.each(['win32', 'darwin'])('on %s the system has one, whose texts begin with v10 as well', async (name) => {
  on(name);
  safeStorage.encryptStringAsync.mockImplementation(async (text) => Buffer.from(`v10${text}`));
  expect(await systemKeyStore.isAvailable()).toBe(true);
  expect(keyStoreInWords()).toBe('of the system');
  expect(Buffer.from(await systemKeyStore.encrypt('secret'), 'base64').toString()).toBe('v10secret');
  // There only on Linux.
  expect(safeStorage.getSelectedStorageBackend).not.toHaveBeenCalled();
});

it('is none where nothing can be encrypted', async () => {
  on('win32');
  safeStorage.isAsyncEncryptionAvailable.mockResolvedValue(false);
  expect(await systemKeyStore.isAvailable()).toBe(false);
  expect(keyStoreInWords()).toBe('none, secrets are kept in memory only');
});

it.each(['linux', 'win32', 'darwin'])(
  'on %s is none where the key is refused: Electron says "available" all the same',
  async (name) => {
    on(name);
    safeStorage.encryptStringAsync.mockRejectedValue(new Error('Error while encrypting the text'));
    expect(await systemKeyStore.isAvailable()).toBe(false);
    expect(keyStoreInWords()).toMatch(/not used: Error while encrypting the text; secrets are kept in memory only$/);
  },
);

it('says when a text should be encrypted again', async () => {
  safeStorage.decryptStringAsync.mockResolvedValue({ result: 'secret', shouldReEncrypt: true });
  expect(await systemKeyStore.decrypt(Buffer.from('v11…').toString('base64'))).toEqual({
    text: 'secret',
    isOutdated: true,
  });
  expect(safeStorage.decryptStringAsync).toHaveBeenCalledWith(Buffer.from('v11…'));
});

it('keeps the key of the practice store over a restart: sealed, or as it is where there is no key store', async () => {
  on('win32');
  safeStorage.decryptStringAsync.mockImplementation(async (sealed) => ({
    result: sealed.toString().slice('v11'.length),
    shouldReEncrypt: false,
  }));
  const sealed = await systemSeal.seal('a key');
  expect(sealed).not.toContain('a key');
  expect(await systemSeal.open(sealed)).toBe('a key');
  safeStorage.isAsyncEncryptionAvailable.mockResolvedValue(false);
  expect(await systemSeal.open(await systemSeal.seal('a key'))).toBe('a key');
});
