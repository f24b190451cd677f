// The rows of a file that was read: each checked for what it would become, and chosen or left out.
import { isDeepStrictEqual } from 'node:util';
import type { Output, ParsedInput } from '../../shared/contract.ts';
import type { ImportChoices, ImportRow } from '../../shared/link-import.ts';
import type { Currency } from '../../shared/money.ts';
import { texts } from '../../shared/texts/main.ts';
import { contentHash } from '../catalog/links.ts';
import type { StoreContext } from '../store-context.ts';
import { pricesInWords } from '../sync/action-title.ts';
import { locatedIn } from '../sync/located.ts';
import { Turns } from '../turns.ts';
import type { RowWithErrors } from './error-rows.ts';
import { cellsAsRead } from './file/as-read.ts';
import { type Checked, checkRow, UNREAD } from './file/check.ts';
import type { TableRow } from './file/table.ts';
import { RowCurrencies } from './file/unknown-currencies.ts';
import { productFinder } from './product-finder.ts';

const words = texts.linkImport.draft;
/** How many rows are written before others get their turn. */
const ROWS_AT_A_TIME = 500;
const UNCHECKED: Checked = { ...UNREAD, errors: [], warnings: [] };

export interface DraftRow {
  readonly read: TableRow;
  checked: Checked;
  /** The content of its link, as `contentHash` returns it; null where it has errors. */
  content: string | null;
  /** There is a link like this already. */
  exists: boolean;
  chosen: boolean;
}

/** Which part of the rows is wanted, and which rows are on screen. */
export type RowWindow = Pick<ParsedInput<'imports.rows'>, 'offset' | 'limit'> & {
  readonly locate?: readonly string[] | undefined;
};

/** Which rows are shown; `existing` only before the import is begun. */
export type ImportFilter = 'all' | 'problems' | 'existing';

/** Which rows are chosen or left out. */
export interface RowChoice {
  /** Places; null means all. */
  readonly rows: readonly number[] | null;
  /** Only those that exist already, or that do not. */
  readonly among?: 'existing' | 'new';
  readonly on: boolean;
}

