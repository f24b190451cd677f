// Changes that waited in a restored backup. They stay out of the queue until the seller sends them.
import type { Database } from '../storage/database.ts';
import { type Change, kindOf } from '../sync/outbox/change.ts';

const CREATES = "kind LIKE '%.create'";

export class HeldChanges {
  constructor(private readonly database: Database) {}

  get count(): number {
    return this.database.value<number>('SELECT count(*) FROM held') ?? 0;
  }

  /** The held change that is the same one, perhaps from another backup. */
  sameAs(change: Change): Change | undefined {
    const sql = 'SELECT record FROM held WHERE subject = ? AND kind = ?';
    return this.database.record(sql, change.subject, kindOf(change));
  }

  /** Oldest first. `restoredFrom` is the time of the backup. */
  all(): Change[] {
    return this.database.records('SELECT record FROM held ORDER BY id');
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
  put(change: Change): void {
    this.database.run('INSERT OR REPLACE INTO held(id, record) VALUES (?, ?)', change.id, JSON.stringify(change));
  }

  remove(id: string): void {
    this.database.run('DELETE FROM held WHERE id = ?', id);
  }

  clear(): void {
    this.database.run('DELETE FROM held');
  }
}
