// A map of many records whose keys are mostly added in ascending order, such as ids. It grows in small steps: a `Map` blocks
// the thread while it copies its entries to grow, for 60 ms at 100,000 of them.

const MAX_ENTRIES = 4_096;

/** The entries with keys from `first` to `last`, both included. */
interface Chunk<V> {
  first: string;
  last: string;
  readonly entries: Map<string, V>;
}

/** Iterates in ascending order, apart from keys that were added after greater ones. */
export class ChunkedMap<V> {
  /** In ascending order. */
  readonly #chunks: Chunk<V>[] = [];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get(key: string): V | undefined {
    return this.#chunks[this.#indexOf(key)]?.entries.get(key);
  }

  set(key: string, value: V): void {
    const chunk = this.#chunkFor(key);
    const before = chunk.entries.size;
    chunk.entries.set(key, value);
    this.#size += chunk.entries.size - before;
    if (key < chunk.first) chunk.first = key;
    if (key > chunk.last) chunk.last = key;
  }

  delete(key: string): void {
    const at = this.#indexOf(key);
    const chunk = this.#chunks[at];
    if (!chunk?.entries.delete(key)) return;
    this.#size -= 1;
    if (chunk.entries.size === 0) this.#chunks.splice(at, 1);
  }

  toArray(): V[] {
    return this.#chunks.flatMap(({ entries }) => [...entries.values()]);
  }

  *values(): Generator<V> {
    for (const { entries } of this.#chunks) yield* entries.values();
  }

  /** The last chunk that begins at or before the key, else the first one. */
  #indexOf(key: string): number {
    let [low, high] = [0, this.#chunks.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#chunks[middle] as Chunk<V>).first <= key) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** The chunk that has the key, or where it is to be added. */
  #chunkFor(key: string): Chunk<V> {
    const at = this.#indexOf(key);
    const chunk = this.#chunks[at];
    if (chunk && (chunk.entries.size < MAX_ENTRIES || chunk.entries.has(key))) return chunk;
    if (!chunk || (at === this.#chunks.length - 1 && key > chunk.last)) return this.#insert(this.#chunks.length, key);
    this.#split(chunk, at);
    return this.#chunkFor(key);
  }

  #insert(at: number, key: string): Chunk<V> {
    const chunk: Chunk<V> = { first: key, last: key, entries: new Map() };
    this.#chunks.splice(at, 0, chunk);
    return chunk;
  }

  #split(chunk: Chunk<V>, at: number): void {
    const upper = [...chunk.entries.keys()].sort().slice(MAX_ENTRIES / 2);
    const next = this.#insert(at + 1, upper[0] as string);
    for (const key of upper) {
      next.entries.set(key, chunk.entries.get(key) as V);
      chunk.entries.delete(key);
    }
    next.last = chunk.last;
    chunk.last = next.first;
  }
}
