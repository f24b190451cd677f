// Which of the system's key stores counts as one.
import { afterEach, expect, it, vi } from 'vitest';

const { safeStorage } = vi.hoisted(() => ({
  safeStorage: { isEncryptionAvailable: vi.fn(() => true), getSelectedStorageBackend: vi.fn(() => 'basic_text') },
}));
vi.mock('electron', () => ({ safeStorage }));

const { keyStoreInWords, systemKeyStore } = await import('../../src/main/shell/key-store.ts');
const platform = process.platform;
const on = (name: string) => Object.defineProperty(process, 'platform', { value: name });
afterEach(() => void on(platform));

it.each(['basic_text', 'unknown'])('on Linux %s is taken as no key store, and said to be none', (backend) => {
  on('linux');
  safeStorage.getSelectedStorageBackend.mockReturnValue(backend);
  expect(systemKeyStore.isAvailable()).toBe(false);
  expect(keyStoreInWords()).toBe(`${backend}, not used: secrets are kept in memory only`);
});

it.each(['gnome_libsecret', 'kwallet6'])('on Linux %s is one', (backend) => {
  on('linux');
  safeStorage.getSelectedStorageBackend.mockReturnValue(backend);
  expect(systemKeyStore.isAvailable()).toBe(true);
  expect(keyStoreInWords()).toBe(backend);
});

it('elsewhere the system has one, and nothing is one that cannot encrypt', () => {
  on('win32');
  safeStorage.getSelectedStorageBackend.mockReturnValue('unknown');
  expect(systemKeyStore.isAvailable()).toBe(true);
  expect(keyStoreInWords()).toBe('of the system');
  safeStorage.isEncryptionAvailable.mockReturnValue(false);
  expect(systemKeyStore.isAvailable()).toBe(false);
  expect(keyStoreInWords()).toBe('none, secrets are kept in memory only');
});
