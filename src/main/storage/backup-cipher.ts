// The passphrase of a backup: a key made from it with scrypt, and AES-256-GCM, which shows every change to the file.
import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { z } from 'zod';

/** Cost of scrypt: 128 MB and some tenths of a second for each guess. */
const COST = { N: 2 ** 17, r: 8, p: 1 } as const;
const MAX_MEMORY = 300 * 1024 * 1024;
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
export const TAG_BYTES = 16;

const base64Of = (bytes: number) => z.base64().refine((text) => Buffer.from(text, 'base64').length === bytes);

/** How a backup is encrypted, as its header says; the bounds keep a crafted file from asking for all memory. */
export const encryptionSchema = z.object({
  kdf: z.literal('scrypt'),
  N: z.union([z.literal(2 ** 15), z.literal(2 ** 16), z.literal(2 ** 17), z.literal(2 ** 18)]),
  r: z.literal(8),
  p: z.literal(1),
  cipher: z.literal('aes-256-gcm'),
  salt: base64Of(32),
  nonce: base64Of(NONCE_BYTES),
});
export type Encryption = z.infer<typeof encryptionSchema>;

/** A new salt and nonce; both are random, so no two backups share a key. */
export const newEncryption = (): Encryption => ({
  kdf: 'scrypt',
  ...COST,
  cipher: 'aes-256-gcm',
  salt: randomBytes(32).toString('base64'),
  nonce: randomBytes(NONCE_BYTES).toString('base64'),
});

/** Made in the background, so that the window stays alive. The same letters typed on another keyboard give the same key. */
export function keyOf(passphrase: string, { salt, N, r, p }: Encryption): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const options = { N, r, p, maxmem: MAX_MEMORY };
    scrypt(passphrase.normalize('NFC'), Buffer.from(salt, 'base64'), KEY_BYTES, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

/** `header` is not encrypted, but a change to it shows too. */
export const sealWith = (key: Buffer, { nonce }: Encryption, header: Buffer) =>
  createCipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64')).setAAD(header);

/** Its `final` throws where the key is another one or something was changed. */
export const unsealWith = (key: Buffer, { nonce }: Encryption, header: Buffer, tag: Buffer) =>
  createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64'), { authTagLength: TAG_BYTES })
    .setAAD(header)
    .setAuthTag(tag);
