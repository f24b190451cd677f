// A file before its import: how its columns are read, and what the window shows of it.
//
// Over 300 lines, because encoding, columns and cells depend on each other: after a change of one, the rest is read again.
import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Output } from '../../shared/contract.ts';
import type { ImportCell, ImportChoices, ImportDraftView } from '../../shared/link-import.ts';
import { type Currency, USD_CURRENCY_ID } from '../../shared/money.ts';
import { texts } from '../../shared/texts/main.ts';
import { createExclusive } from '../storage/exclusive.ts';
import type { StoreContext } from '../store-context.ts';
import { mapInTurns } from '../turns.ts';
import { type CellFix, CellFixes } from './cell-fixes.ts';
import type { DraftRow } from './draft-row.ts';
import { DraftRows, type ImportFilter, type RowChoice, type RowWindow } from './draft-rows.ts';
import type { TableWithErrors } from './error-rows.ts';
import { findDecimal } from './file/cells.ts';
import { findHeader, guessRoles, isErrorColumn, problemsOf } from './file/columns.ts';
import { decode, findEncoding, isBinary, whyNotText } from './file/decode.ts';
import { uniqueNames, withoutEmptyEnd } from './file/names.ts';
import { headerNotes, readingNotes, twiceNotes } from './file/notes.ts';
import { currenciesOfRows } from './file/price-cells.ts';
import { findDelimiter, firstCells, readTable, type TableRow, withPlainLineBreaks } from './file/table.ts';
import { unknownCurrencies, withNewCurrencies } from './file/unknown-currencies.ts';
import { type ColumnMemory, recall } from './memory.ts';

const t = texts.linkImport.draft;
const SAMPLES = 3;
const SAMPLE_LENGTH = 80;
/** Hashing this many takes about a millisecond. */
const BYTES_AT_A_TIME = 256 * 1024;

/** The bytes of a file, pasted text, or rows of an earlier import. */
export type Source = { readonly bytes: Buffer } | { readonly text: string } | EarlierRows;

export interface EarlierRows {
  readonly importId: string;
  readonly columns: readonly string[];
  readonly rows: readonly TableRow[];
  readonly choices: Pick<ImportChoices, 'delimiter' | 'decimal' | 'roles' | 'productId' | 'currencyId'>;
}

export class ImportDraft {
  readonly id: string;
  readonly name: string;
  readonly #store: StoreContext;
  readonly #source: Source;
  readonly #memory: () => ColumnMemory;
  #choices: ImportChoices;
  #table: readonly TableRow[] = [];
  #text = '';
  #hash = '';
  #columns: readonly string[] = [];
  /** The first values of each column. */
  #samples: readonly (readonly string[])[] = [];
  readonly #rows: DraftRows;
  #notes: string[] = [];
  #headerNotes: string[] = [];
  #columnNotes: string[] = [];
  #world = '';
  /** The seller's currencies when the roles were last assigned. */
  #currencies: readonly Currency[] = [];
  #decimalChosen = false;
  #currencyChosen = false;
  /** Of prices without one, as long as the rows do not name a single one. */
  #usualCurrencyId: number;
  /** The seller changed how the file is read. */
  #isPrepared = false;
  readonly #fixes = new CellFixes();
  readonly #exclusive = createExclusive();

