// The open file: how it is read, what the seller changes in it, and the creation of its links. Its rows are in the catalog.
import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { ParsedInput } from '../../shared/contract.ts';
import type { ImportCell, ImportChange, ImportDraftView } from '../../shared/link-import.ts';
import { ok, type Result, refuse } from '../../shared/problem.ts';
import { texts } from '../../shared/texts/main.ts';
import type { RowChoice, RowCounts } from '../catalog/imports.ts';
import type { ImportRecord } from '../catalog/records.ts';
import type { StagedLink } from '../catalog/staged.ts';
import { isGuarded, withGuard } from '../csv/formula-guard.ts';
import type { BatchingStore } from '../links/batches.ts';
import type { Document } from '../storage/document.ts';
import { createExclusive } from '../storage/exclusive.ts';
import { checkRows } from './check-rows.ts';
import { problemsOf, unknownCurrencies } from './file/columns.ts';
import type { SourceToRead } from './file/table.js';
import { type ColumnMemory, remember } from './memory.ts';
import { cellsToFix } from './rows.ts';
import { readSheet, type Sheet } from './sheet.ts';

const t = texts.linkImport.draft;
const closed = () => refuse('not-found', t.closed);

export class ImportDraft {
  /** Rows that were checked since the file was read or its choices changed. */
  #checked = 0;
  /** Updated by complete checks and choices only, because counting many rows takes milliseconds. */
  #counts: RowCounts;
  /** Rows with a price that can be read in two ways. */
  #unclear = 0;
  /** The number of the latest check; an older check ends when it sees a newer number. */
  #turn = 0;
  /** What the latest complete check compared the rows with. */
  #world = '';
  #isTouched = false;
  #isEnded = false;
  /** How many links were stored since "Create links" was pressed; null before that. */
  #staged: number | null = null;
  readonly #exclusive = createExclusive();

  private constructor(
    private readonly store: BatchingStore,
    /** Also the id of the import that the file becomes. */
    readonly id: string,
    private readonly name: string,
    private readonly source: SourceToRead,
    private readonly memory: Document<ColumnMemory>,
    private sheet: Sheet,
    counts: RowCounts,
  ) {
    this.#counts = counts;
  }

  /** Returns why the source cannot be read; else the file, and starts to check its rows. */
  static async open(store: BatchingStore, name: string, source: SourceToRead, memory: Document<ColumnMemory>) {
    const id = store.deps.stamper.id();
    const sheet = await readSheet(store, id, source, memory.value);
    if (typeof sheet === 'string') return sheet;
    const counts = await store.catalog.imports.rowCounts(id);
    const draft = new ImportDraft(store, id, name, source, memory, sheet, counts);
    draft.#checkSoon();
    return draft;
  }

  get isCreating(): boolean {
    return this.#staged !== null;
  }

  /** Ends all changes to the rows. Resolves when nothing changes any more; links that are being created are accepted first. */
  end(): Promise<void> {
    this.#isEnded = true;
    this.#turn += 1;
    return this.#exclusive(async () => undefined);
  }

  // ---- what the seller changes

