// Switches to another store, after asking about unsaved text.
import { call } from '../bridge.ts';
import { closeDialog, useDialogs } from '../kit/dialogs.tsx';
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

/** Closes all dialogs, because what they do would be done in the other store. */
function switchTo(storeId: string, to: string): void {
  if (useDialogs.getState().dialogs.some(({ isBusy }) => isBusy)) return;
  leaveScreen(async () => {
    if (!(await report(call('stores.switch', { storeId })))) return;
    for (const { id } of useDialogs.getState().dialogs.toReversed()) closeDialog(id);
    go(to);
  }, true);
}
