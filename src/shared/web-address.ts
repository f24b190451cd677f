// Typed addresses: adds a missing scheme, and recognizes this computer.
import { parseWebAddress } from './checkout-url.ts';

/** Excludes subdomains of `localhost`, because not every resolver maps them to this computer. */
export const isLoopbackHost = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);

export const isOnThisComputer = (url: string): boolean => isLoopbackHost(parseWebAddress(url)?.hostname ?? '');

/** A host with an optional port, typed without a scheme. The time to match grows with the square of the text's length. */
const WITHOUT_SCHEME = /^(?<host>[^\s/:@?#]+\.[^\s/:@?#]+|localhost|\[::1\])(?::\d{1,5})?(?:[/?#]|$)/u;

/** Adds the scheme to an address that was typed without one: `https://`, or `http://` on this computer. */
export function withScheme(typed: string): string {
  const host = WITHOUT_SCHEME.exec(typed.trim().slice(0, 300))?.groups?.host;
  if (host === undefined) return typed;
  return `${isLoopbackHost(host.toLowerCase()) ? 'http' : 'https'}://${typed.trim()}`;
}
