// Opens a store's catalog as the app does at start; anything unexpected throws.

import type { Catalog } from '../../src/main/catalog/catalog.ts';
import { type OpenCatalogOptions, openCatalog } from '../../src/main/catalog/open-catalog.ts';
import { searchText } from '../../src/main/catalog/search.ts';
import { createStamper } from '../../src/main/storage/stamp.ts';

export const openCatalogIn = (folder: string, more: Partial<OpenCatalogOptions> = {}): Promise<Catalog> =>
  openCatalog({
    folder,
    what: 'The catalog',
    now: Date.now,
    stamper: createStamper(Date.now, 'device'),
    historyText: (change) => searchText([change.subject], ''),
    onRecovery: ({ reason: why }) => {
      throw new Error(`The catalog was ${why}`);
    },
    ...more,
  });
