// Reads and archives the JSON files in which earlier versions kept a store's catalog.
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { fitting } from '../../shared/fitting.ts';
import { texts } from '../../shared/texts/main.ts';
import { Database } from '../storage/database.ts';
import { StorageError } from '../storage/durable-file.ts';
import { syncFolder } from '../storage/folders.ts';
import { NewerVersionError } from '../storage/newer-version.ts';
import { copyAside, moveAside, type SetAside } from '../storage/set-aside.ts';
import { parseAction } from '../sync/outbox/action.ts';
import {
  importRecordSchema,
  importRowSchema,
  linkRecordSchema,
  productRecordSchema,
  saleRecordSchema,
} from './records.ts';

const ARCHIVE_FOLDER = 'before-sqlite';
const ROWS = 'import-rows';
const SEGMENT_NAME = /^segment-\d{8}\.json$/;
/** Rows were stored in parts of this many; the id of a part is its number. */
export const ROWS_PER_PART = 250;
const VERSION = 1;
/** The longest time without yielding to the event loop, in ms. */
const TURN_MS = 10;

const oldImportSchema = importRecordSchema.extend({
  /** One character for each row: "1" when its link was accepted. */
  made: z.string(),
});
export type OldImport = z.infer<typeof oldImportSchema>;

const partSchema = z.object({ id: z.string().regex(/^\d{8}$/), rows: z.array(importRowSchema) });
export type ImportPart = z.infer<typeof partSchema>;

interface Identified {
  readonly id: string;
}
type Parse = (record: unknown) => Identified | null;

const parser =
  (schema: z.ZodType<Identified>): Parse =>
  (record) =>
    fitting(schema, record);

const PARSERS = {
  products: parser(productRecordSchema),
  links: parser(linkRecordSchema),
  history: parseAction,
  sales: parser(saleRecordSchema),
  imports: parser(oldImportSchema),
} satisfies Readonly<Record<string, Parse>>;
export type OldKind = keyof typeof PARSERS;
const KINDS = Object.keys(PARSERS) as readonly OldKind[];
const FOLDERS: readonly string[] = [...KINDS, ROWS];

/** A file that could not be read completely; `kept`: the number of records that could. */
interface DamagedFile {
  readonly kind: string;
  readonly name: string;
  readonly reason: string;
  readonly kept: number;
}

export class OldLayout {
  readonly #folder: string;
  readonly #what: string;

  /** `folder`: the store's. `what`: its name in errors for the seller. */
  constructor(folder: string, what: string) {
    this.#folder = folder;
    this.#what = what;
  }

