// The data of the practice store: products, payment links, settings and sales, and their changes (sections 2 and 3).
import { randomUUID } from 'node:crypto';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { readDataFile, replaceDataFile, sharedSave } from './data-file.ts';
import {
  type NewPaymentLink,
  type NewProduct,
  type Price,
  type StoreSettingsChange,
  USD_CURRENCY_ID,
} from './rules.ts';
import {
  emptyStore,
  type PaymentLink,
  type Product,
  type Sale,
  type SaleDelivery,
  type StoreData,
  type StoreSettings,
  storeDataSchema,
} from './store-data.ts';

/**
 * How the webhook key is kept on disk. `seal` gives null if it can't be kept; the key then lasts until the end of
 * this run. `open` returns null if it can no longer be read.
 */
export type KeySeal = {
  seal(key: string): Promise<string | null>;
  open(sealed: string): Promise<string | null>;
};

/** Unencrypted: for a practice store that runs alone, whose data belongs to the user who started it. */
export const unsealed: KeySeal = { seal: async (key) => key, open: async (sealed) => sealed };

/** Changes are made at once in memory; `save` writes them to disk, if there is a folder. */
export class Records {
  readonly #products: Map<number, Product>;
  readonly #paymentLinks: Map<string, PaymentLink>;
  readonly #sales: Sale[];
  #storeSettings: StoreSettings;
  #nextProductId: number;
  readonly #write: () => Promise<void>;
  #lastSave: Promise<void> = Promise.resolve();

