// safeStorage: the system's key store.
import assert from 'node:assert/strict';
import type { ElectronModule, ProcessCases, SharedCases } from '../conformance-case.ts';

const IS_LINUX = process.platform === 'linux';

/** Whether a keyring may exist that Electron does not use: then its key is unknown. */
const mayHaveKeyring = ({ safeStorage }: ElectronModule): boolean =>
  !IS_LINUX ||
  safeStorage.getSelectedStorageBackend() !== 'basic_text' ||
  process.env.DBUS_SESSION_BUS_ADDRESS !== undefined;

export const shared: SharedCases = {
  async 'safeStorage decrypts what it encrypted, in asynchronous calls that may overlap'({ safeStorage }) {
    if (!(await safeStorage.isAsyncEncryptionAvailable())) return;
    const texts = ['plain', '€ – zażółć', 'a'.repeat(10_000), '!@#$%^&*()\n\t\r\\'];
    const sealed = await Promise.all(texts.map((text) => safeStorage.encryptStringAsync(text)));
    for (const [index, bytes] of sealed.entries()) {
      assert.equal(Buffer.isBuffer(bytes), true);
      assert.equal(bytes.includes(texts[index] ?? ''), false);
    }
    const opened = await Promise.all(sealed.map((bytes) => safeStorage.decryptStringAsync(bytes)));
    assert.deepEqual(
      opened.map(({ result, shouldReEncrypt }) => [result, typeof shouldReEncrypt]),
      texts.map((text) => [text, 'boolean']),
    );
  },
  async 'safeStorage.decryptStringAsync rejects what is not encrypted, is cut off, or is no buffer'({ safeStorage }) {
    if (!(await safeStorage.isAsyncEncryptionAvailable())) return;
    const sealed = await safeStorage.encryptStringAsync('a text of more than one block');
    await assert.rejects(safeStorage.decryptStringAsync(Buffer.from('never encrypted')), Error);
    await assert.rejects(safeStorage.decryptStringAsync(sealed.subarray(0, -1)), Error);
    await assert.rejects(safeStorage.decryptStringAsync({} as Buffer), Error);
  },
  async 'safeStorage is available on Linux without a keyring too, and marks that it used the public key'(electron) {
    if (mayHaveKeyring(electron)) return;
    const { safeStorage } = electron;
    assert.equal(await safeStorage.isAsyncEncryptionAvailable(), true);
    const sealed = await safeStorage.encryptStringAsync('secret');
    assert.equal(sealed.subarray(0, 3).toString(), 'v10');
  },
};

/** The result of a call, or the message of its error. */
async function outcomeOf(call: () => unknown): Promise<string> {
  try {
    return `gives ${await call()}`;
  } catch (error) {
    return `fails: ${(error as Error).message}`;
  }
}

export const alone: ProcessCases = {
  'safeStorage is not available before ready: synchronous calls throw, asynchronous ones reject': {
    async main({ app, safeStorage }, say) {
      const calls = {
        sync: () => safeStorage.isEncryptionAvailable(),
        async: () => safeStorage.isAsyncEncryptionAvailable(),
        encrypt: () => safeStorage.encryptString('x'),
        decrypt: () => safeStorage.decryptString(Buffer.from('v10x')),
        encryptAsync: () => safeStorage.encryptStringAsync('x'),
        decryptAsync: () => safeStorage.decryptStringAsync(Buffer.from('v10x')),
      };
      // All are called before the first result is awaited, and so before ready.
      const outcomes = Object.entries(calls).map(async ([name, call]) => `${name} ${await outcomeOf(call)}`);
      for (const outcome of await Promise.all(outcomes)) say(outcome);
      void app.whenReady().then(() => app.exit(0));
    },
    says: [
      'sync gives false',
      'async gives false',
      ...['encrypt', 'decrypt', 'encryptAsync', 'decryptAsync'].map(
        (name) => `${name} fails: safeStorage cannot be used before app is ready`,
      ),
    ],
  },
};
