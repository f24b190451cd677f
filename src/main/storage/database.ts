// A connection to a SQLite database. Only this module and `catalog/reader-worker.js` open one.
import { closeSync, existsSync, openSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import Sqlite from 'libsql';
import type { z } from 'zod';
import { fitting } from '../../shared/fitting.ts';
import { closedError, StorageError } from './durable-file.ts';
import { prepare, type Statement } from './statements.js';

/** SQLite returns blobs as `Buffer`. */
export type Value = string | number | null | Uint8Array;
type Row = Readonly<Record<string, Value>> & { readonly id: string };

/** How long to wait for another connection's write, in ms. */
const BUSY_TIMEOUT_MS = 5_000;
/** Of a connection's pages. */
const CACHE_KIB = 16 * 1024;
/** The number of rows in one batch. */
const BATCH = 100;
/** `defer` collects up to this many rows and characters. */
const DEFERRED = { rows: 50, characters: 16_384 };

export class DamagedDatabaseError extends StorageError {
  override readonly name = 'DamagedDatabaseError';
}

/**
 * Uses WAL mode; a commit is durable when it returns (`synchronous=FULL`). All calls are synchronous and throw
 * `StorageError`, or `DamagedDatabaseError` if the file is damaged.
 */
export class Database {
  /** Names the database in errors for the seller. */
  readonly what: string;
  /** Called before a `DamagedDatabaseError` is thrown. */
  onDamage: ((error: DamagedDatabaseError) => void) | null = null;
  onCommit: (() => void) | null = null;
  readonly #connection: Sqlite.Database;
  readonly #statements = new Map<string, Statement>();
  /** The deferred rows as JSON, by their statement. */
  readonly #deferred = new Map<string, string[]>();
  #deferredCharacters = 0;
  #isInTransaction = false;
  #isOpen = true;

  constructor(
    readonly path: string,
    { what, readonly = false }: { readonly what: string; readonly readonly?: boolean },
  ) {
    this.what = what;
    this.#connection = this.#connect(readonly);
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  all<Row>(sql: string, ...values: readonly Value[]): Row[] {
    return this.#try(() => this.#statement(sql).all(values) as Row[]);
  }

  get<Row>(sql: string, ...values: readonly Value[]): Row | undefined {
    return this.#try(() => this.#statement(sql).get(values) as Row | undefined);
  }

  /** Returns the first column of the first row; undefined if there is none. */
  value<T>(sql: string, ...values: readonly Value[]): T | undefined {
    const row = this.get<Record<string, T>>(sql, ...values);
    return row && Object.values(row)[0];
  }

  /** Returns the first column of all rows. */
  column<T>(sql: string, ...values: readonly Value[]): T[] {
    return this.all<Record<string, T>>(sql, ...values).map((row) => Object.values(row)[0] as T);
  }

  /** Parses the first row's record, which is JSON in its first column. */
  record<T>(sql: string, ...values: readonly Value[]): T | undefined {
    const record = this.value<string>(sql, ...values);
    return record === undefined ? undefined : this.parse<T>(record);
  }

  records<T>(sql: string, ...values: readonly Value[]): T[] {
    return this.column<string>(sql, ...values).map((record) => this.parse<T>(record));
  }

  /**
   * Yields the rows of a table in the order of a key, in batches, so that they need not fit into memory.
   *
   * @param sql its first parameter is the key after which a batch begins
   * @param first a value before all keys
   */
  *batches<Row>(sql: string, first: Value, keyOf: (row: Row) => Value, ...values: Value[]): Generator<Row[]> {
    for (let after = first; ; ) {
      const rows: Row[] = this.all(`${sql} LIMIT ${BATCH}`, after, ...values);
      if (rows.length > 0) yield rows;
      const last = rows.at(-1);
      if (!last || rows.length < BATCH) return;
      after = keyOf(last);
    }
  }

  /**
   * Returns the number of changed rows. Outside a transaction it opens one: in the library, a statement that finds the
   * database locked stays open, and from then on nothing that the connection writes is committed.
   */
  run(sql: string, ...values: readonly Value[]): number {
    if (!this.#isInTransaction) return this.transaction(() => this.run(sql, ...values));
    return this.#try(() => this.#statement(sql).run(values));
  }

  /**
   * Collects rows for one statement, which runs before the commit, or earlier if there are many. Use inside a transaction.
   *
   * @param sql its parameter is a JSON array of the rows
   */
  defer(sql: string, row: readonly Value[]): void {
    const rows = this.#deferred.get(sql) ?? [];
    this.#deferred.set(sql, rows);
    const json = JSON.stringify(row);
    rows.push(json);
    this.#deferredCharacters += json.length;
    if (rows.length >= DEFERRED.rows || this.#deferredCharacters >= DEFERRED.characters) this.runDeferred();
  }

  /** Call before a statement that needs the deferred rows. */
  runDeferred(): void {
    const statements = [...this.#deferred];
    this.#dropDeferred();
    for (const [sql, rows] of statements) this.run(sql, `[${rows.join(',')}]`);
  }

  #dropDeferred(): void {
    this.#deferred.clear();
    this.#deferredCharacters = 0;
  }

  /** Inserts a row, or changes the existing one with its id. */
  put(table: string, row: Row): void {
    const names = Object.keys(row);
    this.run(upsert(table, names, `VALUES (${names.map(() => '?').join(', ')})`), ...Object.values(row));
  }

  /** Does the same with rows that have the same columns, none of them a blob. */
  putAll(table: string, rows: readonly Row[]): void {
    const names = Object.keys(rows[0] ?? {});
    const values = names.map((_, index) => `value ->> ${index}`).join(', ');
    const json = JSON.stringify(rows.map((row) => Object.values(row)));
    this.run(upsert(table, names, `SELECT ${values} FROM json_each(?) WHERE true`), json);
  }

  /** Parses a record that was stored as JSON. Throws `DamagedDatabaseError`, also if it does not fit. */
  parse<T>(record: string, schema?: z.ZodType): T {
    try {
      const value: unknown = JSON.parse(record);
      if (schema && fitting(schema, value) === null) throw new Error('A record does not fit');
      return value as T;
    } catch (cause) {
      throw this.#reported(new DamagedDatabaseError(this.what, cause));
    }
  }

  exec(sql: string): void {
    this.#try(() => this.#connection.exec(sql));
  }

  /**
   * Commits everything that `act` writes, or nothing. A nested call joins the outer transaction.
   *
   * @param isDurable false if the commit need not wait for the disk: a power cut may undo it, until a later durable commit
   */
  transaction<Result>(act: () => Result, isDurable = true): Result {
    if (this.#isInTransaction) return act();
    if (!isDurable) this.exec('PRAGMA synchronous = NORMAL');
    try {
      this.#begin();
      const result = act();
      this.#commit();
      return result;
    } catch (error) {
      this.#rollBack();
      throw error;
    } finally {
      if (!isDurable) this.exec('PRAGMA synchronous = FULL');
    }
  }

  /**
   * Like `transaction`, for writes that take more than a turn of the event loop. Nothing else may use the connection
   * meanwhile, because its writes would join this transaction.
   */
  async longTransaction<Result>(act: () => Promise<Result>): Promise<Result> {
    this.#begin();
    try {
      const result = await act();
      this.#commit();
      return result;
    } catch (error) {
      this.#rollBack();
      throw error;
    }
  }

  #begin(): void {
    this.exec('BEGIN IMMEDIATE');
    this.#isInTransaction = true;
  }

  #commit(): void {
    this.runDeferred();
    this.exec('COMMIT');
    this.#isInTransaction = false;
    this.onCommit?.();
  }

  /**
   * Resolves once the files are released; rename or replace no file before. The last connection to close checkpoints
   * the WAL and removes it by its path.
   */
  async close(): Promise<void> {
    const hasStatements = this.#statements.size > 0;
    this.end();
    if (hasStatements) await collectStatements(`${this.path}-wal`);
  }

  /** Closes the connection; its files are released later. Use it while another connection stays open. */
  end(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#statements.clear();
    this.#connection.close();
  }

  /** Ignores the error if SQLite has already rolled back. */
  #rollBack(): void {
    if (!this.#isInTransaction) return;
    this.#dropDeferred();
    this.#isInTransaction = false;
    try {
      this.#connection.exec('ROLLBACK');
    } catch (error) {
      if (this.#connection.inTransaction) console.error('A transaction could not be rolled back', error);
    }
  }

  #connect(readonly: boolean): Sqlite.Database {
    let connection: Sqlite.Database | null = null;
    // The library does not enforce its `readonly` option.
    const pragmas = readonly
      ? 'PRAGMA query_only = 1; SELECT 1 FROM sqlite_schema LIMIT 1'
      : 'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA fullfsync = 1';
    try {
      connection = connect(this.path, BUSY_TIMEOUT_MS);
      connection.exec(`PRAGMA cache_size = -${CACHE_KIB}; ${pragmas}`);
      return connection;
    } catch (error) {
      connection?.close();
      // The library's error has no code if the file cannot be opened.
      if (codeOf(error) === '') Object.assign(error as Error, { code: 'SQLITE_CANTOPEN' });
      throw storageErrorOf(error, this.what);
    }
  }

  #statement(sql: string): Statement {
    const statement = this.#statements.get(sql) ?? prepare(this.#connection, sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  #try<Result>(act: () => Result): Result {
    if (!this.#isOpen) throw closedError(this.what);
    try {
      return act();
    } catch (cause) {
      throw this.#reported(storageErrorOf(cause, this.what));
    }
  }

  #reported(error: unknown): unknown {
    if (error instanceof DamagedDatabaseError) this.onDamage?.(error);
    return error;
  }
}

const upsert = (table: string, names: readonly string[], rows: string): string =>
  `INSERT INTO ${table}(${names.join(', ')}) ${rows}
    ON CONFLICT(id) DO UPDATE SET ${names.map((name) => `${name} = excluded.${name}`).join(', ')}`;

/** Creates a missing file for this user only: SQLite would let everybody read it. `timeout`: how long to wait for locks, in ms. */
export function connect(path: string, timeout: number): Sqlite.Database {
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600));
  return new Sqlite(path, { timeout });
}

