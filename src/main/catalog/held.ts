// Changes that waited in a restored backup. They stay out of the queue until the seller sends them.
import type { Database } from '../storage/database.ts';
import { type Change, isCreate } from '../sync/outbox/change.ts';

export class HeldChanges {
  constructor(private readonly database: Database) {}

  get count(): number {
    return this.database.value<number>('SELECT count(*) FROM held') ?? 0;
  }

  has(id: string): boolean {
    return this.database.get('SELECT 1 FROM held WHERE id = ?', id) !== undefined;
  }

  /** Oldest first. `restoredFrom` is the time of the backup. */
  all(): Change[] {
    return this.database.records('SELECT record FROM held ORDER BY id');
  }

  /** Whether the creation of this product or link is held. */
  creates(subject: string): boolean {
    return this.database.get('SELECT 1 FROM held WHERE creates = ?', subject) !== undefined;
  }

  /** The local ids of the products and links whose creation is held. */
  created(): string[] {
    return this.database.column('SELECT creates FROM held WHERE creates IS NOT NULL');
  }

  put(change: Change): void {
    const creates = isCreate(change) ? change.subject : null;
    const sql = 'INSERT INTO held VALUES (?, ?, ?) ON CONFLICT DO NOTHING';
    this.database.run(sql, change.id, creates, JSON.stringify(change));
  }

  remove(id: string): void {
    this.database.run('DELETE FROM held WHERE id = ?', id);
  }

  clear(): void {
    this.database.run('DELETE FROM held');
  }
}
