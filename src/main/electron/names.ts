// The names under which the system knows the app; the installers are made with them too.

/** Of the app itself: Windows shows notifications only of an app whose shortcut has it. */
export const APP_ID = 'com.storefront.desk';
/** Of the links that open the app: storefront-desk://… */
export const LINK_SCHEME = 'storefront-desk';
