// Merges the catalog of a backup into the local one: matches records, finds missing ones and differences. Pure: functions that
// are passed in look up local records, some hundred at a time.
import { isDeepStrictEqual } from 'node:util';
import type { Difference, RestoreChoices, Tally } from '../../shared/backup.ts';
import { texts } from '../../shared/texts/main.ts';
import { linkKey } from '../catalog/link-keys.ts';
import { linkWithValues, mergeLink, mergeProduct, productWithValues } from '../catalog/merge-record.ts';
import { isUnsentLink, isUnsentProduct, type LinkRecord, type ProductRecord } from '../catalog/records.ts';
import { isNewer, type Stamp } from '../storage/stamp.ts';
import { inBatches } from '../turns.ts';

/** The number of differences that are listed. */
const SHOWN = 50;

/** Finds local records, deleted ones included. */
export interface Lookup<T> {
  readonly withIds: (ids: readonly string[]) => readonly T[];
  /** Of several with the same key, the relevant one comes first. */
  readonly withKeys: (keys: readonly string[]) => readonly T[];
}

export interface LocalCatalog {
  readonly products: Lookup<ProductRecord>;
  readonly links: Lookup<LinkRecord>;
}

export interface BackupCatalog {
  readonly products: readonly ProductRecord[];
  readonly links: readonly LinkRecord[];
}

export interface CatalogMerge {
  readonly products: readonly ProductRecord[];
  readonly links: readonly LinkRecord[];
  readonly tally: { readonly products: Tally; readonly links: Tally };
  readonly differences: readonly Difference[];
  readonly moreDifferences: number;
}

/** How a record of the backup is classified. */
export interface SentValues {
  readonly product: (product: ProductRecord) => ProductRecord;
  readonly link: (link: LinkRecord) => LinkRecord;
}

export interface MergeOptions {
  /** The result of `localIds`. */
  readonly ids: ReadonlyMap<string, string>;
  readonly differing: RestoreChoices['differing'];
  readonly stamp: () => Stamp;
  /** A record of the backup with the values to compare: see `withSentValues`. */
  readonly valuesOf: SentValues;
  /** Backup ids of records to skip, because their creation is no longer wanted. */
  readonly without: ReadonlySet<string>;
  /** The text of a record in the list of differences. */
  readonly productWords: (product: ProductRecord) => string;
  readonly linkWords: (link: LinkRecord, product: ProductRecord | undefined) => string;
}

export const noTally = () => ({ added: 0, same: 0, completed: 0, differs: 0, deletedHere: 0, deletedInBackup: 0 });

/**
 * Maps ids in the backup to the local ids of the same records, where they differ. Products are matched by their id, else by
 * the service's id; links by their id, else by the uuid of their address.
 */
export async function localIds(backup: BackupCatalog, local: LocalCatalog): Promise<ReadonlyMap<string, string>> {
  return new Map([
    ...(await match(backup.products, local.products, productKey)),
    ...(await match(backup.links, local.links, linkKey)),
  ]);
}

const productKey = ({ serverId }: ProductRecord): string | null => (serverId === null ? null : String(serverId));

type Base = Pick<ProductRecord | LinkRecord, 'id' | 'rev' | 'deletedAt' | 'createdOn'>;

/** Only ids that differ. */
async function match<T extends Base>(
  backup: readonly T[],
  local: Lookup<T>,
  keyOf: (record: T) => string | null,
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  /** The first missing record with each key. */
  const first = new Map<string, string>();
  for await (const records of inBatches(backup)) {
    const here = new Set(local.withIds(records.map(({ id }) => id)).map(({ id }) => id));
    const missing = records.flatMap((record) => {
      const key = here.has(record.id) ? null : keyOf(record);
      return key === null ? [] : [{ id: record.id, key }];
    });
    if (missing.length === 0) continue;
    const byKey = new Map<string, string>();
    for (const record of local.withKeys(missing.map(({ key }) => key))) {
      const key = keyOf(record);
      if (key !== null && !byKey.has(key)) byKey.set(key, record.id);
    }
    for (const { id, key } of missing) {
      const same = byKey.get(key) ?? first.get(key);
      if (same === undefined) first.set(key, id);
      else found.set(id, same);
    }
  }
  return found;
}

/** Fills in what only the backup has. Nothing is removed. */
const completeProduct = (here: ProductRecord, backup: ProductRecord): ProductRecord =>
  withNote(mergeProduct(here, backup, 'first'), backup.note);

// Whether a link is deleted is one of the values that the seller chooses.
const completeLink = (here: LinkRecord, backup: LinkRecord): LinkRecord =>
  withNote(mergeLink(here, { ...backup, deletedAt: null }, 'first'), backup.note);

const withNote = <T extends { readonly note?: string | undefined }>(record: T, note: string | undefined): T =>
  record.note === undefined && note !== undefined ? { ...record, note } : record;

/** The values that the seller sees, by which records are compared. */
export const productFace = ({ fields, serverId, defaultPrices, checkout, note, deletedAt }: ProductRecord) => ({
  fields,
  note,
  serverId,
  defaultPrices,
  checkout,
  deleted: deletedAt !== null,
});
export const linkFace = ({ prices, useOnce, metadata, paymentLink, note, deletedAt }: LinkRecord) => ({
  note,
  prices,
  useOnce,
  metadata,
  paymentLink,
  deleted: deletedAt !== null,
});

