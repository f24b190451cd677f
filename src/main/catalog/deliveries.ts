// The deliveries of the webhook that a store got: what came, whether its key fits, and what its body says.
import { foldText, wordsOfSearch } from '../../shared/fold.ts';
import { DELIVERIES_KEPT, type DeliveryRow, type Verification } from '../../shared/inbox.ts';
import type { Database } from '../storage/database.ts';
import type { Reader } from './reader.ts';
import { and } from './search.ts';

/** As it is stored: the webhook key is masked. */
export interface DeliveryRecord extends DeliveryRow {
  readonly method: 'POST';
  /** Each name once, as first received, with its values in order. */
  readonly headers: readonly (readonly [name: string, values: readonly string[]])[];
  /** `base64` if the body is not text. */
  readonly encoding: 'utf8' | 'base64';
}

/** A delivery with its whole body, in the record's encoding. */
export interface Delivery {
  readonly record: DeliveryRecord;
  readonly body: string;
}

/** A delivery that is not stored yet, so what its body says is not known. */
export interface NewDelivery {
  readonly record: Omit<DeliveryRecord, 'event' | 'saleId'>;
  readonly body: string;
  /** Of the key that it carries, if that could not be verified: it can be once the key is known. */
  readonly keyDigest: string | null;
}

export interface UnverifiedKey {
  readonly id: string;
  readonly keyDigest: string;
}

/** Up to where the stream of a team was read. */
export interface RelayPosition {
  /** The creation time of the stream on the server: another time means another stream. */
  readonly created: string;
  readonly sequence: number;
  /** The id of the delivery with this sequence; empty if it could not be opened. */
  readonly lastId: string;
}

export interface DeliveryQuery {
  readonly search: string;
  readonly offset: number;
  readonly limit: number;
}

/** Characters of a body that are searched. */
const SEARCHED = 32 * 1024;
/** Bytes of all bodies that are kept. */
const MOST_BYTES = 512 * 1024 * 1024;
const REMOVED_AT_ONCE = 100;

const NEWEST_FIRST = 'ORDER BY at DESC, rowid DESC';

export class Deliveries {
  constructor(
    private readonly database: Database,
    private readonly reader: Reader,
  ) {}

  /** Undefined if it is not stored. */
  verificationOf(id: string): Verification | undefined {
    const sql = `SELECT json_extract(record, '$.verification') FROM deliveries WHERE id = ?`;
    return this.database.value(sql, id);
  }

  get(id: string): Delivery | undefined {
    const row = this.database.get<{ record: string; body: Buffer }>(
      'SELECT record, body FROM deliveries WHERE id = ?',
      id,
    );
    if (!row) return undefined;
    const record = this.database.parse<DeliveryRecord>(row.record);
    return { record, body: Buffer.from(row.body).toString(record.encoding) };
  }

  /** Adds a delivery, or changes its record. Use inside a transaction. */
  put({ record, body }: Delivery, keyDigest: string | null): void {
    const bytes = Buffer.from(body, record.encoding);
    this.database.put('deliveries', {
      id: record.id,
      at: Math.floor(record.at),
      size: bytes.length,
      key_digest: keyDigest,
      record: JSON.stringify(record),
      search: searchText(record, body),
      body: bytes,
    });
  }

  /** Removes the oldest ones beyond the limits. It looks at all. Use inside a transaction, after the last `put`. */
  trim(): void {
    this.database.run(
      `DELETE FROM deliveries WHERE rowid IN (SELECT rowid FROM deliveries ${NEWEST_FIRST} LIMIT -1 OFFSET ?)`,
      DELIVERIES_KEPT,
    );
    while ((this.database.value<number>('SELECT sum(size) FROM deliveries') ?? 0) > MOST_BYTES) this.#removeOldest();
  }

  /** A page of matching deliveries, newest first, and how many there are. */
  async list({ search, offset, limit }: DeliveryQuery): Promise<{ total: number; rows: DeliveryRow[] }> {
    const { sql, values } = and(wordsOfSearch(search).map((word) => ({ sql: 'instr(search, ?) > 0', values: [word] })));
    const from = `FROM deliveries WHERE ${sql}`;
    const [[found], rows] = await Promise.all([
      this.reader.all<{ total: number }>(`SELECT count(*) AS total ${from}`, ...values),
      this.reader.all<{ record: string }>(
        `SELECT record ${from} ${NEWEST_FIRST} LIMIT ? OFFSET ?`,
        ...[...values, limit, offset],
      ),
    ]);
    const rowOf = ({ record }: { record: string }): DeliveryRow => {
      const { headers: _, encoding: __, method: ___, ...row } = this.database.parse<DeliveryRecord>(record);
      return row;
    };
    return { total: found?.total ?? 0, rows: rows.map(rowOf) };
  }

  remove(id: string): void {
    this.database.run('DELETE FROM deliveries WHERE id = ?', id);
  }

  /** Removes some of the deliveries that are no newer than `until`, and wipes them from the file. False if there was none. */
  clear(until: number): boolean {
    this.database.exec('PRAGMA secure_delete = ON');
    try {
      return this.#removeOldest(until) > 0;
    } finally {
      this.database.exec('PRAGMA secure_delete = OFF');
    }
  }

  #removeOldest(until = Number.MAX_SAFE_INTEGER): number {
    const oldest = 'SELECT rowid FROM deliveries WHERE at <= ? ORDER BY at, rowid LIMIT ?';
    return this.database.run(`DELETE FROM deliveries WHERE rowid IN (${oldest})`, until, REMOVED_AT_ONCE);
  }

  /** The keys that could not be verified. */
  unverifiedKeys(): UnverifiedKey[] {
    return this.database.all<UnverifiedKey>(
      'SELECT id, key_digest AS keyDigest FROM deliveries WHERE key_digest IS NOT NULL ORDER BY rowid',
    );
  }

  /** Undefined if nothing of this team was read. */
  position(team: string): RelayPosition | undefined {
    return this.database.record('SELECT position FROM relay_positions WHERE team = ?', team);
  }

  setPosition(team: string, position: RelayPosition): void {
    this.database.run('INSERT OR REPLACE INTO relay_positions VALUES (?, ?)', team, JSON.stringify(position));
  }
}

/** Without control characters: SQLite reads a text up to its first NUL only. */
function searchText({ path, headers, encoding }: DeliveryRecord, body: string): string {
  const parts = [path, ...headers.map(([name, values]) => `${name}: ${values.join(', ')}`)];
  if (encoding === 'utf8') parts.push(body.slice(0, SEARCHED));
  return foldText(parts.join('\n')).replace(/\p{Cc}+/gu, ' ');
}
