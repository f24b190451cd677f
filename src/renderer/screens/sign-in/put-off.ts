// The store whose sign-in the seller dismissed. The sign-in returns with another store, a restart, or on request.
import { create } from 'zustand';
import { useFrameState } from '../../state/frame.ts';
import { isOnScreen } from '../../state/route.ts';

const usePutOff = create<{ readonly storeId: string | null }>(() => ({ storeId: null }));

/** Whether a store that is signed out shows the sign-in above its screens. */
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
