// safeStorage: the system's key store.
import assert from 'node:assert/strict';
import type { ElectronModule, ProcessCase, SharedCase } from '../conformance-case.ts';

const SOURCE = 'shell/browser/api/electron_api_safe_storage.cc';
const IS_LINUX = process.platform === 'linux';

/** Whether a keyring may exist that Electron does not use: then its key is unknown. */
const mayHaveKeyring = ({ safeStorage }: ElectronModule): boolean =>
  !IS_LINUX ||
  safeStorage.getSelectedStorageBackend() !== 'basic_text' ||
  process.env.DBUS_SESSION_BUS_ADDRESS !== undefined;

export const safeStorageCases: readonly SharedCase[] = [
  {
    name: 'safeStorage decrypts what it encrypted, in asynchronous calls that may overlap',
    source: 'spec/api-safe-storage-spec.ts',
    async run({ safeStorage }) {
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
  },
  {
    name: 'safeStorage encrypts and decrypts an empty text, asynchronously',
    source: 'spec/api-safe-storage-spec.ts',
    async run({ safeStorage }) {
      if (!(await safeStorage.isAsyncEncryptionAvailable())) return;
      const { result } = await safeStorage.decryptStringAsync(await safeStorage.encryptStringAsync(''));
      assert.equal(result, '');
    },
  },
  {
    name: 'safeStorage.decryptStringAsync rejects what is not encrypted, is cut off, or is no buffer',
    source: 'spec/api-safe-storage-spec.ts',
    async run({ safeStorage }) {
      if (!(await safeStorage.isAsyncEncryptionAvailable())) return;
      const sealed = await safeStorage.encryptStringAsync('a text of more than one block');
      await assert.rejects(safeStorage.decryptStringAsync(Buffer.from('never encrypted')), Error);
      await assert.rejects(safeStorage.decryptStringAsync(sealed.subarray(0, -1)), Error);
      await assert.rejects(safeStorage.decryptStringAsync({} as Buffer), Error);
    },
  },
  {
    name: 'safeStorage is available on Linux without a keyring too, and marks that it used the public key',
    source: SOURCE,
    async run(electron) {
      if (mayHaveKeyring(electron)) return;
      const { safeStorage } = electron;
      assert.equal(await safeStorage.isAsyncEncryptionAvailable(), true);
      const sealed = await safeStorage.encryptStringAsync('secret');
      assert.equal(sealed.subarray(0, 3).toString(), 'v10');
    },
  },
  {
    name: 'safeStorage.getSelectedStorageBackend is there on Linux only, and known once the app is ready',
    source: SOURCE,
    run({ safeStorage }) {
      if (IS_LINUX) assert.notEqual(safeStorage.getSelectedStorageBackend(), '');
      else assert.equal(safeStorage.getSelectedStorageBackend, undefined);
    },
  },
];

/** The result of a call, or the message of its error. */
async function outcomeOf(call: () => unknown): Promise<string> {
  try {
    return `gives ${await call()}`;
  } catch (error) {
    return `fails: ${(error as Error).message}`;
  }
}

export const safeStorageProcessCases: readonly ProcessCase[] = [
  {
    name: 'safeStorage is not available before ready: synchronous calls throw, asynchronous ones reject',
    source: SOURCE,
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
    async check(process) {
      await process.exit();
      const refusal = 'fails: safeStorage cannot be used before app is ready';
      assert.deepEqual(process.said, [
        'sync gives false',
        'async gives false',
        ...['encrypt', 'decrypt', 'encryptAsync', 'decryptAsync'].map((name) => `${name} ${refusal}`),
      ]);
    },
  },
  {
    name: 'safeStorage.getSelectedStorageBackend is "unknown" before ready',
    source: 'docs/api/safe-storage.md',
    platforms: ['linux'],
    main({ app, safeStorage }, say) {
      say(safeStorage.getSelectedStorageBackend());
      void app.whenReady().then(() => app.exit(0));
    },
    async check(process) {
      await process.exit();
      assert.deepEqual(process.said, ['unknown']);
    },
  },
  {
    name: 'safeStorage warns once of each synchronous call that it is deprecated, and of no asynchronous one',
    source: 'spec/api-safe-storage-spec.ts',
    main({ app, safeStorage }, say) {
      process.on('warning', ({ name, message }) => {
        if (message.includes('safeStorage')) say(`${name}: ${message.split(' ')[0]}`);
      });
      void app.whenReady().then(async () => {
        // Without a keyring Linux refuses the synchronous calls unless this is set.
        safeStorage.setUsePlainTextEncryption(true);
        await safeStorage.isAsyncEncryptionAvailable();
        const sealed = await safeStorage.encryptStringAsync('secret');
        await safeStorage.decryptStringAsync(sealed);
        say('asynchronous');
        for (let count = 0; count < 2; count += 1) {
          safeStorage.isEncryptionAvailable();
          safeStorage.decryptString(safeStorage.encryptString('secret'));
        }
        // Warnings are emitted in the next tick.
        setImmediate(() => app.exit(0));
      });
    },
    async check(process) {
      await process.exit();
      assert.deepEqual(process.said, [
        'asynchronous',
        'DeprecationWarning: safeStorage.isEncryptionAvailable()',
        'DeprecationWarning: safeStorage.encryptString()',
        'DeprecationWarning: safeStorage.decryptString()',
      ]);
    },
  },
  {
    name: 'safeStorage.decryptStringAsync reads what the synchronous call encrypted',
    source: 'spec/api-safe-storage-spec.ts',
    main({ app, safeStorage }, say) {
      void app.whenReady().then(async () => {
        safeStorage.setUsePlainTextEncryption(true);
        const { result } = await safeStorage.decryptStringAsync(safeStorage.encryptString('from before'));
        say(result);
        app.exit(0);
      });
    },
    async check(process) {
      await process.exit();
      assert.deepEqual(process.said, ['from before']);
    },
  },
];
