// The toast about sales that are not verified.
import { closeToastsAbout } from './toast.tsx';

/** What the toast is about, for `showToast`. */
export const unverifiedSales = (storeId: string): string => `unverified-sales-${storeId}`;

/** Closes it, because the list of sales is shown. */
export const unverifiedSalesShown = (storeId: string): void => closeToastsAbout(unverifiedSales(storeId));
