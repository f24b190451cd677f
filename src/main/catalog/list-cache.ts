// Remembers what was found out about the last lists, until their table changes.
import { newCount, type PendingCount } from './late-count.ts';
import type { ListQuery } from './list-query.ts';
import { isDefault, type Place } from './order.ts';
import type { Part } from './search.ts';

const LISTS = 12;
/** Only this many, those used last, are counted: a list with its filters, and what its filters would show. */
const COUNTED_LISTS = 4;

export type Sums = Readonly<Record<string, number>>;

export interface CachedList {
  readonly key: string;
  readonly version: number;
  /** By part and offset: the place after which the row at that offset is found. */
  readonly marks: Map<Part, Map<number, Place>>;
  wholes: number | null;
  isSorted: Promise<boolean> | null;
  readonly total: PendingCount<number>;
  readonly tally: PendingCount<Sums>;
}

export class ListCache {
  #lists: CachedList[] = [];

  /** `version`: another number after each change of the table. */
  constructor(private readonly version: () => number) {}

  /** The entry of a list in the current version of the table. */
  of(query: ListQuery): CachedList {
    const version = this.version();
    const { terms, filters, between, order } = query;
    const key = JSON.stringify([version, terms, filters, between, isDefault(order) ? null : order]);
    const first: CachedList = this.#lists.find((list) => list.key === key) ?? {
      key,
      version,
      marks: new Map(),
      wholes: null,
      isSorted: null,
      total: newCount(),
      tally: newCount(),
    };
    this.#lists = [first, ...this.#lists.filter((list) => list !== first)].slice(0, LISTS);
    return first;
  }

  /** False where the table has changed or other lists were used since: counting it further is of no use. */
  isCurrent(list: CachedList): boolean {
    return list.version === this.version() && this.#lists.slice(0, COUNTED_LISTS).includes(list);
  }

  /** Resolves when no rows are being counted. */
  async idle(): Promise<void> {
    await Promise.allSettled(this.#lists.map(({ total }) => total.promise));
  }

  marksOf(query: ListQuery, part: Part): Map<number, Place> {
    const { marks } = this.of(query);
    const known = marks.get(part) ?? new Map<number, Place>();
    marks.set(part, known);
    return known;
  }
}

/** The remembered mark that is closest before an offset. */
export function nearest(marks: ReadonlyMap<number, Place>, offset: number): { offset: number; place: Place | null } {
  let best: { offset: number; place: Place | null } = { offset: 0, place: null };
  for (const [at, place] of marks) if (at <= offset && at > best.offset) best = { offset: at, place };
  return best;
}
