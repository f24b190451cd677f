// The open file: how it is read, and what the seller changes in it. Its rows are in the catalog.
import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import {
  type ImportCell,
  type ImportChange,
  type ImportChoices,
  type ImportDraftView,
  rowKindSchema,
} from '../../shared/link-import.ts';
import { texts } from '../../shared/texts/main.ts';
import type { KindCount, RowChoice } from '../catalog/imports.ts';
import type { ImportRecord } from '../catalog/records.ts';
import { isGuarded, withGuard } from '../csv/formula-guard.ts';
import { createExclusive } from '../storage/exclusive.ts';
import type { StoreContext } from '../store-context.ts';
import { checkRows } from './check-rows.ts';
import { problemsOf, unknownCurrencies } from './file/columns.ts';
import type { ColumnMemory } from './memory.ts';
import { cellsToFix } from './rows.ts';
import { readSheet, type Sheet, type Source } from './sheet.ts';

const t = texts.linkImport.draft;

interface CellFix {
  /** The index of the column. */
  readonly at: number;
  readonly text: string;
}

export class ImportDraft {
  /** How the decimal sign is known; corrected cells do not change how the others are read. */
  #decimal: 'open' | 'found' | 'chosen' = 'open';
  /** Rows that were checked since the file was read, or read in another way. */
  #checked = 0;
  /** As of the last complete check or choice: counting many rows takes milliseconds. */
  #kinds: readonly KindCount[] = [];
  /** Rows with a price that can be read in two ways. */
  #unclear = 0;
  /** The number of the latest check; an older one ends when it sees a newer number. */
  #turn = 0;
  /** What the latest check compared the rows with. */
  #world = '';
  #isTouched = false;
  #isEnded = false;
  readonly #exclusive = createExclusive();

  private constructor(
    private readonly store: StoreContext,
    /** Also of the import that it becomes. */
    readonly id: string,
    readonly name: string,
    private readonly source: Source,
    private readonly memory: ColumnMemory,
    private sheet: Sheet,
  ) {}

  /** Returns why the source cannot be read, else the file, whose rows are yet to be checked. */
  static async open(store: StoreContext, name: string, source: Source, memory: ColumnMemory) {
    const id = store.deps.stamper.id();
    const sheet = await readSheet(store, id, source, memory);
    return typeof sheet === 'string' ? sheet : new ImportDraft(store, id, name, source, memory, sheet);
  }

  get choices(): ImportChoices {
    return this.sheet.choices;
  }

  get columns(): readonly string[] {
    return this.sheet.columns;
  }

  get isChecked(): boolean {
    return this.#checked === this.sheet.total;
  }

  get problems(): string[] {
    return problemsOf(this.columns, this.choices.roles, this.choices.productId);
  }

  /** Nothing changes its rows any more, until that is taken back. */
  end(isEnded = true): void {
    this.#isEnded = isEnded;
    this.#turn += 1;
  }

  // ---- what the seller changes

  /**
   * Applies what the seller changed, in the order of the calls. Returns why the file cannot be read like that, and leaves
   * everything as it was; or null. The rows are to be checked then.
   */
  change({ roles, ...change }: ImportChange): Promise<string | null> {
    this.#turn += 1;
    return this.#exclusive(async () => {
      if (this.#isEnded) return t.closed;
      const before = this.choices;
      const { encoding, delimiter, headerLine } = { ...before, ...change };
      if (encoding !== before.encoding || delimiter !== before.delimiter || headerLine !== before.headerLine) {
        // With another encoding, all else is found again.
        const how = encoding === before.encoding ? { encoding, delimiter, headerLine } : { encoding };
        const sheet = await readSheet(this.store, this.id, this.source, this.memory, how);
        if (typeof sheet === 'string') return sheet;
        this.sheet = sheet;
        this.#kinds = [];
        this.#decimal = 'open';
      } else if (roles && roles.length !== this.columns.length) {
        return t.columnsChanged;
      } else {
        const newRoles = before.roles.map((role, at) => roles?.[at] ?? role);
        this.sheet = { ...this.sheet, choices: { ...before, ...change, roles: newRoles } };
        if (change.decimal !== undefined) this.#decimal = 'chosen';
        else if (roles && this.#decimal === 'found') this.#decimal = 'open';
      }
      this.#isTouched = true;
      this.#checked = 0;
      return null;
    });
  }

