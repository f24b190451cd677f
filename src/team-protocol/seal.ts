// Seals bytes with AES-256-GCM, and derives keys and opaque ids.
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

export const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Binds the sealed bytes to `context`: they open with no other. */
export function seal(key: Uint8Array, context: string, bytes: Uint8Array): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context));
  return Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
}

/** Null if the bytes were not sealed with this key for this context. */
export function unseal(key: Uint8Array, context: string, sealed: Uint8Array): Buffer | null {
  if (sealed.length < NONCE_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(context)).setAuthTag(sealed.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
  } catch {
    return null;
  }
}

/** Opens sealed JSON; null if it does not open or is not JSON. */
export function unsealJson(key: Uint8Array, context: string, sealed: Uint8Array): unknown {
  const bytes = unseal(key, context, sealed);
  try {
    return bytes && JSON.parse(bytes.toString());
  } catch {
    return null;
  }
}

export interface RecordKeys {
  readonly seal: Uint8Array;
  readonly ids: Uint8Array;
}

/** The keys of shared records, from the team's data key. */
export const recordKeys = (dataKey: Uint8Array, team: string): RecordKeys => ({
  seal: derive(dataKey, team, 'record seal'),
  ids: derive(dataKey, team, 'record ids'),
});

const derive = (key: Uint8Array, team: string, use: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', key, team, `storefront-desk ${use} 1`, KEY_BYTES));

/** The same parts give the same id, which the server cannot reverse. 22 characters of base64url. */
export const opaqueId = (keys: RecordKeys, ...parts: readonly string[]): string =>
  createHmac('sha256', keys.ids).update(JSON.stringify(parts)).digest().subarray(0, 16).toString('base64url');
