// Opens a link from outside the list of all links.
import { useSyncExternalStore } from 'react';
import { go } from '../../state/route.ts';

let times = 0;
let opened: { readonly id: string } | null = null;
const listeners = new Set<() => void>();
const subscribe = (changed: () => void) => {
  listeners.add(changed);
  return () => listeners.delete(changed);
};

/** Opens a link from outside the list, which then shows it whatever its search and filters are. */
export function showLink(id: string): void {
  opened = { id };
  go(`#/links/${encodeURIComponent(id)}`);
  for (const changed of listeners) changed();
}

/** The link that was opened from outside the list last; another object each time. */
export const useLinkToShow = (): { readonly id: string } | null => useSyncExternalStore(subscribe, () => opened);

/** Shows the whole list. */
export function showAllLinks(): void {
  times += 1;
  for (const changed of listeners) changed();
}

/** A React key that resets the list, without search or filters, when links are to be shown. */
export const useListKey = (): number => useSyncExternalStore(subscribe, () => times);
