// The rows of a file that was read: each checked for what it would become, and chosen or left out.
import type { Output, ParsedInput } from '../../shared/contract.ts';
import type { ImportChoices, ImportRow, RowKind } from '../../shared/link-import.ts';
import { texts } from '../../shared/texts/main.ts';
import { contentHash } from '../catalog/link-keys.ts';
import type { StoreContext } from '../store-context.ts';
import { locatedIn } from '../sync/located.ts';
import { Turns } from '../turns.ts';
import { type Compared, comparison, NEW, otherPrices } from './compare-rows.ts';
import type { RowWithErrors } from './error-rows.ts';
import { cellsAsRead } from './file/as-read.ts';
import { type Checked, checkRow, UNREAD } from './file/check.ts';
import type { TableRow } from './file/table.ts';
import { RowCurrencies } from './file/unknown-currencies.ts';
import { productFinder } from './product-finder.ts';

const words = texts.linkImport.draft;
/** How many rows are written before others get their turn. */
const ROWS_AT_A_TIME = 500;
const NONE: Record<RowKind, number> = { new: 0, existing: 0, repeated: 0 };
const UNCHECKED: Checked = { ...UNREAD, errors: [], warnings: [] };

export interface DraftRow {
  readonly read: TableRow;
  checked: Checked;
  /** The content of its link, as `contentHash` returns it; null where it has errors. */
  content: string | null;
  kind: RowKind;
  sameAs: number | null;
  chosen: boolean;
}

/** Which part of the rows is wanted, and which rows are on screen. */
export type RowWindow = Pick<ParsedInput<'imports.rows'>, 'offset' | 'limit'> & {
  readonly locate?: readonly string[] | undefined;
};

/** Which rows are shown; `existing` and `repeated` only before the import is begun. */
export type ImportFilter = ParsedInput<'imports.rows'>['filter'];

/** Which rows are chosen or left out. */
export interface RowChoice {
  /** Places; null means all. */
  readonly rows: readonly number[] | null;
  readonly among?: RowKind;
  readonly on: boolean;
}

