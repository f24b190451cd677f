// Compares the `Webhook-Key` header with the keys that the app knows, and keeps keys out of what is kept.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Verification } from '../../shared/inbox.ts';
import { texts } from '../../shared/texts/main.ts';

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

/** The headers with the values of `Webhook-Key` masked, and no known key in any other. */
export const withoutKeys = (headers: Headers, known: readonly KnownKey[]): [string, string[]][] =>
  headers.map(([name, values]) => [
    name,
    values.map((value) => (isKeyHeader(name) ? masked(value) : hideKeys(value, known))),
  ]);

/** A text without the known keys in it: a sender may repeat what it was given. */
export function hideKeys(text: string, known: readonly KnownKey[]): string {
  let shown = text;
  for (const { key } of known) {
    shown = shown.replaceAll(key, words.hiddenKey).replaceAll(JSON.stringify(key).slice(1, -1), words.hiddenKey);
  }
  return shown;
}