export class DraftRows {
  readonly #store: StoreContext;
  #rows: DraftRow[] = [];
  /** Places of the rows with errors, in order. */
  #bad: number[] = [];
  /** Places of the rows that exist already, in order. */
  #existing: number[] = [];
  #checked = 0;
  #chosen = 0;
  #existingChosen = 0;
  #warned = 0;
  #unclear = 0;
  /** What rows say their currencies are, where those are not among the seller's. */
  readonly currencies = new RowCurrencies();
  /** Counts the checks, so that an older one ends when a newer begins. */
  #turn = 0;
  /** The links' `contentVersion` when the rows were compared with them. */
  #comparedWith = -1;
  /**
   * Rows that the seller chose although they exist already, or left out although they do not, by line. Kept while the
   * reading and the links change.
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
      chosen: this.#chosen,
      warned: this.#warned,
      existing: this.#existing.length,
      existingChosen: this.#existingChosen,
    };
  }

  /** Takes rows as they were read; none is checked yet. */
  take(rows: readonly TableRow[]): void {
    this.interrupt();
    this.#rows = rows.map((read) => ({ read, checked: UNCHECKED, content: null, exists: false, chosen: false }));
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
    const compare = this.#comparison();
    const turns = new Turns();
    for (const [at, row] of this.#rows.entries()) {
      const checked = checkRow(row.read, reading);
      const { draft, productId } = checked;
      row.content = draft === null || productId === null ? null : contentHash(productId, draft);
      const { exists, sameAs } = compare(row);
      const compared = [
        ...(sameAs === null ? [] : [words.sameAs(sameAs)]),
        ...(exists ? [] : this.#otherPrices(checked, currencies)),
      ];
      row.checked = { ...checked, warnings: [...checked.warnings, ...compared] };
      if (draft === null) this.#bad.push(at);
      if (row.checked.warnings.length > 0) this.#warned += 1;
      if (checked.isUnclear) this.#unclear += 1;
      this.currencies.add(checked.unknownCurrency);
      this.#settle(row, at, exists);
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
      const compare = this.#comparison();
      const found: boolean[] = [];
      const turns = new Turns();
      for (const row of this.#rows) {
        found.push(compare(row).exists);
        if (!turns.isOver) continue;
        await turns.next();
        if (this.#turn !== turn) return isChanged;
      }
      this.#forgetChoices();
      for (const [at, row] of this.#rows.entries()) {
        const before = row.chosen;
        this.#settle(row, at, found[at] ?? false);
        isChanged ||= row.chosen !== before;
      }
      this.#comparedWith = version;
    }
    return isChanged;
  }

  /**
   * Tells of rows, in their order, whether there is a link like each already, and the first line that has the same. Of rows
   * that are the same, as many exist as there are such links.
   */
  #comparison(): (row: DraftRow) => { readonly exists: boolean; readonly sameAs: number | null } {
    const { links } = this.#store.catalog;
    const seen = new Map<string, { readonly line: number; readonly links: number; rows: number }>();
    return ({ content, read: { line } }) => {
      if (content === null) return { exists: false, sameAs: null };
      const first = seen.get(content);
      const alike = first ?? { line, links: links.countAlike(content, this.#rows.length), rows: 0 };
      if (!first) seen.set(content, alike);
      alike.rows += 1;
      return { exists: alike.rows <= alike.links, sameAs: first ? first.line : null };
    };
  }

  /** A file that was corrected would otherwise create a second link for an order, unnoticed. */
  #otherPrices({ draft, productId }: Checked, currencies: readonly Currency[]): string[] {
    if (draft === null || productId === null || draft.metadata.length === 0) return [];
    const link = this.#store.catalog.links.onlyWithMetadata(productId, draft.metadata);
    const isOther = link && link.useOnce === draft.useOnce && !isDeepStrictEqual(link.prices, draft.prices);
    return isOther ? [words.otherPrices(pricesInWords(link.prices, currencies))] : [];
  }

  /** Says whether a row exists already, and chooses it unless it does or the seller said otherwise. */
  #settle(row: DraftRow, at: number, exists: boolean): void {
    row.exists = exists;
    row.chosen = row.content !== null && (this.#said.get(row.read.line) ?? !exists);
    if (exists) this.#existing.push(at);
    if (row.chosen) this.#chosen += 1;
    if (row.chosen && exists) this.#existingChosen += 1;
  }

  #forgetChoices(): void {
    this.#chosen = 0;
    this.#existingChosen = 0;
    this.#existing = [];
  }

  /** Rows with errors stay left out. */
  choose({ rows, among, on }: RowChoice): void {
    for (const at of rows ?? this.#rows.keys()) {
      const row = this.#rows[at];
      if (!row || row.content === null || row.chosen === on) continue;
      if (among !== undefined && row.exists !== (among === 'existing')) continue;
      row.chosen = on;
      this.#chosen += on ? 1 : -1;
      if (row.exists) this.#existingChosen += on ? 1 : -1;
      if (on === row.exists) this.#said.set(row.read.line, on);
      else this.#said.delete(row.read.line);
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
      const places = filter === 'problems' ? this.#bad : this.#existing;
      const rows = places.slice(offset, offset + limit).flatMap(view);
      return { total: places.length, rows, located: locatedIn(places.map(String), locate) };
    }
    const shown = this.#rows.slice(offset, offset + limit);
    const rows = shown.map((row, index) => this.#view(row, offset + index, roles));
    // All rows of a file stay where they are.
    return { total: this.#rows.length, rows, located: null };
  }

  #view(row: DraftRow, at: number, roles: ImportChoices['roles']): ImportRow {
    const { read, checked, exists, chosen } = row;
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
      state: errors.length > 0 ? 'bad' : exists ? 'exists' : 'ready',
      checkoutUrl: null,
      linkId: null,
      actionId: null,
    };
  }
}

export const warningsOf = ({ exists, checked: { warnings } }: DraftRow): string[] => [
  ...(exists ? [words.exists] : []),
  ...warnings,
];