  /** Chooses rows, or leaves them out. Rows with errors are never chosen. */
  choose(choice: RowChoice): Promise<void> {
    return this.#exclusive(async () => {
      const { imports } = this.store.catalog;
      this.#isTouched = true;
      for (let from = 0; from < this.sheet.total && !this.#isEnded; await setImmediate()) {
        from = imports.choose(this.id, from, choice);
      }
      this.#kinds = imports.kinds(this.id);
    });
  }

  cells(at: number): ImportCell[] {
    const row = this.store.catalog.imports.row(this.id, at);
    return row ? cellsToFix(row, this.columns, this.choices.roles) : [];
  }

  /** Corrects cells of a row, and checks all rows again: others may repeat it. */
  async fix(at: number, fixes: readonly CellFix[]): Promise<void> {
    const { catalog } = this.store;
    await this.#exclusive(async () => {
      const row = catalog.imports.row(this.id, at);
      if (!row || this.#isEnded) return;
      this.#isTouched = true;
      const cells = [...row.cells.cells];
      for (const { at, text } of fixes) {
        while (cells.length < at) cells.push('');
        // An apostrophe that the seller types is text, so it gets a guard of its own.
        cells[at] = isGuarded(text) ? withGuard(text) : text;
      }
      catalog.transaction(() => catalog.imports.putCells(this.id, at, { ...row.cells, cells }));
    });
    await this.check();
  }

  // ---- checking

  /** Products, currencies or links were changed since the rows were checked. */
  get isOutdated(): boolean {
    return this.#world !== this.#worldNow();
  }

  #worldNow(): string {
    const { catalog, queue, deps } = this.store;
    const versions = [catalog.products.version, catalog.links.contentVersion, queue.deletionsVersion];
    return JSON.stringify([...versions, deps.settings().currencies]);
  }

  /** Checks every row; a newer check ends an older one. Returns whether the number of rows or of chosen rows of any kind changed. */
  check(): Promise<boolean> {
    this.#turn += 1;
    const turn = this.#turn;
    return this.#exclusive(async () => {
      if (this.#isEnded) return false;
      const { catalog, deps } = this.store;
      const { choices, columns } = this.sheet;
      const before = this.#kinds;
      this.#world = this.#worldNow();
      let checked = 0;
      const found = await checkRows(this.store, {
        ...{ id: this.id, columns, choices, isDecimalKnown: this.#decimal !== 'open' },
        isOver: () => this.#turn !== turn,
        onChecked: (rows) => {
          checked += rows;
          this.#checked = Math.max(this.#checked, checked);
          deps.onChange();
        },
      });
      if (!found) return false;
      this.#unclear = found.unclear;
      if (this.#decimal === 'open') this.#decimal = 'found';
      this.sheet = { ...this.sheet, choices: { ...choices, decimal: found.decimal } };
      this.#kinds = catalog.imports.kinds(this.id);
      deps.onChange();
      return !isDeepStrictEqual(before, this.#kinds);
    });
  }

  /** Checks the rows until nothing has changed meanwhile. Returns as `check`. */
  async checkAgain(): Promise<boolean> {
    // One may be running.
    await this.#exclusive(async () => undefined);
    let isChanged = false;
    while (this.isOutdated && !this.#isEnded) isChanged = (await this.check()) || isChanged;
    return isChanged;
  }

  // ---- what the window shows

  get counts(): ImportDraftView['counts'] {
    const sum = (of: (kind: KindCount) => number) => this.#kinds.reduce((all, one) => all + of(one), 0);
    const kinds = rowKindSchema.options.map((kind) => {
      const { rows = 0, chosen = 0 } = this.#kinds.find((one) => one.kind === kind) ?? {};
      return [kind, { rows, chosen }] as const;
    });
    return {
      all: this.sheet.total,
      chosen: sum(({ chosen }) => chosen),
      remarks: sum(({ remarks }) => remarks),
      kinds: Object.fromEntries(kinds) as ImportDraftView['counts']['kinds'],
    };
  }

  facts(): Omit<ImportDraftView, 'staged'> {
    const { choices, head, samples, notes } = this.sheet;
    const { notes: n, price } = texts.linkTable;
    return {
      ...{ id: this.id, name: this.name, choices, head },
      origin: 'base64' in this.source ? 'file' : 'pasted',
      columns: this.columns.map((name, at) => ({ name, samples: samples[at] ?? [] })),
      notes: [
        ...notes,
        ...unknownCurrencies(this.columns, this.store.deps.settings().currencies).map(
          (typed) => `${price.currencyUnknown({ typed })}.`,
        ),
        ...(this.#unclear > 0 ? [n.unclear({ rows: this.#unclear })] : []),
      ],
      problems: this.problems,
      checked: this.#checked,
      counts: this.counts,
      isTouched: this.#isTouched,
    };
  }

  /** The import that it would become now. */
  record(): ImportRecord {
    const { delimiter, roles } = this.choices;
    const { all: rows, kinds, chosen } = this.counts;
    const createdAt = this.store.deps.now();
    const { id, name, columns: header } = this;
    return { id, name, createdAt, delimiter, header, roles, rows, bad: kinds.bad.rows, chosen };
  }
}
