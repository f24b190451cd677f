// safeStorage as on Linux without a keyring: asynchronous calls encrypt with a public key. Tests may use a key store.
import { createCipheriv, createDecipheriv, pbkdf2Sync, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { covered, isReady } from './objects.ts';

const IS_LINUX = process.platform === 'linux';
/** The prefixes of encrypted data. On Linux `v10` means the public key; other systems have only `v10`. */
const PUBLIC = 'v10';
const PRIVATE = IS_LINUX ? 'v11' : 'v10';
const CIPHER = 'aes-128-cbc';
const IV = Buffer.alloc(16, ' ');

const derive = (secret: string | Buffer) => pbkdf2Sync(secret, 'saltysalt', 1, 16, 'sha1');
const PUBLIC_KEY = derive('peanuts');

function secretIn(file: string): Buffer {
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, randomBytes(32), { mode: 0o600 });
  }
  return readFileSync(file);
}

function mustBeReady(): void {
  if (!isReady()) throw new Error('safeStorage cannot be used before app is ready');
}

/** @param keyFile the file of the test key; undefined for no key store */
export function createSafeStorage(keyFile: (() => string) | undefined) {
  const keyFor = (prefix: string): Buffer => {
    if (keyFile && prefix === PRIVATE) return derive(secretIn(keyFile()));
    if (IS_LINUX && prefix === PUBLIC) return PUBLIC_KEY;
    throw new Error(`There is no key for ${prefix}`);
  };
  return covered('safeStorage', {
    getSelectedStorageBackend: () => (keyFile ? 'gnome_libsecret' : 'basic_text'),
    // On Linux Electron always answers yes once it is ready, even with only the public key.
    isAsyncEncryptionAvailable: async () => isReady() && (IS_LINUX || keyFile !== undefined),
    async encryptStringAsync(text: string): Promise<Buffer> {
      mustBeReady();
      const prefix = keyFile ? PRIVATE : PUBLIC;
      const cipher = createCipheriv(CIPHER, keyFor(prefix), IV);
      return Buffer.concat([Buffer.from(prefix), cipher.update(text, 'utf8'), cipher.final()]);
    },
    async decryptStringAsync(sealed: Buffer): Promise<{ shouldReEncrypt: boolean; result: string }> {
      mustBeReady();
      try {
        const prefix = sealed.subarray(0, PUBLIC.length).toString('latin1');
        const decipher = createDecipheriv(CIPHER, keyFor(prefix), IV);
        const bytes = Buffer.concat([decipher.update(sealed.subarray(PUBLIC.length)), decipher.final()]);
        return { shouldReEncrypt: false, result: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
      } catch (cause) {
        throw new Error('Error while decrypting the ciphertext provided to safeStorage.decryptStringAsync.', { cause });
      }
    },
  });
}
