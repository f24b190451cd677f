// The system's key store, through the asynchronous calls of Electron's safeStorage.
import { safeStorage } from 'electron';
import type { KeyStore } from '../storage/vault.ts';

const isLinux = (): boolean => process.platform === 'linux';

/** On Linux without a keyring Electron encrypts with a password that everyone knows, and begins what it encrypts like this. */
const KNOWN_TO_ALL = 'v10';

/** By the desktop's name only: whether its keyring runs, and gives out its key, is seen when something is encrypted. */
const backend = (): string => (isLinux() ? safeStorage.getSelectedStorageBackend() : 'of the system');
const isRealBackend = (name: string): boolean => !['basic_text', 'unknown'].includes(name);

async function encrypt(text: string): Promise<Buffer> {
  const sealed = await safeStorage.encryptStringAsync(text);
  if (isLinux() && sealed.subarray(0, KNOWN_TO_ALL.length).toString('latin1') === KNOWN_TO_ALL) {
    throw new Error('The keyring gave out no key');
  }
  return sealed;
}

/** In words, for the log and the diagnostics: which key store, and whether it is used. */
let lastAnswer = 'has not answered yet';

/** As last answered: asking again may open a question of the system. */
export const keyStoreInWords = (): string => lastAnswer;

async function isAvailable(): Promise<boolean> {
  const name = backend();
  if (!isRealBackend(name)) {
    lastAnswer = `${name}, not used: secrets are kept in memory only`;
    return false;
  }
  if (!(await safeStorage.isAsyncEncryptionAvailable())) {
    lastAnswer = 'none, secrets are kept in memory only';
    return false;
  }
  try {
    // Electron says "available" also where the key is refused, and on Linux where only the known password is left.
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
  async decrypt(base64) {
    const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(Buffer.from(base64, 'base64'));
    return { text: result, isOutdated: shouldReEncrypt };
  },
};

/** What stands before a key that the system could not encrypt; not in base64. */
const PLAIN = 'plain:';

/**
 * For the webhook key of the practice store. That store plays the service, which has the key after a restart too, so
 * without a key store the key is kept as it is.
 */
export const systemSeal = {
  seal: async (key: string) => ((await isAvailable()) ? systemKeyStore.encrypt(key) : `${PLAIN}${key}`),
  async open(sealed: string) {
    if (sealed.startsWith(PLAIN)) return sealed.slice(PLAIN.length);
    try {
      return (await systemKeyStore.decrypt(sealed)).text;
    } catch {
      // Sealed by another user or key store: the practice store goes on without a key, as after a reset.
      return null;
    }
  },
};
