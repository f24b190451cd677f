// The confirmations on screen: the next of its kind replaces each, so that quick work does not pile them up.
import { notifications } from '@mantine/notifications';

/** The answer to a click, or the announcement of something else, such as a sale: it leaves the answer. */
export type Place = 'answer' | 'news';

interface Confirmation {
  readonly id: string;
  readonly at: number;
  readonly offer: AbortController | null;
}

const last: Record<Place, Confirmation | null> = { answer: null, news: null };

/** A click that also navigates shows its toast within this many ms. */
const SAME_CLICK_MS = 500;

/** @param offer ends the next step that it offers; null where it offers none */
export function rememberConfirmation(place: Place, id: string, offer: AbortController | null): void {
  last[place] = { id, at: performance.now(), offer };
}

/** Call before the next one is shown. */
export function replaceConfirmation(place: Place): void {
  if (last[place]) hide(last[place]);
}

/** Hides the last ones when another screen is shown. */
export function leaveConfirmationsBehind(): void {
  for (const one of Object.values(last)) {
    if (one && (one.offer || performance.now() - one.at > SAME_CLICK_MS)) hide(one);
  }
}

function hide({ id, offer }: Confirmation): void {
  // Its button goes at once: the next screen may have one of the same name.
  offer?.abort();
  notifications.hide(id);
}
