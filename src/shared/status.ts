// The sync status of a store, and its text.
import { z } from 'zod';
import { texts } from './texts/main.ts';

const t = texts.states.store;

/**
 * Why a store sends nothing but probes. `unreachable`: no connection. `busy`: 429 or 503. `faulty`: another 5xx, an answer that
 * did not come from the service, or refusals of one change after another. `silent`: requests leave, but nothing comes back.
 */
export const pauseSchema = z.object({
  trouble: z.enum(['unreachable', 'busy', 'faulty', 'silent']),
  /** When the next probe may be sent; ms since 1970. */
  until: z.number(),
  /** The service named `until`, so "Sync now" does not shorten the pause. */
  isNamed: z.boolean(),
});
export type Pause = z.infer<typeof pauseSchema>;

/** `waiting` counts changes that wait, are ready, or will be retried. */
export const statusSchema = z.object({
  waiting: z.int(),
  sending: z.int(),
  attention: z.int(),
  /** The service is unreachable, or the seller works offline. */
  offline: z.boolean(),
  /** Null while the service accepts requests. */
  pause: pauseSchema.nullable(),
  workOffline: z.boolean(),
  signedIn: z.boolean(),
  /** Ms since 1970. */
  nextAttemptAt: z.number().nullable(),
  /** The error of the last write, in words for the seller; null if it succeeded. */
  diskProblem: z.string().nullable(),
});
export type Status = z.infer<typeof statusSchema>;

/** What needs the seller comes first. */
export function statusText(status: Status): string {
  const unsent = status.waiting + status.sending;
  if (!status.signedIn && unsent > 0) return t.signInToSend({ count: unsent });
  if (status.attention > 0) return t.needsAttention({ count: status.attention });
  if (status.diskProblem !== null && unsent > 0) return t.waiting({ count: unsent });
  if (status.sending > 0) return t.sending({ count: unsent });
  if (status.offline) return t.offline({ waiting: unsent });
  if (unsent > 0) return t.waiting({ count: unsent });
  return t.saved;
}
