// safeStorage: by default says that there is no key store, as Linux without a keyring does. A test may ask for one.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const cipher = 'aes-256-gcm';
const ivLength = 12;
const tagLength = 16;

/** @param keyFile where the test key lives; undefined for no key store */
export function createSafeStorage(keyFile: (() => string) | undefined) {
  const key = (): Buffer => {
    if (!keyFile)
      throw new Error('Error while encrypting the text provided to safeStorage: encryption is not available.');
    const file = keyFile();
    if (!existsSync(file)) {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, randomBytes(32), { mode: 0o600 });
    }
    return readFileSync(file);
  };
  const encryptString = (text: string): Buffer => {
    const iv = randomBytes(ivLength);
    const sealer = createCipheriv(cipher, key(), iv);
    const sealed = Buffer.concat([sealer.update(text, 'utf8'), sealer.final()]);
    return Buffer.concat([iv, sealer.getAuthTag(), sealed]);
  };
  const decryptString = (sealed: Buffer): string => {
    const opener = createDecipheriv(cipher, key(), sealed.subarray(0, ivLength));
    opener.setAuthTag(sealed.subarray(ivLength, ivLength + tagLength));
    return Buffer.concat([opener.update(sealed.subarray(ivLength + tagLength)), opener.final()]).toString('utf8');
  };
  return {
    isEncryptionAvailable: () => keyFile !== undefined,
    isAsyncEncryptionAvailable: async () => keyFile !== undefined,
    getSelectedStorageBackend: () => (keyFile ? 'gnome_libsecret' : 'basic_text'),
    setUsePlainTextEncryption: (_use: boolean) => {},
    encryptString,
    decryptString,
    encryptStringAsync: async (text: string) => encryptString(text),
    decryptStringAsync: async (sealed: Buffer) => ({ result: decryptString(sealed), shouldReEncrypt: false }),
  };
}
