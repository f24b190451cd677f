// Importing payment links: the file being looked at, the imports that were begun, and the making of their links.
import type { ImportChoices, ImportDraftView, ImportRow, ImportView } from '../../../shared/link-import.ts';
import { ok, type Result, refuse } from '../../../shared/problem.ts';
import { texts } from '../../../shared/texts/main.ts';
import type { Collection } from '../../storage/collection.ts';
import type { Document } from '../../storage/document.ts';
import type { OpenStore } from '../open-store.ts';
import { BegunRows } from './begun-rows.ts';
import { ImportDraft, type Source } from './draft.ts';
import { withRemembered } from './memory.ts';
import type { ColumnMemory, ImportPart, ImportRecord, StoredRow } from './records.ts';
import { ImportRun } from './run.ts';
import { ImportStanding, madeOf } from './standing.ts';
import { newImport } from './writing.ts';

const words = texts.linkImport;

/** Where imports lie. Rows are read only when an import is looked at or not finished. */
export interface ImportFiles {
  readonly records: Collection<ImportRecord>;
  readonly memory: Document<ColumnMemory>;
  rowsOf(importId: string): readonly ImportPart[];
  keepRows(importId: string, parts: readonly ImportPart[]): Promise<void>;
  removeRows(importId: string): Promise<void>;
  /** Ids of the imports that have rows on disk. */
  withRows(): readonly string[];
}

export type ImportFilter = 'all' | 'problems';

export class Imports {
  readonly #store: OpenStore;
  readonly #files: ImportFiles;
  #draft: ImportDraft | null = null;
  readonly #rows: BegunRows;
  readonly #runs = new Map<string, ImportRun>();
  /** Why a run stopped, also where the disk was too full to note it. */
  readonly #stops = new Map<string, string>();
  readonly #standing: ImportStanding;
  #stopped = false;

