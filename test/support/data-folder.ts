// Writes a data folder like one of a long-used app: one store with many products and links.
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import type { LinkRecord, ProductRecord } from '../../src/main/catalog/records.ts';
import type { Change } from '../../src/main/outbox/change.ts';
import { MAX_CHANGES } from '../../src/main/outbox/queue-files.ts';
import type { StoresRecord } from '../../src/main/store-record.ts';
import { catalogOf, openTables } from './open-catalog.ts';
import { buildChange } from './outbox-changes.ts';
import { saleOf } from './sale.ts';

export interface DataFolderOptions {
  /** The app's user data folder. */
  readonly userDataDir: string;
  readonly products: number;
  /** Titles of the first products, instead of "Product 1" and so on. */
  readonly productTitles?: readonly string[];
  readonly links: number;
  readonly serviceAddress?: string;
  /** How many creates the app was sending when it crashed; their orders are "crash 1" and so on. Default 0. */
  readonly sending?: number;
  /** How many of the links have a deletion in doubt. Default 0. */
  readonly deletionsInDoubt?: number;
  /** Changes a link before it is stored. */
  readonly edit?: (link: LinkRecord, index: number) => LinkRecord;
  /** The indexes of links with a sale. Default none. */
  readonly sold?: readonly number[];
}

const START = Date.UTC(2025, 0, 1);
const RECORDS_IN_A_TRANSACTION = 5_000;

/** The same id for the same time and kind. */
const idAt = (msecs: number, kind: number): string =>
  uuidv7({ msecs, seq: kind, random: createHash('sha256').update(`${msecs}/${kind}`).digest().subarray(0, 16) });

/** Writes a catalog and closes it cleanly. */
function writeCatalog(
  folder: string,
  products: readonly ProductRecord[],
  links: number,
  linkAt: (index: number) => LinkRecord,
  sold: readonly number[],
): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const database = openTables(join(folder, 'catalog.db'));
  // No fsync: nobody needs this folder after a crash.
  database.exec('PRAGMA synchronous = OFF');
  const catalog = catalogOf(database);
  database.transaction(() => {
    for (const product of products) catalog.products.put(product);
  });
  for (let from = 0; from < links; from += RECORDS_IN_A_TRANSACTION) {
    database.transaction(() => {
      const to = Math.min(links, from + RECORDS_IN_A_TRANSACTION);
      for (let index = from; index < to; index += 1) catalog.links.put(linkAt(index));
    });
  }
  for (const index of sold) {
    const { id, createdAt } = linkAt(index);
    catalog.sales.merge(saleOf({ id: `sale-${index}`, linkId: id, at: createdAt }));
  }
  // Moves everything into the database file now, because `end` may release the log later.
  database.exec('PRAGMA journal_mode = DELETE');
  database.end();
}

function writeQueue(folder: string, changes: readonly Change[]): void {
  mkdirSync(folder, { recursive: true });
  for (let first = 0, number = 1; first < changes.length; first += MAX_CHANGES, number += 1) {
    const file = { version: 1, changes: changes.slice(first, first + MAX_CHANGES) };
    writeFileSync(join(folder, `${String(number).padStart(8, '0')}.json`), JSON.stringify(file));
  }
}

/** Link n has the metadata `order` n and the price (n - 1) % 900 + 1. Returns the store's id. */
export function writeDataFolder(options: DataFolderOptions): string {
  const { userDataDir, products, links, serviceAddress, sending = 0, deletionsInDoubt = 0 } = options;
  const { edit = (link: LinkRecord) => link, sold = [], productTitles = [] } = options;
  const device = uuidv7({ msecs: START });
  const storeId = uuidv7({ msecs: START });
  const rev = (time: number) => ({ time, counter: 0, device });
  const productRecords = Array.from({ length: products }, (_, index): ProductRecord => {
    const createdAt = START + index * 1000;
    return {
      id: uuidv7({ msecs: createdAt }),
      rev: rev(createdAt),
      createdAt,
      deletedAt: null,
      fields: {
        buttonTitle: `Buy ${index + 1}`,
        productTitle: productTitles[index] ?? `Product ${index + 1}`,
        productDescription: `What number ${index + 1} is about.`,
      },
      origin: 'desk',
      serverId: 1000 + index,
      state: 'published',
      defaultPrices: [],
      checkout: {
        checkoutUrl: 'https://checkout.example',
        sellerSlug: 'mara',
        productNumber: String(200_000 + index),
      },
      answer: null,
    };
  });
  const linkAt = (index: number): LinkRecord => {
    const createdAt = START + products * 1000 + index * 1000;
    const productIndex = index % products;
    const uuid = idAt(createdAt, 2);
    const link: LinkRecord = {
      id: idAt(createdAt, 1),
      rev: rev(createdAt),
      createdAt,
      deletedAt: null,
      productId: productRecords[productIndex]?.id ?? '',
      prices: [
        {
          currencyId: 2,
          priceCents: ((index % 900) + 1) * 100,
          discountCents: index % 7 === 0 ? ((index % 900) + 1) * 90 : null,
        },
      ],
      useOnce: index % 3 === 0,
      metadata: [{ key: 'order', value: String(index + 1) }],
      origin: 'desk',
      paymentLink: `https://checkout.example/mara/${200_000 + productIndex}?uuid=${uuid}`,
      answer: null,
    };
    return edit(link, index);
  };
  const change = (index: number, payload: Change['payload'], rest: Partial<Change>): Change => {
    const acceptedAt = START + (products + links + index) * 1000;
    const ids = { id: uuidv7({ msecs: acceptedAt }), subject: uuidv7({ msecs: acceptedAt }) };
    return buildChange(payload.kind, { ...ids, rev: rev(acceptedAt), payload, acceptedAt, ...rest });
  };
  const creations = Array.from({ length: sending }, (_, index) => {
    const draft = {
      prices: [{ currencyId: 2, priceCents: (index + 1) * 100, discountCents: null }],
      useOnce: false,
      metadata: [{ key: 'order', value: `crash ${index + 1}` }],
    };
    return change(index, { kind: 'link.create', productId: productRecords[index % products]?.id ?? '', draft }, {});
  });
  const inDoubt = Array.from({ length: deletionsInDoubt }, (_, index) => {
    const { id: subject, productId } = linkAt(index);
    const payload = { kind: 'link.delete', productId } as const;
    return change(sending + index, payload, { subject, state: 'needs-review', reason: 'damaged' });
  });
  const stores: StoresRecord = {
    device,
    currentStoreId: storeId,
    stores: [
      {
        id: storeId,
        name: 'Mara’s studio',
        serviceAddress: serviceAddress ?? 'http://127.0.0.1:9',
        email: 'mara@shop.example',
        practice: false,
        workOffline: false,
        undocumentedProductUpdate: false,
        checkoutUrl: 'https://checkout.example',
        sellerSlug: 'mara',
        pageUrl: null,
      },
    ],
  };
  const desk = join(userDataDir, 'desk');
  writeCatalog(join(desk, 'stores', storeId), productRecords, links, linkAt, sold);
  writeQueue(join(desk, 'stores', storeId, 'outbox'), [...creations, ...inDoubt]);
  writeFileSync(join(desk, 'stores.json'), JSON.stringify({ version: 1, value: stores }));
  return storeId;
}
