// Names of values, and their allowed characters.
import { locale } from '../locale.ts';
import { counted } from './counting.ts';

export const values = {
  /** The default locale of prices. */
  locale,
  /** The default message for a checkout link. */
  message: (product: string, price: string, link: string) =>
    `Hello,\n\nhere is your payment link for ${product} (${price}):\n${link}`,
  unnamedCurrency: (id: number) => `Currency ${id}`,
  backupHolds: (stores: number, products: number, links: number, waiting: number, sales: number, notes: number) =>
    [
      counted(stores, 'store'),
      counted(products, 'product'),
      counted(links, 'link'),
      counted(waiting, 'waiting change'),
      ...(sales > 0 ? [counted(sales, 'sale')] : []),
      ...(notes > 0 ? [counted(notes, 'private note')] : []),
    ].join(', '),
};
