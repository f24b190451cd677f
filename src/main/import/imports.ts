// Imports of payment links: the open file, the imports that were started, and the creation of their links.
import { setImmediate } from 'node:timers/promises';
import type { Output, ParsedInput } from '../../shared/contract.ts';
import type { ImportCell, ImportChange, ImportDraftView, ImportView } from '../../shared/link-import.ts';
import { ok, type Result, refuse } from '../../shared/problem.ts';
import { texts } from '../../shared/texts/main.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { RowChoice } from '../catalog/imports.ts';
import type { ImportRecord } from '../catalog/records.ts';
import type { BatchingStore } from '../links/batches.ts';
import type { Document } from '../storage/document.ts';
import type { StoreContext } from '../store-context.ts';
import { ImportDraft, type Source } from './draft.ts';
import { type ColumnMemory, withRemembered } from './memory.ts';
import { ImportProgress } from './progress.ts';
import { rowView } from './rows.ts';
import { ImportRun } from './run.ts';
import { storeImport } from './writing.ts';

const t = texts.linkImport;

/** Errors of a catalog that was closed, or is damaged; it reports those itself. */
const notCompared = (error: unknown) => console.error('The rows of a file could not be checked to the end', error);

export interface ImportingStore extends StoreContext {
  readonly imports: Imports;
}

export class Imports {
  readonly #store: BatchingStore;
  readonly #catalog: Catalog;
  readonly #memory: Document<ColumnMemory>;
  #draft: ImportDraft | null = null;
  readonly #runs = new Map<string, ImportRun>();
  /** Why a run stopped; kept here too, because the disk may be too full to store it. */
  readonly #stops = new Map<string, string>();
  readonly #progress: ImportProgress;
  /** The rows of an import are being stored. */
  #begins = false;
  #stopped = false;

