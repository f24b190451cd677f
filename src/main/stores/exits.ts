// Confirms, in system dialogs, whatever leaves the app, so that injected page code cannot send anything away.
import { parseWebAddress } from '../../shared/checkout-url.ts';
import { ok, type Result, refuse } from '../../shared/problem.ts';
import type { SignIn } from '../../shared/session.ts';
import { texts } from '../../shared/texts/main.ts';
import { isLoopbackHost } from '../../shared/web-address.ts';
import { linkKey } from '../catalog/link-keys.ts';
import { confirmHost, hostOf, notConfirmed } from '../confirm-host.ts';
import type { Confirm } from '../platform.ts';
import type { OpenStore } from './open-store.ts';

const t = texts.stores.exits;

/** Asks before customers are led to a host that no answer of the service has named. */
export async function confirmCheckout(store: OpenStore, checkoutUrl: string, confirm: Confirm): Promise<Result<void>> {
  const host = hostOf(checkoutUrl);
  const { checkoutUrl: saved, serviceAddress } = store.deps.record();
  const isKnown =
    [saved, serviceAddress].some((one) => hostOf(one) === host) || store.catalog.links.hasServiceHost(host);
  if (checkoutUrl === '' || isKnown) return ok(undefined);
  return confirmHost(t.checkout, checkoutUrl, confirm);
}

/** Asks before the password is sent to a service that no store here uses. Services on this computer need no confirmation. */
export async function confirmSignIn(
  stores: { knowsService(serviceAddress: string): boolean },
  { serviceAddress, email }: SignIn,
  confirm: Confirm,
): Promise<Result<void>> {
  const host = parseWebAddress(serviceAddress)?.hostname ?? '';
  if (isLoopbackHost(host) || stores.knowsService(serviceAddress)) return ok(undefined);
  const { message, detail, button } = t.signIn;
  const agreed = await confirm({
    message: message({ host }),
    detail: detail({ address: serviceAddress, email }),
    button,
  });
  return agreed ? ok(undefined) : notConfirmed();
}

/** The store's page was typed in, so the seller confirms a host that is neither the service's nor in its answers. */
export async function confirmOpenPage(store: OpenStore, url: string, confirm: Confirm): Promise<Result<void>> {
  const isKnown = hostOf(url) === hostOf(store.deps.record().serviceAddress);
  return isKnown ? ok(undefined) : confirmUnnamedHost(store, url, confirm);
}

/**
 * Allows the checkout pages of this store's links, and `ownPages`. Page code could have entered the address of an added or
 * marked-as-sent link, so the seller confirms a host that is in no answer of the service.
 */
export async function confirmOpen(
  store: OpenStore,
  url: string,
  ownPages: readonly string[],
  confirm: Confirm,
): Promise<Result<void>> {
  if (ownPages.includes(url)) return ok(undefined);
  const { links } = store.catalog;
  const isKnown = links
    .withKeys([linkKey({ paymentLink: url }) ?? url])
    .some(({ paymentLink, deletedAt }) => paymentLink === url && deletedAt === null);
  if (!isKnown) return refuse('invalid', t.unknownAddress);
  return confirmUnnamedHost(store, url, confirm);
}

async function confirmUnnamedHost(store: OpenStore, url: string, confirm: Confirm): Promise<Result<void>> {
  return store.catalog.links.hasServiceHost(hostOf(url)) ? ok(undefined) : confirmHost(t.open, url, confirm);
}
