// The system's key store, through Electron's safeStorage.
import { safeStorage } from 'electron';
import type { KeyStore } from '../storage/vault.ts';

/** On Linux without a keyring Electron would encrypt with a password that everyone knows; that does not count. */
const hasRealBackend = (): boolean =>
  process.platform !== 'linux' || !['basic_text', 'unknown'].includes(safeStorage.getSelectedStorageBackend());

export const systemKeyStore: KeyStore = {
  isAvailable: () => safeStorage.isEncryptionAvailable() && hasRealBackend(),
  encrypt: (text) => safeStorage.encryptString(text).toString('base64'),
  decrypt: (base64) => safeStorage.decryptString(Buffer.from(base64, 'base64')),
};

/** For the diagnostics: which one, and whether it is used. */
export function keyStoreInWords(): string {
  if (!safeStorage.isEncryptionAvailable()) return 'none, secrets are kept in memory only';
  if (process.platform !== 'linux') return 'of the system';
  const backend = safeStorage.getSelectedStorageBackend();
  return hasRealBackend() ? backend : `${backend}, not used: secrets are kept in memory only`;
}
