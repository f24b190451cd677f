// The command palette. `words`: further keywords of a command.
import type { Phrase } from '../../phrase.ts';
import { counted, number } from './counting.ts';

export const palette = {
  title: 'Command palette',
  search: 'Search products, payment links and commands',
  results: 'Results',
  looking: 'Searching products and payment links…',
  notSearched: 'Products and payment links could not be searched',
  whatToTry: 'Try a title, metadata such as “order 1042”, an amount, or paste a checkout address.',
  found: (commands: number, products: number, links: number) => {
    const parts = [
      ...(commands > 0 ? [counted(commands, 'command')] : []),
      ...(products > 0 ? [counted(products, 'product')] : []),
      ...(links > 0 ? [counted(links, 'payment link')] : []),
    ];
    return `Found ${parts.join(', ')}`;
  },

  keys: {
    opens: <Part>(key: Part): Phrase<Part> => [key, ' opens'],
    copies: <Part>(key: Part): Phrase<Part> => [key, ' copies the checkout link'],
  },

  groups: {
    goTo: 'Go to',
    new: 'New',
    do: 'Actions',
    stores: 'Stores',
    look: 'Appearance',
    recent: 'Recent',
    someProducts: (shown: number, inAll: number) => `Products, ${number(shown)} of ${number(inAll)}`,
    someLinks: (shown: number, inAll: number) => `Payment links, ${number(shown)} of ${number(inAll)}`,
  },

  rows: {
    product: 'Product',
    draft: 'Product, draft',
    singleUse: 'single use',
  },

  screens: {
    history: 'Sync history',
    words: {
      all: 'go to open screen',
      sales: 'sold orders buyers revenue chart',
      webhook: 'after-sell inbox deliveries key test',
      sync: 'waiting changes outbox',
      history: 'sent changes',
      settings: 'preferences currencies',
    },
  },

  commands: {
    newProduct: { label: 'New product', words: 'create' },
    newLink: { label: 'New payment link', words: 'create checkout' },
    addProduct: { label: 'Add existing product' },
    addLink: { label: 'Add existing link', words: 'payment' },
    importLinks: { label: 'Import links from CSV', words: 'many file paste' },
    syncNow: { label: 'Sync now', words: 'send changes' },
    sendTest: { label: 'Send test event', words: 'webhook' },
    workOffline: { words: 'network connection on off' },
    workOnline: { label: 'Work online', words: 'network connection on off' },
    exportCsv: { label: 'Export CSV', description: 'All payment links of this store', words: 'save file' },
    exportBackup: { label: 'Export backup', words: 'save file' },
    restoreBackup: { label: 'Restore backup' },
    startInbox: { label: 'Start inbox', words: 'webhook receiver' },
    stopInbox: { label: 'Stop inbox', words: 'webhook receiver' },
    startTour: { words: 'help learn practice' },
    openPractice: { label: 'Open the practice store', words: 'demo learn try' },
    switchStore: { words: 'store' },
    addStore: { words: 'sign in' },
    signIn: { words: 'sign in password login' },
  },
  switchTo: (store: string) => `Switch to ${store}`,
  looks: {
    light: 'Light appearance',
    dark: 'Dark appearance',
    system: 'Appearance of the system',
    words: 'theme colour mode look',
  },

  toasts: {
    online: 'Working online. Waiting changes are being sent.',
    offline: 'Working offline. Changes wait on this computer.',
    inboxStopped: 'Webhook inbox stopped',
    inboxListens: 'Webhook inbox started',
    testDelivered: 'Test delivered',
    testFailed: 'Test failed. Its answer is under "Test".',
  },
};
