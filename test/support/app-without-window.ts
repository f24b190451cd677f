// Fixtures of the app's core on a data folder, without Electron and without a window.
import { App } from '../../src/main/app/app.ts';
import type { AppDeps } from '../../src/main/app/app-deps.ts';
import type { OpenStore } from '../../src/main/stores/open-store.ts';
import { DIRECT_NETWORK } from './direct-network.ts';
import { fakeKeyStore } from './outbox-seller.ts';

export function createApp(dataFolder: string, more: Partial<AppDeps> = {}): App {
  return new App({
    dataFolder,
    version: '0',
    platform: 'test',
    keyStore: fakeKeyStore,
    network: DIRECT_NETWORK,
    practice: { start: () => Promise.reject(new Error('not here')) },
    emit: () => undefined,
    newDevice: () => 'device',
    now: Date.now,
    random: Math.random,
    ...more,
  });
}

/** Signs in if necessary; returns the current store with its catalog loaded. */
export async function openShownStore(
  core: App,
  serviceAddress: string,
  seller = { email: 'seller@example.com', password: 'right' },
): Promise<OpenStore> {
  if (!core.manager.current().ok || core.frame.value().status?.signedIn === false) {
    const signedIn = await core.auth.signIn({ serviceAddress, ...seller });
    if (!signedIn.ok) throw new Error(signedIn.problem.message);
  }
  const opened = core.manager.current();
  if (!opened.ok) throw new Error(opened.problem.message);
  await opened.value.ready;
  return opened.value;
}
