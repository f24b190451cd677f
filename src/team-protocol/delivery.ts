// A webhook delivery on its way from the relay to the desktops: sealed, and signed by the relay.
// Layout: version (1 byte), Ed25519 signature of subject and sealed bytes (64), sealed bytes. The sealed bytes contain
// the length of the facts (4, big-endian), the facts as JSON, and the unchanged body.
import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { z } from 'zod';
import { seal, unseal } from './seal.ts';

const VERSION = 1;
const SIGNATURE_BYTES = 64;

const factsSchema = z.object({
  /** Random, chosen by the relay for each request; also the message id in the stream. */
  id: z.string().regex(/^[A-Za-z0-9_-]{16,64}$/),
  /** When the relay received it, ms since 1970. */
  at: z.int().nonnegative(),
  /** Names and values alternate, as received. */
  rawHeaders: z.array(z.string()),
});

export interface RelayedDelivery extends z.infer<typeof factsSchema> {
  readonly body: Uint8Array;
}

/** Keys as raw bytes: 32 each. */
export interface RelayKeys {
  readonly deliveryKey: Uint8Array;
  readonly signingKey: Uint8Array;
}

export interface ReaderKeys {
  readonly deliveryKey: Uint8Array;
  readonly relayKey: Uint8Array;
}

export function sealDelivery(keys: RelayKeys, subject: string, { body, ...facts }: RelayedDelivery): Buffer {
  const json = Buffer.from(JSON.stringify(facts));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(json.length);
  const sealed = seal(keys.deliveryKey, subject, Buffer.concat([length, json, body]));
  const signature = sign(null, signed(subject, sealed), privateKey(keys.signingKey));
  return Buffer.concat([Buffer.of(VERSION), signature, sealed]);
}

/** Null if the relay did not sign it for this subject, or if it has another version. */
export function openDelivery(keys: ReaderKeys, subject: string, data: Uint8Array): RelayedDelivery | null {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  if (bytes.length <= 1 + SIGNATURE_BYTES || bytes[0] !== VERSION) return null;
  const signature = bytes.subarray(1, 1 + SIGNATURE_BYTES);
  const sealed = bytes.subarray(1 + SIGNATURE_BYTES);
  if (!verify(null, signed(subject, sealed), publicKey(keys.relayKey), signature)) return null;
  const opened = unseal(keys.deliveryKey, subject, sealed);
  if (!opened || opened.length < 4) return null;
  const end = 4 + opened.readUInt32BE();
  try {
    const facts = factsSchema.parse(JSON.parse(opened.subarray(4, end).toString()));
    return { ...facts, body: opened.subarray(end) };
  } catch {
    return null;
  }
}

const signed = (subject: string, sealed: Uint8Array): Buffer => Buffer.concat([Buffer.from(`${subject}\n`), sealed]);

const jwk = (x: Uint8Array) => ({ kty: 'OKP', crv: 'Ed25519', x: Buffer.from(x).toString('base64url') });

const publicKey = oncePerKey((key) => createPublicKey({ key: jwk(key), format: 'jwk' }));

/** PKCS #8 wraps the 32 bytes in a fixed prefix. */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

const privateKey = oncePerKey((key) =>
  createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, key]), format: 'der', type: 'pkcs8' }),
);

/** Cached, because OpenSSL takes several times longer to read a key than to sign with it. */
function oncePerKey(read: (key: Uint8Array) => KeyObject): (key: Uint8Array) => KeyObject {
  const known = new WeakMap<Uint8Array, KeyObject>();
  return (key) => {
    const present = known.get(key) ?? read(key);
    known.set(key, present);
    return present;
  };
}

/** An Ed25519 key pair as raw bytes. `signingKey` may be any 32 random bytes. */
export function signingKeysOf(signingKey: Uint8Array) {
  const { x } = createPublicKey(privateKey(signingKey)).export({ format: 'jwk' });
  return { signingKey, relayKey: Buffer.from(x as string, 'base64url') };
}
