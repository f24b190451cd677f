// Runs queries on one database file in a worker thread. Plain JavaScript, because a worker starts from a file.
//
// Receives { sql, values, port } or { close: true }. Sends { rows } or { error: { message, code } } to the port.
import { parentPort, workerData } from 'node:worker_threads';
import Sqlite from 'libsql';
import { prepare } from '../storage/statements.js';

/** How long a query waits for locks, in ms. */
const LOCK_WAIT_MS = 5_000;

let connection = null;
const statements = new Map();

function connect() {
  const opened = new Sqlite(workerData, { timeout: LOCK_WAIT_MS });
  // Checkpoints run here too, and on macOS only `fullfsync` makes the log durable before its pages.
  opened.exec(
    'PRAGMA fullfsync = 1; PRAGMA checkpoint_fullfsync = 1; PRAGMA query_only = 1; PRAGMA cache_size = -16384',
  );
  opened.exec('SELECT 1 FROM sqlite_schema LIMIT 1');
  return opened;
}

function query(sql, values) {
  connection ??= connect();
  const statement = statements.get(sql) ?? prepare(connection, sql);
  statements.set(sql, statement);
  return statement.all(values);
}

parentPort?.on('message', ({ sql, values, port, close }) => {
  if (close) {
    connection?.close();
    parentPort.close();
    return;
  }
  try {
    port.postMessage({ rows: query(sql, values) });
  } catch (error) {
    // The library's error has no code if the file cannot be opened.
    const code = connection ? error.code : error.code || 'SQLITE_CANTOPEN';
    port.postMessage({ error: { message: String(error.message), code } });
  }
});
