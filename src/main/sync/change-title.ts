// Titles of changes for the seller: a sentence, and a short form that tells a change from others of its kind.
import type { ChangeRow } from '../../shared/change.ts';
import { type Currency, formatMoney } from '../../shared/money.ts';
import type { LinkDraft, Price } from '../../shared/payment-link.ts';
import { enumerated } from '../../shared/sentences.ts';
import { localeInUse } from '../../shared/texts/catalog.ts';
import { texts } from '../../shared/texts/main.ts';
import type { Change } from '../outbox/change.ts';
import type { StoreContext } from '../store-context.ts';

/** What titles are made of. The history is also written while the store's catalog is not open yet. */
export type TitleSource = Pick<StoreContext, 'catalog' | 'deps'>;

/** What a buyer pays in each currency. */
export const paidPrices = (prices: readonly Price[], currencies: readonly Currency[]): string[] =>
  prices.map(({ currencyId, priceCents, discountCents }) =>
    formatMoney(discountCents ?? priceCents, currencyId, currencies, localeInUse()),
  );

/** Titles are short; the details show the whole request. */
const cut = (text: string): string => (text.length > 40 ? `${text.slice(0, 39)}…` : text);

type LinkFacts = Pick<LinkDraft, 'prices' | 'metadata'>;

/** What tells a payment link from others: what a buyer pays, and its first metadata. */
export const linkFacts = ({ prices, metadata }: LinkFacts, currencies: readonly Currency[]): string =>
  enumerated([...paidPrices(prices, currencies), ...metadata.slice(0, 3).map(({ key, value }) => cut(value || key))]);

export const titleOfProduct = ({ catalog }: TitleSource, productId: string): string =>
  catalog.products.titleOf(productId) || texts.catalog.goneProduct;

export const productIdOf = ({ payload, subject }: Change): string | null => {
  if (payload.kind === 'settings.update') return null;
  return 'productId' in payload ? payload.productId : subject;
};

/** The prices and metadata that a change sets or deletes; undefined if there are none. */
export function factsIn({ payload, subject }: Change, { links }: StoreContext['catalog']): LinkFacts | undefined {
  if (payload.kind === 'product.update') return { prices: payload.prices, metadata: [] };
  if (payload.kind === 'link.create') return payload.draft;
  return payload.kind === 'link.delete' ? links.get(subject) : undefined;
}

/** `title`: a short sentence without a full stop. */
export function titlesOf(store: TitleSource, change: Change): Pick<ChangeRow, 'title' | 'brief'> {
  const { payload } = change;
  const nameOf = () => titleOfProduct(store, productIdOf(change) ?? '');
  const webhook = payload.kind === 'settings.update' ? payload : null;
  const name = payload.kind === 'product.create' ? payload.fields.productTitle : (webhook?.url ?? nameOf());
  const link = factsIn(change, store.catalog);
  const facts = link ? linkFacts(link, store.deps.settings().currencies) : '';
  const flags = { hasFacts: facts !== '', isOn: webhook?.isOn === true, withKey: webhook?.keyRef != null };
  return { title: texts.changes.titles[payload.kind]({ name, facts, ...flags }), brief: { name, facts } };
}

export const titleOf = (store: StoreContext, change: Change): string => titlesOf(store, change).title;
