// The screen "Settings".

import { locale } from '../locale.ts';
import { names } from '../names.ts';
import { counted } from './counting.ts';

interface CurrencyUse {
  readonly links: number;
  readonly products: number;
  readonly sales: number;
  /** Not all stores could be read. */
  readonly isLeast: boolean;
}

/** "2 links, 1 product and 30 sales have". */
function usersOf({ links, products, sales, isLeast }: CurrencyUse): string {
  const users = [
    ...(links > 0 ? [counted(links, 'link')] : []),
    ...(products > 0 ? [counted(products, 'product')] : []),
    ...(sales > 0 ? [counted(sales, 'sale')] : []),
  ];
  const all = new Intl.ListFormat(locale).format(users);
  return `${isLeast ? 'At least ' : ''}${all} ${links + products + sales === 1 ? 'has' : 'have'}`;
}

export const settings = {
  store: {
    title: 'Store',
    about: 'How this app names the store, and where its checkout pages are.',
    serviceAddress: 'Service address',
    signedInWith: 'Signed in with',
    name: 'Store name',
    nameAbout: 'Seen only in this app',
    checkoutAddress: 'Checkout address',
    checkoutAddressAbout:
      'Filled in from your first payment link. Enter it yourself if you need a basic checkout link earlier.',
    sellerSlug: 'Seller slug',
    sellerSlugAbout: 'Your name in the address of your checkout pages',
    page: 'Store page',
    pageAbout: 'Where you see your products and payment links; “Open store page” opens it',
    save: 'Save store',
    saved: 'Store saved',
    notSaved: 'The store was not saved',
    leaving: 'If you leave now, your changes to the store are lost. Stay to save them.',
    undocumentedUpdate: 'Undocumented product update',
    undocumentedUpdateAbout:
      "Lets you set a default price. The service's document names this call without showing its path or what it takes, so the app has to assume both. It is off for real services until you turn it on, and on for the practice store.",
    undocumentedUpdateOn: 'Undocumented product update is on',
    undocumentedUpdateOff: 'Undocumented product update is off',
  },

  currencies: {
    title: 'Currencies',
    about:
      'The ids that the service uses for currencies. Its document names only 2, which is USD; ask the service for others.',
    id: 'Id',
    name: 'Name',
    remove: 'Remove',
    removeCurrency: (name: string) => `Remove currency ${name}`,
    removed: (name: string) => `Currency ${name} removed`,
    removal: {
      title: (name: string) => `Remove currency ${name}?`,
      inUse: (use: CurrencyUse, name: string, id: number) =>
        `${usersOf(use)} prices in ${name}. The prices stay as they are, and are shown in “Currency ${id}” until the id is added again.`,
      confirm: 'Remove currency',
      failed: 'The currency was not removed',
    },
    addition: {
      title: (name: string) => `Add currency ${name}?`,
      inUse: (use: CurrencyUse, name: string, id: number) =>
        `${usersOf(use)} prices with the currency id ${id}. From now on they are shown in ${name}, which changes nothing on the service. Add it only if the service's currency ${id} is ${name}.`,
    },
    currencyId: 'Currency id',
    enterId: 'Enter the currency id in digits',
    currencyName: 'Currency name',
    nameExample: 'EUR',
    sameName: 'This name is already in the list',
    nameAbout: 'A three-letter code such as EUR gives prices their usual sign.',
    idAbout:
      'The service has its own id for each currency. Its document names only 2, which is USD, and does not say where to find the others: ask the service. As the name, enter a three-letter code such as EUR.',
    add: 'Add currency',
    added: (name: string) => `Currency ${name} added`,
    notAdded: 'The currency was not added',
  },

  sending: {
    title: 'Sending',
    about: 'Independent changes are sent side by side; what depends on another waits for it.',
    parallel: 'Parallel sends',
    parallelAbout: 'How many requests may be under way at once for each store',
    parallelSaved: (sends: string) => `Parallel sends: ${sends}`,
  },

  notifications: {
    title: 'Notifications',
    about: 'What your system tells you while the window is not in front.',
    sales: 'New sales',
    salesAbout:
      'For each verified sale that the webhook delivers: its product, amount and first metadata. Several at once share one notification.',
    salesOn: 'Notifications of new sales are on',
    salesOff: 'Notifications of new sales are off',
  },

  background: {
    title: 'Run in background',
    aboutOnMac: 'Closing the window leaves the app running: it keeps sending until you quit.',
    about: 'Closing the window quits the app, unless you turn this on.',
    keep: 'Keep sending in the background when the window is closed',
    keepAbout: (hasIcon: boolean) =>
      `The webhook inbox keeps running too. To reopen the window, start ${names.app} again${hasIcon ? ' or click its icon in the tray' : ''}; to exit, choose Quit in the menu.`,
    keeps: 'Closing the window keeps the app running',
    ends: 'Closing the window quits the app',
    iconAbout: 'With the count of waiting changes, and the way to this window. Some Linux desktops have no tray.',
    tray: {
      show: 'Show an icon in the tray',
      shown: 'The icon is in the tray',
      hidden: 'No icon in the tray',
    },
    menuBar: {
      show: 'Show an icon in the menu bar',
      shown: 'The icon is in the menu bar',
      hidden: 'No icon in the menu bar',
    },
  },

  message: {
    title: 'Message to customers',
    about: 'What “Send by e-mail” and “Send by WhatsApp” begin with. You can change it there before you send it.',
    message: 'Message',
    hint: (product: string, price: string, link: string) =>
      `${product}, ${price} and ${link} stand for those of the link that you send.`,
    save: 'Save message',
    saved: 'Message saved',
    notSaved: 'The message was not saved',
    default: 'Use the default',
    leaving: 'If you leave now, your changes to the message are lost. Stay to save them.',
  },

  look: {
    title: 'Appearance',
    about: '“System” follows your computer, also when it changes at night.',
    appearance: 'Appearance',
    appearances: { system: 'System', light: 'Light', dark: 'Dark' },
    appearanceSaved: (appearance: string) => `Appearance: ${appearance}`,
  },

  data: {
    title: 'Data',
    about:
      'The service cannot list what you created, so this folder holds the only record of it on this computer. Keep a backup somewhere else.',
    exportBackup: 'Export backup',
    openFolder: 'Open data folder',
    openLogs: 'Open logs',
    copyDiagnostics: 'Copy diagnostics',
  },

  diagnostics: {
    text: 'Diagnostics',
    about:
      'This is all that is copied. It has no passwords, tokens or keys in it, and none of your products, links or customers.',
    copied: 'Diagnostics copied',
    notCopied: 'Nothing was copied',
  },

  rollingBackups: {
    title: 'Backups on this computer',
    about:
      'The app creates one each day you use it and keeps the last seven. They do not help if you lose this computer.',
    notListed: 'The backups could not be listed',
    none: 'None yet. The first is created shortly after you add a store.',
    made: 'Created',
    why: 'Why',
    size: 'Size',
    reasons: { day: 'Daily', migration: 'Before an update' },
    restore: 'Restore',
    restoreOne: (made: string) => `Restore the backup of ${made}`,
  },

  app: {
    title: 'About',
    version: 'Version',
    nameAndVersion: (version: string) => `${names.app} ${version}`,
    runsOn: 'Runs on',
    signIns: 'Sign-ins',
    signInsKept: 'Kept encrypted in this computer’s key store, so you stay signed in.',
    signInsNotKept:
      'This computer offers no key store: sign-ins are kept in memory only, and you sign in again after each start.',
    password: 'Your password is never stored.',
  },
};
