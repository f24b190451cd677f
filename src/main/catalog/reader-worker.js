// Runs slow queries on one database file in a thread of its own: a plain module, because a worker is started from a file.
//
// Message in: { id, sql, values, writes, waitMs }; out: { id, rows } or { id, error: { message, code } }.
import { parentPort, workerData } from 'node:worker_threads';
import Sqlite from 'libsql';

const BUSY_TIMEOUT_MS = 5_000;

const connection = open(workerData.path) ?? open(workerData.immutableAddress);

/** Null where a read-only disk keeps SQLite from opening a database in WAL mode. */
function open(path) {
  const opened = new Sqlite(path, { timeout: BUSY_TIMEOUT_MS });
  try {
    opened.exec('PRAGMA query_only = 1; PRAGMA cache_size = -16384; SELECT 1 FROM sqlite_schema LIMIT 1');
    return opened;
  } catch (error) {
    opened.close();
    if (path === workerData.immutableAddress || !error.code?.startsWith('SQLITE_CANTOPEN')) throw error;
    return null;
  }
}

/** @type {Map<string, import('libsql').Statement>} */
const statements = new Map();

/** Runs a statement that writes files but changes no rows. Waits `waitMs` for locks, because it may block writers meanwhile. */
function write(sql, values, waitMs) {
  connection.exec(`PRAGMA query_only = 0; PRAGMA busy_timeout = ${waitMs}`);
  try {
    return connection.prepare(sql).all(...values);
  } finally {
    connection.exec(`PRAGMA query_only = 1; PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
  }
}

function query(sql, values) {
  let statement = statements.get(sql);
  if (!statement) {
    statement = connection.prepare(sql);
    statements.set(sql, statement);
  }
  return statement.all(...values);
}

parentPort?.on('message', ({ id, sql, values, writes, waitMs, close }) => {
  if (close) {
    connection.close();
    parentPort.close();
    return;
  }
  try {
    parentPort.postMessage({ id, rows: writes ? write(sql, values, waitMs) : query(sql, values) });
  } catch (error) {
    parentPort.postMessage({ id, error: { message: String(error.message), code: error.code } });
  }
});
