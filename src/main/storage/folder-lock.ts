// Locks a folder for one process: a transaction that stays open on an empty SQLite database in it.
import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import type Sqlite from 'libsql';
import { connect } from './database.ts';
import { orLog } from './durable-file.ts';
import { ensureFolder } from './folders.ts';

export type FolderLock =
  /** Lasts until it is released or the process ends, in whatever way. */
  | { readonly kind: 'held'; release(): void }
  | { readonly kind: 'busy' }
  /** The file system has no locks, or is not writable. */
  | { readonly kind: 'unavailable'; readonly code: string };

/**
 * Never deleted, because two processes could then lock two files of this name. Nothing else in this process may open
 * it: on Linux and macOS, closing any descriptor of a file drops its locks.
 */
const LOCK_FILE = 'lock.db';

/** Keeps the connections from the garbage collector. */
const held = new Set<Sqlite.Database>();

/** Creates the folder if necessary. Writes only an empty file, and empties a damaged one. Never waits. */
export function lockFolder(folder: string, isEmptied = false): FolderLock {
  let connection: Sqlite.Database | null = null;
  try {
    ensureFolder(folder);
    connection = connect(join(folder, LOCK_FILE), 0);
    // No journal on disk: if a killed process left one, it would have to be rolled back, and concurrent starts would
    // refuse each other.
    // Not EXCLUSIVE: its second step fails while another process tries, so that nobody might get the lock.
    connection.exec('PRAGMA journal_mode = MEMORY; BEGIN IMMEDIATE');
  } catch (error) {
    connection?.close();
    const { code = '', message } = error as { code?: string; message: string };
    if (code === 'SQLITE_NOTADB' && !isEmptied) {
      orLog('The damaged lock of a folder could not be emptied', () => truncateSync(join(folder, LOCK_FILE)));
      return lockFolder(folder, true);
    }
    return code.startsWith('SQLITE_BUSY') ? { kind: 'busy' } : { kind: 'unavailable', code: code || message };
  }
  const lock = connection;
  held.add(lock);
  return {
    kind: 'held',
    release() {
      if (held.delete(lock)) lock.close();
    },
  };
}
