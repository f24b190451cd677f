// All rows of a store's catalog, for tests that compare everything.
import type { Catalog } from '../../src/main/catalog/catalog.ts';
import type { LinkRecord, ProductRecord } from '../../src/main/catalog/records.ts';
import type { Change } from '../../src/main/sync/outbox/change.ts';

interface WithCatalog {
  readonly catalog: Catalog;
}

const isActive = ({ deletedAt }: { readonly deletedAt: number | null }): boolean => deletedAt === null;

/** Including deleted ones, oldest first. */
export const allProducts = ({ catalog }: WithCatalog): ProductRecord[] => [...catalog.products.all()].flat();
export const allLinks = ({ catalog }: WithCatalog): LinkRecord[] => [...catalog.links.all()].flat();

/** Newest first, as in lists. */
export const activeProducts = (store: WithCatalog): ProductRecord[] => allProducts(store).filter(isActive).reverse();
export const activeLinks = (store: WithCatalog): LinkRecord[] => allLinks(store).filter(isActive).reverse();

/** Oldest first. */
export const allHistory = ({ catalog }: WithCatalog): Change[] => [...catalog.history.all()].flat();
