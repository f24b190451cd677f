// The system's key store, by Electron's asynchronous safeStorage.
import { safeStorage } from 'electron';
import type { KeyStore } from '../storage/vault.ts';

const isLinux = (): boolean => process.platform === 'linux';

/** The prefix of what Electron encrypts with a well-known password on Linux without a keyring. */
const UNSAFE_PREFIX = 'v10';

/** From the desktop's name only, which says nothing about the keyring: only encrypting something does. */
const backend = (): string => (isLinux() ? safeStorage.getSelectedStorageBackend() : 'of the system');

async function encrypt(text: string): Promise<Buffer> {
  const sealed = await safeStorage.encryptStringAsync(text);
  if (isLinux() && sealed.subarray(0, UNSAFE_PREFIX.length).toString('latin1') === UNSAFE_PREFIX) {
    throw new Error('The keyring gave out no key');
  }
  return sealed;
}

/** For the log and the diagnostics. */
let lastAnswer = 'has not answered yet';

/** The last answer, because asking again may open a system dialog. */
export const describeKeyStore = (): string => lastAnswer;

async function isAvailable(): Promise<boolean> {
  const name = backend();
  if (!(await safeStorage.isAsyncEncryptionAvailable())) {
    lastAnswer = 'none, secrets are kept in memory only';
    return false;
  }
  try {
    // Electron reports "available" even where the key is refused, and on Linux with the well-known password.
    await encrypt('a try');
  } catch (error) {
    lastAnswer = `${name}, not used: ${(error as Error).message}; secrets are kept in memory only`;
    return false;
  }
  lastAnswer = name;
  return true;
}

export const systemKeyStore: KeyStore = {
  isAvailable,
  encrypt: async (text) => (await encrypt(text)).toString('base64'),
  decrypt: async (base64) => (await safeStorage.decryptStringAsync(Buffer.from(base64, 'base64'))).result,
};

/** Encrypts the key of the practice store, which is in memory only where that is not possible. */
export const systemSeal = {
  seal: async (key: string) => ((await systemKeyStore.isAvailable()) ? systemKeyStore.encrypt(key) : null),
  async open(sealed: string) {
    try {
      return await systemKeyStore.decrypt(sealed);
    } catch {
      // Encrypted by another user or key store: the practice store continues without a key, as after a reset.
      return null;
    }
  },
};
