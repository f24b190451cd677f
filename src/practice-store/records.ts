// The data of the practice store and its changes (sections 2 and 3), in memory and in one JSON file.
import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CURRENCIES, type NewPaymentLink, type NewProduct, type Price, type StoreSettingsChange } from './rules.ts';
import {
  emptyStore,
  type PaymentLink,
  type Product,
  type Sale,
  type StoreData,
  storeDataSchema,
} from './store-data.ts';

/**
 * Encrypts the webhook key for the disk. `seal` returns null if it cannot; the key then lasts until the process ends.
 * `open` returns null if it can no longer decrypt it.
 */
export type KeySeal = {
  seal(key: string): Promise<string | null>;
  open(sealed: string): Promise<string | null>;
};

/** Unencrypted: for a practice store that runs alone, whose data belongs to the user who started it. */
export const UNSEALED: KeySeal = { seal: async (key) => key, open: async (sealed) => sealed };

const now = (): string => new Date().toISOString();

/** Changes apply in memory at once; `save` writes them to disk, if there is a folder. */
export class Records {
  /** Lists are sorted oldest first. `links` holds the payment links, by uuid. */
  #data: StoreData;
  readonly links: Map<string, PaymentLink>;
  #writing: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;

  constructor(
    data: StoreData,
    private readonly write: (data: StoreData) => Promise<void>,
  ) {
    this.#data = structuredClone(data);
    this.links = new Map(this.#data.payment_links.map((link) => [link.uuid, link]));
  }

  get products(): readonly Product[] {
    return this.#data.products;
  }
  get sales(): readonly Sale[] {
    return this.#data.sales;
  }
  get storeSettings(): StoreData['store_settings'] {
    return this.#data.store_settings;
  }

  /** Resolves once all changes so far are on disk; rejects with its error. Calls during a write share the next one. */
  save(): Promise<void> {
    this.#next ??= this.#writing
      .catch(() => {})
      .then(() => {
        this.#next = undefined;
        this.#writing = this.write(this.snapshot());
        return this.#writing;
      });
    return this.#next;
  }

  /** Resolves once no save is running, whether the last one succeeded or failed. */
  async settled(): Promise<void> {
    await (this.#next ?? this.#writing).catch(() => {});
  }

  /** A deep copy of all data. */
  snapshot(): StoreData {
    return structuredClone({ ...this.#data, payment_links: [...this.links.values()] });
  }

  product(id: number): Product | undefined {
    return this.products.find((product) => product.id === id);
  }
  /** Undefined if the link belongs to another product. */
  paymentLink(productId: number, uuid: string): PaymentLink | undefined {
    const link = this.links.get(uuid);
    return link?.product_id === productId ? link : undefined;
  }

  /** Section 3: a new product is a draft. */
  addProduct(fields: NewProduct): Product {
    const id = this.#data.next_product_id++;
    const product: Product = {
      id,
      // Differs from the id, so that mixing them up fails.
      product_number: String(200_000 + id * 17),
      ...fields,
      ...{ state: 'draft', prices: [], created_at: now(), updated_at: now() },
    };
    this.#data.products.push(product);
    return product;
  }

  /** Section 3: setting the USD price of a draft publishes it. Replaces all default prices. */
  setDefaultPrices(product: Product, prices: Price[]): void {
    const hasUsdPrice = prices.some((price) => CURRENCIES.get(price.currency_id) === 'USD');
    Object.assign(product, { prices, updated_at: now(), ...(hasUsdPrice ? { state: 'published' } : {}) });
  }

  /** Section 3: creating a link publishes its product. */
  addPaymentLink(product: Product, { prices, use_once = false, metadata = [] }: NewPaymentLink): PaymentLink {
    const link: PaymentLink = {
      ...{ uuid: randomUUID(), product_id: product.id, prices, use_once, metadata },
      ...{ is_used_up: false, created_at: now() },
    };
    this.links.set(link.uuid, link);
    if (product.state === 'draft') Object.assign(product, { state: 'published', updated_at: now() });
    return link;
  }

  /** 4.6: the key is optional, so a body without one keeps the current key. */
  changeStoreSettings(change: StoreSettingsChange): void {
    const key = change.after_sell_webhook_key ?? this.storeSettings.after_sell_webhook_key;
    this.#data.store_settings = { ...change, after_sell_webhook_key: key };
  }

  /** The document does not show what a sale does to a single-use link; here it uses the link up. */
  addSale(fields: Pick<Sale, 'product_id' | 'price' | 'fields'>, link: PaymentLink | undefined): Sale {
    const sale: Sale = {
      ...{ id: randomUUID(), ...fields, payment_link: link?.uuid ?? null },
      ...{ created_at: now(), event_body: null, deliveries: [] },
    };
    this.#data.sales.push(sale);
    if (link?.use_once) link.is_used_up = true;
    return sale;
  }

  /** Deletes everything. Ids continue to count, so that none is used twice. */
  reset(): void {
    this.#data = { ...structuredClone(emptyStore), next_product_id: this.#data.next_product_id };
    this.links.clear();
  }
}

async function withKey(data: StoreData, change: (key: string) => Promise<string | null>): Promise<StoreData> {
  const key = data.store_settings.after_sell_webhook_key;
  const changed = key === null ? null : await change(key);
  return { ...data, store_settings: { ...data.store_settings, after_sell_webhook_key: changed } };
}

/**
 * Opens the records of `dataFolder` (`practice-store.json`), or empty ones in memory without a folder. Moves an
 * unreadable file aside and never overwrites it. Throws the errors of the disk.
 */
export async function openRecords(dataFolder: string | undefined, keySeal: KeySeal): Promise<Records> {
  if (dataFolder === undefined) return new Records(emptyStore, async () => {});
  const file = join(dataFolder, 'practice-store.json');
  const write = async (data: StoreData) =>
    replaceFile(file, JSON.stringify(await withKey(data, (key) => keySeal.seal(key))));
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return new Records(emptyStore, write);
  }
  try {
    const data = storeDataSchema.parse(JSON.parse(text));
    return new Records(await withKey(data, (sealed) => keySeal.open(sealed)), write);
  } catch {
    console.error(`${file} cannot be understood, and is set aside.`);
    await rename(file, join(dataFolder, `practice-store.unreadable-${Date.now()}.json`));
    return new Records(emptyStore, write);
  }
}

/** Writes and flushes a temporary file, then renames it: after a crash the file has its old or its new content. */
async function replaceFile(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const temporary = `${file}.tmp`;
  const handle = await open(temporary, 'w', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(temporary, file);
}
