// The calls of the window that are about stores: signing in and out, switching, and what is opened in the browser.
import { ok, type Result } from '../../shared/problem.ts';
import type { Handlers, HandlersOf, StoreCalls } from '../handlers.ts';
import type { Platform } from '../platform.ts';
import { mayGoTo, mayOpen, mayOpenPage } from './exits.ts';
import type { SessionManager } from './session-manager.ts';
import type { StoreSession } from './store-session.ts';

export function storeHandlers(
  { here }: StoreCalls<StoreSession>,
  manager: SessionManager,
  platform: Platform,
): HandlersOf<'session' | 'stores'> & Pick<Handlers, 'browser.open'> {
  return {
    'session.signIn': async (input) => {
      const may = await mayGoTo(manager, input, platform.confirm);
      return may.ok ? manager.auth.signIn(input) : may;
    },
    'session.openPracticeStore': () => manager.auth.openPracticeStore(),
    'session.signOut': ({ storeId, forget }) => manager.signOut(storeId, forget),
    'stores.switch': ({ storeId }) => manager.show(storeId),
    'stores.update': (input) => manager.update(input),
    'stores.openPage': here(async (store): Promise<Result<{ opened: boolean }>> => {
      const { practice, pageUrl } = store.deps.record();
      const url = practice ? platform.practicePage() : pageUrl;
      if (url === null) return ok({ opened: false });
      const may = practice ? ok(undefined) : await mayOpenPage(store, url, platform.confirm);
      const opened = may.ok ? await platform.openInBrowser(url) : may;
      return opened.ok ? ok({ opened: true }) : opened;
    }),
    'stores.workOffline': ({ storeId, on }) => manager.setWorkOffline(storeId, on),
    'browser.open': here(async (store, { url }) => {
      const may = await mayOpen(store, url, platform.ownPages(), platform.confirm);
      return may.ok ? platform.openInBrowser(url) : may;
    }),
  };
}
