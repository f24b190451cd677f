// Switches to another store, after asking about unsaved text.
import { call } from '../bridge.ts';
import { report } from '../kit/notify.tsx';
import { useFrameState } from '../state/frame.ts';
import { leaveScreen } from '../state/leave.ts';
import { go } from '../state/route.ts';

export function switchStore(storeId: string): void {
  if (!isShown(storeId)) switchTo(storeId, '#/products');
}

/** Opens a screen of a store; null means the shown store. */
export function goInStore(to: string, storeId: string | null): void {
  if (storeId === null || isShown(storeId)) go(to);
  else switchTo(storeId, to);
}

const isShown = (storeId: string): boolean => storeId === useFrameState.getState().frame?.currentStoreId;

function switchTo(storeId: string, to: string): void {
  leaveScreen(async () => {
    const isSwitched = await report(call('stores.switch', { storeId }));
    if (isSwitched) go(to);
    return isSwitched;
  });
}
