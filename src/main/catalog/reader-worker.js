// Runs slow queries on one database file in a thread of its own: a plain module, because a worker is started from a file.
//
// Message in: { id, sql, values, writes, waitMs } (`values` for queries only) or { id, checksTexts }.
// Message out: { id, rows } or { id, error: { message, code } }.
import { isUtf8 } from 'node:buffer';
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

/**
 * Throws where a text is not UTF-8, or a record is not JSON: SQLite's own checks do not notice that. Texts are read as blobs,
 * because the library aborts the process otherwise.
 */
function checkTexts() {
  checkRows(
    "SELECT CAST(group_concat(name || char(10) || coalesce(sql, '')) AS BLOB) AS text, 1 AS valid FROM sqlite_schema",
  );
  for (const { name } of query("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'", [])) {
    const columns = query('SELECT name FROM pragma_table_info(?)', [name]).map((column) => column.name);
    const texts = columns.map((column) => `CASE typeof(${column}) WHEN 'text' THEN ${column} ELSE '' END`);
    const valid = columns.includes('record') ? 'json_valid(record)' : '1';
    checkRows(`SELECT CAST(${texts.join(' || char(10) || ')} AS BLOB) AS text, ${valid} AS valid FROM ${name}`);
  }
}

function checkRows(sql) {
  for (const { text, valid } of connection.prepare(sql).iterate()) {
    if (valid && (text === null || isUtf8(text))) continue;
    throw Object.assign(new Error('A text is damaged'), { code: 'SQLITE_CORRUPT' });
  }
}

let busyTimeoutMs = BUSY_TIMEOUT_MS;

function setBusyTimeout(ms) {
  if (ms === busyTimeoutMs) return;
  connection.exec(`PRAGMA busy_timeout = ${ms}`);
  busyTimeoutMs = ms;
}

/** Waits `waitMs` for locks: for less than usual where it may block writers meanwhile. */
function answer({ sql, values, writes, waitMs = BUSY_TIMEOUT_MS, checksTexts }) {
  setBusyTimeout(waitMs);
  if (checksTexts) checkTexts();
  else if (writes) write(sql);
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
