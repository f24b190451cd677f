// The history: the newest ended actions.

import type { Database } from '../storage/database.ts';
import { type Action, kindOf, type Payload } from '../sync/outbox/action.ts';
import { type Condition, inRows, type SearchText, termsOf } from './search.ts';

interface Stored {
  readonly record: string;
}

export class History {
  readonly #database: Database;
  readonly #limit: number;

  readonly #parse = ({ record }: Stored): Action => this.#database.parse(record);

  constructor(database: Database, limit: number) {
    this.#database = database;
    this.#limit = limit;
  }

  get size(): number {
    return this.#database.get<{ rows: number }>('SELECT count(*) AS rows FROM history')?.rows ?? 0;
  }

  get(id: string): Action | undefined {
    const row = this.#database.get<Stored>('SELECT record FROM history WHERE id = ?', id);
    return row && this.#parse(row);
  }

  ids(): Set<string> {
    return new Set(this.#database.all<{ id: string }>('SELECT id FROM history').map(({ id }) => id));
  }

  /** Newest first. `total`: how many match. */
  page(search: string, offset: number, limit: number): { total: number; rows: Action[] } {
    const where = matching(search);
    const total = this.#database.get<{ rows: number }>(
      `SELECT count(*) AS rows FROM history WHERE ${where.sql}`,
      ...where.values,
    );
    const rows = this.#database.all<Stored>(
      `SELECT record FROM history WHERE ${where.sql} ORDER BY ended_at DESC, id DESC LIMIT ? OFFSET ?`,
      ...where.values,
      limit,
      offset,
    );
    return { total: total?.rows ?? 0, rows: rows.map(this.#parse) };
  }

  /** Sent actions of one kind on one subject. */
  sent(subject: string, kind: Payload['kind']): Action[] {
    return this.#database
      .all<Stored>("SELECT record FROM history WHERE subject = ? AND kind = ? AND ending = 'sent'", subject, kind)
      .map(this.#parse);
  }

  /** All actions, oldest first, in batches. */
  *all(database: Database = this.#database, atATime = 250): Generator<Action[]> {
    for (let after = ''; ; ) {
      const rows = database.all<Stored>('SELECT record FROM history WHERE id > ? ORDER BY id LIMIT ?', after, atATime);
      const actions = rows.map(this.#parse);
      const last = actions.at(-1);
      if (!last) return;
      yield actions;
      after = last.id;
    }
  }

  /** `text`: the search text. Use inside a transaction. */
  put(action: Action, text: SearchText): void {
    const { id, subject, ending, endedAt } = action;
    this.#database.run(
      'INSERT OR REPLACE INTO history VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
      id,
      subject,
      kindOf(action),
      ending ?? '',
      endedAt ?? 0,
      text.words,
      text.address,
      JSON.stringify(action),
    );
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

const matching = (search: string): Condition => inRows('history', termsOf(search));
