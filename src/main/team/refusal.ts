// Why the server of a team refused a message, where trying the same again does not help.
import { JetStreamApiError } from '@nats-io/jetstream';
import { InvalidArgumentError } from '@nats-io/transport-node';

/**
 * `conflict`: another computer was faster, and its version is on its way here · `too-large`: the message · `full`: what the
 * server may store.
 */
export type Refusal = 'conflict' | 'too-large' | 'full';

/** Error codes of nats-server. */
const CODES: Readonly<Record<number, Refusal>> = {
  10071: 'conflict',
  10054: 'too-large',
  // Of the account, of the server's limits, and of its disk.
  10002: 'full',
  10023: 'full',
  10047: 'full',
};

/** Null for temporary errors. */
export function refusalOf(error: unknown): Refusal | null {
  // Over the server's limit: the client does not send it.
  if (error instanceof InvalidArgumentError && error.message.includes('max_payload')) return 'too-large';
  if (!(error instanceof JetStreamApiError)) return null;
  // 10077 is any failure to store.
  return CODES[error.code] ?? (/maximum (bytes|messages)/.test(error.message) ? 'full' : null);
}

/** For a `catch`: a write that a full server refuses can wait. */
export function unlessFull(error: unknown): void {
  if (refusalOf(error) !== 'full') throw error;
}
