// Handlers of the `session.*`, `stores.*` and `browser.open` channels.
import { ok, type Result } from '../../shared/problem.ts';
import type { Handlers, HandlersOf, StoreCalls } from '../handlers.ts';
import type { Platform } from '../platform.ts';
import type { Auth } from './auth.ts';
import { confirmCheckout, confirmOpen, confirmOpenPage, confirmSignIn } from './exits.ts';
import type { OpenStore } from './open-store.ts';
import type { StoreManager } from './store-manager.ts';

export function storeHandlers(
  { withShown, withNamed }: StoreCalls<OpenStore>,
  manager: StoreManager,
  auth: Auth,
  platform: Platform,
): HandlersOf<'session' | 'stores'> & Pick<Handlers, 'browser.open'> {
  return {
    'session.signIn': async (input) => {
      const may = await confirmSignIn(manager, input, platform.confirm);
      return may.ok ? auth.signIn(input) : may;
    },
    'session.openPracticeStore': () => auth.openPracticeStore(),
    'session.signOut': ({ storeId, forget }) => auth.signOut(storeId, forget),
    'stores.switch': ({ storeId }) => manager.show(storeId),
    'stores.update': withNamed(async (store, input) => {
      const may = await confirmCheckout(store, input.checkoutUrl ?? '', platform.confirm);
      return may.ok ? manager.update(input) : may;
    }),
    'stores.openPage': withShown(async (store): Promise<Result<{ opened: boolean }>> => {
      const { practice, pageUrl } = store.deps.record();
      const url = practice ? platform.practicePage() : pageUrl;
      if (url === null) return ok({ opened: false });
      const may = practice ? ok(undefined) : await confirmOpenPage(store, url, platform.confirm);
      const opened = may.ok ? await platform.openInBrowser(url) : may;
      return opened.ok ? ok({ opened: true }) : opened;
    }),
    'stores.workOffline': ({ storeId, on }) => manager.setWorkOffline(storeId, on),
    'browser.open': withShown(async (store, { url }) => {
      const may = await confirmOpen(store, url, platform.ownPages(), platform.confirm);
      return may.ok ? platform.openInBrowser(url) : may;
    }),
  };
}