  constructor(store: StoreContext, name: string, source: Source, memory: () => ColumnMemory) {
    this.id = store.deps.stamper.id();
    this.name = name;
    this.#store = store;
    this.#source = source;
    this.#memory = memory;
    this.#rows = new DraftRows(store);
    const encoding = 'bytes' in source ? findEncoding(source.bytes).encoding : 'utf-8';
    const currencies = store.deps.settings().currencies;
    const currency = currencies.find(({ id }) => id === USD_CURRENCY_ID) ?? currencies[0];
    this.#usualCurrencyId = currency?.id ?? USD_CURRENCY_ID;
    this.#choices = {
      encoding,
      delimiter: ',',
      hasHeader: true,
      decimal: null,
      roles: [],
      productId: null,
      currencyId: this.#usualCurrencyId,
    };
  }

  get choices(): ImportChoices {
    return this.#choices;
  }

  /** For the next file with these columns. A currency that only the rows of this file named is no choice. */
  get lastingChoices(): ImportChoices {
    return this.#currencyChosen ? this.#choices : { ...this.#choices, currencyId: this.#usualCurrencyId };
  }

  get columns(): readonly string[] {
    return this.#columns;
  }

  get rows(): readonly DraftRow[] {
    return this.#rows.all;
  }

  /** SHA-256 of the text, or of the id of the earlier import; as hex. */
  get hash(): string {
    return this.#hash;
  }

  get isChecked(): boolean {
    return this.#rows.isChecked;
  }

  get counts(): ImportDraftView['counts'] {
    return this.#rows.counts;
  }

  /** Reads the source. Returns why it cannot be read, or null. */
  async open(): Promise<string | null> {
    const source = this.#source;
    if ('rows' in source) return this.#takeEarlier(source);
    const why = 'bytes' in source ? whyNotText(source.bytes) : null;
    return why ?? this.#decode(source, t.notText);
  }

  /** Decodes the source and splits it into rows. `notText`: the error for a source that is not text in this encoding. */
  async #decode(source: Exclude<Source, EarlierRows>, notText: string): Promise<string | null> {
    const text = 'bytes' in source ? decode(source.bytes, this.#choices.encoding) : source.text;
    await setImmediate();
    if (isBinary(text)) return notText;
    const plain = withPlainLineBreaks(text);
    await setImmediate();
    const why = await this.#split(plain, findDelimiter(plain), null);
    if (why === null) {
      this.#text = plain;
      this.#hash = await hashInTurns(plain.trimEnd());
    }
    return why;
  }

  async #split(text: string, delimiter: ImportChoices['delimiter'], header: boolean | null): Promise<string | null> {
    const read = await readTable(text, delimiter);
    if (!read.ok) return read.why;
    if (delimiter !== this.#choices.delimiter) this.#fixes.clear();
    const { currencies } = this.#store.deps.settings();
    const first = read.rows[0]?.cells ?? [];
    const found = findHeader(first, currencies);
    const named = header ?? found.named;
    const columns = uniqueNames(named ? withoutEmptyEnd(first) : first.map(() => ''));
    await this.#take(read.rows, columns, named);
    this.#headerNotes = headerNotes(named, header !== null || found.certain, read.rows.length);
    this.#choices = { ...this.#choices, delimiter, hasHeader: named };
    await this.#layOut();
    return null;
  }

  async #take(table: readonly TableRow[], columns: readonly string[], hasHeader: boolean): Promise<void> {
    const rows = await mapInTurns(hasHeader ? table.slice(1) : table, (row) => this.#fixes.of(row));
    const samples = await firstCells(columns, rows, SAMPLES);
    await this.#rows.take(rows);
    this.#table = table;
    this.#columns = columns;
    this.#samples = samples;
  }

  /** The decimal sign stays as it was, even if it was unknown: fewer amounts may seem to agree on one. */
  async #takeEarlier({ importId, columns, rows, choices }: EarlierRows): Promise<null> {
    await this.#take([{ line: 1, cells: columns, quotes: null }, ...rows], columns, true);
    const { delimiter, decimal, roles } = choices;
    this.#choices = { ...this.#choices, delimiter, decimal, roles, ...this.#stillThere(choices) };
    this.#decimalChosen = true;
    this.#currencyChosen = true;
    await this.#findCurrency();
    this.#currencies = this.#store.deps.settings().currencies;
    this.#columnNotes = [t.rowsOfEarlier];
    this.#hash = hashOfCorrections(importId);
    return null;
  }

  /** Assigns a role to each column: the remembered one, else a guess. */
  async #layOut(): Promise<void> {
    this.#guess();
    this.#decimalChosen = false;
    await this.#findDecimal();
    await this.#findCurrency();
    const found = 'bytes' in this.#source ? findEncoding(this.#source.bytes) : null;
    this.#notes = await readingNotes(this.#table, found, this.#choices.encoding);
  }

  #guess(): void {
    const { currencies } = this.#store.deps.settings();
    this.#currencies = currencies;
    const guesses = guessRoles(this.#columns, this.#samples, currencies);
    const last = recall(this.#memory(), this.#columns);
    const kept = last ? this.#stillThere(last.known) : {};
    this.#usualCurrencyId = kept.currencyId ?? this.#usualCurrencyId;
    this.#columnNotes = last ? [t.asLastTime] : [];
    this.#choices = {
      ...this.#choices,
      roles: last?.roles ?? guesses,
      ...kept,
    };
  }

  #stillThere({ productId, currencyId }: { productId: string | null; currencyId: number }): Partial<ImportChoices> {
    const product = productId === null ? null : this.#store.catalog.products.active(productId);
    const isKnown = this.#store.deps.settings().currencies.some(({ id }) => id === currencyId);
    return {
      ...(product ? { productId } : {}),
      ...(isKnown ? { currencyId } : {}),
    };
  }

  *#amounts(isWanted: (row: TableRow) => boolean = () => true): Generator<string> {
    const columns = this.#choices.roles.flatMap(({ kind }, at) =>
      kind === 'price' || kind === 'discount' ? [at] : [],
    );
    for (const { read } of this.#rows.all) {
      if (isWanted(read)) for (const at of columns) yield read.cells[at] ?? '';
    }
  }

  /**
   * Applies what the seller changed, in the order of the calls. Returns why the file cannot be read like that, and leaves
   * everything as it was; or null.
   */
  change(change: Partial<ImportChoices>): Promise<string | null> {
    return this.#exclusive(() => this.#change(change));
  }

  async #change(change: Partial<ImportChoices>): Promise<string | null> {
    const source = this.#source;
    const before = this.#choices;
    this.#rows.interrupt();
    let why: string | null = null;
    const wanted = { ...before, ...change };
    if (wanted.encoding !== before.encoding && !('rows' in source)) {
      this.#choices = { ...before, encoding: wanted.encoding };
      why = await this.#decode(source, t.notTextSo);
    } else if (wanted.delimiter !== before.delimiter || wanted.hasHeader !== before.hasHeader) {
      why = await this.#split(this.#text, wanted.delimiter, wanted.hasHeader);
    } else if (wanted.roles.length !== this.#columns.length) {
      why = t.columnsChanged;
    } else {
      this.#choices = wanted;
      this.#decimalChosen ||= change.decimal !== undefined;
      this.#currencyChosen ||= change.currencyId !== undefined;
      if (change.roles) {
        await this.#findDecimal();
        await this.#findCurrency();
      }
    }
    if (why !== null) this.#choices = before;
    // A change of nothing checks the rows again after a currency was added.
    else this.#isPrepared ||= Object.keys(change).length > 0;
    return why;
  }

  /** The used cells of a row; null if there is none, or if its cells could not be told apart. */
  cells(at: number): ImportCell[] | null {
    return this.#rows.cells(at, this.#columns, this.#choices.roles);
  }

  /** Corrects cells of a row. How the other rows are read does not change. */
  fix(at: number, fixes: readonly CellFix[]): Promise<void> {
    return this.#exclusive(async () => {
      const row = this.rows[at];
      if (!row) return;
      this.#fixes.put(row.read.line, fixes);
      await this.#rows.replace(at, this.#fixes.of(row.read), this.#choices, this.#columns);
      const rows = this.rows.map(({ read }) => read);
      this.#samples = await firstCells(this.#columns, rows, SAMPLES);
    });
  }

  async #findDecimal(): Promise<void> {
    if (this.#decimalChosen) return;
    const errors = this.#columns.flatMap((name, at) => (isErrorColumn(name) ? [at] : []));
    const refused = this.#amounts(({ cells }) => errors.some((at) => (cells[at] ?? '').trim() !== ''));
    const decimal = await findDecimal(this.#amounts(), refused);
    this.#choices = { ...this.#choices, decimal };
  }

  /** Prices without a currency are in the one that all others name. Their rows say so. */
  async #findCurrency(): Promise<void> {
    const { currencies } = this.#store.deps.settings();
    const rows = this.#rows.all.map(({ read }) => read);
    const { isNamed, only } = await currenciesOfRows(rows, this.#choices.roles, currencies);
    this.#rows.isCurrencyNamed = isNamed;
    if (this.#currencyChosen) return;
    this.#choices = { ...this.#choices, currencyId: only ?? this.#usualCurrencyId };
  }

  get problems(): string[] {
    const { roles, productId } = this.#choices;
    const { currencies } = this.#store.deps.settings();
    return problemsOf(roles, productId, currencies);
  }

  /** Whether products or currencies changed since the rows were checked. */
  get isStale(): boolean {
    return this.#world !== this.#worldNow();
  }

  #worldNow(): string {
    return JSON.stringify([this.#store.catalog.products.version, this.#store.deps.settings().currencies]);
  }

  /** Checks every row without blocking the thread. A newer check ends an older one. */
  async check(onProgress: () => void): Promise<void> {
    this.#world = this.#worldNow();
    // After a change of the products, rows keep their last result until the new one is there.
    if (!isDeepStrictEqual(this.#currencies, this.#store.deps.settings().currencies)) {
      this.#rows.interrupt();
      await this.#exclusive(() => this.#takeNewCurrencies());
    }
    return this.#rows.check(this.#choices, this.#columns, onProgress);
  }

  /** Uses columns in a currency that the seller has added. */
  async #takeNewCurrencies(): Promise<void> {
    const before = this.#currencies;
    this.#currencies = this.#store.deps.settings().currencies;
    const roles = withNewCurrencies(this.#columns, this.#choices.roles, before, this.#currencies);
    if (roles !== null) {
      this.#choices = { ...this.#choices, roles };
      await this.#findDecimal();
    }
    await this.#findCurrency();
  }

  /** Whether links were created, deleted or edited since the rows were compared with them. */
  get isOutdated(): boolean {
    return this.#rows.isOutdated;
  }

  /** Compares the rows with the current links. Returns whether the choice of any row changed. */
  compareAgain(): Promise<boolean> {
    return this.#exclusive(() => this.#rows.compareAgain());
  }

  /** Chooses rows, or leaves them out. Rows with errors are never chosen. */
  choose(choice: RowChoice): void {
    this.#rows.choose(choice);
  }

  facts() {
    const { currencies } = this.#store.deps.settings();
    return {
      id: this.id,
      name: this.name,
      origin: originOf(this.#source),
      choices: this.#choices,
      columns: this.#columns.map((name, at) => ({
        name,
        samples: (this.#samples[at] ?? []).map((text) => text.slice(0, SAMPLE_LENGTH)),
      })),
      notes: [...this.#headerNotes, ...this.#notes, ...this.#columnNotes, ...this.#twiceNotes()],
      problems: this.problems,
      checked: this.#rows.checked,
      unclear: this.#rows.unclear,
      ...unknownCurrencies(this.#columns, this.#choices.roles, currencies, this.#rows.currencies),
      counts: this.counts,
      isTouched: this.#isPrepared || this.#fixes.some || this.#rows.isChosenByHand,
    };
  }

  #twiceNotes(): string[] {
    const { hasHeader, roles } = this.#choices;
    return hasHeader ? twiceNotes(this.#table[0]?.cells ?? [], this.#columns, roles) : [];
  }

  withErrors(): TableWithErrors {
    const { roles, delimiter } = this.#choices;
    return { name: this.name, columns: this.#columns, roles, delimiter, rows: this.#rows.withErrors() };
  }

  page(window: RowWindow, filter: ImportFilter): Output<'imports.rows'> {
    return this.#rows.page(window, filter, this.#choices.roles);
  }
}

const originOf = (source: Source): ImportDraftView['origin'] => {
  if ('rows' in source) return 'import';
  return 'bytes' in source ? 'file' : 'pasted';
};

/** Of the rows with errors of an import, opened to be corrected: of all corrections of that import the same. */
export const hashOfCorrections = (importId: string): string => createHash('sha256').update(importId).digest('hex');

/** SHA-256 as hex, without blocking the thread. */
async function hashInTurns(text: string): Promise<string> {
  const bytes = Buffer.from(text);
  const hash = createHash('sha256');
  for (let from = 0; from < bytes.length; from += BYTES_AT_A_TIME) {
    hash.update(bytes.subarray(from, from + BYTES_AT_A_TIME));
    await setImmediate();
  }
  return hash.digest('hex');
}
