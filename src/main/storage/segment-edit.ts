// What a batch of changes makes of the segments of a collection, before anything is written.

const MAX_RECORDS = 64;
const MAX_BYTES = 256 * 1024;
/** Up to this many records of one change stay in one file. */
const FEW = 8;

/** One file of a collection, and which records are in it. */
export interface Segment {
  readonly name: string;
  readonly ids: Set<string>;
  /** Size of the file. */
  bytes: number;
  /** The file does not hold what memory holds: some of it could not be read, moved elsewhere, or could not be put back. */
  dirty: boolean;
}

/** What the collection knows of its segments. */
export interface Shape<T> {
  recordsIn(segment: Segment): Map<string, T>;
  homeOf(id: string): Segment | undefined;
  /** The newest segment, or another one where that has no room. */
  newHome(hasRoom: (segment: Segment) => boolean): Segment;
}

const sizeOf = (record: unknown): number => Buffer.byteLength(JSON.stringify(record));

function sizeInIt<T>(records: ReadonlyMap<string, T>, id: string): number {
  const record = records.get(id);
  return record === undefined ? 0 : sizeOf(record);
}

export class SegmentEdit<T extends { readonly id: string }> {
  /** The records that each touched segment will hold. */
  readonly touched = new Map<Segment, Map<string, T>>();
  /** Segments of which a record moves to another one. */
  readonly giving = new Set<Segment>();
  /** Records that were there and are taken out, also those that are put in again. */
  readonly removed = new Set<string>();
  readonly #shape: Shape<T>;
  readonly #grown = new Map<Segment, number>();
  readonly #homes = new Map<string, Segment | null>();

  constructor(shape: Shape<T>) {
    this.#shape = shape;
  }

  /** Whether a record goes from one segment to another. */
  get moves(): boolean {
    return this.giving.size > 0 || [...this.removed].some((id) => this.#homes.get(id));
  }

  touch(segment: Segment): Map<string, T> {
    let records = this.touched.get(segment);
    if (!records) {
      records = this.#shape.recordsIn(segment);
      this.touched.set(segment, records);
    }
    return records;
  }

  /** A few records that are put together come into one file where they are new, so that a crash cannot part them. */
  putAll(records: readonly T[]): void {
    const few = records.length <= FEW;
    let together: Segment | null = null;
    for (const record of records) {
      const drafted = this.#homes.get(record.id);
      const home = drafted === undefined ? this.#shape.homeOf(record.id) : drafted;
      if (home) {
        this.#change(home, record);
        continue;
      }
      const segment: Segment = together ?? this.#homeWithRoom(few ? records.length : 1);
      if (few) together = segment;
      this.#add(segment, record);
    }
  }

  #change(home: Segment, record: T): void {
    const records = this.touch(home);
    const growth = sizeOf(record) - sizeInIt(records, record.id);
    if (this.#bytes(home) + growth < MAX_BYTES || records.size <= 1) {
      records.set(record.id, record);
      this.#grow(home, growth);
    } else this.#moveFrom(home, record);
  }

  /** Puts a record of a segment into the newest one. */
  move(record: T): void {
    const home = this.#shape.homeOf(record.id);
    if (home) this.#moveFrom(home, record);
  }

  #moveFrom(home: Segment, record: T): void {
    const records = this.touch(home);
    this.giving.add(home);
    this.#grow(home, -sizeInIt(records, record.id));
    records.delete(record.id);
    this.#add(this.#homeWithRoom(1), record);
  }

  remove(id: string): void {
    const drafted = this.#homes.get(id);
    const home = drafted === undefined ? this.#shape.homeOf(id) : drafted;
    if (!home) return;
    this.touch(home).delete(id);
    this.removed.add(id);
    this.#homes.set(id, null);
  }

  #homeWithRoom(places: number): Segment {
    return this.#shape.newHome((candidate) => this.#hasRoom(candidate, places));
  }

  #add(segment: Segment, record: T): void {
    this.touch(segment).set(record.id, record);
    this.#homes.set(record.id, segment);
    this.#grow(segment, sizeOf(record));
  }

  #bytes(segment: Segment): number {
    return segment.bytes + (this.#grown.get(segment) ?? 0);
  }

  #grow(segment: Segment, by: number): void {
    this.#grown.set(segment, (this.#grown.get(segment) ?? 0) + by);
  }

  #hasRoom(segment: Segment, places: number): boolean {
    const count = this.touched.get(segment)?.size ?? segment.ids.size;
    return count + places <= MAX_RECORDS && this.#bytes(segment) < MAX_BYTES;
  }
}
