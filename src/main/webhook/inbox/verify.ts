// Compares the `Webhook-Key` header with the keys that the app knows, and keeps keys out of what is kept.
import { createHash, timingSafeEqual } from 'node:crypto';
import { hideSecrets } from '../../../shared/hide-secrets.ts';
import type { Verification } from '../../../shared/inbox.ts';
import { texts } from '../../../shared/texts/main.ts';

const words = texts.inbox;

/** A webhook key that a store of this app uses. */
export interface KnownKey {
  readonly storeId: string;
  readonly key: string;
}

export type Headers = readonly (readonly [name: string, values: readonly string[]])[];

/** Hashes have the same length, which `timingSafeEqual` asks for. */
const hash = (text: string): Buffer => createHash('sha256').update(text).digest();

const isKeyHeader = (name: string): boolean => name.toLowerCase() === 'webhook-key';

/** All values of a header, whatever the case of its name. */
export const valuesOf = (headers: Headers, wanted: string): readonly string[] =>
  headers.flatMap(([name, values]) => (name.toLowerCase() === wanted ? values : []));

/** Every known key is compared, in constant time, also after one has fitted. More than one value counts as wrong. */
export function verify(
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

/** How a key is shown: whichever it is, for a mistyped or an older key is a secret too. */
export const masked = (key: string): string => words.maskedKey(key.length);

/** A shorter text is no key; hidden wherever it stands, it would take half of the delivery with it. */
const SHORTEST_KEY = 8;

/** What a delivery may repeat: the keys that this app knows, and whatever it was sent with. */
export const keysToHide = (headers: Headers, known: readonly KnownKey[]): string[] => [
  ...known.map(({ key }) => key),
  ...valuesOf(headers, 'webhook-key').filter(({ length }) => length >= SHORTEST_KEY),
];

/** The headers with the values of `Webhook-Key` masked, and no key in any other. */
export const withoutKeys = (headers: Headers, keys: readonly string[]): [string, string[]][] =>
  headers.map(([name, values]) => [
    hideKeys(name, keys),
    values.map((value) => (isKeyHeader(name) ? masked(value) : hideKeys(value, keys))),
  ]);

/** A text without the keys in it, in whatever encoding: a sender may repeat what it was given. */
export const hideKeys = (text: string, keys: readonly string[]): string => hideSecrets(text, keys, words.hiddenKey);

/** The same for bytes, which may be text in any encoding or none. */
export function hideKeysInBytes(bytes: Buffer, keys: readonly string[]): Buffer {
  const text = bytes.toString('latin1');
  const shown = hideSecrets(text, keys, Buffer.from(words.hiddenKey).toString('latin1'));
  return shown === text ? bytes : Buffer.from(shown, 'latin1');
}
