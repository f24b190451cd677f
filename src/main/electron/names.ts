// The names of the app in the system, also used by the installers.

/** Windows shows notifications only of an app whose shortcut has this id. */
export const APP_ID = 'com.storefront.desk';
export const LINK_SCHEME = 'storefront-desk';
