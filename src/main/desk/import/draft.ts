// A file that was read and of which nothing is made yet: how it is read, and every row checked.
import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { ImportChoices, ImportRow } from '../../../shared/link-import.ts';
import { USD_CURRENCY_ID } from '../../../shared/money.ts';
import { cellsAsRead } from '../../import/as-read.ts';
import { findDecimal } from '../../import/cells.ts';
import { type Checked, checkRow } from '../../import/check.ts';
import { findHeader, guessRole, problemsOf } from '../../import/columns.ts';
import { decode, findEncoding, isBinary, whyNotText } from '../../import/decode.ts';
import { uniqueNames, withoutEmptyEnd } from '../../import/names.ts';
import { headerNotes, readingNotes, twiceNotes } from '../../import/notes.ts';
import { findDelimiter, readTable, type TableRow, withPlainLineBreaks } from '../../import/table.ts';
import type { OpenStore } from '../open-store.ts';
import { productFinder } from '../product-finder.ts';
import { recall } from './memory.ts';
import type { ColumnMemory } from './records.ts';

/** How many rows are checked before others get their turn. */
const CHECKED_AT_A_TIME = 250;
const SAMPLES = 3;
const SAMPLE_LENGTH = 80;
/** What was read: bytes of a file, or text that was pasted. */
export type Source = { readonly bytes: Buffer } | { readonly text: string };

interface DraftRow {
  readonly line: number;
  readonly cells: readonly string[];
  checked: Checked;
  chosen: boolean;
}

export class ImportDraft {
  readonly id: string;
  readonly name: string;
  readonly #store: OpenStore;
  readonly #source: Source;
  readonly #memory: () => ColumnMemory;
  #choices: ImportChoices;
  #table: readonly TableRow[] = [];
  #text = '';
  #hash = '';
  #columns: readonly string[] = [];
  #rows: DraftRow[] = [];
  /** Places of the rows with errors, in order. */
  #bad: number[] = [];
  #checked = 0;
  #chosen = 0;
  #warned = 0;
  #notes: string[] = [];
  #headerNotes: string[] = [];
  #columnNotes: string[] = [];
  /** Counts the readings, so that an older one ends when a newer begins. */
  #turn = 0;
  #world = '';
  #decimalChosen = false;
  /** Rows that the seller has taken out, by line: kept while the reading changes. */
  readonly #leftOut = new Set<number>();

