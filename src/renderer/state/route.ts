// The route: which screen is shown, as the part of the URL after "#".
import { useSyncExternalStore } from 'react';
import { isScreenGuarded, leaveScreen } from './leave.ts';

export type Route =
  | { readonly screen: 'products' }
  | { readonly screen: 'product'; readonly id: string }
  | { readonly screen: 'links'; readonly id: string | null }
  | { readonly screen: 'import'; readonly id: string | null; readonly errors: boolean }
  | { readonly screen: 'sales'; readonly id: string | null }
  | { readonly screen: 'webhook' }
  | { readonly screen: 'sync'; readonly actionId: string | null }
  | { readonly screen: 'sync-history' }
  | { readonly screen: 'settings' }
  | { readonly screen: 'add-store' };

/** Reads an address such as "#/products/abc" (or "/products/abc"); an unknown one is the products. */
export function parseRoute(address: string): Route {
  const [screen, id, part, view] = address
    .replace(/^#?\/?/, '')
    .split('/')
    .map(decode);
  switch (screen) {
    case 'links':
      if (id !== 'import') return { screen: 'links', id: id || null };
      return { screen: 'import', id: part || null, errors: view === 'errors' };
    case 'sales':
      return { screen, id: id || null };
    case 'webhook':
    case 'settings':
    case 'add-store':
      return { screen };
    case 'sync':
      return id === 'history' ? { screen: 'sync-history' } : { screen: 'sync', actionId: id || null };
    default:
      return screen === 'products' && id ? { screen: 'product', id } : { screen: 'products' };
  }
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** Goes to an address such as "#/sync/history". */
export function go(to: string): void {
  window.location.hash = to.replace(/^#/, '');
}

/** The same, replacing the current history entry. */
export const goInstead = (to: string): void => window.location.replace(to);

/** For work that ends on another screen: the result goes there, unless the seller has left the screen meanwhile. */
export function goFromHere(): (to: string) => void {
  const from = shown;
  return (to) => {
    if (staysOnScreen(from)) go(to);
  };
}

/** The address that is shown. `location` is ahead of it while the seller is asked whether to leave. */
let shown = typeof window === 'undefined' ? '' : window.location.hash;
/** Its history entry. */
let entry = currentEntry();
const listeners = new Set<() => void>();

function currentEntry(): string | null {
  return typeof window === 'undefined' ? null : (window.navigation.currentEntry?.key ?? null);
}

function show(address: string): void {
  shown = address;
  entry = currentEntry();
  for (const changed of listeners) changed();
}

/** Every navigation ends here: links, the menu, shortcuts, toasts, and going back. */
function onHashChange(): void {
  const next = window.location.hash;
  const staysOnScreen = parseRoute(next).screen === parseRoute(shown).screen;
  if (staysOnScreen || !isScreenGuarded()) {
    show(next);
    return;
  }
  const wanted = currentEntry();
  // The requested entry stays in the history, so that Back and Forward lead where they did.
  goToEntry(entry, shown);
  leaveScreen(() => goToEntry(wanted, next));
}

/** The last traversal of the history. */
let traversal: Promise<unknown> = Promise.resolve();

/** Goes to a history entry; to its address where the entry no longer exists. */
function goToEntry(key: string | null, address: string): void {
  if (key === null) {
    go(address);
    return;
  }
  // One at a time: a traversal to the current entry is ignored, even while another one is about to leave that entry.
  traversal = traversal.then(() => {
    const { committed, finished } = window.navigation.traverseTo(key);
    // It rejects along with `committed`.
    finished?.catch(() => undefined);
    return committed?.catch(() => go(address));
  });
}

// Also before a screen is mounted: a screen requested then is shown once there is a store.
if (typeof window !== 'undefined') window.addEventListener('hashchange', onHashChange);

const subscribe = (changed: () => void): (() => void) => {
  listeners.add(changed);
  return () => void listeners.delete(changed);
};
const readHash = (): string => shown;

/** The change that is open on the Sync screen, by its id. */
export function shownChange(): string | null {
  const route = parseRoute(shown);
  return route.screen === 'sync' ? route.actionId : null;
}

/** The payment link whose details are open beside the list, by its id. */
export function shownLink(): string | null {
  const route = parseRoute(shown);
  return route.screen === 'links' ? route.id : null;
}

/** Whether the screen of an address is shown, whatever is open on it. */
export const isOnScreen = (address: string): boolean => parseRoute(address).screen === parseRoute(shown).screen;

/** The same, and the seller is not about to leave it: the address changes a moment before the screen. */
export const staysOnScreen = (address: string): boolean =>
  isOnScreen(address) && parseRoute(window.location.hash).screen === parseRoute(address).screen;

/** The route that is shown now. */
export const useRoute = (): Route => parseRoute(useSyncExternalStore(subscribe, readHash));
