// The records of one kind in the catalogue: kept in the order of lists, with what search looks in.
import type { Collection } from '../storage/collection.ts';
import { holds, inLowerCase, isWholeLine, narrows, type SearchText } from './search.ts';

/** Records of one kind. Changes build on each other even while an earlier one is still being written. */
export class Shelf<T extends { readonly id: string; readonly deletedAt: number | null }> {
  readonly #collection: Collection<T>;
  readonly #textOf: (record: T) => SearchText;
  readonly #unwritten = new Map<string, T>();
  /** What is not deleted, newest first; made when it is first asked for, kept up to date from then on. */
  #standing: T[] | null = null;
  /** At the same places what search looks in, as far as that was made. */
  #texts: (SearchText | undefined)[] = [];
  #version = 0;
  /** Where the words of the last search stood. */
  #found: { readonly version: number; readonly terms: readonly string[]; readonly places: readonly number[] } | null =
    null;

  constructor(collection: Collection<T>, textOf: (record: T) => SearchText) {
    this.#collection = collection;
    this.#textOf = textOf;
  }

  /** Another number after each change. */
  get version(): number {
    return this.#version;
  }

  /** More records were read. */
  lookAnew(): void {
    this.#version += 1;
    this.#standing = null;
    this.#texts = [];
  }

  /** A record as it is on disk, tombstones among them. */
  get(id: string): T | undefined {
    return this.#collection.get(id);
  }

  /** A record with changes that are still being written. */
  latest(id: string): T | undefined {
    return this.#unwritten.get(id) ?? this.#collection.get(id);
  }

  /** All records as they are on disk, tombstones among them, in no order. */
  all(): Iterable<T> {
    return this.#collection.values();
  }

  /** The records that are not deleted, newest first. To be used at once: it changes as records do. */
  standing(): readonly T[] {
    if (this.#standing) return this.#standing;
    this.#standing = [...this.#collection.values()]
      .filter(({ deletedAt }) => deletedAt === null)
      .sort((a, b) => (a.id < b.id ? 1 : -1));
    this.#texts = new Array(this.#standing.length).fill(undefined);
    return this.#standing;
  }

  /** Those of the standing records in whose text all the words stand and that pass: whole lines first, then newest first. */
  search(terms: readonly string[], passes: (record: T) => boolean): T[] {
    const standing = this.standing();
    if (terms.length === 0) return standing.filter(passes);
    const whole: T[] = [];
    const found: T[] = [];
    for (const place of this.#placesWith(terms)) {
      const record = standing[place];
      if (record && passes(record)) (isWholeLine(this.#textAt(place, record), terms) ? whole : found).push(record);
    }
    return whole.length === 0 ? found : whole.concat(found);
  }

  /** The places of the standing records in whose text all the words stand. */
  #placesWith(terms: readonly string[]): readonly number[] {
    const last = this.#found;
    // Each key that is typed asks again: what did not stand in a text before does not stand in it with one letter more.
    const among = last && last.version === this.#version && narrows(last.terms, terms) ? last.places : null;
    const standing = this.standing();
    const places: number[] = [];
    const count = among?.length ?? standing.length;
    for (let index = 0; index < count; index += 1) {
      const place = among?.[index] ?? index;
      const record = standing[place];
      if (record && holds(this.#textAt(place, record), terms)) places.push(place);
    }
    this.#found = { version: this.#version, terms, places };
    return places;
  }

  /** Makes the texts of some places before they are needed. False when there are no more places. */
  prepareTexts(from: number, to: number): boolean {
    const standing = this.standing();
    for (let place = from; place < Math.min(to, standing.length); place += 1) {
      const record = standing[place];
      if (record) this.#textAt(place, record);
    }
    return to < standing.length;
  }

  /** The texts of these records have changed although the records have not. */
  forgetTexts(ids: Iterable<string>): void {
    this.#version += 1;
    for (const id of ids) {
      const { place, there } = this.#placeOf(id);
      if (there) this.#texts[place] = undefined;
    }
  }

  async put(records: readonly T[]): Promise<void> {
    if (records.length === 0) return;
    for (const record of records) this.#unwritten.set(record.id, record);
    try {
      await this.#collection.commit({ put: records });
      this.#version += 1;
      for (const { id } of records) this.#place(id);
    } finally {
      for (const record of records) {
        if (this.#unwritten.get(record.id) === record) this.#unwritten.delete(record.id);
      }
    }
  }

  #textAt(place: number, record: T): SearchText {
    const known = this.#texts[place];
    if (known) return known;
    const text = inLowerCase(this.#textOf(record));
    this.#texts[place] = text;
    return text;
  }

  /** Where a record stands or would stand, by halving: ids are in order. */
  #placeOf(id: string): { readonly place: number; readonly there: boolean } {
    const standing = this.#standing ?? [];
    let low = 0;
    for (let high = standing.length; low < high; ) {
      const middle = (low + high) >>> 1;
      if ((standing[middle]?.id ?? '') > id) low = middle + 1;
      else high = middle;
    }
    return { place: low, there: standing[low]?.id === id };
  }

  /** Brings one record's place among the standing ones up to date. */
  #place(id: string): void {
    const record = this.#collection.get(id);
    if (!this.#standing || !record) return;
    const { place, there } = this.#placeOf(id);
    const stands = record.deletedAt === null;
    this.#standing.splice(place, there ? 1 : 0, ...(stands ? [record] : []));
    this.#texts.splice(place, there ? 1 : 0, ...(stands ? [undefined] : []));
  }
}
