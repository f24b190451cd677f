// What the end of a change leaves uncertain about the thing that it was to change.
import { z } from 'zod';
import { timeSchema } from '../../storage/stamp.ts';
import { type Action, mayHaveHappened } from './action.ts';

/** A change that ended without the app knowing whether the service has carried it out. */
export const doubtSchema = z.object({
  actionId: z.string(),
  /** When it ended; ms since 1970. */
  since: timeSchema,
  /** What of the thing is uncertain. Only the webhook has a key. */
  about: z.array(z.enum(['values', 'key'])).min(1),
});
export type Doubt = z.infer<typeof doubtSchema>;

/**
 * The doubt about a thing after the end of a change to it. What was sent settles it, save for a key that it did not
 * carry; what was discarded leaves one where a try may have been carried out. Applying twice changes nothing.
 */
export function doubtAfter(action: Action, before: Doubt | undefined): Doubt | undefined {
  const carriesKey = action.payload.kind === 'settings.update' && action.payload.keyRef !== null;
  if (action.ending === 'sent') {
    return before?.about.includes('key') && !carriesKey ? { ...before, about: ['key'] } : undefined;
  }
  if (!mayHaveHappened(action)) return before;
  const key = carriesKey || before?.about.includes('key');
  return {
    actionId: action.id,
    since: action.endedAt ?? action.acceptedAt,
    about: key ? ['values', 'key'] : ['values'],
  };
}