  /** Applies the seller's changes, in the order of the calls. If the file cannot be read that way, it stays as it was. */
  change(change: ImportChange): Promise<Result<void>> {
    this.#turn += 1;
    return this.#exclusive(async () => {
      if (this.#isEnded) return closed();
      const why = await this.#apply(change);
      this.#checkSoon();
      return why === null ? ok(undefined) : refuse('invalid', t.notReadSo({ why }));
    });
  }

  /** Returns why the file cannot be read that way, or null. */
  async #apply({ roles, ...change }: ImportChange): Promise<string | null> {
    const { choices, columns, isDecimalKnown } = this.sheet;
    const next = { ...choices, ...change };
    const { encoding, delimiter, headerLine } = next;
    if (encoding !== choices.encoding || delimiter !== choices.delimiter || headerLine !== choices.headerLine) {
      // Another encoding may change everything else, so it is guessed again.
      const how = encoding === choices.encoding ? { encoding, delimiter, headerLine } : { encoding };
      const sheet = await readSheet(this.store, this.id, this.source, this.memory.value, how);
      if (typeof sheet === 'string') return sheet;
      this.sheet = sheet;
      this.#counts = await this.store.catalog.imports.rowCounts(this.id);
    } else if (roles && roles.length !== columns.length) {
      return t.columnsChanged;
    } else {
      this.sheet = {
        ...this.sheet,
        choices: { ...next, roles: choices.roles.map((role, index) => roles?.[index] ?? role) },
        isDecimalKnown: change.decimal !== undefined || (isDecimalKnown && !roles),
      };
    }
    this.#isTouched = true;
    this.#checked = 0;
    return null;
  }

  /** Chooses rows, or excludes them. Rows with errors are never chosen. */
  choose(choice: RowChoice): Promise<Result<void>> {
    return this.#exclusive(async () => {
      const { imports } = this.store.catalog;
      this.#isTouched = true;
      for (let from = 0; from < this.sheet.total && !this.#isEnded; await setImmediate()) {
        from = imports.choose(this.id, from, choice);
      }
      this.#counts = await imports.rowCounts(this.id);
      this.store.deps.onChange();
      return ok(undefined);
    });
  }

  cells(index: number): ImportCell[] {
    const { columns, choices } = this.sheet;
    const row = this.store.catalog.imports.row(this.id, index);
    return row ? cellsToFix(row, columns, choices.roles) : [];
  }

  /**
   * Corrects cells of a row, and checks all rows again, because others may repeat it. Returns the row's cells after the
   * check.
   */
  async fix({ row: index, cells: fixes }: ParsedInput<'imports.fix'>): Promise<Result<ImportCell[]>> {
    const { catalog } = this.store;
    await this.#exclusive(async () => {
      const row = catalog.imports.row(this.id, index);
      if (!row || this.#isEnded) return;
      this.#isTouched = true;
      const cells = [...row.cells.cells];
      for (const { at, text } of fixes) {
        while (cells.length < at) cells.push('');
        // An apostrophe that the seller types is text, so it needs a guard of its own.
        cells[at] = isGuarded(text) ? withGuard(text) : text;
      }
      catalog.transaction(() => catalog.imports.putCells(this.id, index, { ...row.cells, cells }));
    });
    await this.#check();
    return ok(this.cells(index));
  }

  // ---- checking

  /** What rows are compared with. */
  get #worldNow(): string {
    const { catalog, queue, deps } = this.store;
    const versions = [catalog.products.version, catalog.links.contentVersion, queue.deletionsVersion];
    return JSON.stringify([...versions, deps.settings().currencies]);
  }

  /** Checks every row; a newer check ends an older one. */
  #check(): Promise<void> {
    this.#turn += 1;
    const turn = this.#turn;
    return this.#exclusive(() => this.#checkAll(turn));
  }

  /** Only logs errors, because a closed or damaged catalog reports itself. */
  #checkSoon(): void {
    this.#check().catch((error: unknown) => console.error('The rows of a file could not be checked to the end', error));
  }

  async #checkAll(turn: number): Promise<void> {
    if (this.#isEnded) return;
    const { catalog, deps } = this.store;
    this.#world = this.#worldNow;
    const result = await checkRows(this.store, this.id, this.sheet, (checked) => {
      // All only once the rows are counted.
      if (checked < this.sheet.total) this.#checked = Math.max(this.#checked, checked);
      deps.onChange();
      return this.#turn === turn;
    });
    if (result) {
      const choices = { ...this.sheet.choices, decimal: result.decimal };
      this.sheet = { ...this.sheet, choices, isDecimalKnown: true };
      this.#unclear = result.unclear;
      this.#counts = await catalog.imports.rowCounts(this.id);
      this.#checked = this.sheet.total;
      deps.onChange();
    } else this.#world = '';
  }

  // ---- creating links

  /** Accepts the links of all chosen rows together with the import, or none of them, also if the app is killed meanwhile. */
  create(): Promise<Result<{ id: string }>> {
    return this.#exclusive(async () => {
      if (this.#problems[0] !== undefined) return refuse('invalid', this.#problems[0]);
      if (!this.#isChecked) return refuse('conflict', t.stillChecking);
      const previous = this.#counts;
      while (this.#world !== this.#worldNow && !this.#isEnded) {
        this.#turn += 1;
        await this.#checkAll(this.#turn);
      }
      // A double click: the first call has created the links.
      if (this.#isEnded) return closed();
      const { kinds, chosen } = this.#counts;
      if (!isDeepStrictEqual(previous, this.#counts))
        return refuse('conflict', t.linksChanged({ existing: kinds.existing.rows, chosen }));
      if (chosen === 0) return refuse('invalid', t.noneChosen);
      this.#staged = 0;
      try {
        await this.#accept();
        this.#isEnded = true;
        return ok({ id: this.id });
      } finally {
        this.#staged = null;
      }
    });
  }

  async #accept(): Promise<void> {
    const { batches, catalog } = this.store;
    const record = this.record();
    const { id, name, createdAt: acceptedAt, chosen: total } = record;
    const batch = { id, kind: 'import', name, acceptedAt, total } as const;
    await batches.create(batch, this.#chosenLinks(acceptedAt), () => catalog.imports.put(record));
    // The import counts even if the columns cannot be remembered.
    await remember(this.memory, this.sheet.columns, this.sheet.choices).catch((error: unknown) =>
      console.error('What the columns mean could not be remembered', error),
    );
  }

  *#chosenLinks(acceptedAt: number): Generator<StagedLink[]> {
    const { catalog, deps } = this.store;
    for (const rows of catalog.imports.rows(this.id)) {
      const links = rows.flatMap(({ row, isChosen, findings: { draft, productId, note } }): StagedLink[] => {
        if (!isChosen || !draft || productId === null) return [];
        return [{ id: deps.stamper.id(), productId, draft, note: note || undefined, row, acceptedAt }];
      });
      yield links;
      this.#staged = (this.#staged ?? 0) + links.length;
      deps.onChange();
    }
  }

  // ---- what the window shows

  get #isChecked(): boolean {
    return this.#checked === this.sheet.total;
  }

  get #problems(): string[] {
    const { columns, choices } = this.sheet;
    return problemsOf(columns, choices.roles, choices.productId);
  }

  /** Checks the rows again if what they were compared with has changed. */
  view(): ImportDraftView {
    if (this.#isChecked && this.#world !== this.#worldNow && !this.isCreating) this.#checkSoon();
    const { columns, choices, head, samples, notes } = this.sheet;
    const { notes: n, price } = texts.linkTable;
    const unknown = unknownCurrencies(columns, this.store.deps.settings().currencies);
    return {
      ...{ id: this.id, name: this.name, choices, head },
      origin: 'base64' in this.source ? 'file' : 'pasted',
      columns: columns.map((name, index) => ({ name, samples: samples[index] ?? [] })),
      notes: [
        ...notes,
        ...unknown.map((typed) => `${price.currencyUnknown({ typed })}.`),
        ...(this.#unclear > 0 ? [n.unclear({ rows: this.#unclear })] : []),
      ],
      problems: this.#problems,
      checked: this.#checked,
      counts: this.#counts,
      staged: this.#staged,
      isTouched: this.#isTouched,
    };
  }

  /** The import that the file would become now. */
  record(): ImportRecord {
    const { columns: header, choices, total: rows } = this.sheet;
    const { delimiter, roles } = choices;
    const { kinds, chosen } = this.#counts;
    const { id, name } = this;
    return { id, name, createdAt: this.store.deps.now(), delimiter, header, roles, rows, bad: kinds.bad.rows, chosen };
  }
}
