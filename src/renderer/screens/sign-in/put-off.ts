// The store for which the seller dismissed the sign-in; it returns with another store, a restart, or on request.
import { create } from 'zustand';

const usePutOff = create<{ readonly storeId: string | null }>(() => ({ storeId: null }));

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
