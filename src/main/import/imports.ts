// Imports of payment links: the open file, and the imports whose links were accepted.
import { setImmediate } from 'node:timers/promises';
import type { Output, ParsedInput } from '../../shared/contract.ts';
import type { ImportDraftView, ImportView } from '../../shared/link-import.ts';
import { ok, type Result, refuse } from '../../shared/problem.ts';
import { texts } from '../../shared/texts/main.ts';
import type { ImportRecord } from '../catalog/records.ts';
import type { BatchingStore } from '../links/batches.ts';
import type { StoreContext } from '../store-context.ts';
import { ImportDraft } from './draft.ts';
import { rowView } from './rows.ts';
import { readSheet } from './sheet.ts';

const t = texts.linkImport.draft;

export interface ImportingStore extends StoreContext {
  readonly imports: Imports;
}

export class Imports {
  #draft: ImportDraft | null = null;
  #isStopped = false;

  constructor(private readonly store: BatchingStore) {}

  /** Removes rows that belong to no import after a crash. */
  start(): void {
    void this.#removeRows(this.store.catalog.imports.withoutRecord());
  }

  /** Resolves when nothing is written any more. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#draft?.end();
  }

  async read({ name, ...source }: ParsedInput<'imports.read'>): Promise<Result<{ id: string }>> {
    if (this.#draft?.isCreating) return refuse('conflict', t.otherImport);
    const id = this.store.deps.stamper.id();
    const sheet = await readSheet(this.store, id, source);
    if (typeof sheet === 'string') return refuse('invalid', sheet);
    const draft = new ImportDraft(this.store, id, name, source, sheet);
    // "Create" was pressed while the file was read.
    if (this.#draft?.isCreating) {
      this.#drop(draft);
      return refuse('conflict', t.otherImport);
    }
    if (this.#draft) this.#drop(this.#draft);
    this.#draft = draft;
    this.store.deps.onChange();
    return ok({ id });
  }

  draft(): ImportDraftView | null {
    return this.#draft?.view() ?? null;
  }

  /** The open file, unless its links are being created. */
  open(id: string): ImportDraft | null {
    return this.#draft?.id === id && !this.#draft.isCreating ? this.#draft : null;
  }

  async create(id: string): Promise<Result<{ id: string }>> {
    const draft = this.open(id);
    if (!draft) return refuse('not-found', t.closed);
    try {
      const created = await draft.create();
      if (created.ok) this.#draft = null;
      return created;
    } finally {
      this.store.deps.onChange();
    }
  }

  close(id: string): void {
    const draft = this.open(id);
    if (draft) {
      this.#draft = null;
      this.#drop(draft);
    }
    this.store.deps.onChange();
  }

  #drop(draft: ImportDraft): void {
    void draft.end();
    void this.#removeRows([draft.id]);
  }

  async list(): Promise<ImportView[]> {
    return Promise.all(this.store.catalog.imports.listed().map((record) => this.#view(record)));
  }

  async get(id: string): Promise<ImportView | null> {
    const record = this.store.catalog.imports.get(id);
    return record ? this.#view(record) : null;
  }

  async #view({ id, name, createdAt: at, rows, bad, chosen }: ImportRecord): Promise<ImportView> {
    return { id, name, at, rows, bad, chosen, ...(await this.store.catalog.imports.counts(id)) };
  }

  /** Removes an import from the list; its links stay. */
  remove(id: string): void {
    this.store.catalog.imports.remove(id);
    void this.#removeRows([id]);
    this.store.deps.onChange();
  }

  /** If the disk refuses, the next start tries again. */
  async #removeRows(importIds: readonly string[]): Promise<void> {
    try {
      for (const id of importIds)
        while (!this.#isStopped && this.store.catalog.imports.removeRows(id)) await setImmediate();
    } catch (error) {
      console.error('The rows of a removed import are still there', error);
    }
  }

  /** `id`: the open file's, or that of an import. */
  record(id: string): ImportRecord | null {
    return this.#draft?.id === id ? this.#draft.record() : (this.store.catalog.imports.get(id) ?? null);
  }

  /** `importId`: the open file's, or that of an import. */
  async page(asked: ParsedInput<'imports.rows'>): Promise<Output<'imports.rows'>> {
    const record = this.record(asked.importId);
    if (!record) return { total: 0, rows: [] };
    const isOpen = this.#draft?.id === asked.importId;
    const { total, rows } = await this.store.catalog.imports.page(asked);
    return { total, rows: rows.map((row) => rowView(this.store, record.choices.roles, isOpen, row)) };
  }
}
