// The store for which the seller dismissed the sign-in; it returns with another store, a restart, or on request.
import { create } from 'zustand';
import { useFrameState } from '../../state/frame.ts';
import { isOnScreen } from '../../state/route.ts';

const usePutOff = create<{ readonly storeId: string | null }>(() => ({ storeId: null }));

/** Whether the sign-in of a store is above its screens, once it is signed out. */
export const isSignInShown = (storeId: string): boolean =>
  storeId === useFrameState.getState().frame?.currentStoreId &&
  storeId !== usePutOff.getState().storeId &&
  !isOnScreen('#/add-store');

export const useIsPutOff = (storeId: string): boolean => usePutOff((state) => state.storeId === storeId);

export const putSignInOff = (storeId: string): void => usePutOff.setState({ storeId });

/** Shows the sign-in of the current store again, and focuses it. */
export function askToSignIn(): void {
  usePutOff.setState({ storeId: null });
  requestAnimationFrame(() => {
    const panel = document.querySelector('[data-sign-in]');
    panel?.querySelector<HTMLElement>('input[type="password"], button')?.focus();
  });
}
