// The rows of a file: checks what each would become, and keeps which are chosen.
//
// Over 300 lines, because a check, a correction and a choice count the same rows.
import type { Output, ParsedInput } from '../../shared/contract.ts';
import type { ImportCell, ImportChoices, LeftOut, RowKind } from '../../shared/link-import.ts';
import type { StoreContext } from '../store-context.ts';
import { mapInTurns, Turns } from '../turns.ts';
import { type Compared, comparison, NEW } from './compare-rows.ts';
import { cellsOf, type DraftRow, hasRemark, newRow, rowView, takeChecked } from './draft-row.ts';
import type { RowWithErrors } from './error-rows.ts';
import { checkRow, type Reading } from './file/check.ts';
import { withoutRepeats } from './file/columns.ts';
import type { ProductFinder } from './file/product-cells.ts';
import type { TableRow } from './file/table.ts';
import { RowCurrencies } from './file/unknown-currencies.ts';

/** Rows per batch of a written file. */
const ROWS_AT_A_TIME = 500;
const NONE: Readonly<Record<RowKind, number>> = { new: 0, existing: 0, repeated: 0, repriced: 0 };
/** No version of the links. */
const NEVER = -1;

/** The requested part of the rows. */
export type RowWindow = Pick<ParsedInput<'imports.rows'>, 'offset' | 'limit'>;

/** Which rows are shown; by why they are left out only before the import is begun. */
export type ImportFilter = ParsedInput<'imports.rows'>['filter'];

/** Chooses rows, or leaves them out. */
export interface RowChoice {
  /** Indexes; null means all rows. */
  readonly rows: readonly number[] | null;
  readonly among?: RowKind;
  readonly on: boolean;
}

export class DraftRows {
  readonly #store: StoreContext;
  #rows: DraftRow[] = [];
  /** Indexes of the rows with errors, ascending. */
  #bad: number[] = [];
  /** Indexes of the rows that are left out unless chosen, ascending. */
  #left = placesByReason();
  #checked = 0;
  #chosen: Record<RowKind, number> = { ...NONE };
  /** Indexes of the rows with remarks, ascending. */
  #warned: number[] = [];
  #unclear = 0;
  /** Currencies that rows name and the seller does not have. */
  readonly currencies = new RowCurrencies();
  /** Whether rows name any currency. */
  isCurrencyNamed = false;
  /** The number of the latest check; an older one ends when it sees a newer number. */
  #turn = 0;
  /** The `#linksVersion` when the rows were compared with the links. */
  #comparedWith = NEVER;
  /**
   * What the seller decided against the default, by line: left-out rows that were chosen, new rows that were left out.
   * Kept when the columns or the links change.
   */
  readonly #decided = new Map<number, boolean>();

  constructor(store: StoreContext) {
    this.#store = store;
  }

  get all(): readonly DraftRow[] {
    return this.#rows;
  }

  get isChecked(): boolean {
    return this.#checked === this.#rows.length;
  }

  get checked(): number {
    return this.#checked;
  }

  /** Whether links were created, deleted or edited since the rows were compared with them. */
  get isOutdated(): boolean {
    return this.#comparedWith !== this.#linksVersion;
  }

