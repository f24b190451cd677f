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
  /** Version of the file; one that is not there yet has the newest. */
  version: number;
  /** The file does not hold what memory holds: some of it could not be read, or undoing a failed commit failed too. */
  dirty: boolean;
}

export class Draft<T extends { readonly id: string }> {
  /** The records that each touched segment will hold. */
  readonly touched = new Map<Segment, Map<string, T>>();
  /** Records that were there and are taken out, also those that are put in again. */
  readonly removed = new Set<string>();
  readonly #added = new Map<Segment, number>();
  readonly #homes = new Map<string, Segment | null>();

  constructor(
    private readonly recordsIn: (segment: Segment) => Map<string, T>,
    private readonly homeOf: (id: string) => Segment | undefined,
    private readonly newHome: (hasRoom: (segment: Segment) => boolean) => Segment,
  ) {}

  touch(segment: Segment): Map<string, T> {
    let records = this.touched.get(segment);
    if (!records) {
      records = this.recordsIn(segment);
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
      const home = drafted === undefined ? this.homeOf(record.id) : drafted;
      if (home) {
        this.touch(home).set(record.id, record);
        continue;
      }
      const places = few ? records.length : 1;
      const segment: Segment = together ?? this.newHome((candidate) => this.#hasRoom(candidate, places));
      if (few) together = segment;
      this.touch(segment).set(record.id, record);
      this.#homes.set(record.id, segment);
      this.#added.set(segment, (this.#added.get(segment) ?? 0) + Buffer.byteLength(JSON.stringify(record)));
    }
  }

  remove(id: string): void {
    const drafted = this.#homes.get(id);
    const home = drafted === undefined ? this.homeOf(id) : drafted;
    if (!home) return;
    this.touch(home).delete(id);
    this.removed.add(id);
    this.#homes.set(id, null);
  }

  #hasRoom(segment: Segment, places: number): boolean {
    const count = this.touched.get(segment)?.size ?? segment.ids.size;
    return count + places <= MAX_RECORDS && segment.bytes + (this.#added.get(segment) ?? 0) < MAX_BYTES;
  }
}
