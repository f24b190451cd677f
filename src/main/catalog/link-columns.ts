// The columns of a link that follow from its record alone.
import { contentHash, hashOf, linkKey, metadataKey, serviceHost } from './link-keys.ts';
import { pendingOn } from './record-table.ts';
import { isUnsentLink, type LinkRecord } from './records.ts';

export interface LinkColumns {
  readonly isDeleted: 0 | 1;
  /** 0, or from `pendingOn`. */
  readonly isPending: number;
  readonly useOnce: 0 | 1;
  readonly key: string | null;
  readonly metadataHash: string | null;
  readonly contentHash: string | null;
  readonly serviceHost: string | null;
}

export function linkColumns(link: LinkRecord): LinkColumns {
  const { productId, deletedAt, useOnce, paymentLink, metadata, replacedBy, createdOn } = link;
  // A replaced link still counts, so that importing its old file again does not create a second one.
  const isCounted = deletedAt === null || replacedBy !== undefined;
  // A deleted link that was never on the service cannot have been sold.
  const isNamed = metadata.length > 0 && (deletedAt === null || paymentLink !== null);
  return {
    isDeleted: deletedAt === null ? 0 : 1,
    isPending: isUnsentLink(link) ? pendingOn(createdOn) : 0,
    useOnce: useOnce ? 1 : 0,
    key: linkKey(link),
    metadataHash: isNamed ? hashOf(metadataKey(metadata)) : null,
    contentHash: isCounted ? contentHash(productId, link) : null,
    serviceHost: serviceHost(link),
  };
}
