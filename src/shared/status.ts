// The one short text that tells how a store stands with the service ("Sync status").
import { z } from 'zod';
import { texts } from './texts/rules.ts';

const words = texts.states.store;

/** The figures behind the status text. `waiting` counts changes that wait, are ready or will be tried again. */
export const statusSchema = z.object({
  waiting: z.int(),
  sending: z.int(),
  attention: z.int(),
  /** The service cannot be reached, or the seller works offline. */
  offline: z.boolean(),
  workOffline: z.boolean(),
  signedIn: z.boolean(),
  /** When the service is tried next while it cannot be reached; ms since 1970. */
  nextAttemptAt: z.number().nullable(),
  /** What keeps changes from being written to disk, in words; null when all is well. */
  diskProblem: z.string().nullable(),
});
export type Status = z.infer<typeof statusSchema>;

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