  constructor(data: StoreData, file: string | undefined, keySeal: KeySeal) {
    this.#products = new Map(data.products.map((product) => [product.id, product]));
    this.#paymentLinks = new Map(data.payment_links.map((link) => [link.uuid, link]));
    this.#sales = [...data.sales];
    this.#storeSettings = data.store_settings;
    this.#nextProductId = data.next_product_id;
    this.#write = file
      ? sharedSave(async () => replaceDataFile(file, JSON.stringify(await this.#sealed(keySeal))))
      : async () => {};
  }

  /** Resolves when all that was changed so far is on disk. Rejects with the error of the disk. */
  save(): Promise<void> {
    this.#lastSave = this.#write();
    return this.#lastSave;
  }

  /** Resolves when no save is under way, failed or not. */
  async settled(): Promise<void> {
    await this.#lastSave.catch(() => {});
  }

  get storeSettings(): StoreSettings {
    return this.#storeSettings;
  }

  /** All products, oldest first. */
  products(): Product[] {
    return [...this.#products.values()];
  }

  /** All payment links that are not deleted, oldest first. */
  paymentLinks(): PaymentLink[] {
    return [...this.#paymentLinks.values()];
  }

  product(id: number): Product | undefined {
    return this.#products.get(id);
  }

  productByNumber(productNumber: string): Product | undefined {
    for (const product of this.#products.values()) {
      if (product.product_number === productNumber) return product;
    }
    return undefined;
  }

  /** The link with this uuid, when it belongs to this product. */
  paymentLink(productId: number, uuid: string): PaymentLink | undefined {
    const link = this.#paymentLinks.get(uuid);
    return link?.product_id === productId ? link : undefined;
  }

  /** Section 3: a new product is a draft. */
  addProduct(fields: NewProduct): Product {
    const id = this.#nextProductId++;
    const now = new Date().toISOString();
    const product: Product = {
      id,
      // Different from the id, so that confusing them fails.
      product_number: String(200_000 + id * 17),
      ...fields,
      state: 'draft',
      prices: [],
      created_at: now,
      updated_at: now,
    };
    this.#products.set(id, product);
    return product;
  }

  /** Section 3: a draft whose USD price is set becomes published. The prices replace those that were there. */
  setDefaultPrices(productId: number, prices: Price[]): Product {
    const hasUsdPrice = prices.some((price) => price.currency_id === USD_CURRENCY_ID);
    return this.#changeProduct(productId, hasUsdPrice ? { prices, state: 'published' } : { prices });
  }

  /** Section 3: creating a link publishes its product. */
  addPaymentLink(productId: number, fields: NewPaymentLink): PaymentLink {
    const link: PaymentLink = {
      uuid: randomUUID(),
      product_id: productId,
      prices: fields.prices,
      use_once: fields.use_once ?? false,
      metadata: fields.metadata ?? [],
      is_used_up: false,
      created_at: new Date().toISOString(),
    };
    this.#paymentLinks.set(link.uuid, link);
    if (this.product(productId)?.state === 'draft') this.#changeProduct(productId, { state: 'published' });
    return link;
  }

  deletePaymentLink(link: PaymentLink): void {
    this.#paymentLinks.delete(link.uuid);
  }

  /** 4.6: the key is sent only when wanted, so a body without one keeps the key that was there. */
  changeStoreSettings(change: StoreSettingsChange): void {
    this.#storeSettings = {
      ...change,
      after_sell_webhook_key: change.after_sell_webhook_key ?? this.#storeSettings.after_sell_webhook_key,
    };
  }

  /** Sells once. The document does not show what a sale does to a single-use link; here it uses the link up. */
  addSale(sale: Pick<Sale, 'product_id' | 'price' | 'fields'>, link: PaymentLink | undefined): Sale {
    const sold: Sale = {
      ...sale,
      id: randomUUID(),
      payment_link: link?.uuid ?? null,
      created_at: new Date().toISOString(),
      event_body: null,
      deliveries: [],
    };
    this.#sales.push(sold);
    if (link?.use_once) this.#paymentLinks.set(link.uuid, { ...link, is_used_up: true });
    return sold;
  }

  /** All sales, oldest first. */
  sales(): readonly Sale[] {
    return this.#sales;
  }

  sale(id: string): Sale | undefined {
    return this.#sales.find((sale) => sale.id === id);
  }

  /** Keeps the body of a sale's event, for this delivery and later ones. */
  setEvent(saleId: string, eventBody: string): Sale | undefined {
    return this.#changeSale(saleId, (sale) => ({ ...sale, event_body: eventBody }));
  }

  addDelivery(saleId: string, delivery: SaleDelivery): void {
    this.#changeSale(saleId, (sale) => ({ ...sale, deliveries: [...sale.deliveries, delivery] }));
  }

  /** Deletes everything. Ids continue to count, so that no id is reused. */
  reset(): void {
    this.#products.clear();
    this.#paymentLinks.clear();
    this.#sales.length = 0;
    this.#storeSettings = emptyStore.store_settings;
  }

  /** A copy of everything, to read. */
  snapshot(): StoreData {
    return structuredClone(this.#data());
  }

  #changeProduct(id: number, change: Partial<Pick<Product, 'prices' | 'state'>>): Product {
    const product = this.#products.get(id);
    if (!product) throw new Error(`There is no product ${id}.`);
    const changed = { ...product, ...change, updated_at: new Date().toISOString() };
    this.#products.set(id, changed);
    return changed;
  }

  #changeSale(id: string, change: (sale: Sale) => Sale): Sale | undefined {
    const at = this.#sales.findIndex((sale) => sale.id === id);
    const sale = this.#sales[at];
    if (!sale) return undefined;
    const changed = change(sale);
    this.#sales[at] = changed;
    return changed;
  }

  /** The data to write: as it was when the save began, although sealing takes a while. */
  async #sealed(keySeal: KeySeal): Promise<StoreData> {
    return withKey(this.#data(), (key) => keySeal.seal(key));
  }

  #data(): StoreData {
    return {
      version: 1,
      next_product_id: this.#nextProductId,
      products: [...this.#products.values()],
      payment_links: [...this.#paymentLinks.values()],
      store_settings: this.#storeSettings,
      sales: [...this.#sales],
    };
  }
}

async function withKey(data: StoreData, change: (key: string) => Promise<string | null>): Promise<StoreData> {
  const key = data.store_settings.after_sell_webhook_key;
  const changed = key === null ? null : await change(key);
  return { ...data, store_settings: { ...data.store_settings, after_sell_webhook_key: changed } };
}

/**
 * Opens the records kept in `dataFolder` (`practice-store.json` there), or empty ones in memory when no folder is given.
 * A file that cannot be understood is set aside under another name, never overwritten. Throws what the disk throws.
 */
export async function openRecords(dataFolder: string | undefined, keySeal: KeySeal): Promise<Records> {
  if (dataFolder === undefined) return new Records(emptyStore, undefined, keySeal);
  const file = join(dataFolder, 'practice-store.json');
  const found = await readDataFile(file);
  if (found.kind === 'absent') return new Records(emptyStore, file, keySeal);
  const data = found.kind === 'read' ? storeDataSchema.safeParse(found.content) : undefined;
  if (data?.success) {
    const opened = await withKey(data.data, (sealed) => keySeal.open(sealed));
    return new Records(opened, file, keySeal);
  }
  await rename(file, join(dataFolder, `practice-store.unreadable-${Date.now()}.json`));
  return new Records(emptyStore, file, keySeal);
}
