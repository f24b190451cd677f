// The app's core on a data folder, without Electron and without a window.
import { App, type AppDeps } from '../../src/main/app/app.ts';
import type { StoreSession } from '../../src/main/stores/store-session.ts';
import { NO_SYSTEM } from './no-system.ts';
import { keepingKeyStore } from './outbox-seller.ts';

export function createApp(dataFolder: string, more: Partial<AppDeps> = {}): App {
  return new App({
    dataFolder,
    version: '0',
    platform: 'test',
    keyStore: keepingKeyStore,
    network: NO_SYSTEM,
    practice: { start: () => Promise.reject(new Error('not here')) },
    emit: () => undefined,
    newDevice: () => 'device',
    now: Date.now,
    random: Math.random,
    ...more,
  });
}

/** Signs in where nobody is, and gives the store that is shown, with all its records read. */
export async function openShownStore(core: App, serviceAddress: string): Promise<StoreSession> {
  if (!core.manager.current().ok || core.frame.value().status?.signedIn === false) {
    const signedIn = await core.manager.auth.signIn({ serviceAddress, email: 'seller@example.com', password: 'right' });
    if (!signedIn.ok) throw new Error(signedIn.problem.message);
  }
  const opened = core.manager.current();
  if (!opened.ok) throw new Error(opened.problem.message);
  await opened.value.ready;
  return opened.value;
}
