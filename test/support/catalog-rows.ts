// Builds rows for a store's catalog, and reads all of its rows.
import type { Catalog } from '../../src/main/catalog/catalog.ts';
import { type LinkRecord, type ProductRecord, UNSENT_PRODUCT } from '../../src/main/catalog/records.ts';
import type { Change } from '../../src/main/outbox/change.ts';
import { sharedRow, takeShared } from '../../src/main/team/shared-records.ts';

interface WithCatalog {
  readonly catalog: Catalog;
}

const isActive = ({ deletedAt }: { readonly deletedAt: number | null }): boolean => deletedAt === null;

/** All records, oldest first, including deleted ones. */
export const allProducts = ({ catalog }: WithCatalog): ProductRecord[] => catalog.products.all();
export const allLinks = ({ catalog }: WithCatalog): LinkRecord[] => catalog.links.all();

/** Newest first, as in lists. */
export const activeProducts = (store: WithCatalog): ProductRecord[] => allProducts(store).filter(isActive).reverse();
export const activeLinks = (store: WithCatalog): LinkRecord[] => allLinks(store).filter(isActive).reverse();

/** Oldest first. */
export const allHistory = ({ catalog }: WithCatalog): Change[] => catalog.history.all();

/** A product that is not on the service yet. */
export const newProduct = (catalog: Catalog, title: string, more: Partial<ProductRecord> = {}): ProductRecord => ({
  ...catalog.newRecord(),
  fields: { buttonTitle: 'Buy', productTitle: title, productDescription: '' },
  ...UNSENT_PRODUCT,
  ...more,
});

/** A link that is not on the service yet. */
export const newLink = (catalog: Catalog, productId: string, more: Partial<LinkRecord> = {}): LinkRecord => ({
  ...catalog.newRecord(),
  productId,
  prices: [{ currencyId: 2, priceCents: 100, discountCents: null }],
  useOnce: false,
  metadata: [],
  origin: 'desk',
  paymentLink: null,
  answer: null,
  ...more,
});

interface Device extends WithCatalog {
  /** The device's name in stamps. */
  readonly name: string;
}

/** Copies the records of `from` to `to`, as a team's server would. */
export function giveRecords(from: Device, to: Device): void {
  to.catalog.transaction(() => {
    for (const kind of ['product', 'link'] as const) {
      for (const { id } of kind === 'product' ? allProducts(from) : allLinks(from)) {
        const row = sharedRow(from.catalog, from.name, kind, id);
        takeShared(to.catalog, to.name, JSON.parse(JSON.stringify(row)));
      }
    }
  });
}
