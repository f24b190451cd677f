// Imports of payment links: the open file, and the imports whose links were accepted.
import { setImmediate } from 'node:timers/promises';
import type { Output, ParsedInput } from '../../shared/contract.ts';
import type { ImportCell, ImportChange, ImportDraftView, ImportView } from '../../shared/link-import.ts';
import { ok, type Result, refuse } from '../../shared/problem.ts';
import { texts } from '../../shared/texts/main.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { RowChoice } from '../catalog/imports.ts';
import type { ImportRecord } from '../catalog/records.ts';
import type { StagedLink } from '../catalog/staged.ts';
import type { BatchingStore } from '../links/batches.ts';
import type { Document } from '../storage/document.ts';
import type { StoreContext } from '../store-context.ts';
import { ImportDraft } from './draft.ts';
import { type ColumnMemory, withRemembered } from './memory.ts';
import { rowView } from './rows.ts';
import type { Source } from './sheet.ts';

const t = texts.linkImport;

/** Errors of a catalog that was closed, or is damaged; it reports those itself. */
const notChecked = (error: unknown) => console.error('The rows of a file could not be checked to the end', error);

export interface ImportingStore extends StoreContext {
  readonly imports: Imports;
}

export class Imports {
  readonly #store: BatchingStore;
  readonly #catalog: Catalog;
  readonly #memory: Document<ColumnMemory>;
  #draft: ImportDraft | null = null;
  /** The links of the open file that are being accepted. */
  #creating: { staged: number; readonly work: Promise<unknown> } | null = null;
  #isStopped = false;

  constructor(store: BatchingStore, catalog: Catalog, memory: Document<ColumnMemory>) {
    this.#store = store;
    this.#catalog = catalog;
    this.#memory = memory;
  }

  /** Removes rows that a crash left without an import. */
  start(): void {
    void this.#removeRows(this.#catalog.imports.withoutRecord());
  }

