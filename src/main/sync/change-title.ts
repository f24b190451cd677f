// Titles of changes for the seller: a sentence, and a short form that distinguishes a change from others of its kind.

import type { ChangeRow } from '../../shared/change.ts';
import { type Currency, formatMoney } from '../../shared/money.ts';
import type { MetadataEntry, Price } from '../../shared/payment-link.ts';
import { enumerated } from '../../shared/sentences.ts';
import { localeInUse } from '../../shared/texts/catalog.ts';
import { texts } from '../../shared/texts/main.ts';
import type { Change } from './outbox/change.ts';

const t = texts.changes;

const paid = ({ currencyId, priceCents, discountCents }: Price, currencies: readonly Currency[]): string =>
  formatMoney(discountCents ?? priceCents, currencyId, currencies, localeInUse());

/** What a buyer pays in each currency. */
export const paidPrices = (prices: readonly Price[], currencies: readonly Currency[]): string[] =>
  prices.map((price) => paid(price, currencies));

export const formatPrices = (prices: readonly Price[], currencies: readonly Currency[]): string =>
  enumerated(
    prices.map((price) => {
      const regular = paid({ ...price, discountCents: null }, currencies);
      return price.discountCents === null ? regular : t.discounted({ discounted: paid(price, currencies), regular });
    }),
  );

/** Titles are short; the details show the whole request. */
const cut = (text: string): string => (text.length > 40 ? `${text.slice(0, 39)}…` : text);

interface LinkFacts {
  readonly prices: readonly Price[];
  readonly metadata: readonly MetadataEntry[];
}

/** Prices and the first metadata of a payment link. */
export const formatLinkFacts = ({ prices, metadata }: LinkFacts, currencies: readonly Currency[]): string =>
  enumerated([
    formatPrices(prices, currencies),
    ...metadata.slice(0, 3).map(({ key, value }) => [cut(key), cut(value)].filter((text) => text !== '').join(' ')),
  ]);

/** A short sentence without a full stop. `productTitle`: of the product that the change is about. */
export function changeTitle(
  change: Change,
  productTitle: string,
  link: LinkFacts | null,
  currencies: readonly Currency[],
): string {
  const { payload } = change;
  switch (payload.kind) {
    case 'product.create':
      return t.titles.createProduct({ title: payload.fields.productTitle });
    case 'product.update':
      return t.titles.setDefaultPrice({ product: productTitle, prices: formatPrices(payload.prices, currencies) });
    case 'link.create':
      return t.titles.createLink({ product: productTitle, facts: formatLinkFacts(payload.draft, currencies) });
    case 'link.delete': {
      const { titles } = t;
      const replaced = payload.replacedBy !== undefined;
      if (!link)
        return replaced
          ? titles.deleteReplacedLink({ product: productTitle })
          : titles.deleteLink({ product: productTitle });
      const facts = formatLinkFacts(link, currencies);
      return replaced
        ? titles.deleteReplacedLinkWith({ product: productTitle, facts })
        : titles.deleteLinkWith({ product: productTitle, facts });
    }
    case 'settings.update':
      return t.titles.saveWebhook({ url: payload.url, isOn: payload.isOn, withKey: payload.keyRef !== null });
  }
}

/** What distinguishes a change from others of its kind: the price, and the values of metadata without their keys. */
export function changeBrief(
  { payload }: Change,
  productTitle: string,
  link: LinkFacts | null,
  currencies: readonly Currency[],
): ChangeRow['brief'] {
  switch (payload.kind) {
    case 'product.create':
      return { name: payload.fields.productTitle, facts: '' };
    case 'product.update':
      return { name: productTitle, facts: enumerated(paidPrices(payload.prices, currencies)) };
    case 'link.create':
    case 'link.delete': {
      const facts = payload.kind === 'link.create' ? payload.draft : link;
      if (!facts) return { name: productTitle, facts: '' };
      const values = facts.metadata.slice(0, 3).map(({ key, value }) => cut(value || key));
      return { name: productTitle, facts: enumerated([...paidPrices(facts.prices, currencies), ...values]) };
    }
    case 'settings.update':
      return { name: payload.url, facts: '' };
  }
}
