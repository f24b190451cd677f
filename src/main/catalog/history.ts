// The history: the newest ended changes.
import type { Database } from '../storage/database.ts';
import { type Change, kindOf, type Payload } from '../sync/outbox/change.ts';
import { recordsIn } from './record-table.ts';
import { inRows, type SearchText, termsOf } from './search.ts';

export class History {
  readonly #database: Database;
  readonly #limit: number;

  constructor(database: Database, limit: number) {
    this.#database = database;
    this.#limit = limit;
  }

  get size(): number {
    return this.#database.value<number>('SELECT count(*) FROM history') ?? 0;
  }

  get(id: string): Change | undefined {
    return this.#database.record('SELECT record FROM history WHERE id = ?', id);
  }

  ids(): Set<string> {
    return new Set(this.#database.column<string>('SELECT id FROM history'));
  }

  /** Newest first. `total`: how many match. */
  page(search: string, offset: number, limit: number): { total: number; rows: Change[] } {
    const { sql, values } = inRows('history', termsOf(search));
    const total = this.#database.value<number>(`SELECT count(*) FROM history WHERE ${sql}`, ...values) ?? 0;
    const page = `SELECT record FROM history WHERE ${sql} ORDER BY ended_at DESC, id DESC LIMIT ? OFFSET ?`;
    return { total, rows: this.#database.records(page, ...values, limit, offset) };
  }

  /** Sent changes of one kind on one subject. */
  sent(subject: string, kind: Payload['kind']): Change[] {
    const sql = "SELECT record FROM history WHERE subject = ? AND kind = ? AND ending = 'sent'";
    return this.#database.records(sql, subject, kind);
  }

  /** All changes, oldest first, in batches. */
  all(): Generator<Change[]> {
    return recordsIn<Change>(this.#database, 'history');
  }

  /** `text`: the search text. Use inside a transaction. */
  put(change: Change, text: SearchText): void {
    const { id, subject, ending, endedAt } = change;
    this.#database.put('history', {
      id,
      subject,
      kind: kindOf(change),
      ending: ending ?? '',
      ended_at: endedAt ?? 0,
      ...text,
      record: JSON.stringify(change),
    });
  }

  /** Use inside a transaction. */
  remove(id: string): void {
    this.#database.run('DELETE FROM history WHERE id = ?', id);
  }

  /** Removes the oldest beyond the limit. Use inside a transaction. */
  trim(): void {
    const over = this.size - this.#limit;
    if (over <= 0) return;
    this.#database.run('DELETE FROM history WHERE id IN (SELECT id FROM history ORDER BY ended_at, id LIMIT ?)', over);
  }
}
