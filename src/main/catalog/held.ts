// Changes that waited in a restored backup. They stay out of the queue until the seller sends them.
import { type Change, kindOf } from '../outbox/change.ts';
import type { Database } from '../storage/database.ts';
import { RecordTable } from './record-table.ts';

/** Creations that still wait. Another backup or another computer may have brought the result of the others. */
const CREATES = `kind LIKE '%.create' AND NOT EXISTS (SELECT 1 FROM products WHERE id = subject AND pending IS NULL)
  AND NOT EXISTS (SELECT 1 FROM links WHERE id = subject AND pending IS NULL)`;

export class HeldChanges extends RecordTable<Change> {
  constructor(database: Database) {
    super(database, 'held');
  }

  /** The held change that is the same one, perhaps from another backup. */
  sameAs(change: Change): Change | undefined {
    const sql = 'SELECT record FROM held WHERE subject = ? AND kind = ?';
    return this.database.record(sql, change.subject, kindOf(change));
  }

  /** Whether the creation of this product or link is held. */
  creates(subject: string): boolean {
    return this.database.get(`SELECT 1 FROM held WHERE subject = ? AND ${CREATES}`, subject) !== undefined;
  }

  /** The local ids of the products and links whose creation is held. */
  created(): string[] {
    return this.database.column(`SELECT subject FROM held WHERE ${CREATES}`);
  }

  /** Replaces the same change of another backup. */
  override put(change: Change): void {
    this.database.run('INSERT OR REPLACE INTO held(id, record) VALUES (?, ?)', change.id, JSON.stringify(change));
  }

  clear(): void {
    this.database.run('DELETE FROM held');
  }
}
