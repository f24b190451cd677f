// The open file: how it is read, what the seller changes in it, and the creation of its links. Its rows are in the catalog.
import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { ParsedInput } from '../../shared/contract.ts';
import type { ImportCell, ImportChange, ImportDraftView } from '../../shared/link-import.ts';
import { ok, type Result, refuse } from '../../shared/problem.ts';
import { texts } from '../../shared/texts/main.ts';
import type { RowChoice } from '../catalog/imports.ts';
import type { ImportRecord } from '../catalog/records.ts';
import type { StagedLink } from '../catalog/staged.ts';
import { isGuarded, withGuard } from '../csv/formula-guard.ts';
import type { BatchingStore } from '../links/batches.ts';
import { kindOf } from '../outbox/change.ts';
import { createExclusive } from '../turns.ts';
import { checkRows } from './check-rows.ts';
import { problemsOf } from './file/columns.ts';
import type { SourceToRead } from './file/table.js';
import { cellsToFix } from './rows.ts';
import { readSheet, type Sheet } from './sheet.ts';

const t = texts.linkImport.draft;
const closed = () => refuse('not-found', t.closed);

export class ImportDraft {
  /** Rows that were checked since the file was read or its choices changed. */
  #checked = 0;
  /** Identifies the state that the rows were checked against; empty if a check is due. */
  #world = '';
  /** The number of the seller's latest change. A check that sees a newer one ends. */
  #change = 0;
  #isTouched = false;
  #isEnded = false;
  /** How many links were stored since "Create links" was pressed; null before that. */
  #staged: number | null = null;
  readonly #exclusive = createExclusive();

  constructor(
    private readonly store: BatchingStore,
    /** Also the id of the import that the file becomes. */
    readonly id: string,
    private readonly name: string,
    private readonly source: SourceToRead,
    private sheet: Sheet,
  ) {}

  get isCreating(): boolean {
    return this.#staged !== null;
  }

  /** Ends all changes to the rows. Resolves when nothing changes any more; links that are being created are accepted first. */
  end(): Promise<void> {
    this.#isEnded = true;
    this.#change += 1;
    return this.#exclusive(async () => undefined);
  }

