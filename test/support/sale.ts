// A sale as a delivery with the store's key gives it.
import type { SaleRecord } from '../../src/main/catalog/records.ts';

export function saleOf({ at = 1, ...sale }: Pick<SaleRecord, 'id'> & Partial<SaleRecord>): SaleRecord {
  return {
    at,
    linkId: null,
    foundBy: sale.linkId === undefined ? null : 'uuid',
    verified: true,
    times: [at],
    event: {
      at,
      isVerified: true,
      eventId: null,
      product: null,
      amount: null,
      metadata: [],
      names: { uuids: [], texts: [], metadata: null },
      body: '{}',
      isCut: false,
    },
    ...sale,
  };
}
