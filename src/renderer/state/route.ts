// Which screen is shown: read from and written to the part of the address after "#".
import { useSyncExternalStore } from 'react';

export type Route =
  | { readonly screen: 'products' }
  | { readonly screen: 'product'; readonly id: string }
  | { readonly screen: 'links'; readonly id: string | null }
  | { readonly screen: 'import'; readonly id: string | null }
  | { readonly screen: 'webhook' }
  | { readonly screen: 'sync'; readonly actionId: string | null }
  | { readonly screen: 'sync-history' }
  | { readonly screen: 'settings' }
  | { readonly screen: 'add-store' };

/** Reads an address such as "#/products/abc" (or "/products/abc"); what is not known leads to the products. */
export function parseRoute(address: string): Route {
  const [screen, id, part] = address
    .replace(/^#?\/?/, '')
    .split('/')
    .map(decode);
  switch (screen) {
    case 'links':
      return id === 'import' ? { screen: 'import', id: part || null } : { screen: 'links', id: id || null };
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

const subscribe = (changed: () => void): (() => void) => {
  window.addEventListener('hashchange', changed);
  return () => window.removeEventListener('hashchange', changed);
};
const readHash = (): string => window.location.hash;

/** The route that is shown now. */
export const useRoute = (): Route => parseRoute(useSyncExternalStore(subscribe, readHash));