  constructor(store: OpenStore, files: ImportFiles) {
    this.#store = store;
    this.#files = files;
    this.#rows = new BegunRows(store, (id) => files.rowsOf(id));
    this.#standing = new ImportStanding(store, files.records, this.#rows, {
      isRunning: (id) => this.#runs.has(id),
      stopped: (id) => this.#stops.get(id),
    });
  }

  /** Removes what a crash left of imports that were never begun, and looks at those that were not finished. */
  start(): void {
    for (const id of this.#files.withRows()) {
      if (this.#files.records.get(id)) continue;
      this.#files
        .removeRows(id)
        .catch((error: unknown) => console.error('The rows of an import that was never begun stay', error));
    }
    for (const record of this.#files.records.values()) {
      const interrupted = madeOf(record) < record.chosen && record.stopped === '';
      const { made, chosen } = interrupted ? this.#standing.view(record) : { made: 0, chosen: 0 };
      if (made < chosen) this.#store.parts.onImportLeft?.(record.name, made, chosen);
    }
    this.#standing.look();
  }

  /** Something changed in the store: an address may have come. */
  changed(): void {
    this.#standing.look();
  }

  /** Stops what is running after its batch. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#standing.stop();
    for (const run of this.#runs.values()) run.interrupt();
    await Promise.all([...this.#runs.values()].map((run) => run.ended));
  }

  // ---- the file being looked at

  async read(name: string, source: Source): Promise<Result<{ id: string }>> {
    const draft = new ImportDraft(this.#store, name, source, () => this.#files.memory.value);
    const why = await draft.open();
    if (why !== null) return refuse('invalid', why);
    this.#draft = draft;
    this.#check(draft);
    return ok({ id: draft.id });
  }

  #check(draft: ImportDraft): void {
    void draft.check(() => this.#store.parts.onChange());
  }

  draft(): ImportDraftView | null {
    const draft = this.#draft;
    if (!draft) return null;
    if (draft.isChecked && draft.isStale) this.#check(draft);
    const { hash } = draft;
    const before = [...this.#files.records.values()]
      .filter((record) => record.hash === hash)
      .map((record) => ({ id: record.id, name: record.name, at: record.createdAt, made: madeOf(record) }));
    return { ...draft.facts(), before };
  }

  async change(id: string, change: Partial<ImportChoices>): Promise<Result<void>> {
    const draft = this.#draft;
    if (draft?.id !== id) return refuse('not-found', words.draft.closed);
    const why = await draft.change(change);
    this.#check(draft);
    return why === null ? ok(undefined) : refuse('invalid', words.draft.notReadSo(why));
  }

  choose(id: string, rows: readonly number[] | null, on: boolean): Result<void> {
    if (this.#draft?.id !== id) return refuse('not-found', words.draft.closed);
    this.#draft.choose(rows, on);
    this.#store.parts.onChange();
    return ok(undefined);
  }

  close(id: string): void {
    if (this.#draft?.id !== id) return;
    this.#draft = null;
    this.#store.parts.onChange();
  }

  // ---- making links

  /** Writes the import down with the ids of its links, then begins to make them. Resolves when it is written down. */
  async create(id: string): Promise<Result<{ id: string }>> {
    const draft = this.#draft;
    if (draft?.id !== id) return refuse('not-found', words.draft.closed);
    const [problem] = draft.problems;
    if (problem !== undefined) return refuse('invalid', problem);
    if (!draft.isChecked || draft.isStale) return refuse('conflict', words.draft.stillChecking);
    if (draft.chosen === 0) return refuse('invalid', words.draft.noneChosen);
    // Pressed twice, the second finds no file.
    this.#draft = null;
    try {
      const record = await this.#writeDown(draft);
      this.#store.parts.onChange();
      // At the next start it is told, and can be gone on with.
      if (!this.#stopped) this.#run(record.id);
      return ok({ id: record.id });
    } catch (error) {
      this.#draft ??= draft;
      throw error;
    }
  }

  async #writeDown(draft: ImportDraft): Promise<ImportRecord> {
    const { record, rows, parts } = newImport(this.#store, draft);
    try {
      await this.#files.keepRows(record.id, parts);
      await this.#files.records.commit({ put: [record] });
    } catch (error) {
      await this.#files.removeRows(record.id).catch(() => undefined);
      throw error;
    }
    this.#rows.keep(record.id, rows);
    await this.#remember(draft);
    return record;
  }

  /** The next file with these columns is read in the same way. Not worth a refusal when it cannot be written. */
  async #remember(draft: ImportDraft): Promise<void> {
    const { memory } = this.#files;
    await memory
      .save(withRemembered(memory.value, draft.columns, draft.choices))
      .catch((error: unknown) => console.error('What the columns mean could not be remembered', error));
  }

  #run(id: string): void {
    const run = new ImportRun(this.#store, this.#files.records, id, this.#rows.of(id));
    this.#runs.set(id, run);
    void run.ended.finally(() => {
      this.#runs.delete(id);
      this.#stops.set(id, run.stopped);
      this.#store.parts.onChange();
      this.#standing.look();
    });
    this.#store.parts.onChange();
  }

  /** Makes what was chosen and is not made yet. */
  goOn(id: string): Result<void> {
    const record = this.#files.records.get(id);
    if (!record) return refuse('not-found', words.gone);
    if (this.#runs.has(id)) return ok(undefined);
    if (this.#stopped) return refuse('conflict', texts.stores.closing);
    this.#run(id);
    return ok(undefined);
  }

  /** Resolves when the batch under way has ended. What is made stays made. */
  async cancel(id: string): Promise<Result<void>> {
    const run = this.#runs.get(id);
    run?.cancel();
    await run?.ended;
    return ok(undefined);
  }

  /** Takes an import from the list; its links stay. */
  async remove(id: string): Promise<Result<void>> {
    if (this.#runs.has(id)) return refuse('conflict', words.stillMaking);
    if (!this.#files.records.get(id)) return refuse('not-found', words.gone);
    await this.#files.records.commit({ remove: [id] });
    this.#rows.drop(id);
    await this.#files
      .removeRows(id)
      .catch((error: unknown) =>
        console.error('The rows of a removed import are still there; they go at the next start', error),
      );
    this.#store.parts.onChange();
    return ok(undefined);
  }

  // ---- what was begun

  list(): ImportView[] {
    return [...this.#files.records.values()]
      .sort((a, b) => (a.id < b.id ? 1 : -1))
      .map((record) => this.#standing.view(record));
  }

  get(id: string): ImportView | null {
    const record = this.#files.records.get(id);
    return record ? this.#standing.view(record) : null;
  }

  record(id: string): ImportRecord | null {
    return this.#files.records.get(id) ?? null;
  }

  /** A page of the rows of the file being looked at, or of an import. */
  page(
    importId: string | null,
    filter: ImportFilter,
    offset: number,
    limit: number,
  ): { total: number; rows: ImportRow[] } {
    if (importId === null) return this.#draft?.page(offset, limit, filter === 'problems') ?? { total: 0, rows: [] };
    const record = this.#files.records.get(importId);
    return record ? this.#rows.page(record, filter === 'problems', offset, limit) : { total: 0, rows: [] };
  }

  /** Every row with how it stands now, in order. */
  everyRow(record: ImportRecord): Generator<{ readonly row: StoredRow; readonly view: ImportRow }> {
    return this.#rows.every(record);
  }
}
