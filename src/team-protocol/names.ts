// The names of streams, subjects and permissions on the NATS server of a team.

/** The stream of deliveries, and the one subject that is used of it. Which store a delivery is for is known by its key, on the desktops. */
export const DELIVERIES_STREAM = 'deliveries';
export const DELIVERIES_SUBJECT = 'deliveries.main';
/**
 * Where servers are configured. With the subject itself, nats-server would let a consumer of a computer deliver to it.
 */
export const ALL_DELIVERIES = 'deliveries.>';

/** The key-value bucket of shared records, and the stream that NATS keeps it in. */
export const CATALOG_BUCKET = 'catalog';
export const CATALOG_STREAM = `KV_${CATALOG_BUCKET}`;

/** Keys of computers in the bucket. */
export const computerKey = (publicKey: string): string => `computer.${publicKey}`;

/** Each computer has an inbox of its own, so that none can listen to the replies of another. */
export const inboxPrefixOf = (publicKey: string): string => `_I.${publicKey}`;
export const RELAY_INBOX_PREFIX = '_R';