  get exists(): boolean {
    return FOLDERS.some((name) => existsSync(join(this.#folder, name)));
  }

  /** Reads every file into `records`; `onFile` is called after each. Rejects with `NewerVersionError` or `StorageError`. */
  async read(records: OldRecords, onFile: (read: number, all: number) => void, signal: AbortSignal): Promise<void> {
    const rowFolders = await this.#rowFolders();
    const folders: { readonly kind: string; readonly parse: Parse }[] = [
      ...KINDS.map((kind) => ({ kind, parse: PARSERS[kind] })),
      ...rowFolders.map((kind) => ({ kind, parse: parser(partSchema) })),
    ].filter(({ kind }) => existsSync(join(this.#folder, kind)));
    const lists = await Promise.all(
      folders.map(async (folder) => ({ ...folder, names: await readdir(join(this.#folder, folder.kind)) })),
    );
    const isSegment = (name: string) => SEGMENT_NAME.test(name);
    const all = lists.reduce((sum, { names }) => sum + names.filter(isSegment).length, 0);
    let read = 0;
    for (const { kind, parse, names } of lists) {
      // The records of files that an earlier version set aside are missing.
      if (names.some((name) => name.includes('.damaged-'))) records.incomplete.add(kind);
      // Of two records with the same id, the one in the later file is newer.
      for (const name of names.filter(isSegment).sort()) {
        signal.throwIfAborted();
        const { found, unread } = await this.#readFile(join(this.#folder, kind, name), parse);
        await records.add(kind, found);
        if (unread !== null) records.addDamaged({ kind, name, reason: unread, kept: found.length });
        read += 1;
        onFile(read, all);
      }
    }
  }

  /** `unread`: why some or all records could not be read; null where all could. */
  async #readFile(path: string, parse: Parse): Promise<{ found: Identified[]; unread: string | null }> {
    const { damage } = texts.storage;
    const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EIO') throw new StorageError(this.#what, error);
      return error;
    });
    if (typeof text !== 'string') return { found: [], unread: text.message };
    let content: unknown;
    try {
      content = JSON.parse(text);
    } catch (error) {
      return { found: [], unread: (error as Error).message };
    }
    const { version, records } = (content ?? {}) as { version?: unknown; records?: unknown };
    if (typeof version === 'number' && Number.isInteger(version) && version > VERSION) {
      throw new NewerVersionError(this.#what, path, version, VERSION);
    }
    if (version !== VERSION || !Array.isArray(records)) return { found: [], unread: damage.unknownLayout };
    const found = records.map(parse).filter((record) => record !== null);
    const lost = records.length - found.length;
    return { found, unread: lost === 0 ? null : damage.recordsNotRead({ records: lost }) };
  }

  async #rowFolders(): Promise<string[]> {
    const folder = join(this.#folder, ROWS);
    if (!existsSync(folder)) return [];
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => rowsOf(name));
  }

  /** Archives the files once the database has their records; continues after a crash. Returns the damaged ones. */
  async archive(damaged: readonly DamagedFile[] = []): Promise<SetAside[]> {
    if (!this.exists) return [];
    const kept = join(this.#folder, ARCHIVE_FOLDER);
    // Move this first: the folders that remain show that the import is unfinished.
    await rm(join(this.#folder, 'counts.json'), { force: true });
    await mkdir(kept, { recursive: true, mode: 0o700 });
    for (const name of FOLDERS) {
      const from = join(this.#folder, name);
      if (existsSync(from)) await rename(from, freeName(join(kept, name)));
    }
    await syncFolder(kept);
    await syncFolder(this.#folder);
    return damaged.flatMap(({ kind, name, reason, kept: records }) => {
      const file = join(kept, kind, name);
      if (!existsSync(file)) return [];
      const aside = records > 0 ? copyAside(file, reason, records) : moveAside(file, reason);
      // Rows of imports are in a folder for each import; the message names `imports`.
      return { ...aside, file: kind.startsWith(ROWS) ? join(kept, 'imports', name) : file };
    });
  }
}

/** An older version that was started in between creates these folders again. */
function freeName(path: string): string {
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? path : `${path}-${number}`;
    if (!existsSync(free)) return free;
  }
}

/** The kind, and folder, of the rows of an import. */
export const rowsOf = (importId: string): string => `${ROWS}/${importId}`;

/** A temporary database of the records, which sorts them by id and keeps the later of two with the same id. */
export class OldRecords {
  readonly damaged: DamagedFile[] = [];
  /** Kinds with unreadable records, now or earlier. */
  readonly incomplete = new Set<string>();
  readonly #database: Database;

  constructor(path: string, what: string) {
    this.#database = new Database(path, { what });
    try {
      this.#database.exec(`PRAGMA synchronous = OFF;
        CREATE TABLE records (kind TEXT NOT NULL, id TEXT NOT NULL, record TEXT NOT NULL, PRIMARY KEY (kind, id))
          STRICT, WITHOUT ROWID`);
    } catch (error) {
      void this.close();
      throw error;
    }
  }

  async add(kind: string, records: readonly Identified[]): Promise<void> {
    for (let from = 0; from < records.length; ) {
      const until = performance.now() + TURN_MS;
      this.#database.transaction(() => {
        for (; from < records.length && performance.now() < until; from += 1) {
          const record = records[from];
          if (record) {
            const sql = 'INSERT OR REPLACE INTO records VALUES (?, ?, ?)';
            this.#database.run(sql, kind, record.id, JSON.stringify(record));
          }
        }
      });
      await setImmediate();
    }
  }

  addDamaged(file: DamagedFile): void {
    this.damaged.push(file);
    this.incomplete.add(file.kind);
  }

  has(kind: OldKind, id: string): boolean {
    return this.#database.get('SELECT 1 FROM records WHERE kind = ? AND id = ?', kind, id) !== undefined;
  }

  get size(): number {
    return this.#database.get<{ rows: number }>('SELECT count(*) AS rows FROM records')?.rows ?? 0;
  }

  /** All records of a kind as JSON, by id, in batches. */
  *all(kind: string, atATime = 100): Generator<string[]> {
    for (let after = ''; ; ) {
      const rows = this.#database.all<{ id: string; record: string }>(
        'SELECT id, record FROM records WHERE kind = ? AND id > ? ORDER BY id LIMIT ?',
        kind,
        after,
        atATime,
      );
      const last = rows.at(-1);
      if (!last) return;
      yield rows.map(({ record }) => record);
      after = last.id;
    }
  }

  close(): Promise<void> {
    return this.#database.close();
  }
}
