// The one short text that tells how a store stands with the service ("Sync status").
import { z } from 'zod';

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

const changes = (count: number): string => (count === 1 ? '1 change' : `${count} changes`);

/** The status in words; the same text everywhere. What needs the seller comes before what goes on by itself. */
export function statusText(status: Status): string {
  const unsent = status.waiting + status.sending;
  if (!status.signedIn && unsent > 0) return `Sign in to send ${changes(unsent)}`;
  if (status.attention > 0)
    return `${changes(status.attention)} ${status.attention === 1 ? 'needs' : 'need'} your attention`;
  if (status.diskProblem !== null && unsent > 0) return `${changes(unsent)} waiting`;
  if (status.sending > 0) return `Sending ${changes(unsent)}`;
  if (status.offline) return `Offline, ${unsent === 0 ? 'no changes' : changes(unsent)} waiting`;
  if (unsent > 0) return `${changes(unsent)} waiting`;
  return 'All changes are saved on the service';
}
