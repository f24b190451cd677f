// The words for changes that may have been carried out although the app was not told: before, at and after "Discard".
import { type ActionKind, isRepeatable } from '../../shared/action.ts';
import { type Action, arrived, kindOf, mayHaveHappened } from '../outbox/action.ts';
import type { Doubt } from '../outbox/doubt.ts';

const ON_SERVICE: Readonly<Record<ActionKind, string>> = {
  'product.create': 'may exist on the service',
  'product.update': 'may be on the service',
  'link.create': 'may exist on the service',
  'link.delete': 'may have been carried out on the service',
  'settings.update': 'may be on the service',
};

/** "it may be on the service", after the beginning of a sentence. */
export const mayBeThere = (action: Action): string =>
  kindOf(action) === 'link.delete' ? `the deletion ${ON_SERVICE['link.delete']}` : `it ${ON_SERVICE[kindOf(action)]}`;

/** The same as the beginning of a sentence. */
function itMayBeThereAlready(action: Action): string {
  const words = mayBeThere(action);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)} already`;
}

/** Why nobody knows whether it was carried out: what became of the last try that may have arrived. */
function whyInDoubt(action: Action): string {
  const outcome = action.attempts.findLast(arrived)?.outcome;
  if (outcome?.kind === 'answered') {
    return outcome.status >= 500
      ? `the service answered a try with a fault of its own (${outcome.status})`
      : 'the answer to a try could not be understood';
  }
  if (outcome?.kind === 'lost') {
    return outcome.cause === 'app-closed' ? 'the app was closed during a try' : 'an answer was lost';
  }
  return action.restoredFrom === undefined
    ? 'a damaged file took what was known of it'
    : 'the app that its backup was made with may have sent it';
}

/** A sentence about the doubt, with a space before it; empty where there is none. */
export function earlierDoubt(action: Action): string {
  if (!mayHaveHappened(action)) return '';
  return isRepeatable(kindOf(action))
    ? ` ${itMayBeThereAlready(action)}: ${whyInDoubt(action)}.`
    : " An earlier try may have gone through all the same; look on your store's page.";
}

/** What "Discard" means for a change and for what it takes along. */
export function discardMeans(action: Action, dependents: readonly Action[]): string {
  const inDoubt = [action, ...dependents].find(mayHaveHappened);
  if (inDoubt) {
    return `${itMayBeThereAlready(inDoubt)}: ${whyInDoubt(inDoubt)}. Discarding does not take it back; the app only does not try it again. History keeps a note of it.`;
  }
  return action.state === 'rejected'
    ? 'It is not sent again. What the service did with earlier tries stands under “Attempts”. History keeps a note of it.'
    : 'It is not sent. History keeps a note of it.';
}

/** Beside a link that is shown as standing. */
export const DELETION_DOUBT =
  'A deletion of this link that you discarded may have been carried out on the service. Delete it again if it is to go.';

/** Beside the default price of a product. */
export const PRICE_DOUBT =
  'Not certain: a change of this price that you discarded may be on the service. Set it again to be sure.';

/** Beside the webhook as it was saved last. */
export const webhookDoubt = ({ about }: Doubt): string =>
  about.includes('values')
    ? 'A change that you discarded may be on the service. Save it again to be sure.'
    : 'The service may have another key: that of a change that you discarded. Enter a key and save it to be sure.';

/** Of a change that follows a discarded one, a sentence with a space before it; empty where there is no doubt. */
export const earlierChangeInDoubt = ({ id, state }: Action, doubt: Doubt | undefined): string =>
  doubt && doubt.actionId !== id && state !== 'done' && state !== 'sending'
    ? ' An earlier change to the same thing, which you discarded, may have been carried out on the service.'
    : '';
