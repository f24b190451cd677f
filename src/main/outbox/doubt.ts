// What remains uncertain about a product, link or webhook after a change to it has ended. A change in doubt is `needs-review`.
import { z } from 'zod';
import { timeSchema } from '../storage/stamp.ts';
import { type Change, mayHaveHappened } from './change.ts';

/** A change leaves a doubt if it was not sent but the service may have carried it out. */
export const doubtSchema = z.object({
  changeId: z.string(),
  /** When the change ended, in ms since 1970. */
  since: timeSchema,
  /** Only the webhook has a key. */
  about: z.array(z.enum(['values', 'key'])).min(1),
});
export type Doubt = z.infer<typeof doubtSchema>;

/**
 * The doubt after a change has ended. A sent change resolves an earlier doubt, except about a key that it did not carry. A
 * change that was not sent leaves a doubt if the service may have carried it out. Idempotent.
 */
export function doubtAfter(change: Change, previous: Doubt | undefined): Doubt | undefined {
  const carriesKey = change.payload.kind === 'settings.update' && change.payload.keyRef !== null;
  if (change.ending === 'sent') {
    return previous?.about.includes('key') && !carriesKey ? { ...previous, about: ['key'] } : undefined;
  }
  if (!mayHaveHappened(change)) return previous;
  const key = carriesKey || previous?.about.includes('key');
  return {
    changeId: change.id,
    since: change.endedAt ?? change.acceptedAt,
    about: key ? ['values', 'key'] : ['values'],
  };
}
