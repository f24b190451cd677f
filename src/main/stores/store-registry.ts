// The stores that this app knows: one list, and in each store's folder its own record, so that a damaged list loses none.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { parseWebAddress } from '../../shared/checkout-url.ts';
import type { ParsedInput } from '../../shared/contract.ts';
import { texts } from '../../shared/texts/main.ts';
import { type Document, type OwnedDocument, openDocument } from '../storage/document.ts';
import type { OnSetAside } from '../storage/set-aside.ts';
import { type StoreRecord, type StoresRecord, storeRecordSchema, storesRecordSchema } from '../store-record.ts';

/** The identity of a store: the service's address and the e-mail, in whichever case. */
type Identity = Pick<StoreRecord, 'serviceAddress' | 'email'>;

/** Whether two records are of the same seller at the same service. */
export const isSame = (a: Identity, b: Identity): boolean =>
  a.serviceAddress === b.serviceAddress && a.email.toLowerCase() === b.email.toLowerCase();

export class StoreRegistry {
  readonly #folder: string;
  readonly #onSetAside: OnSetAside;
  readonly #list: Document<StoresRecord>;
  /** The record in each store's folder, by the store's id; null once it is closed for good. */
  readonly #own = new Map<string, OwnedDocument<StoreRecord | null> | null>();

  /** `newDevice` names this computer, the first time. */
  constructor(dataFolder: string, onSetAside: OnSetAside, newDevice: () => string) {
    this.#folder = join(dataFolder, 'stores');
    this.#onSetAside = onSetAside;
    this.#list = openDocument({
      folder: dataFolder,
      name: 'stores',
      what: texts.stores.kept.stores,
      parse: (value) => storesRecordSchema.safeParse(value).data ?? null,
      initial: { device: newDevice(), currentStoreId: null, stores: [] },
      onSetAside,
    });
  }

  /** This computer's name in revision stamps. It has to be on disk before it stands in one: see `save`. */
  get device(): string {
    return this.#list.value.device;
  }

  get currentStoreId(): string | null {
    return this.#list.value.currentStoreId;
  }

  all(): readonly StoreRecord[] {
    return this.#list.value.stores;
  }

  get(id: string): StoreRecord | undefined {
    return this.all().find((store) => store.id === id);
  }

  folderOf(id: string): string {
    return join(this.#folder, id);
  }

  /** The store of a seller at a service. */
  find(identity: Identity): StoreRecord | null {
    return this.all().find((store) => isSame(store, identity)) ?? null;
  }

  practice(): StoreRecord | null {
    return this.all().find((store) => store.practice) ?? null;
  }

  /** The store here that another record means: by its id, as the practice store (whose port changes), or by its seller. */
  like(record: StoreRecord): StoreRecord | null {
    return this.get(record.id) ?? (record.practice ? this.practice() : null) ?? this.find(record);
  }

  newRecord(id: string, serviceAddress: string, email: string, practice: boolean): StoreRecord {
    return {
      id,
      name: practice ? texts.stores.practiceStore : (parseWebAddress(serviceAddress)?.host ?? serviceAddress),
      serviceAddress,
      email,
      practice,
      workOffline: false,
      // The practice store takes the product update; whether a real service does, only the seller can say.
      undocumentedProductUpdate: practice,
      checkoutUrl: null,
      sellerSlug: null,
      pageUrl: null,
    };
  }

  /** Writes the list as it is. Rejects with a `StorageError`, as all that changes it. */
  save(): Promise<void> {
    return this.#list.save(this.#list.value);
  }

  show(currentStoreId: string | null): Promise<void> {
    return this.#list.save({ ...this.#list.value, currentStoreId });
  }

  add(record: StoreRecord): Promise<void> {
    // One that was forgotten may come back with a backup.
    this.#own.delete(record.id);
    return this.#list.save({ ...this.#list.value, stores: [...this.all(), record] });
  }

  async change(id: string, change: Partial<StoreRecord>): Promise<void> {
    const stores = this.all().map((store) => (store.id === id ? { ...store, ...change } : store));
    await this.#list.save({ ...this.#list.value, stores });
    this.keepOwnRecord(id);
  }

  async remove(id: string): Promise<void> {
    const stores = this.all().filter((record) => record.id !== id);
    const currentStoreId = this.currentStoreId === id ? (stores[0]?.id ?? null) : this.currentStoreId;
    await this.#list.save({ ...this.#list.value, stores, currentStoreId });
  }

  /** Brings a store's own record up to date with the list. */
  keepOwnRecord(id: string): void {
    const record = this.get(id);
    if (!record || this.#own.get(id) === null) return;
    const own = this.#own.get(id) ?? this.#ownRecord(id);
    this.#own.set(id, own);
    if (isDeepStrictEqual(own.value, record)) return;
    own
      .save(record)
      .catch((error: unknown) => console.error('The record of a store could not be kept in its folder', error));
  }

  /** The store is closed for good: its folder may go, and nothing brings it back. */
  async closeOwnRecord(id: string): Promise<void> {
    const own = this.#own.get(id);
    this.#own.set(id, null);
    await own?.close();
  }

  /** Takes stores back into the list whose folders are there: the list was damaged. Gives those. */
  async findAgain(): Promise<readonly StoreRecord[]> {
    const folders = existsSync(this.#folder) ? readdirSync(this.#folder, { withFileTypes: true }) : [];
    const found = folders
      .filter((entry) => entry.isDirectory() && !this.get(entry.name))
      .flatMap(({ name }) => this.#ownRecord(name).value ?? []);
    if (found.length === 0) return [];
    const stores = [...this.all(), ...found];
    const currentStoreId = this.currentStoreId ?? found[0]?.id ?? null;
    await this.#list
      .save({ ...this.#list.value, stores, currentStoreId })
      .catch((error: unknown) => console.error('The list of stores could not be written', error));
    return found;
  }

  #ownRecord(id: string): OwnedDocument<StoreRecord | null> {
    return openDocument<StoreRecord | null>({
      folder: this.folderOf(id),
      name: 'store',
      what: texts.stores.kept.store,
      parse: (value) => storeRecordSchema.safeParse(value).data ?? null,
      initial: null,
      onSetAside: this.#onSetAside,
    });
  }
}

/** What is wrong with the typed addresses and the slug of a store; each may be empty. */
export function wrongAddressParts({
  checkoutUrl,
  sellerSlug,
  pageUrl,
}: Pick<ParsedInput<'stores.update'>, 'checkoutUrl' | 'sellerSlug' | 'pageUrl'>): Record<string, string> {
  const fields: Record<string, string> = {};
  const url = parseWebAddress(checkoutUrl);
  if (checkoutUrl !== '' && (!url || /\s/.test(checkoutUrl))) {
    fields.checkoutUrl = texts.stores.enterAddress;
  } else if (url && (url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '')) {
    fields.checkoutUrl = texts.stores.addressHasMore;
  }
  if (/[\s/?#]/.test(sellerSlug)) fields.sellerSlug = texts.stores.slugHasSigns;
  if (pageUrl !== '' && (!parseWebAddress(pageUrl) || /\s/.test(pageUrl))) fields.pageUrl = texts.stores.enterAddress;
  return fields;
}
