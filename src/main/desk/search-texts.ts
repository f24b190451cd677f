// What search looks in, for each kind of record.
import { basicCheckoutUrl } from '../../shared/checkout-url.ts';
import { centsToText } from '../../shared/money.ts';
import type { LinkRecord, ProductRecord } from './records.ts';
import type { SearchText } from './search.ts';

export const productText = ({ fields, serverId, checkout }: ProductRecord): SearchText => ({
  words: [fields.productTitle, fields.buttonTitle, fields.productDescription, serverId ?? ''].join('\n'),
  address: checkout ? basicCheckoutUrl(checkout) : '',
});

/** The product's title, metadata ("order 1042" and "order: 1042"), amounts ("80.10" and "80.1"), and the address with its uuid. */
export const linkText = ({ metadata, prices, paymentLink }: LinkRecord, productTitle: string): SearchText => ({
  words: [
    productTitle,
    ...metadata.flatMap(({ key, value }) => [value, `${key} ${value}`, `${key}: ${value}`]),
    ...prices.flatMap(({ priceCents, discountCents }) =>
      [priceCents, discountCents].flatMap((cents) =>
        cents === null ? [] : [centsToText(cents), (cents / 100).toFixed(2)],
      ),
    ),
  ].join('\n'),
  address: paymentLink ?? '',
});
