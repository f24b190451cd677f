// The typed texts of a store, as its fields show them.
import type { StoreView } from '../../../shared/session.ts';

export const STORE_FIELDS = ['name', 'checkoutUrl', 'sellerSlug', 'pageUrl'] as const;
export type StoreTexts = Readonly<Record<(typeof STORE_FIELDS)[number], string>>;

export const storeTexts = (store: StoreView): StoreTexts => ({
  name: store.name,
  checkoutUrl: store.checkoutUrl ?? '',
  sellerSlug: store.sellerSlug ?? '',
  pageUrl: store.pageUrl ?? '',
});
