// The list of stores. Each database has a copy of its store's record, in case the list is damaged.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseWebAddress } from '../../shared/checkout-url.ts';
import { texts } from '../../shared/texts/main.ts';
import { readStoreRecord } from '../catalog/open-catalog.ts';
import { type Document, openDocument } from '../storage/document.ts';
import type { OnSetAside } from '../storage/set-aside.ts';
import { type StoreRecord, type StoresRecord, storesRecordSchema } from '../store-record.ts';

type Identity = Pick<StoreRecord, 'serviceAddress' | 'email'>;

/** Whether both are the same seller at the same service. The case of the e-mail address does not matter. */
export const isSame = (a: Identity, b: Identity): boolean =>
  a.serviceAddress === b.serviceAddress && a.email.toLowerCase() === b.email.toLowerCase();

export class StoreRegistry {
  readonly #list: Document<StoresRecord>;

  /** `newDevice`: names this computer on the first start. `onChange`: called when the list is saved. */
  constructor(
    private readonly dataFolder: string,
    onSetAside: OnSetAside,
    newDevice: () => string,
    onChange: () => void,
  ) {
    this.#list = openDocument({
      folder: dataFolder,
      name: 'stores',
      what: texts.stores.kept.stores,
      schema: storesRecordSchema,
      initial: { device: newDevice(), currentStoreId: null, stores: [] },
      onSetAside,
      onChange,
    });
  }

  /** This computer's name in revision stamps. Call `save` before a stamp uses it, so that it is on disk. */
  get device(): string {
    return this.#list.value.device;
  }

  get currentStoreId(): string | null {
    const { currentStoreId: id } = this.#list.value;
    return id === null || this.get(id) ? id : (this.all()[0]?.id ?? null);
  }

  all(): readonly StoreRecord[] {
    return this.#list.value.stores;
  }

  get(id: string): StoreRecord | undefined {
    return this.all().find((store) => store.id === id);
  }

  folderOf(id: string): string {
    return join(this.dataFolder, 'stores', id);
  }

  find(identity: Identity): StoreRecord | null {
    return this.all().find((store) => isSame(store, identity)) ?? null;
  }

  practice(): StoreRecord | null {
    return this.all().find((store) => store.practice) ?? null;
  }

  /** The local store that matches a backup's record: by id, as the practice store (whose port changes), or by identity. */
  match(record: StoreRecord): StoreRecord | null {
    return this.get(record.id) ?? (record.practice ? this.practice() : null) ?? this.find(record);
  }

  /** Throws `StorageError`, like all methods that change the list. */
  save(change: Partial<StoresRecord> = {}): void {
    this.#list.save({ ...this.#list.value, ...change });
  }

  add(record: StoreRecord): void {
    this.save({ stores: [...this.all(), record] });
  }

  addNew(id: string, { serviceAddress, email }: Identity, practice: boolean): StoreRecord {
    const record: StoreRecord = {
      ...{ id, serviceAddress, email, practice },
      name: practice ? texts.stores.practiceStore : (parseWebAddress(serviceAddress)?.host ?? serviceAddress),
      workOffline: false,
      // The practice store supports the product update; for a real service the seller decides.
      undocumentedProductUpdate: practice,
      ...{ checkoutUrl: null, sellerSlug: null, pageUrl: null },
    };
    this.add(record);
    return record;
  }

  change(id: string, change: Partial<StoreRecord>): void {
    const stores = this.all().map((store) => (store.id === id ? { ...store, ...change } : store));
    this.save({ stores });
  }

  remove(id: string): void {
    const stores = this.all().filter((record) => record.id !== id);
    const currentStoreId = this.currentStoreId === id ? (stores[0]?.id ?? null) : this.currentStoreId;
    this.save({ stores, currentStoreId });
  }

  /**
   * Adds and returns stores that have a folder but are not in the list, for example after damage. Rejects with `StorageError`.
   *
   * @param inCopy the record in the newest copy of a store, because a power cut may damage its database too
   */
  async recover(inCopy: (id: string) => Promise<StoreRecord | null>): Promise<readonly StoreRecord[]> {
    const folder = this.folderOf('');
    const entries = existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [];
    const ids = entries.flatMap((entry) => (entry.isDirectory() && !this.get(entry.name) ? entry.name : []));
    const recordOf = async (id: string) => {
      const record = await readStoreRecord(this.folderOf(id));
      return record?.id === id ? record : inCopy(id);
    };
    const records = await Promise.all(ids.map(recordOf));
    const newRecords = records.filter((record) => record !== null);
    const [first] = newRecords;
    if (!first) return [];
    const stores = [...this.all(), ...newRecords];
    this.save({ stores, currentStoreId: this.currentStoreId ?? first.id });
    return newRecords;
  }
}
