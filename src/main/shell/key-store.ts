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
