// safeStorage: as on Linux without a keyring, where asynchronous calls encrypt with a public key. A test may ask for a key store.
import { createCipheriv, createDecipheriv, pbkdf2Sync, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { hasFault } from './faults.ts';
import { isReady } from './readiness.ts';

/** The prefix of encrypted data, which identifies the key. */
type Tag = 'v10' | 'v11' | 'v12';

const IS_LINUX = process.platform === 'linux';
/** Linux marks data encrypted with the public key like this; other systems mark all encrypted data so. */
const PUBLIC: Tag = 'v10';
const CIPHER = 'aes-128-cbc';
const IV = Buffer.alloc(16, ' ');
const TOO_EARLY = 'safeStorage cannot be used before app is ready';

const derive = (secret: string | Buffer, salt: string) => pbkdf2Sync(secret, salt, 1, 16, 'sha1');
const publicKey = derive('peanuts', 'saltysalt');

function seal(text: string, tag: Tag, key: Buffer): Buffer {
  const cipher = createCipheriv(CIPHER, key, IV);
  return Buffer.concat([Buffer.from(tag), cipher.update(text, 'utf8'), cipher.final()]);
}

function unseal(sealed: Buffer, key: Buffer): string {
  const decipher = createDecipheriv(CIPHER, key, IV);
  const bytes = Buffer.concat([decipher.update(sealed.subarray(PUBLIC.length)), decipher.final()]);
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
}

const warned = new Set<string>();
/** Once per deprecated call. */
function warn(name: string, instead: string): void {
  if (warned.has(name)) return;
  warned.add(name);
  const message = `safeStorage.${name}() is deprecated, use safeStorage.${instead}() instead.`;
  process.emitWarning(message, 'DeprecationWarning', 'ELECTRON_DEPRECATED_SAFE_STORAGE_SYNC_API');
}

function secretIn(file: string): Buffer {
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, randomBytes(32), { mode: 0o600 });
  }
  return readFileSync(file);
}

const mustBeText = (text: unknown): void => {
  if (typeof text !== 'string') throw new TypeError('Error processing argument at index 0, conversion failure');
};

/** @param keyFile the file of the test key; undefined for no key store */
export function createSafeStorage(keyFile: (() => string) | undefined) {
  let usesPublicKey = false;

  /** The keys by tag; the first one encrypts. `null` for a locked one. */
  const keyRing = (): Map<Tag, Buffer | null> => {
    const ring = new Map<Tag, Buffer | null>();
    if (keyFile) {
      const isLocked = hasFault('key-store-locked');
      const key = (salt: string) => (isLocked ? null : derive(secretIn(keyFile()), salt));
      if (hasFault('key-rotated')) ring.set('v12', key('rotated'));
      ring.set(IS_LINUX ? 'v11' : 'v10', key('saltysalt'));
    }
    if (IS_LINUX) ring.set(PUBLIC, publicKey);
    return ring;
  };
  const backend = () => (keyFile ? 'gnome_libsecret' : 'basic_text');
  const tagOf = (sealed: Buffer) => sealed.subarray(0, PUBLIC.length).toString('latin1') as Tag;
  const keyToEncrypt = () => {
    for (const [tag, key] of keyRing()) if (key) return { tag, key };
    return null;
  };

  const isAvailableNow = (): boolean => {
    if (!isReady()) return false;
    const found = keyToEncrypt();
    if (!found) return false;
    return !IS_LINUX || found.tag !== PUBLIC || (usesPublicKey && backend() === 'basic_text');
  };
  const mustBeAvailable = (what: string): void => {
    if (isAvailableNow()) return;
    throw new Error(isReady() ? `Error while ${what}: it is not available.` : TOO_EARLY);
  };
  const encrypt = (text: string): Buffer => {
    const found = keyToEncrypt();
    if (!found) throw new Error('Error while encrypting the text provided to safeStorage.');
    return seal(text, found.tag, found.key);
  };

  return {
    isEncryptionAvailable(): boolean {
      warn('isEncryptionAvailable', 'isAsyncEncryptionAvailable');
      return isAvailableNow();
    },
    encryptString(text: string): Buffer {
      mustBeText(text);
      warn('encryptString', 'encryptStringAsync');
      mustBeAvailable('encrypting the text provided to safeStorage.encryptString');
      return encrypt(text);
    },
    decryptString(sealed: Buffer): string {
      warn('decryptString', 'decryptStringAsync');
      mustBeAvailable('decrypting the ciphertext provided to safeStorage.decryptString');
      if (!Buffer.isBuffer(sealed)) throw new Error('Expected the first argument of decryptString() to be a buffer');
      if (sealed.length === 0) return '';
      const key = ['v10', 'v11'].includes(tagOf(sealed)) ? keyRing().get(tagOf(sealed)) : undefined;
      if (!key) throw new Error('Error while decrypting: the ciphertext does not appear to be encrypted.');
      try {
        return unseal(sealed, key);
      } catch {
        throw new Error('Error while decrypting the ciphertext provided to safeStorage.decryptString.');
      }
    },
    // Electron always answers yes once it is ready, even with only the public key.
    isAsyncEncryptionAvailable: async (): Promise<boolean> => isReady() && keyRing().size > 0,
    encryptStringAsync(text: string): Promise<Buffer> {
      mustBeText(text);
      if (!isReady()) return Promise.reject(new Error(TOO_EARLY));
      return (async () => (text === '' ? Buffer.alloc(0) : encrypt(text)))();
    },
    async decryptStringAsync(sealed: Buffer): Promise<{ shouldReEncrypt: boolean; result: string }> {
      if (!isReady()) throw new Error(TOO_EARLY);
      if (!Buffer.isBuffer(sealed))
        throw new Error('Expected the first argument of decryptStringAsync() to be a buffer');
      if (sealed.length === 0) return { shouldReEncrypt: false, result: '' };
      const tag = tagOf(sealed);
      const key = keyRing().get(tag);
      if (key === null) throw new Error('safeStorage.decryptStringAsync is temporarily unavailable. Please try again.');
      try {
        if (!key) throw new Error(`There is no key for ${tag}`);
        return { shouldReEncrypt: tag !== keyToEncrypt()?.tag, result: unseal(sealed, key) };
      } catch {
        throw new Error('Error while decrypting the ciphertext provided to safeStorage.decryptStringAsync.');
      }
    },
    setUsePlainTextEncryption(use: boolean): void {
      usesPublicKey = use;
    },
    getSelectedStorageBackend: IS_LINUX ? () => (isReady() ? backend() : 'unknown') : undefined,
  };
}
