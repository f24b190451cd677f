// Encrypts backups: scrypt derives a key from the passphrase, and AES-256-GCM detects every change to the file.
import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { z } from 'zod';

/** Each guess costs 128 MB and some tenths of a second. */
const COST = { N: 2 ** 17, r: 8, p: 1 } as const;
const MAX_MEMORY = 300 * 1024 * 1024;
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
export const TAG_BYTES = 16;

const base64Of = (bytes: number) => z.base64().refine((text) => Buffer.from(text, 'base64').length === bytes);

/** Part of a backup's header. The bounds prevent a crafted file from using all memory. */
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

/** Salt and nonce are random, so no two backups share a key. */
export const newEncryption = (): Encryption => ({
  kdf: 'scrypt',
  ...COST,
  cipher: 'aes-256-gcm',
  salt: randomBytes(32).toString('base64'),
  nonce: randomBytes(NONCE_BYTES).toString('base64'),
});

/** Asynchronous, so that the window stays responsive. NFC, so that other keyboards give the same key. */
export function keyOf(passphrase: string, { salt, N, r, p }: Encryption): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const options = { N, r, p, maxmem: MAX_MEMORY };
    scrypt(passphrase.normalize('NFC'), Buffer.from(salt, 'base64'), KEY_BYTES, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

/** `header` is authenticated but not encrypted. */
export const sealWith = (key: Buffer, { nonce }: Encryption, header: Buffer) =>
  createCipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64')).setAAD(header);

/** `final` throws if the key is wrong or something was changed. */
export const unsealWith = (key: Buffer, { nonce }: Encryption, header: Buffer, tag: Buffer) =>
  createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64'), { authTagLength: TAG_BYTES })
    .setAAD(header)
    .setAuthTag(tag);
