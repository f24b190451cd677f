// The names of streams, subjects, keys and inboxes on the NATS server of a team.

/** The stream of deliveries and its only subject. The desktops tell a delivery's store by its key. */
export const DELIVERIES_STREAM = 'deliveries';
export const DELIVERIES_SUBJECT = 'deliveries.main';
/** For the stream and consumers. With the exact subject, nats-server would let a computer's consumer deliver to it. */
export const ALL_DELIVERIES = 'deliveries.>';

/** The key-value bucket of shared records, and the stream behind it. */
export const CATALOG_BUCKET = 'catalog';
export const CATALOG_STREAM = `KV_${CATALOG_BUCKET}`;

/** The key of a computer's presence in a store. `*` in place of a part stands for all. */
export const presenceKey = (store: string, publicKey: string): string => `${store}.presence.${publicKey}`;

/** Each computer has an inbox of its own, so that no other can read its replies. */
export const inboxPrefixOf = (publicKey: string): string => `_I.${publicKey}`;
export const RELAY_INBOX_PREFIX = '_R';
