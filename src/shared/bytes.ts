// Collects parts of any size into one byte array.

/** Copies each part as it comes: a sender may send byte by byte, and keeping each alone takes a hundred times the memory. */
export class Bytes {
  #room = new Uint8Array(0);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(part: Uint8Array): void {
    const length = this.#length + part.length;
    if (length > this.#room.length) {
      const room = new Uint8Array(Math.max(length, 2 * this.#room.length));
      room.set(this.#room.subarray(0, this.#length));
      this.#room = room;
    }
    this.#room.set(part, this.#length);
    this.#length = length;
  }

  /** The bytes collected so far; not a copy. */
  get whole(): Uint8Array {
    return this.#room.subarray(0, this.#length);
  }
}
