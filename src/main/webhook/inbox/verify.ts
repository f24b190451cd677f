// Verifies the `Webhook-Key` header of what arrived, and removes keys from what is stored.
import { createHash, timingSafeEqual } from 'node:crypto';
import { hideSecrets } from '../../../shared/hide-secrets.ts';
import type { Verification } from '../../../shared/inbox.ts';
import { texts } from '../../../shared/texts/main.ts';
import { WEBHOOK_KEY_LENGTH } from '../../../shared/webhook.ts';
import type { NewDelivery, UnverifiedKey } from '../../catalog/deliveries.ts';
import { type Headers, headersOf, textOf, valuesOf } from './read-delivery.ts';
import type { Arrived } from './receiver.ts';

const t = texts.inbox;

export interface KnownKey {
  readonly storeId: string;
  readonly key: string;
}

/** `timingSafeEqual` requires the same length. */
const hash = (text: string): Buffer => createHash('sha256').update(text).digest();

const isKeyHeader = (name: string): boolean => name.toLowerCase() === 'webhook-key';

/** Compares every known key in constant time, also after a match. More than one value counts as wrong. */
function verify(
  headers: Headers,
  known: readonly KnownKey[],
): { readonly verification: Verification; readonly storeIds: readonly string[] } {
  const [given, ...others] = valuesOf(headers, 'webhook-key');
  if (given === undefined) return { verification: 'missing', storeIds: [] };
  if (known.length === 0) return { verification: 'unknown', storeIds: [] };
  const givenHash = hash(given);
  const fitting = known.filter(({ key }) => timingSafeEqual(givenHash, hash(key))).map(({ storeId }) => storeId);
  if (fitting.length === 0 || others.length > 0) return { verification: 'wrong', storeIds: [] };
  return { verification: 'verified', storeIds: [...new Set(fitting)] };
}

/** The digest of the key that an unverified delivery carries; null if it cannot be a key (section 4.6). */
function digestOfGivenKey(headers: Headers, id: string): string | null {
  const [given, ...others] = valuesOf(headers, 'webhook-key');
  return given?.length === WEBHOOK_KEY_LENGTH && others.length === 0 ? digest(given, id) : null;
}

/** The stores whose key a delivery was sent with. */
export const storesOfDigest = ({ id, keyDigest }: UnverifiedKey, known: readonly KnownKey[]): string[] => [
  ...new Set(
    known
      .filter(({ key }) => timingSafeEqual(Buffer.from(keyDigest), Buffer.from(digest(key, id))))
      .map(({ storeId }) => storeId),
  ),
];

const digest = (key: string, id: string): string => createHash('sha256').update(`${id}\n${key}`).digest('base64');

/** Masks any key, because a mistyped or older key is a secret too. */
const masked = (key: string): string => t.maskedKey({ characters: key.length });

/** Hiding shorter texts would remove half of the delivery. */
const SHORTEST_KEY = 8;

/** All known keys, and the key that the delivery carries. */
const keysToHide = (headers: Headers, known: readonly KnownKey[]): string[] => [
  ...known.map(({ key }) => key),
  ...valuesOf(headers, 'webhook-key').filter(({ length }) => length >= SHORTEST_KEY),
];

/** Masks `Webhook-Key`, and hides keys in other headers. */
const withoutKeys = (headers: Headers, keys: readonly string[]): [string, string[]][] =>
  headers.map(([name, values]) => [
    hideKeys(name, keys),
    values.map((value) => (isKeyHeader(name) ? masked(value) : hideKeys(value, keys))),
  ]);

/** Hides keys in any encoding, because a sender may echo the key. */
export const hideKeys = (text: string, keys: readonly string[]): string => hideSecrets(text, keys, t.hiddenKey);

export function hideKeysInBytes(bytes: Buffer, keys: readonly string[]): Buffer {
  const text = bytes.toString('latin1');
  const result = hideSecrets(text, keys, Buffer.from(t.hiddenKey).toString('latin1'));
  return result === text ? bytes : Buffer.from(result, 'latin1');
}

/** `storeIds`: the stores whose key the delivery carries. */
export interface VerifiedDelivery extends NewDelivery {
  readonly storeIds: readonly string[];
}

/** Prepares a delivery to be stored: verified, decoded, and without keys. */
export function newDelivery(
  { path, rawHeaders, body }: Arrived,
  { id, at, answered }: { readonly id: string; readonly at: number; readonly answered: number },
  known: readonly KnownKey[],
): VerifiedDelivery {
  const headers = headersOf(rawHeaders);
  const { verification, storeIds } = verify(headers, known);
  const keys = keysToHide(headers, known);
  const text = textOf(headers, body);
  return {
    record: {
      id,
      at,
      method: 'POST',
      path: hideKeys(path, keys),
      headers: withoutKeys(headers, keys),
      size: body.length,
      encoding: text === null ? 'base64' : 'utf8',
      verification,
      answered,
    },
    // Hides keys in the bytes, because encoding could split a key.
    body: text === null ? hideKeysInBytes(body, keys).toString('base64') : hideKeys(text, keys),
    keyDigest: verification === 'verified' ? null : digestOfGivenKey(headers, id),
    storeIds,
  };
}
