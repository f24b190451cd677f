// A small value of a store, kept as a row of its database.
import type { Database } from '../storage/database.ts';
import type { Document } from '../storage/document.ts';
import { StorageError } from '../storage/durable-file.ts';

/** It is saved in the caller's transaction, if there is one. */
export function factIn<T>(database: Database, id: string, initial: T, onSaved = () => {}): Document<T> {
  let last = initial;
  return {
    /** The value read last if the database is closed or damaged. */
    get value() {
      if (!database.isOpen) return last;
      try {
        last = database.record<T>('SELECT record FROM facts WHERE id = ?', id) ?? initial;
      } catch (error) {
        if (!(error instanceof StorageError)) throw error;
      }
      return last;
    },
    save(value) {
      database.put('facts', { id, record: JSON.stringify(value) });
      onSaved();
    },
  };
}
