// The one short text that tells how a store stands with the service ("Sync status").
import { z } from 'zod';
import { texts } from './texts/rules.ts';

const words = texts.states.store;

/**
 * Why a store sends nothing but probes. `unreachable`: no connection. `busy`: 429 or 503. `faulty`: another 5xx, or an
 * answer that is not the service's own. `silent`: requests leave, and no answers come back.
 */
export const pauseSchema = z.object({
  trouble: z.enum(['unreachable', 'busy', 'faulty', 'silent']),
  /** When the next probe may leave; ms since 1970. */
  until: z.number(),
  /** The service named that time: "Sync now" does not bring it forward. */
  isNamed: z.boolean(),
});
export type Pause = z.infer<typeof pauseSchema>;

/** The figures behind the status text. `waiting` counts changes that wait, are ready or will be tried again. */
export const statusSchema = z.object({
  waiting: z.int(),
  sending: z.int(),
  attention: z.int(),
  /** The service cannot be reached, or the seller works offline. */
  offline: z.boolean(),
  /** Null while the service takes requests. */
  pause: pauseSchema.nullable(),
  workOffline: z.boolean(),
  signedIn: z.boolean(),
  /** When the service is tried next while it cannot be reached; ms since 1970. */
  nextAttemptAt: z.number().nullable(),
  /** What keeps changes from being written to disk, in words; null when all is well. */
  diskProblem: z.string().nullable(),
});
export type Status = z.infer<typeof statusSchema>;

/** What "Sync now" found waiting, each change counted once. */
export const waitingNowSchema = z.object({
  /** Changes that need the seller's decision, and those that cannot go before that. */
  toDecide: z.int(),
  afterDecision: z.int(),
  /** Changes whose webhook key the key store does not give out. */
  locked: z.int(),
  /** All the rest. */
  others: z.int(),
  /** What holds the rest back; null when it is tried now. A pause is by its trouble; `named`: the service named a time. */
  hold: z.enum(['offline', 'signed-out', 'disk', 'named', ...pauseSchema.shape.trouble.options]).nullable(),
  /** With `named`, until when; ms since 1970. */
  until: z.number().nullable(),
});
export type WaitingNow = z.infer<typeof waitingNowSchema>;

/** The status in words; the same text everywhere. What needs the seller comes before what goes on by itself. */
export function statusText(status: Status): string {
  const unsent = status.waiting + status.sending;
  if (!status.signedIn && unsent > 0) return words.signInToSend(unsent);
  if (status.attention > 0) return words.needsAttention(status.attention);
  if (status.diskProblem !== null && unsent > 0) return words.waiting(unsent);
  if (status.sending > 0) return words.sending(unsent);
  if (status.offline) return words.offline(unsent);
  if (unsent > 0) return words.waiting(unsent);
  return words.saved;
}
