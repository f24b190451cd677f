// Builds the record of a delivery that has arrived: verified, and with its keys masked.
import { headersOf, isJson, textOf } from './read-delivery.ts';
import type { Arrived } from './receiver.ts';
import type { DeliveryRecord, Kept } from './record.ts';
import {
  digestOfGivenKey,
  hideKeys,
  hideKeysInBytes,
  type KnownKey,
  keysToHide,
  verify,
  withoutKeys,
} from './verify.ts';

/** A delivery to store. `givenKey`: the digest of a key that could not be verified. */
export interface NewDelivery extends Kept {
  readonly givenKey: Uint8Array | null;
}

export function newDelivery(
  { path, rawHeaders, body }: Arrived,
  { id, at, answered }: Pick<DeliveryRecord, 'id' | 'at' | 'answered'>,
  known: readonly KnownKey[],
): NewDelivery {
  const headers = headersOf(rawHeaders);
  const { verification, storeIds } = verify(headers, known, at);
  const keys = keysToHide(headers, known);
  // Before encoding or cutting, which could split a key.
  const shown = hideKeysInBytes(body, keys);
  const utf8 = textOf(shown);
  const text = utf8 ?? shown.toString('base64');
  const record: DeliveryRecord = {
    id,
    at,
    method: 'POST',
    path: hideKeys(path, keys),
    headers: withoutKeys(headers, keys),
    contentLength: body.length,
    isJson: utf8 !== null && isJson(text),
    encoding: utf8 === null ? 'base64' : 'utf8',
    verification,
    storeIds: [...storeIds],
    answered,
  };
  return { record, body: text, givenKey: verification === 'verified' ? null : digestOfGivenKey(headers, id) };
}
