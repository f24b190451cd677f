// Builds a verified sale, and a delivery.
import { randomUUID } from 'node:crypto';
import type { NewDelivery } from '../../src/main/catalog/deliveries.ts';
import type { SaleRecord } from '../../src/main/catalog/records.ts';

export function saleOf({ at = 1, ...sale }: Pick<SaleRecord, 'id'> & Partial<SaleRecord>): SaleRecord {
  return {
    at,
    linkId: null,
    verified: true,
    times: [at],
    event: {
      at,
      isVerified: true,
      eventId: null,
      product: null,
      productId: null,
      amount: null,
      metadata: [],
      names: { uuids: [], texts: [], metadata: null },
      fingerprint: null,
      isReadable: true,
      body: '{}',
      isCut: false,
    },
    ...sale,
  };
}

/** A delivery that is not stored yet. */
export function deliveryOf(body: unknown, { at = Date.now(), isVerified = true } = {}): NewDelivery {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return {
    record: {
      id: randomUUID(),
      at,
      path: '/after-sell',
      headers: [],
      size: text.length,
      encoding: 'utf8',
      verification: isVerified ? 'verified' : 'missing',
      answered: 200,
    },
    body: text,
    keyDigest: null,
  };
}