  /** Both numbers only grow. */
  get #linksVersion(): number {
    const { catalog, outbox } = this.#store;
    return catalog.links.contentVersion + outbox.deletionsVersion;
  }

  /** How many rows have an amount that can be read in two ways. */
  get unclear(): number {
    return this.#unclear;
  }

  get counts() {
    return {
      all: this.#rows.length,
      good: this.#checked - this.#bad.length,
      bad: this.#bad.length,
      chosen: Object.values(this.#chosen).reduce((sum, chosen) => sum + chosen),
      warned: this.#warned.length,
      existing: this.#left.existing.length,
      existingChosen: this.#chosen.existing,
      repeated: this.#left.repeated.length,
      repeatedChosen: this.#chosen.repeated,
      repriced: this.#left.repriced.length,
      repricedChosen: this.#chosen.repriced,
    };
  }

  /** Replaces the rows; none of the new ones is checked yet. */
  async take(rows: readonly TableRow[]): Promise<void> {
    const taken = await mapInTurns(rows, newRow);
    this.interrupt();
    this.#rows = taken;
  }

  /** Ends the running check and resets its results, before another one. */
  interrupt(): void {
    this.#turn += 1;
    this.#checked = 0;
    this.#forgetCounts();
  }

  /** Whether the seller decided about any row. */
  get isChosenByHand(): boolean {
    return this.#decided.size > 0;
  }

  /** The used cells of a row with what is wrong in each; null if there is none, or if its cells could not be told apart. */
  cells(at: number, columns: readonly string[], roles: ImportChoices['roles']): ImportCell[] | null {
    const row = this.#rows[at];
    return row && row.read.quotes === null ? cellsOf(row, columns, roles, this.#store) : null;
  }

  /**
   * Replaces the cells of a row, checks it alone, and compares all rows again: others may repeat it. Where rows are not
   * checked yet, a new check has to follow.
   */
  async replace(at: number, read: TableRow, choices: ImportChoices, columns: readonly string[]): Promise<void> {
    const row = this.#rows[at];
    if (!row) return;
    row.read = read;
    takeChecked(row, checkRow(read, this.#reading(choices, columns)));
    this.#comparedWith = NEVER;
    await this.compareAgain();
  }

  #reading(choices: ImportChoices, columns: readonly string[]): Reading {
    const { currencies } = this.#store.deps.settings();
    const { isCurrencyNamed } = this;
    const roles = withoutRepeats(choices.roles, currencies);
    return { ...choices, roles, columns, currencies, isCurrencyNamed, products: productFinder(this.#store) };
  }

  /** Checks every row without blocking the thread. A newer check ends an older one. */
  async check(choices: ImportChoices, columns: readonly string[], onProgress: () => void): Promise<void> {
    this.interrupt();
    const turn = this.#turn;
    const reading = this.#reading(choices, columns);
    this.#comparedWith = this.#linksVersion;
    const compare = comparison(this.#store, this.#rows.length);
    const turns = new Turns();
    for (const [at, row] of this.#rows.entries()) {
      takeChecked(row, checkRow(row.read, reading));
      this.#count(row, at, compare(row));
      this.#checked += 1;
      if (!turns.isOver) continue;
      onProgress();
      await turns.next();
      if (this.#turn !== turn) return;
    }
    onProgress();
  }

  /**
   * Compares the checked rows with the current links, without blocking the thread. Returns whether the choice of any row
   * changed. A check ends it.
   */
  async compareAgain(): Promise<boolean> {
    const turn = this.#turn;
    let isChanged = false;
    while (this.isOutdated && this.isChecked) {
      const version = this.#linksVersion;
      const compare = comparison(this.#store, this.#rows.length);
      const found: Compared[] = [];
      const turns = new Turns();
      for (const row of this.#rows) {
        found.push(compare(row));
        if (!turns.isOver) continue;
        await turns.next();
        if (this.#turn !== turn) return isChanged;
      }
      this.#forgetCounts();
      for (const [at, row] of this.#rows.entries()) {
        const before = row.chosen;
        this.#count(row, at, found[at] ?? NEW);
        isChanged ||= row.chosen !== before;
      }
      this.#comparedWith = version;
    }
    return isChanged;
  }

  /** Counts a checked row, stores its kind, and chooses new rows unless the seller decided otherwise. */
  #count(row: DraftRow, at: number, compared: Compared): void {
    const { kind } = compared;
    if (row.checked.draft === null) this.#bad.push(at);
    if (row.checked.isUnclear) this.#unclear += 1;
    this.currencies.add(row.checked.unknownCurrency);
    row.compared = compared;
    row.chosen = row.content !== null && (this.#decided.get(row.read.line) ?? kind === 'new');
    if (kind !== 'new') this.#left[kind].push(at);
    if (row.chosen) this.#chosen[kind] += 1;
    if (row.checked.warnings.length > 0 || hasRemark(compared)) this.#warned.push(at);
  }

  #forgetCounts(): void {
    this.#bad = [];
    this.#unclear = 0;
    this.currencies.clear();
    this.#warned = [];
    this.#chosen = { ...NONE };
    this.#left = placesByReason();
  }

  /** Rows with errors are never chosen. */
  choose({ rows, among, on }: RowChoice): void {
    for (const at of rows ?? this.#rows.keys()) {
      const row = this.#rows[at];
      if (!row || row.content === null || row.chosen === on) continue;
      const { kind } = row.compared;
      if (among !== undefined && kind !== among) continue;
      row.chosen = on;
      this.#chosen[kind] += on ? 1 : -1;
      if (on === (kind === 'new')) this.#decided.delete(row.read.line);
      else this.#decided.set(row.read.line, on);
    }
  }

  /** Yields the rows with errors, in order, a few hundred at a time. */
  *withErrors(): Generator<RowWithErrors[]> {
    const places = [...this.#bad];
    for (let from = 0; from < places.length; from += ROWS_AT_A_TIME) {
      yield places.slice(from, from + ROWS_AT_A_TIME).flatMap((at) => {
        const row = this.#rows[at];
        return row ? { cells: row.read.cells, errors: row.checked.errors } : [];
      });
    }
  }

  page({ offset, limit }: RowWindow, filter: ImportFilter, roles: ImportChoices['roles']): Output<'imports.rows'> {
    const view = (at: number) => {
      const row = this.#rows[at];
      return row ? [rowView(row, at, roles, this.#store)] : [];
    };
    if (filter !== 'all') {
      const places = this.#places(filter);
      const rows = places.slice(offset, offset + limit).flatMap(view);
      return { total: places.length, rows };
    }
    const shown = this.#rows.slice(offset, offset + limit);
    const rows = shown.map((row, index) => rowView(row, offset + index, roles, this.#store));
    return { total: this.#rows.length, rows };
  }

  #places(filter: Exclude<ImportFilter, 'all'>): readonly number[] {
    if (filter === 'problems') return this.#bad;
    return filter === 'remarks' ? this.#warned : this.#left[filter];
  }
}

const placesByReason = (): Record<LeftOut, number[]> => ({ existing: [], repeated: [], repriced: [] });

/** Looks up products by title and id in the current catalog. */
function productFinder(store: StoreContext): ProductFinder {
  const { products } = store.catalog;
  return {
    titled: (title) => products.titled(title),
    withServerId: (serverId) => products.withServerId(serverId).find(({ deletedAt }) => deletedAt === null)?.id ?? null,
    numbered: (productNumber) => products.numbered(productNumber).map(({ id }) => id),
    titleOf: (id) => products.active(id)?.fields.productTitle ?? null,
  };
}