  /** Applies the seller's changes, in the order of the calls. If the file cannot be read that way, it stays as it was. */
  change(change: ImportChange): Promise<Result<void>> {
    this.#change += 1;
    return this.#exclusive(async () => {
      if (this.#isEnded) return closed();
      const sheet = await this.#changed(change);
      // The window asks for the file again, which starts the check.
      this.store.deps.onChange();
      if (typeof sheet === 'string') return refuse('invalid', t.notReadSo({ why: sheet }));
      this.sheet = sheet;
      this.#isTouched = true;
      this.#checked = 0;
      this.#world = '';
      return ok(undefined);
    });
  }

  /** Returns why the file cannot be read that way. */
  async #changed({ roles, ...change }: ImportChange): Promise<Sheet | string> {
    const { choices, header, isDecimalKnown } = this.sheet;
    const next = { ...choices, ...change };
    const { encoding, delimiter, headerLine } = next;
    if (encoding !== choices.encoding || delimiter !== choices.delimiter || headerLine !== choices.headerLine) {
      // Another encoding may change everything else, so it is guessed again.
      const how = encoding === choices.encoding ? { encoding, delimiter, headerLine } : { encoding };
      return readSheet(this.store, this.id, this.source, how);
    }
    if (roles && roles.length !== header.length) return t.columnsChanged;
    return {
      ...this.sheet,
      choices: { ...next, roles: choices.roles.map((role, index) => roles?.[index] ?? role) },
      isDecimalKnown: change.decimal !== undefined || (isDecimalKnown && !roles),
    };
  }

  /** Chooses rows, or excludes them. Rows with errors are never chosen. */
  choose(choice: RowChoice): Promise<Result<void>> {
    return this.#exclusive(async () => {
      const { imports } = this.store.catalog;
      this.#isTouched = true;
      for (let from = 0; from < this.sheet.counts.all && !this.#isEnded; await setImmediate()) {
        from = imports.choose(this.id, from, choice);
      }
      this.sheet = { ...this.sheet, counts: await imports.rowCounts(this.id) };
      this.store.deps.onChange();
      return ok(undefined);
    });
  }

  cells(index: number): ImportCell[] {
    const { header, choices } = this.sheet;
    const row = this.store.catalog.imports.row(this.id, index);
    return row ? cellsToFix(row, header, choices.roles) : [];
  }

  /**
   * Corrects cells of a row, and checks all rows again, because others may repeat it. Returns the row's cells after the
   * check.
   */
  fix({ row: index, cells: fixes }: ParsedInput<'imports.fix'>): Promise<Result<ImportCell[]>> {
    const { imports } = this.store.catalog;
    this.#change += 1;
    return this.#exclusive(async () => {
      const row = imports.row(this.id, index);
      if (!row || this.#isEnded) return closed();
      const cells = [...row.cells.cells];
      for (const { at, text } of fixes) {
        while (cells.length < at) cells.push('');
        // An apostrophe that the seller types is text, so it needs a guard of its own.
        cells[at] = isGuarded(text) ? withGuard(text) : text;
      }
      imports.putCells(this.id, index, { ...row.cells, cells });
      this.#isTouched = true;
      this.#world = '';
      await this.#check();
      return ok(this.cells(index));
    });
  }

  /** What rows are compared with. */
  get #worldNow(): string {
    const { catalog, queue, deps } = this.store;
    const deletions = queue.all().flatMap((change) => (kindOf(change) === 'link.delete' ? change.id : []));
    const versions = [catalog.products.version, catalog.links.contentVersion];
    return JSON.stringify([...versions, deletions, deps.settings().currencies]);
  }

  /** Checks every row if that is needed, until the seller's next change. */
  async #check(): Promise<void> {
    const world = this.#worldNow;
    if (this.#isEnded || this.#world === world) return;
    this.#world = world;
    const change = this.#change;
    const sheet = await checkRows(this.store, this.id, this.sheet, (checked) => {
      // All only once the rows are counted.
      if (checked < this.sheet.counts.all) this.#checked = Math.max(this.#checked, checked);
      this.store.deps.onChange();
      return this.#change === change;
    });
    if (sheet) {
      this.sheet = sheet;
      this.#checked = sheet.counts.all;
    } else this.#world = '';
    this.store.deps.onChange();
  }

  /** Accepts the links of all chosen rows together with the import, or none of them, also if the app is killed meanwhile. */
  create(): Promise<Result<{ id: string }>> {
    return this.#exclusive(async () => {
      const [problem] = problemsOf(this.sheet);
      if (problem !== undefined) return refuse('invalid', problem);
      const { counts } = this.sheet;
      if (this.#checked < counts.all) return refuse('conflict', t.stillChecking);
      while (this.#world !== this.#worldNow && !this.#isEnded) await this.#check();
      // A double click: the first call has created the links.
      if (this.#isEnded) return closed();
      const { kinds, chosen } = this.sheet.counts;
      if (!isDeepStrictEqual(counts, this.sheet.counts))
        return refuse('conflict', t.linksChanged({ existing: kinds.existing.rows, chosen }));
      if (chosen === 0) return refuse('invalid', t.noneChosen);
      this.#staged = 0;
      try {
        const record = this.record();
        const { id, name, createdAt: acceptedAt } = record;
        const batch = { id, kind: 'import', name, acceptedAt, total: chosen } as const;
        await this.store.batches.create(batch, this.#chosenLinks(acceptedAt), () =>
          this.store.catalog.imports.put(record),
        );
        this.#isEnded = true;
        return ok({ id });
      } finally {
        this.#staged = null;
      }
    });
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

  /** Starts a check of the rows if it is needed. */
  view(): ImportDraftView {
    if (this.#world !== this.#worldNow && !this.isCreating)
      // Only logged, because a closed or damaged catalog reports itself.
      this.#exclusive(() => this.#check()).catch((error: unknown) =>
        console.error('The rows of a file could not be checked to the end', error),
      );
    const { choices, head, columns, notes, rowNotes, counts } = this.sheet;
    return {
      ...{ id: this.id, name: this.name, choices, head, columns, counts },
      origin: this.source.bytes === null ? 'pasted' : 'file',
      notes: [...notes, ...rowNotes],
      problems: problemsOf(this.sheet),
      checked: this.#checked,
      staged: this.#staged,
      isTouched: this.#isTouched,
    };
  }

  record(): ImportRecord {
    const { id, name } = this;
    const { header, choices, counts } = this.sheet;
    const { kinds, chosen, all: rows } = counts;
    return { id, name, createdAt: this.store.deps.now(), header, choices, rows, bad: kinds.bad.rows, chosen };
  }
}
