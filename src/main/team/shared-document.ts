// A document that all computers of a team share, such as the list of currencies, and how two lists are merged.
import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';

export interface SharedDocument<T> {
  /** The name of the document in its key on the server. */
  readonly kind: string;
  readonly schema: z.ZodType<T>;
  read(): T;
  /** Rejects with `StorageError`. */
  write(value: T): Promise<void>;
  /**
   * `base`: what both had before; null if unknown. Once both sides have it, the result must not depend on which one is
   * `here`.
   */
  merge(base: T | null, here: T, there: T): T;
  /** Whether `merge` needs `base`, which is kept on disk. */
  readonly hasBase: boolean;
}

// biome-ignore lint/suspicious/noExplicitAny: documents of several types
export type AnyDocument = SharedDocument<any>;

/** Merges what was added, changed or removed on either side since `base`. If both changed the same item, `here` wins. */
export function mergeLists<T extends { readonly id: string | number }>(
  base: readonly T[] | null,
  here: readonly T[],
  there: readonly T[],
): T[] {
  const previous = byId(base ?? []);
  const [ours, theirs] = [byId(here), byId(there)];
  const isUnchanged = (item: T) => isDeepStrictEqual(item, previous.get(item.id));
  const merged = there.flatMap((item) => {
    const own = ours.get(item.id);
    if (own === undefined) return previous.has(item.id) && isUnchanged(item) ? [] : [item];
    return [isUnchanged(own) ? item : own];
  });
  const added = here.filter((item) => !theirs.has(item.id) && !(previous.has(item.id) && isUnchanged(item)));
  return [...merged, ...added];
}

const byId = <T extends { readonly id: string | number }>(items: readonly T[]): Map<T['id'], T> =>
  new Map(items.map((item) => [item.id, item]));
