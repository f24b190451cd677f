// The route: which screen is shown, as the part of the URL after "#".
import { useSyncExternalStore } from 'react';
import { isScreenGuarded, leaveScreen } from './leave.ts';

export type Route =
  | { readonly screen: 'products' }
  | { readonly screen: 'product'; readonly id: string }
  | { readonly screen: 'links'; readonly id: string | null }
  | { readonly screen: 'import'; readonly id: string | null }
  | { readonly screen: 'sales'; readonly id: string | null }
  | { readonly screen: 'webhook' }
  | { readonly screen: 'sync'; readonly changeId: string | null }
  | { readonly screen: 'sync-history' }
  | { readonly screen: 'settings'; readonly section: string | null }
  | { readonly screen: 'add-store' };

/** Parses an address such as "#/products/abc" (or "/products/abc"); an unknown one means the products. */
export function parseRoute(address: string): Route {
  const [screen, id, part] = address
    .replace(/^#?\/?/, '')
    .split('/')
    .map(decode);
  switch (screen) {
    case 'links':
      if (id !== 'import') return { screen: 'links', id: id || null };
      return { screen: 'import', id: part || null };
    case 'sales':
      return { screen, id: id || null };
    case 'settings':
      return { screen, section: id || null };
    case 'webhook':
    case 'add-store':
      return { screen };
    case 'sync':
      return id === 'history' ? { screen: 'sync-history' } : { screen: 'sync', changeId: id || null };
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
  window.location.hash = to.replace(/^.*#/, '');
}

/** Like `go`, but replaces the current history entry. */
export const goInstead = (to: string): void => window.location.replace(to);

/** For work that ends on another screen: opens it only if the seller is still on this one. */
export function goFromHere(): (to: string) => void {
  const from = window.location.hash;
  return (to) => {
    if (isOnScreen(from)) go(to);
  };
}

/** Runs for every navigation: links, the menu, shortcuts, toasts, and going back. */
function onNavigate(event: NavigateEvent): void {
  const { url, key } = event.destination;
  if (!event.cancelable || isOnScreen(new URL(url).hash) || !isScreenGuarded()) return;
  event.preventDefault();
  leaveScreen(() => (event.navigationType === 'traverse' ? window.navigation.traverseTo(key).finished : go(url)));
}

const listeners = new Set<() => void>();

// Listens before any screen is mounted, so that a screen requested then opens once there is a store.
if (typeof window !== 'undefined') {
  window.navigation.addEventListener('navigate', onNavigate);
  window.addEventListener('hashchange', () => {
    for (const changed of listeners) changed();
  });
}

const subscribe = (changed: () => void): (() => void) => {
  listeners.add(changed);
  return () => void listeners.delete(changed);
};
const readHash = (): string => window.location.hash;

/** The id of the payment link whose details are open beside the list. */
export function shownLink(): string | null {
  const route = parseRoute(readHash());
  return route.screen === 'links' ? route.id : null;
}

/** Whether the screen of an address is shown, no matter what is open on it. */
export const isOnScreen = (address: string): boolean => parseRoute(address).screen === parseRoute(readHash()).screen;

export const useRoute = (): Route => parseRoute(useSyncExternalStore(subscribe, readHash));
