// Runs slow queries on one database file in a thread of its own: a plain module, because a worker is started from a file.
//
// Message in: { id, sql, values, writes, waitMs } (`values` for queries only).
// Message out: { id, rows } or { id, error: { message, code } }.
import { parentPort, workerData } from 'node:worker_threads';
import Sqlite from 'libsql';
import { prepare } from '../storage/statements.js';

const BUSY_TIMEOUT_MS = 5_000;

const connection = new Sqlite(workerData.path, { timeout: BUSY_TIMEOUT_MS });
connection.exec('PRAGMA query_only = 1; PRAGMA cache_size = -16384; SELECT 1 FROM sqlite_schema LIMIT 1');

const statements = new Map();

/**
 * Runs a statement that writes files but changes no rows. By `exec`: after another method has found the database locked, its
 * statement stays open, and the connection keeps the lock of its next write.
 */
function write(sql) {
  connection.exec('PRAGMA query_only = 0');
  try {
    connection.exec(sql);
  } finally {
    connection.exec('PRAGMA query_only = 1');
  }
}

function query(sql, values) {
  let statement = statements.get(sql);
  if (!statement) {
    statement = prepare(connection, sql);
    statements.set(sql, statement);
  }
  return statement.all(values);
}

let busyTimeoutMs = BUSY_TIMEOUT_MS;

function setBusyTimeout(ms) {
  if (ms === busyTimeoutMs) return;
  connection.exec(`PRAGMA busy_timeout = ${ms}`);
  busyTimeoutMs = ms;
}

/** Waits `waitMs` for locks: for less than usual where it may block writers meanwhile. */
function answer({ sql, values, writes, waitMs = BUSY_TIMEOUT_MS }) {
  setBusyTimeout(waitMs);
  if (writes) write(sql);
  else return query(sql, values);
  return [];
}

parentPort?.on('message', ({ id, close, ...asked }) => {
  if (close) {
    connection.close();
    parentPort.close();
    return;
  }
  try {
    parentPort.postMessage({ id, rows: answer(asked) });
  } catch (error) {
    parentPort.postMessage({ id, error: { message: String(error.message), code: error.code } });
  }
});
