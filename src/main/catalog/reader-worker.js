// Runs queries on one database file in a worker thread. Plain JavaScript, because a worker starts from a file.
//
// Receives { id, sql, values } or { close: true }. Sends { id, rows } or { id, error: { message, code } }.
import { parentPort, workerData } from 'node:worker_threads';
import Sqlite from 'libsql';
import { prepare } from '../storage/statements.js';

/** How long a query waits for locks, in ms. */
const LOCK_WAIT_MS = 5_000;

const connection = new Sqlite(workerData, { timeout: LOCK_WAIT_MS });
connection.exec('PRAGMA query_only = 1; PRAGMA cache_size = -16384; SELECT 1 FROM sqlite_schema LIMIT 1');

const statements = new Map();

function query(sql, values) {
  const statement = statements.get(sql) ?? prepare(connection, sql);
  statements.set(sql, statement);
  return statement.all(values);
}

parentPort?.on('message', ({ id, sql, values, close }) => {
  if (close) {
    connection.close();
    parentPort.close();
    return;
  }
  try {
    parentPort.postMessage({ id, rows: query(sql, values) });
  } catch (error) {
    parentPort.postMessage({ id, error: { message: String(error.message), code: error.code } });
  }
});