  constructor(store: OpenStore, name: string, source: Source, memory: () => ColumnMemory) {
    this.id = store.parts.stamper.id();
    this.name = name;
    this.#store = store;
    this.#source = source;
    this.#memory = memory;
    const encoding = 'bytes' in source ? findEncoding(source.bytes).encoding : 'utf-8';
    const currencies = store.parts.settings().currencies;
    const currency = currencies.find(({ id }) => id === USD_CURRENCY_ID) ?? currencies[0];
    this.#choices = {
      encoding,
      delimiter: ',',
      hasHeader: true,
      decimal: '.',
      roles: [],
      productId: null,
      currencyId: currency?.id ?? USD_CURRENCY_ID,
    };
  }

  get choices(): ImportChoices {
    return this.#choices;
  }

  get columns(): readonly string[] {
    return this.#columns;
  }

  get rows(): readonly DraftRow[] {
    return this.#rows;
  }

  /** SHA-256 of the text that was read, as hex. */
  get hash(): string {
    return this.#hash;
  }

  get isChecked(): boolean {
    return this.#checked === this.#rows.length;
  }

  get chosen(): number {
    return this.#chosen;
  }

  /** Reads the source for the first time. Gives why it cannot be read, or null. */
  async open(): Promise<string | null> {
    if ('bytes' in this.#source) {
      const why = whyNotText(this.#source.bytes);
      if (why !== null) return why;
    }
    return this.#decode('This is not a text file. Choose a CSV file, or paste the rows.');
  }

  /** Reads anew from the encoding on. `notText`: what is said where that gives no text. */
  async #decode(notText: string): Promise<string | null> {
    const source = this.#source;
    const text = 'bytes' in source ? decode(source.bytes, this.#choices.encoding) : source.text;
    if (isBinary(text)) return notText;
    const plain = withPlainLineBreaks(text);
    const why = await this.#split(plain, findDelimiter(plain), null);
    if (why === null) {
      this.#text = plain;
      this.#hash = createHash('sha256').update(plain.trimEnd()).digest('hex');
    }
    return why;
  }

  async #split(text: string, delimiter: ImportChoices['delimiter'], header: boolean | null): Promise<string | null> {
    const read = await readTable(text, delimiter);
    if (!read.ok) return read.why;
    const { currencies } = this.#store.parts.settings();
    const first = read.rows[0]?.cells ?? [];
    const found = findHeader(first, currencies);
    const named = header ?? found.named;
    this.#table = read.rows;
    this.#headerNotes = headerNotes(named, header !== null || found.certain, read.rows.length);
    this.#choices = { ...this.#choices, delimiter, hasHeader: named };
    this.#layOut();
    return null;
  }

  /** Names the columns and says what each is: as remembered, else as guessed. */
  #layOut(): void {
    const { hasHeader: named } = this.#choices;
    const first = this.#table[0]?.cells ?? [];
    const body = named ? this.#table.slice(1) : this.#table;
    this.#columns = uniqueNames(named ? withoutEmptyEnd(first) : first.map(() => ''));
    this.#rows = body.map(({ line, cells }) => ({ line, cells, checked: UNCHECKED, chosen: false }));
    this.#forgetChecks();
    this.#guess();
    this.#decimalChosen = false;
    this.#choices = { ...this.#choices, decimal: findDecimal(this.#amounts()) };
    const found = 'bytes' in this.#source ? findEncoding(this.#source.bytes) : null;
    this.#notes = readingNotes(this.#table, found, this.#choices.encoding);
  }

  #guess(): void {
    const { currencies } = this.#store.parts.settings();
    const guesses = this.#columns.map((name) => guessRole(name, currencies));
    const last = recall(this.#memory(), this.#columns);
    this.#columnNotes = last ? ['These columns are used as the last time.'] : guesses.flatMap(({ note }) => note ?? []);
    this.#choices = {
      ...this.#choices,
      roles: last?.roles ?? guesses.map(({ role }) => role),
      ...(last ? this.#stillThere(last.known) : {}),
    };
  }

  #stillThere({ productId, currencyId }: { productId: string | null; currencyId: number }): Partial<ImportChoices> {
    const product = productId === null ? null : this.#store.catalogue.products.get(productId);
    const isKnown = this.#store.parts.settings().currencies.some(({ id }) => id === currencyId);
    return {
      ...(product && product.deletedAt === null ? { productId } : {}),
      ...(isKnown ? { currencyId } : {}),
    };
  }

  *#amounts(): Generator<string> {
    const columns = this.#choices.roles.flatMap(({ kind }, at) =>
      kind === 'price' || kind === 'discount' ? [at] : [],
    );
    for (const { cells } of this.#rows) for (const at of columns) yield cells[at] ?? '';
  }

  /** Takes what the seller changed. Gives why it cannot be read so, or null; then all is as before. */
  async change(change: Partial<ImportChoices>): Promise<string | null> {
    const before = this.#choices;
    this.#turn += 1;
    let why: string | null = null;
    const wanted = { ...before, ...change };
    if (wanted.encoding !== before.encoding) {
      this.#choices = { ...before, encoding: wanted.encoding };
      why = await this.#decode('The file is not in this encoding: read so, it is no text.');
    } else if (wanted.delimiter !== before.delimiter || wanted.hasHeader !== before.hasHeader) {
      why = await this.#split(this.#text, wanted.delimiter, wanted.hasHeader);
    } else if (wanted.roles.length !== this.#columns.length) {
      why = 'The columns have changed meanwhile. Look at them again.';
    } else {
      this.#choices = wanted;
      this.#decimalChosen ||= change.decimal !== undefined;
      if (change.roles && !this.#decimalChosen) this.#choices = { ...wanted, decimal: findDecimal(this.#amounts()) };
    }
    if (why !== null) this.#choices = before;
    return why;
  }

  // ---- checking

  get problems(): string[] {
    const { roles, productId } = this.#choices;
    return problemsOf(roles, productId, this.#store.parts.settings().currencies);
  }

  /** Whether the products or the currencies are others than when the rows were checked. */
  get isStale(): boolean {
    return this.#world !== this.#worldNow();
  }

  #worldNow(): string {
    const products = this.#store.catalogue.products.standing();
    return JSON.stringify([
      products.map(({ id, serverId, fields, checkout }) => [
        id,
        serverId,
        fields.productTitle,
        checkout?.productNumber,
      ]),
      this.#store.parts.settings().currencies,
    ]);
  }

  /** Checks every row; others get their turn meanwhile. A newer check ends an older one. */
  async check(told: () => void): Promise<void> {
    this.#turn += 1;
    const turn = this.#turn;
    this.#forgetChecks();
    this.#world = this.#worldNow();
    const reading = {
      ...this.#choices,
      columns: this.#columns,
      currencies: this.#store.parts.settings().currencies,
      products: productFinder(this.#store),
    };
    const seen = new Map<string, number>();
    const tableRows = this.#choices.hasHeader ? this.#table.slice(1) : this.#table;
    for (let at = 0; at < this.#rows.length; at += 1) {
      const row = this.#rows[at];
      const tableRow = tableRows[at];
      if (!row || !tableRow) break;
      const checked = checkRow(tableRow, reading);
      row.checked = { ...checked, warnings: [...checked.warnings, ...twin(checked, row.line, seen)] };
      row.chosen = checked.draft !== null && !this.#leftOut.has(row.line);
      if (checked.draft === null) this.#bad.push(at);
      if (row.chosen) this.#chosen += 1;
      if (row.checked.warnings.length > 0) this.#warned += 1;
      this.#checked += 1;
      if (this.#checked % CHECKED_AT_A_TIME !== 0) continue;
      told();
      await setImmediate();
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
    const places = rows ?? this.#rows.keys();
    for (const at of places) {
      const row = this.#rows[at];
      if (!row || row.checked.draft === null || row.chosen === on) continue;
      row.chosen = on;
      this.#chosen += on ? 1 : -1;
      if (on) this.#leftOut.delete(row.line);
      else this.#leftOut.add(row.line);
    }
  }

  // ---- what the window shows

  facts() {
    const samples = this.#rows.slice(0, SAMPLES);
    return {
      id: this.id,
      name: this.name,
      choices: this.#choices,
      columns: this.#columns.map((name, at) => ({
        name,
        samples: samples.map(({ cells }) => (cells[at] ?? '').slice(0, SAMPLE_LENGTH)),
      })),
      notes: [...this.#headerNotes, ...this.#notes, ...this.#columnNotes, ...this.#twiceNotes()],
      problems: this.problems,
      checked: this.#checked,
      counts: {
        all: this.#rows.length,
        good: this.#checked - this.#bad.length,
        bad: this.#bad.length,
        chosen: this.#chosen,
        warned: this.#warned,
      },
    };
  }

  #twiceNotes(): string[] {
    const { hasHeader, roles } = this.#choices;
    return hasHeader ? twiceNotes(this.#table[0]?.cells ?? [], this.#columns, roles) : [];
  }

  page(offset: number, limit: number, onlyBad: boolean): { total: number; rows: ImportRow[] } {
    const all = onlyBad ? this.#bad : null;
    const places = all
      ? all.slice(offset, offset + limit)
      : Array.from({ length: Math.max(0, Math.min(limit, this.#rows.length - offset)) }, (_, index) => offset + index);
    return {
      total: all ? all.length : this.#rows.length,
      rows: places.flatMap((at) => {
        const row = this.#rows[at];
        return row ? [this.#rowView(row, at)] : [];
      }),
    };
  }

  #rowView({ line, cells, checked, chosen }: DraftRow, at: number): ImportRow {
    const { draft, productId } = checked;
    const { product: named, ...read } = cellsAsRead(cells, this.#choices.roles);
    const product = productId === null ? undefined : this.#store.catalogue.products.latest(productId);
    return {
      id: String(at),
      line,
      productTitle: product?.fields.productTitle ?? named,
      prices: draft?.prices ?? [],
      read: draft === null ? read : null,
      useOnce: draft?.useOnce ?? false,
      metadata: draft?.metadata ?? [],
      errors: [...checked.errors],
      warnings: [...checked.warnings],
      chosen,
      state: checked.errors.length > 0 ? 'bad' : 'ready',
      checkoutUrl: null,
      linkId: null,
      actionId: null,
    };
  }
}

const UNCHECKED: Checked = { productId: null, draft: null, errors: [], warnings: [] };

/** Tells of a row that is the same as an earlier one. */
function twin({ draft, productId }: Checked, line: number, seen: Map<string, number>): string[] {
  if (draft === null) return [];
  const key = JSON.stringify([productId, draft]);
  const first = seen.get(key);
  if (first === undefined) seen.set(key, line);
  return first === undefined ? [] : [`The same as line ${first}: two links will be made`];
}
