// The records of a collection in memory, and the segment that each of them is in.
import type { Segment, SegmentEdit } from './segment-edit.ts';
import { segmentName } from './segment-files.ts';

export class SegmentIndex<T extends { readonly id: string }> {
  readonly records = new Map<string, T>();
  readonly segments = new Set<Segment>();
  newest: Segment | null = null;
  nextNumber = 1;
  readonly #segmentOf = new Map<string, Segment>();

  homeOf(id: string): Segment | undefined {
    return this.#segmentOf.get(id);
  }

  recordsIn(segment: Segment): Map<string, T> {
    const records = new Map<string, T>();
    for (const id of segment.ids) {
      const record = this.records.get(id);
      if (record) records.set(id, record);
    }
    return records;
  }

  /** The newest segment, or a new one where that has no room. */
  newHome(hasRoom: (segment: Segment) => boolean): Segment {
    if (this.newest && hasRoom(this.newest)) return this.newest;
    const name = segmentName(this.nextNumber);
    this.nextNumber += 1;
    this.newest = { name, ids: new Set(), bytes: 0, dirty: false };
    return this.newest;
  }

  /** Adds a segment and its records as read from disk. */
  load(segment: Segment, records: readonly T[]): void {
    for (const record of records) this.#loadRecord(segment, record);
    this.segments.add(segment);
    if (!this.newest || this.newest.name < segment.name) this.newest = segment;
  }

  #loadRecord(segment: Segment, record: T): void {
    const other = this.#segmentOf.get(record.id);
    // After a crash a record that was being moved is in both segments; the later one is right.
    if (other && other.name > segment.name) {
      segment.dirty = true;
      return;
    }
    if (other && other !== segment) {
      other.ids.delete(record.id);
      other.dirty = true;
    }
    this.#set(segment, record);
  }

  /** Applies an edit that is on disk. */
  apply(edit: SegmentEdit<T>): void {
    for (const id of edit.removed) {
      this.records.delete(id);
      this.#segmentOf.delete(id);
    }
    for (const [segment, records] of edit.touched) {
      segment.ids.clear();
      segment.dirty = false;
      for (const record of records.values()) this.#set(segment, record);
      if (records.size > 0) this.segments.add(segment);
      else {
        this.segments.delete(segment);
        if (this.newest === segment) this.newest = null;
      }
    }
  }

  #set(segment: Segment, record: T): void {
    this.records.set(record.id, record);
    this.#segmentOf.set(record.id, segment);
    segment.ids.add(record.id);
  }
}
