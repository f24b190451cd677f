// Locks a file for one process, by a transaction that stays open on it as an empty SQLite database.
import { closeSync, openSync } from 'node:fs';
import Sqlite from 'libsql';

export interface FileLock {
  release(): void;
}

/** Keeps what is held from the garbage collector. */
const held = new Set<Sqlite.Database>();

/**
 * Null while another process holds it. The system releases it when the process ends, however it ends. Nothing else in this process
 * may open the file: on Linux and macOS, closing any descriptor of it drops its locks.
 */
export function lockFile(path: string): FileLock | null {
  // SQLite would create a file that everybody may read.
  closeSync(openSync(path, 'a', 0o600));
  const connection = new Sqlite(path, { timeout: 0 });
  try {
    connection.exec('PRAGMA journal_mode = MEMORY; BEGIN IMMEDIATE');
  } catch (error) {
    connection.close();
    if (String((error as { code?: unknown }).code).startsWith('SQLITE_BUSY')) return null;
    throw error;
  }
  held.add(connection);
  return {
    release() {
      if (held.delete(connection)) connection.close();
    },
  };
}