  constructor(store: BatchingStore, catalog: Catalog, memory: Document<ColumnMemory>) {
    this.#store = store;
    this.#catalog = catalog;
    this.#memory = memory;
    this.#progress = new ImportProgress(store, {
      isRunning: (id) => this.#runs.has(id),
      isAny: () => this.#isCreating,
      stopped: (id) => this.#stops.get(id),
    });
  }

  /** Not all links of an import exist yet, so rows cannot be compared with them. */
  get #isCreating(): boolean {
    return this.#begins || this.#runs.size > 0;
  }

  /** Removes rows that a crash left without an import, and goes on with what a crash interrupted. */
  start(): void {
    void this.#removeRows(this.#catalog.imports.withoutRecord());
    const interrupted = this.#catalog.imports.all().filter((record) => {
      if (record.stopped !== '' || record.settled) return false;
      const { made, chosen } = this.#progress.view(record);
      return made < chosen;
    });
    void this.#goOn(interrupted.map(({ id }) => id));
    this.#progress.look();
  }

  /** The seller has asked for all of their links; rows like links that were created since are left out. */
  async #goOn(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      if (this.#stopped || this.#isCreating) return;
      this.#run(id, true);
      await this.#runs.get(id)?.ended;
    }
  }

  /** Whether links of this import are still being added. */
  isRunning(id: string): boolean {
    return this.#runs.has(id);
  }

  /** To be called when records change: a link may have received its address. */
  changed(): void {
    this.#progress.look();
  }

  /** Stops the running import after its batch. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#progress.stop();
    for (const run of this.#runs.values()) run.interrupt();
    await Promise.all([...this.#runs.values()].map((run) => run.ended));
  }

  // ---- the open file

  async read(name: string, source: Source): Promise<Result<{ id: string }>> {
    const draft = new ImportDraft(this.#store, name, source, () => this.#memory.value);
    const why = await draft.open();
    if (why !== null) return refuse('invalid', why);
    const before = this.#draft;
    this.#draft = draft;
    before?.end();
    if (before) void this.#removeRows([before.id]);
    this.#check(draft);
    return ok({ id: draft.id });
  }

  #check(draft: ImportDraft): void {
    draft.check(() => this.#store.deps.onChange()).catch(notCompared);
  }

  #compareAgain(draft: ImportDraft): void {
    void draft.compareAgain().then(() => this.#store.deps.onChange(), notCompared);
  }

  draft(): ImportDraftView | null {
    const draft = this.#draft;
    if (!draft) return null;
    if (draft.isChecked && draft.isStale) this.#check(draft);
    // A running import changes the links all the time; compare once it has ended.
    else if (draft.isChecked && draft.isOutdated && this.#runs.size === 0) this.#compareAgain(draft);
    return draft.facts();
  }

  async change(id: string, change: ImportChange): Promise<Result<void>> {
    const draft = this.#draft;
    if (draft?.id !== id) return refuse('not-found', t.draft.closed);
    const why = await draft.change(change);
    this.#check(draft);
    return why === null ? ok(undefined) : refuse('invalid', t.draft.notReadSo({ why }));
  }

  async choose(id: string, choice: RowChoice): Promise<Result<void>> {
    if (this.#draft?.id !== id) return refuse('not-found', t.draft.closed);
    await this.#draft.choose(choice);
    this.#store.deps.onChange();
    return ok(undefined);
  }

  cells(id: string, row: number): ImportCell[] | null {
    return this.#draft?.id === id ? this.#draft.cells(row) : null;
  }

  /** Corrects cells of a row. Returns its cells as checked again. */
  async fix(id: string, row: number, fixes: ParsedInput<'imports.fix'>['cells']): Promise<Result<ImportCell[]>> {
    const draft = this.#draft;
    if (draft?.id !== id) return refuse('not-found', t.draft.closed);
    await draft.fix(row, fixes);
    if (!draft.isChecked) this.#check(draft);
    this.#store.deps.onChange();
    return ok(draft.cells(row) ?? []);
  }

  close(id: string): void {
    if (this.#draft?.id !== id) return;
    this.#draft.end();
    this.#draft = null;
    void this.#removeRows([id]);
    this.#store.deps.onChange();
  }

  // ---- creating links

  /** Writes the import down with the ids of its links, then begins to make them. Resolves when it is written down. */
  async create(id: string): Promise<Result<{ id: string }>> {
    const draft = this.#draft;
    if (draft?.id !== id) return refuse('not-found', t.draft.closed);
    const [problem] = draft.problems;
    if (problem !== undefined) return refuse('invalid', problem);
    if (this.#isCreating) return refuse('conflict', t.draft.otherImport);
    const isChanged = await draft.compareAgain();
    // One may have been resumed meanwhile.
    if (this.#isCreating) return refuse('conflict', t.draft.otherImport);
    // The second of two clicks finds no file.
    if (this.#draft !== draft) return refuse('not-found', t.draft.closed);
    if (!draft.isChecked || draft.isStale || draft.isOutdated) return refuse('conflict', t.draft.stillChecking);
    const { chosen, existing } = draft.counts;
    if (isChanged) {
      this.#store.deps.onChange();
      return refuse('conflict', t.draft.linksChanged({ existing, chosen }));
    }
    if (chosen === 0) return refuse('invalid', t.draft.noneChosen);
    draft.end();
    this.#draft = null;
    this.#begins = true;
    try {
      const record = await storeImport(this.#store, draft);
      await this.#remember(draft);
      this.#store.deps.onChange();
      // The next start goes on with it.
      if (!this.#stopped) this.#run(record.id, false);
      return ok({ id: record.id });
    } catch (error) {
      draft.end(false);
      this.#draft ??= draft;
      throw error;
    } finally {
      this.#begins = false;
    }
  }

  /** Remembers the roles for the next file with these columns. Failing to store them is no reason to refuse an import. */
  async #remember(draft: ImportDraft): Promise<void> {
    const memory = this.#memory;
    await memory
      .save(withRemembered(memory.value, draft.columns, draft.lastingChoices))
      .catch((error: unknown) => console.error('What the columns mean could not be remembered', error));
  }

  #run(id: string, compares: boolean): void {
    const run = new ImportRun(this.#store, id, compares);
    this.#runs.set(id, run);
    void run.ended.finally(() => {
      this.#runs.delete(id);
      this.#stops.set(id, run.stopped);
      this.#store.deps.onChange();
      this.#progress.look();
    });
    this.#store.deps.onChange();
  }

  /** Creates the chosen links that do not exist yet; rows that match newer links only with `existing`. */
  resume(id: string, existing = false): Result<void> {
    if (!this.#catalog.imports.get(id)) return refuse('not-found', t.gone);
    if (this.#runs.has(id)) return ok(undefined);
    if (this.#isCreating) return refuse('conflict', t.draft.otherImport);
    if (this.#stopped) return refuse('conflict', texts.stores.closing);
    this.#run(id, !existing);
    return ok(undefined);
  }

  /** Resolves when the current batch has ended. Created links stay. */
  async cancel(id: string): Promise<Result<void>> {
    const run = this.#runs.get(id);
    run?.cancel();
    await run?.ended;
    return ok(undefined);
  }

  /** Takes an import from the list; its links stay. */
  async remove(id: string): Promise<Result<void>> {
    if (this.#runs.has(id)) return refuse('conflict', t.stillMaking);
    if (!this.#catalog.imports.get(id)) return refuse('not-found', t.gone);
    this.#catalog.transaction(() => this.#catalog.imports.remove(id));
    void this.#removeRows([id]);
    this.#store.deps.onChange();
    return ok(undefined);
  }

  /** When the disk refuses, the next start tries again. */
  async #removeRows(importIds: readonly string[]): Promise<void> {
    const { imports } = this.#catalog;
    try {
      for (const id of importIds) while (!this.#stopped && imports.removeRows(id)) await setImmediate();
    } catch (error) {
      console.error('The rows of a removed import are still there', error);
    }
  }

  // ---- started imports

  list(): ImportView[] {
    return this.#catalog.imports.all().map((record) => this.#progress.view(record));
  }

  get(id: string): ImportView | null {
    const record = this.#catalog.imports.get(id);
    return record ? this.#progress.view(record) : null;
  }

  /** Of the open file, or of an import. */
  record(id: string): ImportRecord | null {
    return this.#draft?.id === id ? this.#draft.record() : (this.#catalog.imports.get(id) ?? null);
  }

  /** A page of the rows of the open file, or of an import. */
  async page({ importId, filter, offset, limit }: ParsedInput<'imports.rows'>): Promise<Output<'imports.rows'>> {
    const record = this.record(importId);
    if (!record) return { total: 0, rows: [] };
    const isBegun = this.#draft?.id !== importId;
    const { total, rows } = await this.#catalog.imports.page(importId, filter, isBegun, offset, limit);
    return { total, rows: rows.map((row) => rowView(this.#store, { ...record, isBegun }, row)) };
  }
}
