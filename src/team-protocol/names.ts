// The names of streams, subjects and permissions on the NATS server of a team.

/** The stream of deliveries, one subject for each webhook address of the relay. */
export const DELIVERIES_STREAM = 'deliveries';
export const DELIVERIES = 'deliveries.>';
/** The subject of the relay's one address. Which store a delivery is for is known by its key, on the desktops. */
export const RELAY_SUBJECT = 'deliveries.main';
/** JetStream refuses to store a message twice whose id it has seen within this time (ms). */
export const DUPLICATE_WINDOW_MS = 24 * 60 * 60 * 1000;
export const DELIVERIES_KEPT_MS = 30 * 24 * 60 * 60 * 1000;
export const DELIVERIES_KEPT_BYTES = 1024 * 1024 * 1024;

/** The key-value bucket of shared records, and the stream that NATS keeps it in. */
export const CATALOG_BUCKET = 'catalog';
export const CATALOG_STREAM = `KV_${CATALOG_BUCKET}`;

/** Keys of computers in the bucket. */
export const computerKey = (publicKey: string): string => `computer.${publicKey}`;

/** Each computer has an inbox of its own, so that none can listen to the replies of another. */
export const inboxPrefixOf = (publicKey: string): string => `_I.${publicKey}`;
export const RELAY_INBOX_PREFIX = '_R';
