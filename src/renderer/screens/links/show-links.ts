// Shows certain links in the list of all of them: selected, so that what can be done with many is at hand.
import { useSyncExternalStore } from 'react';
import { go } from '../../state/route.ts';

let wanted: readonly string[] | null = null;
/** How often links were asked for. */
let times = 0;
const listeners = new Set<() => void>();

export function showLinks(ids: readonly string[]): void {
  wanted = ids;
  times += 1;
  go('#/links');
  for (const changed of listeners) changed();
}

/** A key for the list, so that it begins anew, without a search or filters, when links are to be shown. */
export const useListKey = (): number =>
  useSyncExternalStore(
    (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    () => times,
  );

/** The links to be shown, once. */
export function takeLinksToShow(): readonly string[] | null {
  const ids = wanted;
  wanted = null;
  return ids;
}
