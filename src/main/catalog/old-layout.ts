// The JSON files in which earlier versions kept a store's catalog: where they are, what is in them, and where they go.
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

/** Where the files go once the database has their records. */
const ARCHIVE_FOLDER = 'before-sqlite';
const ROWS = 'import-rows';
const SEGMENT_NAME = /^segment-\d{8}\.json$/;
/** Rows were stored in parts of this many; the id of a part is its number. */
export const ROWS_PER_PART = 250;
/** The files were all of this version. */
const VERSION = 1;
/** How long records are stored before others get their turn, in ms. */
const TURN_MS = 10;

const oldImportSchema = importRecordSchema.extend({
  /** One character a row, in their order: "1" when its link was accepted. */
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

/** How the records of each folder are checked. */
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

/** A file of which something could not be read; `kept` counts the records that could. */
interface DamagedFile {
  readonly kind: string;
  readonly name: string;
  readonly reason: string;
  readonly kept: number;
}

export class OldLayout {
  readonly #folder: string;
  readonly #what: string;

  /** `folder`: the store's. `what`: what is in it, for errors that a seller reads. */
  constructor(folder: string, what: string) {
    this.#folder = folder;
    this.#what = what;
  }

  /** Whether there are files of it. */
  get exists(): boolean {
    return FOLDERS.some((name) => existsSync(join(this.#folder, name)));
  }

  /**
   * Reads every file into `records`, and changes none. `onFile` is called after each. Rejects with `NewerVersionError` for a
   * file of a newer app, and with `StorageError` where the records cannot be stored.
   */
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
      // An earlier app may have set files aside, whose records are missing here.
      if (names.some((name) => name.includes('.damaged-'))) records.incomplete.add(kind);
      // Of two records with one id, the one in the later file is the newer one.
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

  /** The records of a file, and why some or all of it could not be read; null where all could. */
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
    return { found, unread: lost === 0 ? null : damage.recordsNotRead(lost) };
  }

  async #rowFolders(): Promise<string[]> {
    const folder = join(this.#folder, ROWS);
    if (!existsSync(folder)) return [];
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => rowsOf(name));
  }

  /**
   * Moves the files out of the way, once the database has their records; goes on where a crash has cut it short. Returns what
   * was set aside of them.
   */
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
      // Named by what is in it: rows of imports are in a folder for each import.
      return { ...aside, file: kind.startsWith(ROWS) ? join(kept, 'imports', name) : file };
    });
  }
}

/** An older app that was started in between makes these folders anew. */
function freeName(path: string): string {
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? path : `${path}-${number}`;
    if (!existsSync(free)) return free;
  }
}

/** The folder, and the kind, of the rows of an import. */
export const rowsOf = (importId: string): string => `${ROWS}/${importId}`;

/**
 * The records as they were read, in a database of their own that is thrown away: so they come out in the order of their ids,
 * however many there are, and of two with one id the later one.
 */
export class OldRecords {
  readonly damaged: DamagedFile[] = [];
  /** Kinds of which some record could not be read, now or earlier. */
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

  /** All of a kind in the order of their ids, as JSON, some at a time. */
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
