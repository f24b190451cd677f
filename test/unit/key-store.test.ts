// Which key stores of the system the app uses. All calls are asynchronous, because Electron 46 has no others.
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

const { describeKeyStore, systemKeyStore } = await import('../../src/main/electron/key-store.ts');
const platform = process.platform;
const on = (name: string) => Object.defineProperty(process, 'platform', { value: name });

beforeEach(() => {
  vi.resetAllMocks();
  safeStorage.isAsyncEncryptionAvailable.mockResolvedValue(true);
  safeStorage.getSelectedStorageBackend.mockReturnValue('gnome_libsecret');
  safeStorage.encryptStringAsync.mockImplementation(async (text) => Buffer.from(`v11${text}`));
});
afterEach(() => void on(platform));

it('on Linux a trial encryption decides, whatever the name of the backend suggests', async () => {
  on('linux');
  for (const backend of ['gnome_libsecret', 'kwallet6', 'basic_text', 'unknown']) {
    safeStorage.getSelectedStorageBackend.mockReturnValue(backend);
    expect(await systemKeyStore.isAvailable(), backend).toBe(true);
    expect(describeKeyStore()).toBe(backend);
  }
});

it('on Linux a keyring without a key is not used, because Electron then encrypts with a public password', async () => {
  on('linux');
  safeStorage.encryptStringAsync.mockImplementation(async (text) => Buffer.from(`v10${text}`));
  expect(await systemKeyStore.isAvailable()).toBe(false);
  expect(describeKeyStore()).toContain('gnome_libsecret, not used');
  await expect(systemKeyStore.encrypt('secret')).rejects.toThrow('gave out no key');
});

it.each(['win32', 'darwin'])('on %s the key store is used, although its ciphertexts begin with v10', async (name) => {
  on(name);
  safeStorage.encryptStringAsync.mockImplementation(async (text) => Buffer.from(`v10${text}`));
  expect(await systemKeyStore.isAvailable()).toBe(true);
  expect(describeKeyStore()).toBe('of the system');
  expect(Buffer.from(await systemKeyStore.encrypt('secret'), 'base64').toString()).toBe('v10secret');
  // Electron has this call on Linux only.
  expect(safeStorage.getSelectedStorageBackend).not.toHaveBeenCalled();
});

it('is unavailable if nothing can be encrypted', async () => {
  on('win32');
  safeStorage.isAsyncEncryptionAvailable.mockResolvedValue(false);
  expect(await systemKeyStore.isAvailable()).toBe(false);
  expect(describeKeyStore()).toBe('none, secrets are kept in memory only');
});

it.each(['linux', 'win32', 'darwin'])(
  'on %s is unavailable if the key is refused, although Electron says "available"',
  async (name) => {
    on(name);
    safeStorage.encryptStringAsync.mockRejectedValue(new Error('Error while encrypting the text'));
    expect(await systemKeyStore.isAvailable()).toBe(false);
    expect(describeKeyStore()).toMatch(/not used: Error while encrypting the text; secrets are kept in memory only$/);
  },
);
