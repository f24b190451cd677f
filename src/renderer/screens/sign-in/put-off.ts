// For which store the seller put the sign-in off; it comes back with another store, another start, or when asked for.
import { create } from 'zustand';

const usePutOff = create<{ readonly storeId: string | null }>(() => ({ storeId: null }));

export const useIsPutOff = (storeId: string): boolean => usePutOff((state) => state.storeId === storeId);

export const putSignInOff = (storeId: string): void => usePutOff.setState({ storeId });

/** Brings the sign-in of the store that is shown back, and puts the keyboard on it. */
export function askToSignIn(): void {
  usePutOff.setState({ storeId: null });
  requestAnimationFrame(() => {
    const panel = document.querySelector('[data-sign-in]');
    panel?.querySelector<HTMLElement>('input[type="password"], button')?.focus();
  });
}
