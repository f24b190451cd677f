// The dialog "Replace with a new price": which products it is about, and what it means for links that have sold.
import { counted, number } from '../window/counting.ts';

export const newPrice = {
  products: {
    title: 'Products of the selected links',
    one: (product: string, links: number) => `${product}: ${counted(links, 'link')}`,
    more: (products: number, links: number) =>
      `And ${number(products)} more ${products === 1 ? 'product' : 'products'}: ${counted(links, 'link')}`,
  },

  /** `once`: how many of the sold links are for a single sale. */
  sold: {
    title: (sold: number, once: number) => {
      const title = `${number(sold)} of these links ${sold === 1 ? 'has' : 'have'} sold`;
      if (once === 0) return title;
      if (once < sold) return `${title}, ${number(once)} of them for a single sale`;
      return `${title}, ${sold === 1 ? '' : 'each '}for a single sale`;
    },
    body: (once: number) => {
      const stays =
        'Nothing changes for their buyers, and the sales stay listed in Sales. The new links are not marked as sold.';
      if (once === 0) return stays;
      return `${stays} ${once === 1 ? 'The new link' : `The ${number(once)} new links`} for a single sale can be sold once more.`;
    },
  },
};
