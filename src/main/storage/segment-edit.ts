// Applies a batch of changes to copies of a collection's segments, before anything is written.

const MAX_RECORDS = 64;
const MAX_BYTES = 256 * 1024;
/** Up to this many new records of one change go into one file. */
const KEPT_TOGETHER = 8;

/** One file of a collection and the ids of its records. */
export interface Segment {
  readonly name: string;
  readonly ids: Set<string>;
  /** Size of the file. */
  bytes: number;
  /** The file differs from memory: records were unreadable, moved, or could not be restored. */
  dirty: boolean;
}

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
  /** The future records of each touched segment. */
  readonly touched = new Map<Segment, Map<string, T>>();
  /** Segments that a record moves out of. */
  readonly givers = new Set<Segment>();
  /** Ids of removed records, including those that are added again. */
  readonly removed = new Set<string>();
  readonly #shape: Shape<T>;
  readonly #grown = new Map<Segment, number>();
  readonly #homes = new Map<string, Segment | null>();

  constructor(shape: Shape<T>) {
    this.#shape = shape;
  }

  /** Whether a record moves from one segment to another. */
  get moves(): boolean {
    return this.givers.size > 0 || [...this.removed].some((id) => this.#homes.get(id));
  }

  touch(segment: Segment): Map<string, T> {
    let records = this.touched.get(segment);
    if (!records) {
      records = this.#shape.recordsIn(segment);
      this.touched.set(segment, records);
    }
    return records;
  }

  /** A few new records of one call go into one file, so that a crash cannot separate them. */
  putAll(records: readonly T[]): void {
    const few = records.length <= KEPT_TOGETHER;
    let together: Segment | null = null;
    for (const record of records) {
      const edited = this.#homes.get(record.id);
      const home = edited === undefined ? this.#shape.homeOf(record.id) : edited;
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

  /** Moves a record to the newest segment. */
  move(record: T): void {
    const home = this.#shape.homeOf(record.id);
    if (home) this.#moveFrom(home, record);
  }

  #moveFrom(home: Segment, record: T): void {
    const records = this.touch(home);
    this.givers.add(home);
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