/** On a busy machine some statements are finalized later than others. Another open connection also keeps the log. */
const MAX_COLLECTIONS = 5;

/**
 * In libsql 0.5 a statement keeps its connection and the files open until it is garbage-collected
 * (https://github.com/tursodatabase/libsql-js/issues/228). The log disappears when the last connection is closed.
 */
async function collectStatements(log: string): Promise<void> {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('globalThis.gc') as (() => void) | undefined;
  for (let count = 0; count < MAX_COLLECTIONS; count += 1) {
    collectGarbage?.();
    // Node finalizes native objects only after the collection.
    await setImmediate();
    if (!existsSync(log)) return;
  }
}

/** Converts SQLite's errors. Errors that are a mistake in this app's code stay as they are. */
export function storageErrorOf(error: unknown, what: string): unknown {
  const code = codeOf(error);
  const isDamaged = /^SQLITE_(CORRUPT|NOTADB)/.test(code) || (error as Error | null)?.message === 'malformed JSON';
  if (isDamaged) return new DamagedDatabaseError(what, error);
  const isOfDisk = /^SQLITE_(FULL|IOERR|READONLY|CANTOPEN|PERM|BUSY|LOCKED|NOMEM|TOOBIG)/.test(code);
  return isOfDisk ? new StorageError(what, error) : error;
}

/** SQLite's results by their numbers. The library does not name every extended code; each has one of these in its last byte. */
const RESULTS: Readonly<Record<number, string>> = { 8: 'READONLY', 10: 'IOERR', 11: 'CORRUPT', 14: 'CANTOPEN' };

function codeOf(error: unknown): string {
  const code = (error as NodeJS.ErrnoException | null)?.code ?? '';
  const result = RESULTS[Number(/^UNKNOWN_SQLITE_ERROR_(\d+)$/.exec(code)?.[1]) & 0xff];
  return result ? `SQLITE_${result}` : code;
}
