// What has prices in a currency, as the questions before it is removed or renamed say it.

import type { Output } from '../../../shared/contract.ts';
import { texts } from '../../../shared/texts/window.ts';

type CurrencyUse = Output<'settings.currencyUse'>;

const t = texts.settings.currencies.users;

/** The values of a sentence such as "2 links, 1 product and 30 sales have prices in EUR". */
export const describeUse = ({ links, products, sales, isLeast }: CurrencyUse) => ({
  users: [
    ...(links > 0 ? [t.links({ links })] : []),
    ...(products > 0 ? [t.products({ products })] : []),
    ...(sales > 0 ? [t.sales({ sales })] : []),
  ],
  count: links + products + sales,
  isLeast,
});
