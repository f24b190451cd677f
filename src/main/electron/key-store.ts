// The system's key store, through Electron's asynchronous safeStorage.
import { safeStorage } from 'electron';
import type { KeyStore } from '../storage/vault.ts';

const isLinux = (): boolean => process.platform === 'linux';

/** The prefix of what Electron encrypts with a well-known password, on Linux without a keyring. */
const UNSAFE_PREFIX = 'v10';

async function encrypt(text: string): Promise<Buffer> {
  const sealed = await safeStorage.encryptStringAsync(text);
  if (isLinux() && sealed.subarray(0, UNSAFE_PREFIX.length).toString('latin1') === UNSAFE_PREFIX) {
    throw new Error('The keyring gave out no key');
  }
  return sealed;
}

let lastAnswer = 'has not answered yet';

/** The key store's last answer in words, for the log and the diagnostics. Asking again may open a system dialog. */
export const describeKeyStore = (): string => lastAnswer;

async function isAvailable(): Promise<boolean> {
  // Electron derives it from the desktop's name. Only encrypting something shows whether there is a keyring.
  const name = isLinux() ? safeStorage.getSelectedStorageBackend() : 'of the system';
  if (!(await safeStorage.isAsyncEncryptionAvailable())) {
    lastAnswer = 'none, secrets are kept in memory only';
    return false;
  }
  try {
    // Electron reports "available" even if the system refuses the key, and on Linux with the well-known password.
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

/** Encrypts the key of the practice store. Without a key store the key stays in memory. */
export const systemSeal = {
  seal: async (key: string) => ((await systemKeyStore.isAvailable()) ? systemKeyStore.encrypt(key) : null),
  // Another user or key store may have encrypted it: the practice store continues without a key, as after a reset.
  open: (sealed: string) => systemKeyStore.decrypt(sealed).catch(() => null),
};
