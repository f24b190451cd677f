// Merges the products and links of a backup into the local ones. Pure: the caller's functions look up local records, a few hundred
// at a time.
import { isDeepStrictEqual } from 'node:util';
import { linkKey } from '../catalog/link-keys.ts';
import { mergeLink, mergeProduct } from '../catalog/merge-record.ts';
import { isUnsentLink, isUnsentProduct, type LinkRecord, type ProductRecord } from '../catalog/records.ts';
import { inBatches } from '../turns.ts';

/** Finds local records, deleted ones included. */
export interface Lookup<T> {
  readonly withIds: (ids: readonly string[]) => readonly T[];
  /** Of several with the same key, the relevant one comes first. */
  readonly withKeys: (keys: readonly string[]) => readonly T[];
}

type Base = Pick<ProductRecord | LinkRecord, 'id' | 'deletedAt' | 'createdOn' | 'doubtOn'>;

export interface Kind<T extends Base> {
  /** What the service knows it by. */
  readonly keyOf: (record: T) => string | null;
  readonly merge: (a: T, b: T) => T;
  readonly isUnsent: (record: T) => boolean;
}
export const PRODUCTS: Kind<ProductRecord> = {
  keyOf: ({ serverId }) => (serverId === null ? null : String(serverId)),
  merge: mergeProduct,
  isUnsent: isUnsentProduct,
};
export const LINKS: Kind<LinkRecord> = { keyOf: linkKey, merge: mergeLink, isUnsent: isUnsentLink };

/** Maps ids in the backup to the different ids of the same records here: the service knows both by the same key. */
export async function localIds<T extends Base>(
  { keyOf }: Kind<T>,
  backup: readonly T[],
  local: Lookup<T>,
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

export interface Merged<T> {
  /** By local id. */
  readonly puts: ReadonlyMap<string, T>;
  readonly added: readonly T[];
  readonly changed: readonly T[];
  readonly same: number;
}

/**
 * @param backup with local ids
 * @param hasOpenChange whether a change waits for a record here; it stays as it is then, unless the backup has what the service
 *   made of it
 */
export async function mergeRecords<T extends Base>(
  kind: Kind<T>,
  backup: readonly T[],
  local: Lookup<T>,
  hasOpenChange: (id: string) => boolean,
): Promise<Merged<T>> {
  const puts = new Map<string, T>();
  const added = new Set<string>();
  const changed = new Set<string>();
  const same = new Set<string>();
  for await (const records of inBatches(backup)) {
    const here = new Map(local.withIds(records.map(({ id }) => id)).map((record) => [record.id, record]));
    for (const record of records) {
      const { id } = record;
      const known = puts.get(id) ?? here.get(id);
      if (!known) {
        puts.set(id, record);
        added.add(id);
        continue;
      }
      const brings = kind.keyOf(known) === null && kind.keyOf(record) !== null;
      const merged = mergedInto(kind, known, hasOpenChange(id) && !brings ? known : record);
      if (isDeepStrictEqual(merged, mergedInto(kind, known, known))) same.add(id);
      else {
        puts.set(id, merged);
        if (!added.has(id)) changed.add(id);
      }
    }
  }
  const recordsOf = (ids: ReadonlySet<string>) => [...ids].flatMap((id) => puts.get(id) ?? []);
  return { puts, added: recordsOf(added), changed: recordsOf(changed), same: same.size };
}

/** A merge does not decide who creates a record. What the app of the backup was to create, this computer creates from now on. */
function mergedInto<T extends Base>({ merge, isUnsent }: Kind<T>, known: T, backup: T): T {
  const merged = merge(known, backup);
  const { doubtOn, createdOn } = known;
  const isOwn = isUnsent(backup) && backup.createdOn === undefined;
  return {
    ...merged,
    ...(doubtOn && { doubtOn }),
    ...(createdOn && isUnsent(merged) && !isOwn && { createdOn }),
  };
}
