// What values are called or made of.
import { counted } from './counting.ts';

export const values = {
  unnamedCurrency: (id: number) => `currency ${id}`,
  backupHolds: (stores: number, products: number, links: number, waiting: number) =>
    `${counted(stores, 'store')}, ${counted(products, 'product')}, ${counted(links, 'link')}, ${counted(waiting, 'waiting change')}`,
};
