// Shows given links in the list of all links: selected, so that actions on many are available.
import { useSyncExternalStore } from 'react';
import { go } from '../../state/route.ts';

let wanted: readonly string[] | null = null;
let times = 0;
const listeners = new Set<() => void>();

export function showLinks(ids: readonly string[]): void {
  wanted = ids;
  times += 1;
  go('#/links');
  for (const changed of listeners) changed();
}

/** A React key that resets the list, without search or filters, when links are to be shown. */
export const useListKey = (): number =>
  useSyncExternalStore(
    (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    () => times,
  );

/** Returns the links to show, once. */
export function takeLinksToShow(): readonly string[] | null {
  const ids = wanted;
  wanted = null;
  return ids;
}
