// The deliveries on disk: the newest thousand. What arrives together is written together.
import { readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DELIVERIES_KEPT } from '../../shared/inbox.ts';
import { texts } from '../../shared/texts/main.ts';
import { type Collection, openCollection } from '../storage/collection.ts';
import { replaceByWritten, writeBeside } from '../storage/durable-file.ts';
import { ensureFolder, syncFolder } from '../storage/folders.ts';
import type { OnSetAside } from '../storage/set-aside.ts';
import { type DeliveryRecord, deliveryRecordSchema, INLINE_BODY } from './record.ts';

/** Older ones are removed this many at a time, so that each delivery costs one small write and not two. */
const SPARE = 64;

/** A delivery with its whole body, as text or in base64. */
export interface Kept {
  readonly record: DeliveryRecord;
  readonly body: string;
}

interface Waiting extends Kept {
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

export class Deliveries {
  readonly #collection: Collection<DeliveryRecord>;
  readonly #bodies: string;
  readonly #onKept: (deliveries: readonly Kept[]) => void;
  #waiting: Waiting[] = [];
  #turn: Promise<void> | null = null;
  /** Newest first; made when it is asked for. */
  #newest: readonly DeliveryRecord[] | null = null;

  constructor(folder: string, onSetAside: OnSetAside, onKept: (deliveries: readonly Kept[]) => void) {
    this.#bodies = join(folder, 'bodies');
    this.#onKept = onKept;
    this.#collection = openCollection({
      folder: join(folder, 'deliveries'),
      what: texts.inbox.kept.delivery,
      parse: (record) => deliveryRecordSchema.safeParse(record).data ?? null,
      onSetAside,
    });
    ensureFolder(this.#bodies);
  }

  /** Removes bodies whose delivery is not there: the computer went down between the two. */
  async tidy(): Promise<void> {
    const left = readdirSync(this.#bodies).filter((name) => !this.#collection.get(name));
    for (const name of left) await rm(join(this.#bodies, name), { force: true });
  }

  /** Resolves when it is on disk; rejects with the disk's error, and then it is not kept. */
  keep(record: DeliveryRecord, body: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ record, body, resolve, reject });
      this.#turn ??= this.#write();
    });
  }

  /** The newest thousand, newest first. */
  newest(): readonly DeliveryRecord[] {
    this.#newest ??= [...this.#collection.values()].sort((a, b) => (a.id < b.id ? 1 : -1)).slice(0, DELIVERIES_KEPT);
    return this.#newest;
  }

  get count(): number {
    return Math.min(this.#collection.size, DELIVERIES_KEPT);
  }

  get(id: string): DeliveryRecord | undefined {
    return this.#collection.get(id);
  }

  /** The whole body, in the record's encoding. Throws the disk's error. */
  bodyOf({ id, body }: DeliveryRecord): string {
    return body.isWhole ? body.text : readFileSync(join(this.#bodies, id), 'utf8');
  }

  /** Removes those that are there now; what arrives meanwhile stays. */
  async clear(): Promise<void> {
    await this.#remove([...this.#collection.values()]);
  }

  async settled(): Promise<void> {
    while (this.#turn) await this.#turn;
    await this.#collection.settled();
  }

  async #write(): Promise<void> {
    // Whatever else came in with the same packets is written with it.
    await new Promise(setImmediate);
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      try {
        await this.#keepAll(batch);
        for (const { resolve } of batch) resolve();
        this.#onKept(batch);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.#turn = null;
  }

  async #keepAll(batch: readonly Waiting[]): Promise<void> {
    // Of more than are kept at all, only the newest ones are written.
    const kept = batch.slice(-DELIVERIES_KEPT);
    const long = kept.filter(({ record }) => !record.body.isWhole);
    for (const { record, body } of long) {
      const path = join(this.#bodies, record.id);
      await writeBeside(path, body);
      await replaceByWritten(path);
    }
    if (long.length > 0) await syncFolder(this.#bodies);
    await this.#collection.commit({ put: kept.map(({ record }) => record) });
    this.#newest = null;
    if (this.#collection.size < DELIVERIES_KEPT + SPARE) return;
    const byAge = [...this.#collection.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
    await this.#remove(byAge.slice(0, -DELIVERIES_KEPT)).catch((error: unknown) =>
      console.error('Old deliveries could not be removed', error),
    );
  }

  async #remove(records: readonly DeliveryRecord[]): Promise<void> {
    await this.#collection.commit({ remove: records.map(({ id }) => id) });
    this.#newest = null;
    for (const { id, body } of records) {
      if (!body.isWhole) await rm(join(this.#bodies, id), { force: true });
    }
    if (records.some(({ body }) => !body.isWhole)) await syncFolder(this.#bodies);
  }
}

/** Splits a body into what stands in the record and what does not. */
export function bodyParts(text: string, encoding: 'utf8' | 'base64'): DeliveryRecord['body'] {
  const isWhole = text.length <= INLINE_BODY;
  return { encoding, text: isWhole ? text : text.slice(0, INLINE_BODY), isWhole };
}
