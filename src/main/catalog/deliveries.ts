// The webhook deliveries that a store received: the request, whether its key is right, and what its body says.
import { DELIVERIES_KEPT, type DeliveryRow } from '../../shared/inbox.ts';
import type { Database } from '../storage/database.ts';
import type { Reader } from './reader.ts';

/** A delivery as stored, with the webhook key masked. */
export interface DeliveryRecord extends DeliveryRow {
  /** Each name once, as first received, with its values in order. */
  readonly headers: readonly (readonly [name: string, values: readonly string[]])[];
  /** `base64` if the body is not text. */
  readonly encoding: 'utf8' | 'base64';
}

/** `body` is whole, in the record's encoding. */
export interface Delivery {
  readonly record: DeliveryRecord;
  readonly body: string;
}

/** A delivery before its body is parsed and it is stored. */
export interface NewDelivery {
  readonly record: Omit<DeliveryRecord, 'event' | 'saleId'>;
  readonly body: string;
  /** The digest of a key that could not be verified, so that it can be once the store's key is known. */
  readonly keyDigest: string | null;
}

/** The most bytes that all bodies together take. */
const MOST_BYTES = 512 * 1024 * 1024;
const REMOVED_AT_ONCE = 100;

const NEWEST_FIRST = 'ORDER BY at DESC, rowid DESC';

export class Deliveries {
  constructor(
    private readonly database: Database,
    private readonly reader: Reader,
  ) {}

  get(id: string): Delivery | undefined {
    const sql = 'SELECT record, body FROM deliveries WHERE id = ?';
    const row = this.database.get<{ record: string; body: Buffer }>(sql, id);
    if (!row) return undefined;
    const record = this.database.parse<DeliveryRecord>(row.record);
    return { record, body: Buffer.from(row.body).toString(record.encoding) };
  }

  /** Inserts or replaces. Use inside a transaction. */
  put({ record, body }: Delivery, keyDigest: string | null): void {
    const bytes = Buffer.from(body, record.encoding);
    this.database.put('deliveries', {
      id: record.id,
      at: Math.floor(record.at),
      size: bytes.length,
      key_digest: keyDigest,
      record: JSON.stringify(record),
      body: bytes,
    });
  }

  /** Removes the oldest deliveries beyond the limits. It reads all rows, so call it once, after the last `put` of a transaction. */
  trim(): void {
    const beyond = `SELECT rowid FROM deliveries ${NEWEST_FIRST} LIMIT -1 OFFSET ?`;
    this.database.run(`DELETE FROM deliveries WHERE rowid IN (${beyond})`, DELIVERIES_KEPT);
    while ((this.database.value<number>('SELECT sum(size) FROM deliveries') ?? 0) > MOST_BYTES)
      this.clear(Number.MAX_SAFE_INTEGER);
  }

  async list(offset: number, limit: number): Promise<{ total: number; rows: DeliveryRow[] }> {
    const [[count], rows] = await Promise.all([
      this.reader.all<{ total: number }>('SELECT count(*) AS total FROM deliveries'),
      this.reader.all<{ record: string }>(
        `SELECT json_remove(record, '$.headers', '$.encoding') AS record FROM deliveries ${NEWEST_FIRST} LIMIT ? OFFSET ?`,
        ...[limit, offset],
      ),
    ]);
    return { total: count?.total ?? 0, rows: rows.map(({ record }) => this.database.parse<DeliveryRow>(record)) };
  }

  remove(id: string): void {
    this.database.run('DELETE FROM deliveries WHERE id = ?', id);
  }

  /** Removes a batch of the oldest deliveries up to the time `until`. Returns false if there was none. */
  clear(until: number): boolean {
    const oldest = 'SELECT rowid FROM deliveries WHERE at <= ? ORDER BY at, rowid LIMIT ?';
    return this.database.run(`DELETE FROM deliveries WHERE rowid IN (${oldest})`, until, REMOVED_AT_ONCE) > 0;
  }

  unverifiedKeys() {
    return this.database.all<{ readonly id: string; readonly keyDigest: string }>(
      'SELECT id, key_digest AS keyDigest FROM deliveries WHERE key_digest IS NOT NULL ORDER BY rowid',
    );
  }
}