  /** Resolves when nothing is written any more. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#creating?.work;
  }

  // ---- the open file

  async read(name: string, source: Source): Promise<Result<{ id: string }>> {
    const draft = await ImportDraft.open(this.#store, name, source, this.#memory.value);
    if (typeof draft === 'string') return refuse('invalid', draft);
    if (this.#creating) {
      void this.#removeRows([draft.id]);
      return refuse('conflict', t.draft.otherImport);
    }
    this.#dropDraft();
    this.#draft = draft;
    draft.check().catch(notChecked);
    return ok({ id: draft.id });
  }

  draft(): ImportDraftView | null {
    const draft = this.#draft;
    if (!draft) return null;
    if (draft.isChecked && draft.isOutdated && !this.#creating) draft.check().catch(notChecked);
    return { ...draft.facts(), staged: this.#creating?.staged ?? null };
  }

  /** The open file, unless its links are being created. */
  #open(id: string): ImportDraft | null {
    return this.#draft?.id === id && !this.#creating ? this.#draft : null;
  }

  async change(id: string, change: ImportChange): Promise<Result<void>> {
    const draft = this.#open(id);
    if (!draft) return refuse('not-found', t.draft.closed);
    const why = await draft.change(change);
    draft.check().catch(notChecked);
    return why === null ? ok(undefined) : refuse('invalid', t.draft.notReadSo({ why }));
  }

  async choose(id: string, choice: RowChoice): Promise<Result<void>> {
    const draft = this.#open(id);
    if (!draft) return refuse('not-found', t.draft.closed);
    await draft.choose(choice);
    this.#store.deps.onChange();
    return ok(undefined);
  }

  cells(id: string, row: number): ImportCell[] {
    return this.#open(id)?.cells(row) ?? [];
  }

  /** Corrects cells of a row. Returns its cells as checked again. */
  async fix(id: string, row: number, fixes: ParsedInput<'imports.fix'>['cells']): Promise<Result<ImportCell[]>> {
    const draft = this.#open(id);
    if (!draft) return refuse('not-found', t.draft.closed);
    await draft.fix(row, fixes);
    return ok(draft.cells(row));
  }

  close(id: string): void {
    if (this.#open(id)) this.#dropDraft();
    this.#store.deps.onChange();
  }

  #dropDraft(): void {
    const draft = this.#draft;
    this.#draft = null;
    draft?.end();
    if (draft) void this.#removeRows([draft.id]);
  }

  // ---- creating links

  /** Accepts the links of the chosen rows together with the import: all of them, or none, also if the app is killed meanwhile. */
  async create(id: string): Promise<Result<{ id: string }>> {
    const draft = this.#open(id);
    if (!draft) return refuse('not-found', t.draft.closed);
    const isChanged = await draft.checkAgain();
    // The second of two clicks finds no file.
    if (this.#open(id) !== draft) return refuse('not-found', t.draft.closed);
    const { problems, counts } = draft;
    if (problems[0] !== undefined) return refuse('invalid', problems[0]);
    if (!draft.isChecked || draft.isOutdated) return refuse('conflict', t.draft.stillChecking);
    if (isChanged)
      return refuse('conflict', t.draft.linksChanged({ existing: counts.kinds.existing.rows, chosen: counts.chosen }));
    if (counts.chosen === 0) return refuse('invalid', t.draft.noneChosen);
    draft.end();
    const work = this.#accept(draft);
    this.#creating = { staged: 0, work: work.catch(() => undefined) };
    try {
      await work;
      this.#draft = null;
      return ok({ id });
    } catch (error) {
      draft.end(false);
      throw error;
    } finally {
      this.#creating = null;
      this.#store.deps.onChange();
    }
  }

  async #accept(draft: ImportDraft): Promise<void> {
    const record = draft.record();
    const { id, name, createdAt: acceptedAt, chosen: total } = record;
    const batch = { id, kind: 'import', name, acceptedAt, total } as const;
    await this.#store.batches.create(batch, this.#chosenLinks(record), () => this.#catalog.imports.put(record));
    const memory = this.#memory;
    // Failing to remember the columns is no reason to refuse an import.
    await memory
      .save(withRemembered(memory.value, draft.columns, draft.choices))
      .catch((error: unknown) => console.error('What the columns mean could not be remembered', error));
  }

  *#chosenLinks({ id: importId, createdAt: acceptedAt }: ImportRecord): Generator<StagedLink[]> {
    const { stamper, onChange } = this.#store.deps;
    for (const rows of this.#catalog.imports.rows(importId)) {
      const links = rows.flatMap(({ row, isChosen, findings: { draft, productId, note } }): StagedLink[] => {
        if (!isChosen || !draft || productId === null) return [];
        return [{ id: stamper.id(), productId, draft, note: note || undefined, row, acceptedAt }];
      });
      yield links;
      if (this.#creating) this.#creating.staged += links.length;
      onChange();
    }
  }

  // ---- imports

  async list(): Promise<ImportView[]> {
    return Promise.all(this.#catalog.imports.all().map((record) => this.#view(record)));
  }

  async get(id: string): Promise<ImportView | null> {
    const record = this.#catalog.imports.get(id);
    return record ? this.#view(record) : null;
  }

  async #view({ id, name, createdAt: at, rows, bad, chosen }: ImportRecord): Promise<ImportView> {
    return { id, name, at, rows, bad, chosen, ...(await this.#catalog.imports.counts(id)) };
  }

  /** Takes an import from the list; its links stay. */
  remove(id: string): void {
    this.#catalog.transaction(() => this.#catalog.imports.remove(id));
    void this.#removeRows([id]);
    this.#store.deps.onChange();
  }

  /** When the disk refuses, the next start tries again. */
  async #removeRows(importIds: readonly string[]): Promise<void> {
    const { imports } = this.#catalog;
    try {
      for (const id of importIds) while (!this.#isStopped && imports.removeRows(id)) await setImmediate();
    } catch (error) {
      console.error('The rows of a removed import are still there', error);
    }
  }

  /** Of the open file, or of an import. */
  record(id: string): ImportRecord | null {
    return this.#draft?.id === id ? this.#draft.record() : (this.#catalog.imports.get(id) ?? null);
  }

  /** A page of the rows of the open file, or of an import. */
  async page({ importId, filter, offset, limit }: ParsedInput<'imports.rows'>): Promise<Output<'imports.rows'>> {
    const record = this.record(importId);
    if (!record) return { total: 0, rows: [] };
    const isOpen = this.#draft?.id === importId;
    const { total, rows } = await this.#catalog.imports.page(importId, filter, offset, limit);
    return { total, rows: rows.map((row) => rowView(this.#store, { ...record, isOpen }, row)) };
  }
}
