// The history of a store: the changes that ended last.
import type { Database } from '../storage/database.ts';
import { isNewer } from '../storage/stamp.ts';
import type { Change } from '../sync/outbox/change.ts';
import { RecordTable } from './record-table.ts';
import { inRows, type SearchText, termsOf } from './search.ts';

const HISTORY_LIMIT = 5_000;

export class History extends RecordTable<Change> {
  /** `textOf`: the search text of a change. */
  constructor(
    database: Database,
    private readonly textOf: (change: Change) => SearchText,
  ) {
    super(database, 'history');
  }

  ids(): Set<string> {
    return new Set(this.database.column<string>('SELECT id FROM history'));
  }

  /** Newest first. `total`: how many match. */
  page(search: string, offset: number, limit: number): { total: number; rows: Change[] } {
    const { sql, values } = inRows('history', termsOf(search));
    const total = this.database.value<number>(`SELECT count(*) FROM history WHERE ${sql}`, ...values) ?? 0;
    const page = `SELECT record FROM history WHERE ${sql} ORDER BY ended_at DESC, id DESC LIMIT ? OFFSET ?`;
    return { total, rows: this.database.records(page, ...values, limit, offset) };
  }

  /** Whether a change of the same kind to the same subject was sent that was accepted later, or edited after this one's end. */
  sentSince({ id, rev, subject, payload }: Change): boolean {
    const sql = "SELECT record FROM history WHERE subject = ? AND kind = ? AND ending = 'sent'";
    const sent = this.database.records<Change>(sql, subject, payload.kind);
    return sent.some((other) => other.id > id || (other.revised !== undefined && isNewer(other.revised, rev)));
  }

  override put(change: Change): void {
    this.database.put('history', { id: change.id, ...this.textOf(change), record: JSON.stringify(change) });
  }

  /** Removes the oldest beyond the limit. Use inside a transaction. */
  trim(): void {
    const beyond = `SELECT id FROM history ORDER BY ended_at DESC, id DESC LIMIT -1 OFFSET ${HISTORY_LIMIT}`;
    this.database.run(`DELETE FROM history WHERE id IN (${beyond})`);
  }
}
