// Feedback on a webhook address while it is typed: its error, or where it leads.

import { parseWebAddress } from '../../../shared/checkout-url.ts';
import { texts } from '../../../shared/texts/window.ts';
import { isLoopbackHost, withScheme } from '../../../shared/web-address.ts';
import { webhookUrlSchema } from '../../../shared/webhook.ts';

/** The error message of an address; null if it is valid. */
export const urlProblem = (url: string): string | null =>
  webhookUrlSchema.safeParse(url).error?.issues[0]?.message ?? null;

/** Empty, or the beginning of "https://" or "http://": too early for an error. */
export const isBegun = (url: string): boolean =>
  ['https://', 'http://'].some((start) => start.startsWith(url.trim().toLowerCase()));

/** Where sales sent to this address go. `relayUrl`: the address of the team's relay. */
export function aboutUrl(url: string, relayUrl: string | null): string {
  const { urlOfRelay, urlOnThisComputer, urlAbout } = texts.webhook.form;
  if (url === relayUrl) return urlOfRelay;
  return isLoopback(url) ? urlOnThisComputer : urlAbout;
}

export const hostOf = (url: string): string => parseWebAddress(url)?.host ?? '';

export function isLoopback(url: string): boolean {
  const address = parseWebAddress(withScheme(url.trim()));
  return address !== null && isLoopbackHost(address.hostname);
}