interface Kind<T extends Base> {
  readonly what: string;
  /** The record of the backup to compare and apply. */
  readonly valuesOf: (backup: T) => T;
  /** The doubt of a record, which is kept whichever values are chosen. */
  readonly doubt: (record: T) => Partial<T>;
  readonly complete: (here: T, backup: T) => T;
  /** A local record with the values of a completed one; differences count as changed with `stamp`. */
  readonly withValues: (here: T, values: T, stamp: Stamp) => T;
  readonly isUnsent: (record: T) => boolean;
  readonly face: (record: T) => unknown;
  readonly words: (record: T) => string;
}

class Merge<T extends Base> {
  readonly tally = noTally();
  readonly #puts = new Map<string, T>();

  constructor(
    private readonly kind: Kind<T>,
    private readonly local: Lookup<T>,
    private readonly options: MergeOptions,
    private readonly differences: { readonly shown: Difference[]; more: number },
  ) {}

  get puts(): T[] {
    return [...this.#puts.values()];
  }

  async mergeAll(backup: readonly T[], idHere: (id: string) => string): Promise<void> {
    for await (const records of inBatches(backup)) {
      const ids = records.map(({ id }) => idHere(id));
      const here = new Map(this.local.withIds(ids).map((record) => [record.id, record]));
      for (const [index, id] of ids.entries()) {
        const record = records[index];
        if (record) this.#merge(this.kind.valuesOf(record), id, this.#puts.get(id) ?? here.get(id));
      }
    }
  }

  /** `id`: the local id. */
  #merge(backup: T, id: string, here: T | undefined): void {
    if (!here) {
      if (this.options.without.has(backup.id)) return;
      if (backup.deletedAt === null) this.tally.added += 1;
      this.#put({ ...backup, id });
      return;
    }
    if (here.deletedAt !== null) {
      if (backup.deletedAt === null) this.tally.deletedHere += 1;
      return;
    }
    const { complete, doubt, face } = this.kind;
    const known = { ...backup, id };
    const completed = this.#changed(here, known, { ...complete(here, known), ...this.#doubtOf(here, backup) });
    const gained = !isDeepStrictEqual(completed, here);
    const wanted = this.#changed(here, known, { ...complete(known, here), ...doubt(here) });
    if (isDeepStrictEqual(face(completed), face(wanted))) {
      this.tally[gained ? 'completed' : 'same'] += 1;
      if (gained) this.#put(completed);
      return;
    }
    this.tally.differs += 1;
    if (backup.deletedAt !== null) this.tally.deletedInBackup += 1;
    this.#addDifference(here, known);
    if (this.options.differing === 'take') this.#put(wanted);
    else if (gained) this.#put(completed);
  }

  /** What the backup's outbox creates is this computer's own from now on. */
  #changed(here: T, backup: T, values: T): T {
    const { withValues, isUnsent } = this.kind;
    const { createdOn, ...changed } = withValues(here, values, this.options.stamp());
    const record = changed as T;
    const isOwn = isUnsent(backup) && backup.createdOn === undefined;
    return createdOn === undefined || isOwn || !isUnsent(record) ? record : { ...record, createdOn };
  }

  /** The local doubt, or a newer one of the backup. */
  #doubtOf(here: T, backup: T): Partial<T> {
    const ours = this.kind.doubt(here);
    return Object.keys(ours).length === 0 && isNewer(backup.rev, here.rev) ? this.kind.doubt(backup) : ours;
  }

  #put(record: T): void {
    this.#puts.set(record.id, record);
  }

  #addDifference(here: T, backup: T): void {
    if (this.differences.shown.length >= SHOWN) {
      this.differences.more += 1;
      return;
    }
    const words = (record: T) =>
      record.deletedAt === null ? this.kind.words(record) : texts.backup.difference.deleted;
    this.differences.shown.push({
      what: this.kind.what,
      here: words(here),
      backup: words(backup),
      newer: isNewer(backup.rev, here.rev) ? 'backup' : 'here',
    });
  }

  get(id: string): T | undefined {
    return this.#puts.get(id) ?? this.local.withIds([id])[0];
  }
}

/** Idempotent. */
export async function mergeCatalog(
  backup: BackupCatalog,
  local: LocalCatalog,
  options: MergeOptions,
): Promise<CatalogMerge> {
  const idHere = (id: string) => options.ids.get(id) ?? id;
  const differences = { shown: [] as Difference[], more: 0 };
  const products = new Merge<ProductRecord>(
    {
      what: texts.backup.difference.product,
      valuesOf: options.valuesOf.product,
      doubt: ({ priceDoubt }) => (priceDoubt ? { priceDoubt } : {}),
      complete: completeProduct,
      withValues: productWithValues,
      isUnsent: isUnsentProduct,
      face: productFace,
      words: options.productWords,
    },
    local.products,
    options,
    differences,
  );
  await products.mergeAll(backup.products, idHere);
  const links = new Merge<LinkRecord>(
    {
      what: texts.backup.difference.link,
      valuesOf: (link) => ({ ...options.valuesOf.link(link), productId: idHere(link.productId) }),
      doubt: ({ deletionDoubt }) => (deletionDoubt ? { deletionDoubt } : {}),
      complete: completeLink,
      withValues: linkWithValues,
      isUnsent: isUnsentLink,
      face: linkFace,
      words: (link) => options.linkWords(link, products.get(link.productId)),
    },
    local.links,
    options,
    differences,
  );
  await links.mergeAll(backup.links, idHere);
  return {
    products: products.puts,
    links: links.puts,
    tally: { products: products.tally, links: links.tally },
    differences: differences.shown,
    moreDifferences: differences.more,
  };
}
