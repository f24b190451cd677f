// Handlers of the `session.*`, `stores.*` and `browser.open` channels. System dialogs confirm what leaves the app, so that
// code injected into the page cannot send anything away.
import type { ParsedInput } from '../../shared/contract.ts';
import { ok, type Result, refuse } from '../../shared/problem.ts';
import { texts } from '../../shared/texts/main.ts';
import { isOnThisComputer } from '../../shared/web-address.ts';
import { linkKey } from '../catalog/link-keys.ts';
import type { Handlers, HandlersOf } from '../handlers.ts';
import { type Confirm, confirmHost, hostOf, type Platform } from '../platform.ts';
import { changedCheckout } from '../webhook/shared-facts.ts';
import type { Auth } from './auth.ts';
import type { OpenStore } from './open-store.ts';
import type { StoreManager } from './store-manager.ts';
import type { StoreRegistry } from './store-registry.ts';

const t = texts.stores.exits;

export function storeHandlers(
  manager: StoreManager,
  registry: StoreRegistry,
  auth: Auth,
  platform: Platform,
): HandlersOf<'session' | 'stores'> & Pick<Handlers, 'browser.open'> {
  const { withShown, withNamed } = manager;
  const { confirm, openInBrowser } = platform;
  /** Asks before it opens a host that the service has never returned: injected page code may have supplied the address. */
  const open = async ({ catalog }: OpenStore, url: string, isKnown = catalog.links.hasServiceHost(hostOf(url))) => {
    const may = isKnown ? ok(undefined) : await confirmHost(t.open, url, confirm);
    return may.ok ? openInBrowser(url) : may;
  };
  return {
    'session.signIn': async (input) => {
      const { serviceAddress, email } = input;
      // Asks before the password is sent to a service that no store uses, unless the service is on this computer.
      const isInUse = registry.all().some((store) => store.serviceAddress === serviceAddress);
      const isKnown = isInUse || isOnThisComputer(serviceAddress);
      const may = isKnown ? ok(undefined) : await confirmHost(t.signIn, serviceAddress, confirm, email);
      return may.ok ? auth.signIn(input) : may;
    },
    'session.openPracticeStore': () => auth.openPracticeStore(),
    'session.signOut': withNamed(async (store, { forget }) => ok(await auth.signOut(store, forget))),
    'stores.switch': ({ storeId }) => manager.show(storeId),
    'stores.update': withNamed(async (store, input) => {
      const may = await confirmCheckout(store, input.checkoutUrl ?? '', confirm);
      return may.ok ? ok(await update(store, input)) : may;
    }),
    'stores.openPage': withShown(async (store): Promise<Result<{ opened: boolean }>> => {
      const { practice, pageUrl, serviceAddress } = store.deps.record();
      const url = practice ? platform.practicePages()?.productsUrl : pageUrl;
      if (!url) return ok({ opened: false });
      // The seller has signed in at this host, so it needs no question.
      const isKnown = practice || hostOf(url) === hostOf(serviceAddress);
      const opened = await open(store, url, isKnown || undefined);
      return opened.ok ? ok({ opened: true }) : opened;
    }),
    'stores.workOffline': withNamed(async ({ deps, outbox }, { on }) => {
      deps.changeRecord({ workOffline: on });
      outbox.wake();
      return ok(undefined);
    }),
    'browser.open': withShown(async (store, { url }) => {
      const { salesUrl, productsUrl } = platform.practicePages() ?? {};
      if (url === salesUrl || url === productsUrl) return openInBrowser(url);
      const links = store.catalog.links.withKeys([linkKey({ paymentLink: url }) ?? url]);
      const isOwnLink = links.some(({ paymentLink, deletedAt }) => paymentLink === url && deletedAt === null);
      return isOwnLink ? open(store, url) : refuse('invalid', t.unknownAddress);
    }),
  };
}

/** Changes the given values. An empty address or slug becomes unknown. */
async function update({ deps }: OpenStore, input: ParsedInput<'stores.update'>): Promise<void> {
  const record = deps.record();
  const given = (text: string | undefined, known: string | null) => (text === undefined ? known : text || null);
  const checkoutUrl = given(input.checkoutUrl?.replace(/\/+$/, ''), record.checkoutUrl);
  const sellerSlug = given(input.sellerSlug, record.sellerSlug);
  const { name, undocumentedProductUpdate } = { ...record, ...input };
  deps.changeRecord({
    ...{ name, undocumentedProductUpdate },
    ...changedCheckout(record, { checkoutUrl, sellerSlug }, deps.now()),
    pageUrl: given(input.pageUrl, record.pageUrl),
  });
}

/** Asks before customers are sent to a host that no answer of the service has named. */
async function confirmCheckout(store: OpenStore, checkoutUrl: string, confirm: Confirm): Promise<Result<void>> {
  const host = hostOf(checkoutUrl);
  const { checkoutUrl: saved, serviceAddress } = store.deps.record();
  const isKnown =
    [saved, serviceAddress].some((one) => hostOf(one) === host) || store.catalog.links.hasServiceHost(host);
  return checkoutUrl === '' || isKnown ? ok(undefined) : confirmHost(t.checkout, checkoutUrl, confirm);
}
