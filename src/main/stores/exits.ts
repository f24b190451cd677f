// What lets something out of the app: each is asked about outside the page, so that code which got into it sends nothing away.
import { parseWebAddress } from '../../shared/checkout-url.ts';
import { ok, type Result, refuse } from '../../shared/problem.ts';
import type { SignIn } from '../../shared/session.ts';
import { texts } from '../../shared/texts/main.ts';
import { isLoopbackHost } from '../../shared/web-address.ts';
import { linkKey } from '../catalog/link-keys.ts';
import type { Confirm } from '../platform.ts';
import type { StoreSession } from './store-session.ts';

const words = texts.stores.exits;

const notConfirmed = () => refuse('forbidden', words.notConfirmed);

/** Asks before the password goes to a service that no store here has. What stays on this computer is no exit. */
export async function mayGoTo(
  stores: { knowsService(serviceAddress: string): boolean },
  { serviceAddress, email }: SignIn,
  confirm: Confirm,
): Promise<Result<void>> {
  const host = parseWebAddress(serviceAddress)?.hostname ?? '';
  if (isLoopbackHost(host) || stores.knowsService(serviceAddress)) return ok(undefined);
  const { message, detail, button } = words.signIn;
  const agreed = await confirm({ message: message(host), detail: detail(serviceAddress, email), button });
  return agreed ? ok(undefined) : notConfirmed();
}

/**
 * Whether the store's page may be opened in the browser. It was typed in, so a host that neither the service's address nor
 * an answer of the service has named is asked about.
 */
export async function mayOpenPage(store: StoreSession, url: string, confirm: Confirm): Promise<Result<void>> {
  const host = parseWebAddress(url)?.host ?? '';
  const isKnown = host === parseWebAddress(store.deps.record().serviceAddress)?.host;
  return isKnown ? ok(undefined) : agreedToOpen(store, url, confirm);
}

/**
 * Whether an address may be opened in the browser: the checkout page of a link of this store, or one of `ownPages`. An
 * address that was typed in (a link "added as made elsewhere", or "marked as sent") and whose host no answer of the
 * service has named is asked about: page code could have typed it.
 */
export async function mayOpen(
  store: StoreSession,
  url: string,
  ownPages: readonly string[],
  confirm: Confirm,
): Promise<Result<void>> {
  if (ownPages.includes(url)) return ok(undefined);
  const { links } = store.catalog;
  const isKnown = links
    .withKeys([linkKey({ paymentLink: url }) ?? url])
    .some(({ paymentLink, deletedAt }) => paymentLink === url && deletedAt === null);
  if (!isKnown) return refuse('invalid', words.unknownAddress);
  return agreedToOpen(store, url, confirm);
}

async function agreedToOpen(store: StoreSession, url: string, confirm: Confirm): Promise<Result<void>> {
  const host = parseWebAddress(url)?.host ?? '';
  if (store.catalog.links.hasServiceHost(host)) return ok(undefined);
  const { message, detail, button } = words.open;
  return (await confirm({ message: message(host), detail: detail(url), button })) ? ok(undefined) : notConfirmed();
}