export class DraftRows {
  readonly #store: StoreContext;
  #rows: DraftRow[] = [];
  /** Places of the rows with errors, in order. */
  #bad: number[] = [];
  /** Places of the rows that exist already and of those that repeat another one, in order. */
  #left = { existing: [] as number[], repeated: [] as number[] };
  #checked = 0;
  #chosen: Record<RowKind, number> = { ...NONE };
  #warned = 0;
  #unclear = 0;
  /** What rows say their currencies are, where those are not among the seller's. */
  readonly currencies = new RowCurrencies();
  /** Counts the checks, so that an older one ends when a newer begins. */
  #turn = 0;
  /** The links' `contentVersion` when the rows were compared with them. */
  #comparedWith = -1;
  /**
   * Rows that the seller chose although they exist already or repeat another one, or left out although they are new, by
   * line. Kept while the reading and the links change.
   */
  readonly #said = new Map<number, boolean>();

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
    return this.#comparedWith !== this.#store.catalog.links.contentVersion;
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
      chosen: this.#chosen.new + this.#chosen.existing + this.#chosen.repeated,
      warned: this.#warned,
      existing: this.#left.existing.length,
      existingChosen: this.#chosen.existing,
      repeated: this.#left.repeated.length,
      repeatedChosen: this.#chosen.repeated,
    };
  }

  /** Takes rows as they were read; none is checked yet. */
  take(rows: readonly TableRow[]): void {
    this.interrupt();
    this.#rows = rows.map((read) => ({ read, checked: UNCHECKED, content: null, ...NEW, chosen: false }));
  }

  /** Ends the check that is under way, and forgets what was found: another one follows. */
  interrupt(): void {
    this.#turn += 1;
    this.#checked = 0;
    this.#warned = 0;
    this.#unclear = 0;
    this.currencies.clear();
    this.#bad = [];
    this.#forgetChoices();
  }

  /** Checks every row; others get their turn meanwhile. A newer check ends an older one. */
  async check(choices: ImportChoices, columns: readonly string[], told: () => void): Promise<void> {
    this.interrupt();
    const turn = this.#turn;
    const { currencies } = this.#store.deps.settings();
    const reading = { ...choices, columns, currencies, products: productFinder(this.#store) };
    this.#comparedWith = this.#store.catalog.links.contentVersion;
    const compare = comparison(this.#store, this.#rows.length);
    const turns = new Turns();
    for (const [at, row] of this.#rows.entries()) {
      const checked = checkRow(row.read, reading);
      const { draft, productId } = checked;
      row.content = draft === null || productId === null ? null : contentHash(productId, draft);
      const compared = compare(row);
      const others = compared.kind === 'existing' ? [] : otherPrices(this.#store, checked, currencies);
      row.checked = { ...checked, warnings: [...checked.warnings, ...others] };
      if (draft === null) this.#bad.push(at);
      if (row.checked.warnings.length > 0) this.#warned += 1;
      if (checked.isUnclear) this.#unclear += 1;
      this.currencies.add(checked.unknownCurrency);
      this.#settle(row, at, compared);
      this.#checked += 1;
      if (!turns.isOver) continue;
      told();
      await turns.next();
      if (this.#turn !== turn) return;
    }
    told();
  }

  /**
   * Compares the checked rows with the links as they are now; others get their turn meanwhile. Returns whether another
   * row is chosen than before. A check ends it.
   */
  async compareAgain(): Promise<boolean> {
    const turn = this.#turn;
    let isChanged = false;
    while (this.isOutdated && this.isChecked) {
      const version = this.#store.catalog.links.contentVersion;
      const compare = comparison(this.#store, this.#rows.length);
      const found: Compared[] = [];
      const turns = new Turns();
      for (const row of this.#rows) {
        found.push(compare(row));
        if (!turns.isOver) continue;
        await turns.next();
        if (this.#turn !== turn) return isChanged;
      }
      this.#forgetChoices();
      for (const [at, row] of this.#rows.entries()) {
        const before = row.chosen;
        this.#settle(row, at, found[at] ?? NEW);
        isChanged ||= row.chosen !== before;
      }
      this.#comparedWith = version;
    }
    return isChanged;
  }

  /** Says whether a row is new, and chooses it if it is, unless the seller said otherwise. */
  #settle(row: DraftRow, at: number, { kind, sameAs }: Compared): void {
    row.kind = kind;
    row.sameAs = sameAs;
    row.chosen = row.content !== null && (this.#said.get(row.read.line) ?? kind === 'new');
    if (kind !== 'new') this.#left[kind].push(at);
    if (row.chosen) this.#chosen[kind] += 1;
  }

  #forgetChoices(): void {
    this.#chosen = { ...NONE };
    this.#left = { existing: [], repeated: [] };
  }

  /** Rows with errors stay left out. */
  choose({ rows, among, on }: RowChoice): void {
    for (const at of rows ?? this.#rows.keys()) {
      const row = this.#rows[at];
      if (!row || row.content === null || row.chosen === on) continue;
      if (among !== undefined && row.kind !== among) continue;
      row.chosen = on;
      this.#chosen[row.kind] += on ? 1 : -1;
      if (on === (row.kind === 'new')) this.#said.delete(row.read.line);
      else this.#said.set(row.read.line, on);
    }
  }

  /** The rows with errors, in order, some hundred at a time. */
  *withErrors(): Generator<RowWithErrors[]> {
    const places = [...this.#bad];
    for (let from = 0; from < places.length; from += ROWS_AT_A_TIME) {
      yield places.slice(from, from + ROWS_AT_A_TIME).flatMap((at) => {
        const row = this.#rows[at];
        return row ? { cells: row.read.cells, errors: row.checked.errors } : [];
      });
    }
  }

  page(
    { offset, limit, locate }: RowWindow,
    filter: ImportFilter,
    roles: ImportChoices['roles'],
  ): Output<'imports.rows'> {
    const view = (at: number) => {
      const row = this.#rows[at];
      return row ? [this.#view(row, at, roles)] : [];
    };
    if (filter !== 'all') {
      const places = filter === 'problems' ? this.#bad : this.#left[filter];
      const rows = places.slice(offset, offset + limit).flatMap(view);
      return { total: places.length, rows, located: locatedIn(places.map(String), locate) };
    }
    const shown = this.#rows.slice(offset, offset + limit);
    const rows = shown.map((row, index) => this.#view(row, offset + index, roles));
    // All rows of a file stay where they are.
    return { total: this.#rows.length, rows, located: null };
  }

  #view(row: DraftRow, at: number, roles: ImportChoices['roles']): ImportRow {
    const { read, checked, kind, chosen } = row;
    const { draft, productId, errors } = checked;
    const { product: named, ...cells } = cellsAsRead(read.cells, roles);
    const product = productId === null ? undefined : this.#store.catalog.products.get(productId);
    return {
      id: String(at),
      line: read.line,
      productTitle: product?.fields.productTitle ?? named,
      prices: draft?.prices ?? [],
      read: draft === null ? cells : null,
      useOnce: draft?.useOnce ?? false,
      metadata: draft?.metadata ?? [],
      errors: [...errors],
      warnings: warningsOf(row),
      chosen,
      state: errors.length > 0 ? 'bad' : STATES[kind],
      checkoutUrl: null,
      linkId: null,
      actionId: null,
    };
  }
}

const STATES = { new: 'ready', existing: 'exists', repeated: 'repeated' } as const;

export const warningsOf = ({ kind, sameAs, checked: { warnings } }: DraftRow): string[] => [
  ...(kind === 'existing' ? [words.exists] : []),
  ...(kind === 'repeated' && sameAs !== null ? [words.sameAs(sameAs)] : []),
  ...warnings,
];
