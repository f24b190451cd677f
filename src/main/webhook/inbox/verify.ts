// Verifies the `Webhook-Key` header of what arrived, and removes keys from what is stored.
import { createHash, timingSafeEqual } from 'node:crypto';
import { hideSecrets } from '../../../shared/hide-secrets.ts';
import type { Verification } from '../../../shared/inbox.ts';
import { texts } from '../../../shared/texts/main.ts';
import { WEBHOOK_KEY_LENGTH } from '../../../shared/webhook.ts';
import type { NewDelivery } from '../../catalog/deliveries.ts';
import { headersOf, textOf, valuesOf } from './read-delivery.ts';
import type { Arrived } from './receiver.ts';

const t = texts.inbox;

export interface KnownKey {
  readonly storeId: string;
  readonly key: string;
}

/** Hiding shorter texts would remove half of the delivery. */
const SHORTEST_KEY = 8;

const digest = (key: string, id: string): string => createHash('sha256').update(`${id}\n${key}`).digest('base64');

/** The stores whose key a delivery carries. Compares every known key in constant time, also after a match. */
export function storesOfDigest(id: string, keyDigest: string, known: readonly KnownKey[]): string[] {
  const isGiven = ({ key }: KnownKey) => timingSafeEqual(Buffer.from(keyDigest), Buffer.from(digest(key, id)));
  return [...new Set(known.filter(isGiven).map(({ storeId }) => storeId))];
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
  const given = valuesOf(headers, 'webhook-key');
  // More than one value counts as wrong.
  const keyDigest = given.length === 1 ? digest(given[0] ?? '', id) : null;
  const storeIds = keyDigest === null ? [] : storesOfDigest(id, keyDigest, known);
  const isVerified = storeIds.length > 0;
  let verification: Verification = isVerified ? 'verified' : 'wrong';
  if (given.length === 0) verification = 'missing';
  else if (known.length === 0) verification = 'unknown';

  const keys = [...known.map(({ key }) => key), ...given.filter(({ length }) => length >= SHORTEST_KEY)];
  /** Hides keys in any encoding, because a sender may echo the key. */
  const hide = (text: string, instead = t.hiddenKey) => hideSecrets(text, keys, instead);
  /** Masks any value of `Webhook-Key`, because a mistyped or older key is a secret too. */
  const hideIn = (name: string) => (value: string) =>
    name.toLowerCase() === 'webhook-key' ? t.maskedKey({ characters: value.length }) : hide(value);
  const text = textOf(headers, body);
  // Hides keys in the bytes, because encoding could split a key.
  const bytes = () => hide(body.toString('latin1'), Buffer.from(t.hiddenKey).toString('latin1'));
  return {
    record: {
      id,
      at,
      path: hide(path),
      headers: headers.map(([name, values]) => [hide(name), values.map(hideIn(name))]),
      size: body.length,
      encoding: text === null ? 'base64' : 'utf8',
      verification,
      answered,
    },
    body: text === null ? Buffer.from(bytes(), 'latin1').toString('base64') : hide(text),
    // Only what can be a key (section 8) may be verified later.
    keyDigest: !isVerified && given[0]?.length === WEBHOOK_KEY_LENGTH ? keyDigest : null,
    storeIds,
  };
}
