// The rows of a file that was read: each checked for what it would become, and chosen or left out.
import type { ImportChoices, ImportRow } from '../../../shared/link-import.ts';
import { texts } from '../../../shared/texts/main.ts';
import { cellsAsRead } from '../../import/as-read.ts';
import { type Checked, checkRow } from '../../import/check.ts';
import type { TableRow } from '../../import/table.ts';
import { Turns } from '../../turns.ts';
import type { OpenStore } from '../open-store.ts';
import { productFinder } from '../product-finder.ts';

const UNCHECKED: Checked = { productId: null, draft: null, errors: [], warnings: [] };

export interface DraftRow {
  readonly read: TableRow;
  checked: Checked;
  chosen: boolean;
}

export class DraftRows {
  readonly #store: OpenStore;
  #rows: DraftRow[] = [];
  /** Places of the rows with errors, in order. */
  #bad: number[] = [];
  #checked = 0;
  #chosen = 0;
  #warned = 0;
  /** Counts the checks, so that an older one ends when a newer begins. */
  #turn = 0;
  /** Rows that the seller has taken out, by line: kept while the reading changes. */
  readonly #leftOut = new Set<number>();

  constructor(store: OpenStore) {
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

  get counts() {
    return {
      all: this.#rows.length,
      good: this.#checked - this.#bad.length,
      bad: this.#bad.length,
      chosen: this.#chosen,
      warned: this.#warned,
    };
  }

  /** Takes rows as they were read; none is checked yet. */
  take(rows: readonly TableRow[]): void {
    this.interrupt();
    this.#rows = rows.map((read) => ({ read, checked: UNCHECKED, chosen: false }));
    this.#forgetChecks();
  }

  /** Ends the check that is under way. */
  interrupt(): void {
    this.#turn += 1;
  }

  /** Checks every row; others get their turn meanwhile. A newer check ends an older one. */
  async check(choices: ImportChoices, columns: readonly string[], told: () => void): Promise<void> {
    this.interrupt();
    const turn = this.#turn;
    this.#forgetChecks();
    const { currencies } = this.#store.parts.settings();
    const reading = { ...choices, columns, currencies, products: productFinder(this.#store) };
    const seen = new Map<string, number>();
    const turns = new Turns();
    for (const [at, row] of this.#rows.entries()) {
      const checked = checkRow(row.read, reading);
      row.checked = { ...checked, warnings: [...checked.warnings, ...twin(checked, row.read.line, seen)] };
      row.chosen = checked.draft !== null && !this.#leftOut.has(row.read.line);
      if (checked.draft === null) this.#bad.push(at);
      if (row.chosen) this.#chosen += 1;
      if (row.checked.warnings.length > 0) this.#warned += 1;
      this.#checked += 1;
      if (!turns.isOver) continue;
      told();
      await turns.next();
      if (this.#turn !== turn) return;
    }
    told();
  }

  #forgetChecks(): void {
    this.#checked = 0;
    this.#chosen = 0;
    this.#warned = 0;
    this.#bad = [];
  }

  /** Chooses rows, or leaves them out; rows with errors stay left out. `rows` are places; null means all. */
  choose(rows: readonly number[] | null, on: boolean): void {
    for (const at of rows ?? this.#rows.keys()) {
      const row = this.#rows[at];
      if (!row || row.checked.draft === null || row.chosen === on) continue;
      row.chosen = on;
      this.#chosen += on ? 1 : -1;
      if (on) this.#leftOut.delete(row.read.line);
      else this.#leftOut.add(row.read.line);
    }
  }

  page(
    offset: number,
    limit: number,
    onlyBad: boolean,
    roles: ImportChoices['roles'],
  ): { total: number; rows: ImportRow[] } {
    const view = (at: number) => {
      const row = this.#rows[at];
      return row ? [this.#view(row, at, roles)] : [];
    };
    if (onlyBad) return { total: this.#bad.length, rows: this.#bad.slice(offset, offset + limit).flatMap(view) };
    const shown = this.#rows.slice(offset, offset + limit);
    return { total: this.#rows.length, rows: shown.map((row, index) => this.#view(row, offset + index, roles)) };
  }

  #view({ read, checked, chosen }: DraftRow, at: number, roles: ImportChoices['roles']): ImportRow {
    const { draft, productId, errors, warnings } = checked;
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
      warnings: [...warnings],
      chosen,
      state: errors.length > 0 ? 'bad' : 'ready',
      checkoutUrl: null,
      linkId: null,
      actionId: null,
    };
  }
}

/** Tells of a row that is the same as an earlier one. */
function twin({ draft, productId }: Checked, line: number, seen: Map<string, number>): string[] {
  if (draft === null) return [];
  const key = JSON.stringify([productId, draft]);
  const first = seen.get(key);
  if (first === undefined) seen.set(key, line);
  return first === undefined ? [] : [texts.linkImport.draft.sameAs(first)];
}
