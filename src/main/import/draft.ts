// The open file: how its columns are read, and what each of its rows would become. The rows are in the catalog.
//
// Over 300 lines, because encoding, columns and cells depend on each other: after a change of one, the rest is read again.
import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import {
  type ImportCell,
  type ImportChange,
  type ImportChoices,
  type ImportDraftView,
  namesProduct,
} from '../../shared/link-import.ts';
import { type Currency, USD_CURRENCY_ID } from '../../shared/money.ts';
import { cutInMiddle } from '../../shared/text.ts';
import { texts } from '../../shared/texts/main.ts';
import type { CheckedRow, ImportRowRecord, KindCount, RowChoice, StoredKind } from '../catalog/imports.ts';
import { contentHash } from '../catalog/link-keys.ts';
import type { ImportRecord, RowCells } from '../catalog/records.ts';
import { isGuarded, withGuard } from '../csv/formula-guard.ts';
import { listProducts } from '../products/products.ts';
import { createExclusive } from '../storage/exclusive.ts';
import type { StoreContext } from '../store-context.ts';
import { comparison } from './compare-rows.ts';
import { type Checked, checkRow, type Reading } from './file/check.ts';
import {
  columnNames,
  findHeader,
  guessRoles,
  isErrorColumn,
  problemsOf,
  samplesOf,
  unknownInColumns,
  withNewCurrencies,
  withoutRepeats,
} from './file/columns.ts';
import { type OpenTable, openTable, wordRefusal } from './file/open-table.ts';
import { surveyPrices } from './file/price-cells.ts';
import type { ProductFinder } from './file/product-cells.ts';
import type { Refused, TableFacts } from './file/table.js';
import { type ColumnMemory, recall } from './memory.ts';
import { cellsToFix } from './rows.ts';

const t = texts.linkImport.draft;
const SAMPLES = 3;
const ROWS_FOR_SAMPLES = 500;
/** Currencies that are offered to be added: a column that is not about currencies has thousands of values. */
const CURRENCIES_OFFERED = 3;
/** Of a line that can be the header. */
const HEAD_LENGTH = 60;
/** No version of the links. */
const NEVER = -1;

/** The bytes of a file, or pasted text. */
export type Source = { readonly base64: string } | { readonly text: string };

interface CellFix {
  /** The index of the column. */
  readonly at: number;
  readonly text: string;
}

export class ImportDraft {
  /** Also of the import that it becomes. */
  readonly id: string;
  readonly name: string;
  readonly #store: StoreContext;
  readonly #source: Source;
  readonly #memory: () => ColumnMemory;
  #choices: ImportChoices;
  #columns: readonly string[] = [];
  #head: ImportDraftView['head'] = [];
  #samples: readonly (readonly string[])[] = [];
  #notes: readonly string[] = [];
  #total = 0;
  /** How many rows the running check is through. */
  #checked = 0;
  /** As of the last complete check or choice: counting many rows takes milliseconds. */
  #kinds: readonly KindCount[] = [];
  #unknownCurrencies: readonly { readonly currency: string; readonly rows: number }[] = [];
  #isCurrencyNamed = false;
  /** The number of the latest check; an older one ends when it sees a newer number. */
  #turn = 0;
  /** The `#linksVersion` when the rows were compared with the links. */
  #comparedWith = NEVER;
  #world = '';
  /** The seller's currencies when the roles were last assigned. */
  #currencies: readonly Currency[] = [];
  #isDecimalChosen = false;
  #isCurrencyChosen = false;
  /** Of prices without one, as long as the rows do not name a single one. */
  #usualCurrencyId: number;
  #isTouched = false;
  #isEnded = false;
  readonly #exclusive = createExclusive();

  constructor(store: StoreContext, name: string, source: Source, memory: () => ColumnMemory) {
    this.id = store.deps.stamper.id();
    this.name = name;
    this.#store = store;
    this.#source = source;
    this.#memory = memory;
    const { currencies } = store.deps.settings();
    const currency = currencies.find(({ id }) => id === USD_CURRENCY_ID) ?? currencies[0];
    this.#usualCurrencyId = currency?.id ?? USD_CURRENCY_ID;
    this.#choices = {
      encoding: 'utf-8',
      delimiter: ',',
      headerLine: 1,
      decimal: null,
      roles: [],
      productId: null,
      currencyId: this.#usualCurrencyId,
    };
  }

  get columns(): readonly string[] {
    return this.#columns;
  }

  /** Its rows become an import, or are removed: nothing changes them any more, until that has failed. */
  end(isEnded = true): void {
    this.#isEnded = isEnded;
    if (isEnded) this.#turn += 1;
  }

  /** For the next file with these columns. A currency that only the rows of this file name is not a choice. */
  get lastingChoices(): ImportChoices {
    return this.#isCurrencyChosen ? this.#choices : { ...this.#choices, currencyId: this.#usualCurrencyId };
  }

  get isChecked(): boolean {
    return this.#checked === this.#total;
  }

  get problems(): string[] {
    const { roles, productId } = this.#choices;
    return problemsOf(this.#columns, roles, productId, this.#store.deps.settings().currencies);
  }

  get #imports() {
    return this.#store.catalog.imports;
  }

  // ---- reading

  /** Reads the source. Returns why it cannot be read, or null. */
  open(): Promise<string | null> {
    return this.#read({});
  }

  /** What is left out is found. Replaces the rows, with what was corrected and chosen among them. */
  async #read(how: Partial<Pick<ImportChoices, 'encoding' | 'delimiter' | 'headerLine'>>): Promise<string | null> {
    const { encoding = null, delimiter = null } = how;
    const source = { base64: null, text: null, ...this.#source };
    const table: OpenTable | Refused = await openTable({ ...source, encoding, delimiter });
    if ('why' in table) return wordRefusal(table);
    try {
      const { facts, head } = table;
      const found = findHeader(head, this.#store.deps.settings().currencies);
      const line = how.headerLine === undefined ? head[found.row ?? -1]?.line : how.headerLine;
      const row = head.findIndex((one) => one.line === line);
      const header = head[row];
      await this.#replaceRows(table.rows(row + 1), table.total - row - 1);
      this.#head = head.map(({ line, cells }) => ({ line, text: cutInMiddle(cells.join(' · '), HEAD_LENGTH) }));
      this.#columns = columnNames(header?.cells ?? null, head[0]?.cells.length ?? 0);
      this.#choices = {
        ...this.#choices,
        encoding: facts.encoding,
        delimiter: facts.delimiter,
        headerLine: header?.line ?? null,
      };
      const isUncertain = how.headerLine === undefined && (!found.isCertain || table.total === row + 1);
      this.#notes = this.#notesOn(facts, isUncertain);
      await this.#assignRoles();
      return null;
    } finally {
      table.close();
    }
  }

  #notesOn({ encoding, isGuess, unreadable, damaged }: TableFacts, isHeaderUncertain: boolean): string[] {
    const notes = texts.linkTable.notes;
    const { headerLine } = this.#choices;
    return [
      ...(isHeaderUncertain ? [headerLine === null ? notes.noHeader : notes.header({ line: headerLine })] : []),
      ...(isGuess ? [notes.notUtf8({ encoding: notes.encodings[encoding] })] : []),
      ...(unreadable > 0 ? [notes.unreadable({ rows: unreadable })] : []),
      ...damaged.flatMap(({ at, cells }) =>
        this.#columns[at] === undefined ? [] : [notes.damaged({ column: this.#columns[at] ?? '', cells })],
      ),
    ];
  }

  async #replaceRows(rows: AsyncIterable<readonly RowCells[]>, total: number): Promise<void> {
    const imports = this.#imports;
    this.#total = total;
    this.#kinds = [];
    while (imports.removeRows(this.id)) await setImmediate();
    let next = 0;
    for await (const some of rows) {
      await this.#store.catalog.writeInBatches(some, (cells) => imports.addRow(this.id, next++, cells));
      await setImmediate();
    }
  }

  /** Assigns a role to each column: the remembered one, else a guess. */
  async #assignRoles(): Promise<void> {
    const { currencies } = this.#store.deps.settings();
    this.#currencies = currencies;
    this.#findSamples();
    const last = recall(this.#memory(), this.#columns);
    const roles = last?.roles ?? guessRoles(this.#columns, this.#samples, currencies);
    const kept = last ? this.#stillThere(last.known) : {};
    this.#usualCurrencyId = kept.currencyId ?? this.#usualCurrencyId;
    // If a column names products, a row with an empty cell must not get the preselected one.
    const productId = roles.some(namesProduct) ? null : await this.#likelyProduct();
    this.#choices = { ...this.#choices, roles, productId, ...kept };
    if (last) this.#notes = [...this.#notes, t.asLastTime];
    this.#isDecimalChosen = false;
    await this.#surveyPrices(last?.known.decimal ?? null);
  }

  #findSamples(): void {
    const rows: (readonly string[])[] = [];
    for (const some of this.#imports.rows(this.id)) {
      rows.push(...some.map(({ cells }) => cells.cells));
      if (rows.length >= ROWS_FOR_SAMPLES) break;
    }
    this.#samples = samplesOf(this.#columns, rows, SAMPLES);
  }

  /** The product of the newest link, else the only one. */
  async #likelyProduct(): Promise<string | null> {
    const { products, links } = this.#store.catalog;
    const newest = links.get(links.newestId() ?? '')?.productId;
    if (newest !== undefined && products.active(newest)) return newest;
    const { rows } = await listProducts(this.#store, { offset: 0, limit: 2, search: '', state: null });
    return rows.length === 1 ? (rows[0]?.id ?? null) : null;
  }

  #stillThere({ productId, currencyId }: Pick<ImportChoices, 'productId' | 'currencyId'>): Partial<ImportChoices> {
    const product = productId === null ? null : this.#store.catalog.products.active(productId);
    const isKnown = this.#store.deps.settings().currencies.some(({ id }) => id === currencyId);
    return { ...(product ? { productId } : {}), ...(isKnown ? { currencyId } : {}) };
  }

  /** Finds the decimal sign and the currency that the prices share. `usual`: the sign of a file whose amounts show none. */
  async #surveyPrices(usual: ImportChoices['decimal']): Promise<void> {
    const errors = this.#columns.flatMap((name, at) => (isErrorColumn(name) ? [at] : []));
    const isRefused = (cells: readonly string[]) => errors.some((at) => (cells[at] ?? '').trim() !== '');
    const survey = surveyPrices(this.#choices.roles, this.#store.deps.settings().currencies, isRefused);
    for (const rows of this.#imports.rows(this.id)) {
      for (const { cells } of rows) survey.add(cells.cells);
      await setImmediate();
    }
    const { decimal, isSilent, isCurrencyNamed, onlyCurrencyId } = survey.end();
    this.#isCurrencyNamed = isCurrencyNamed;
    this.#choices = {
      ...this.#choices,
      ...(!this.#isDecimalChosen && { decimal: isSilent ? usual : decimal }),
      ...(!this.#isCurrencyChosen && { currencyId: onlyCurrencyId ?? this.#usualCurrencyId }),
    };
  }

  // ---- what the seller changes

  /**
   * Applies what the seller changed, in the order of the calls. Returns why the file cannot be read like that, and leaves
   * everything as it was; or null.
   */
  change(change: ImportChange): Promise<string | null> {
    return this.#exclusive(async () => {
      if (this.#isEnded) return t.closed;
      this.#interrupt();
      const why = await this.#change(change);
      // A change of nothing checks the rows again after a currency was added.
      this.#isTouched ||= why === null && Object.keys(change).length > 0;
      return why;
    });
  }

  async #change({ roles, ...change }: ImportChange): Promise<string | null> {
    const before = this.#choices;
    const { encoding, delimiter, headerLine } = { ...before, ...change };
    const isOther = { encoding: encoding !== before.encoding, delimiter: delimiter !== before.delimiter };
    if (isOther.encoding || isOther.delimiter || headerLine !== before.headerLine) {
      // With another encoding, all else is found again.
      return this.#read(isOther.encoding ? { encoding } : { encoding, delimiter, headerLine });
    }
    if (roles && roles.length !== this.#columns.length) return t.columnsChanged;
    const newRoles = before.roles.map((role, at) => roles?.[at] ?? role);
    this.#choices = { ...before, ...change, roles: newRoles };
    this.#isDecimalChosen ||= change.decimal !== undefined;
    this.#isCurrencyChosen ||= change.currencyId !== undefined;
    if (roles) await this.#surveyPrices(before.decimal);
    return null;
  }

  /** Chooses rows, or leaves them out. Rows with errors are never chosen. */
  choose(choice: RowChoice): Promise<void> {
    return this.#exclusive(async () => {
      this.#isTouched = true;
      for (let from = 0; from < this.#total && !this.#isEnded; await setImmediate())
        from = this.#imports.choose(this.id, from, choice);
      this.#count();
    });
  }

  /** The used cells of a row; null if there is none, or if its cells could not be told apart. */
  cells(at: number): ImportCell[] | null {
    const row = this.#imports.row(this.id, at);
    if (!row || row.cells.quotes !== undefined) return null;
    return cellsToFix(this.#store, row, this.#columns, this.#choices.roles);
  }

  /** Corrects cells of a row, and compares all rows again: others may repeat it. How they are read does not change. */
  fix(at: number, fixes: readonly CellFix[]): Promise<void> {
    return this.#exclusive(async () => {
      const row = this.#imports.row(this.id, at);
      if (!row || this.#isEnded) return;
      this.#isTouched = true;
      const cells = [...row.cells.cells];
      for (const { at, text } of fixes) {
        while (cells.length < at) cells.push('');
        // An apostrophe that the seller types is text, so it gets a guard of its own.
        cells[at] = isGuarded(text) ? withGuard(text) : text;
      }
      const fixed = { ...row.cells, cells };
      const checked = checkRow(fixed, this.#reading());
      this.#store.catalog.transaction(() => {
        this.#imports.putCells(this.id, at, fixed);
        this.#imports.putChecked(this.id, at, compared(checked, { kind: 'new' }));
      });
      this.#findSamples();
      this.#comparedWith = NEVER;
      if (this.isChecked) await this.#pass(false);
    });
  }

  // ---- checking

  /** Whether products or currencies changed since the rows were checked. */
  get isStale(): boolean {
    return this.#world !== this.#worldNow();
  }

  #worldNow(): string {
    return JSON.stringify([this.#store.catalog.products.version, this.#store.deps.settings().currencies]);
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

  #interrupt(): void {
    this.#turn += 1;
    this.#checked = 0;
  }

  #reading(): Reading {
    const { currencies } = this.#store.deps.settings();
    const roles = withoutRepeats(this.#choices.roles, currencies);
    const isCurrencyNamed = this.#isCurrencyNamed;
    return {
      ...this.#choices,
      roles,
      columns: this.#columns,
      currencies,
      isCurrencyNamed,
      products: finder(this.#store),
    };
  }

  /** Checks every row without blocking the thread. A newer check ends an older one. */
  async check(onProgress: () => void): Promise<void> {
    this.#world = this.#worldNow();
    this.#interrupt();
    await this.#exclusive(async () => {
      const { currencies } = this.#store.deps.settings();
      const before = this.#currencies;
      if (isDeepStrictEqual(before, currencies)) return;
      this.#currencies = currencies;
      const roles = withNewCurrencies(this.#columns, this.#choices.roles, before, currencies);
      this.#choices = { ...this.#choices, roles };
      await this.#surveyPrices(this.#choices.decimal);
    });
    await this.#pass(true, onProgress);
  }

  /** Compares the rows with the current links. Returns whether the choice of any row changed. */
  compareAgain(): Promise<boolean> {
    return this.#exclusive(async () => {
      let isChanged = false;
      while (this.isOutdated && this.isChecked && !this.#isEnded) isChanged = (await this.#pass(false)) || isChanged;
      return isChanged;
    });
  }

  /** Compares all rows in order; reads them again before if `checks`. Returns whether the choice of any row changed. */
  async #pass(checks: boolean, onProgress = () => {}): Promise<boolean> {
    if (this.#isEnded) return false;
    this.#turn += checks ? 1 : 0;
    const turn = this.#turn;
    const version = this.#linksVersion;
    const reading = this.#reading();
    const compare = comparison(this.#store, this.#total);
    let isChanged = false;
    const store = (row: ImportRowRecord) => {
      if (this.#turn !== turn) return;
      const checked = checks ? checkRow(row.cells, reading) : checkedBefore(row);
      const { draft, productId } = checked;
      const content = draft === null || productId === null ? null : contentHash(productId, draft);
      const line = row.cells.line;
      const found =
        draft && productId !== null && content !== null ? compare({ content, line, draft, productId }) : null;
      const now = compared(checked, found ?? { kind: 'new' });
      const isSame = now.kind === row.kind && isDeepStrictEqual(now.findings, row.findings);
      if (!isSame) this.#imports.putChecked(this.id, row.row, now);
      isChanged ||= !checks && !isSame && this.#imports.row(this.id, row.row)?.isChosen !== row.isChosen;
    };
    for (const rows of this.#imports.rows(this.id)) {
      await this.#store.catalog.writeInBatches(rows, store);
      await setImmediate();
      if (this.#turn !== turn) return isChanged;
      if (checks) this.#checked += rows.length;
      onProgress();
    }
    this.#comparedWith = version;
    this.#count();
    onProgress();
    return isChanged;
  }

  #count(): void {
    this.#kinds = this.#imports.kinds(this.id);
    this.#unknownCurrencies = this.#imports.unknownCurrencies(this.id, CURRENCIES_OFFERED);
  }

  // ---- what the window shows

  get counts(): ImportDraftView['counts'] {
    const counts = { good: 0, bad: 0, chosen: 0, warned: 0 };
    const all = (kind: StoredKind, isChosen?: 1) =>
      this.#kinds.reduce(
        (sum, one) => sum + (one.kind === kind && (!isChosen || one.is_chosen === 1) ? one.rows : 0),
        0,
      );
    for (const { kind, is_chosen, rows, remarks } of this.#kinds) {
      counts.warned += remarks;
      if (kind === 'bad') counts.bad += rows;
      else if (kind !== 'unchecked') counts.good += rows;
      if (is_chosen === 1) counts.chosen += rows;
    }
    return {
      ...counts,
      all: this.#total,
      existing: all('existing'),
      existingChosen: all('existing', 1),
      repeated: all('repeated'),
      repeatedChosen: all('repeated', 1),
      repriced: all('repriced'),
      repricedChosen: all('repriced', 1),
      skipped: all('skipped'),
      skippedChosen: all('skipped', 1),
    };
  }

  facts(): ImportDraftView {
    const { currencies } = this.#store.deps.settings();
    const { roles } = this.#choices;
    const inColumns = unknownInColumns(this.#columns, roles, currencies);
    return {
      id: this.id,
      name: this.name,
      origin: 'base64' in this.#source ? 'file' : 'pasted',
      choices: this.#choices,
      head: this.#head,
      columns: this.#columns.map((name, at) => ({ name, samples: [...(this.#samples[at] ?? [])] })),
      notes: [...this.#notes],
      problems: this.problems,
      checked: this.#checked,
      unclear: this.#kinds.reduce((sum, { unclear }) => sum + unclear, 0),
      unknownCurrencies: [
        ...inColumns.map((currency) => ({ currency, rows: null })),
        ...this.#unknownCurrencies.filter(({ currency }) => !inColumns.includes(currency)),
      ],
      counts: this.counts,
      isTouched: this.#isTouched,
    };
  }

  /** The import that it would become now. */
  record(): ImportRecord {
    const { delimiter, roles, decimal, productId, currencyId } = this.#choices;
    const { stamper, now } = this.#store.deps;
    const { bad, chosen } = this.counts;
    return {
      id: this.id,
      rev: stamper.stamp(),
      createdAt: now(),
      name: this.name,
      delimiter,
      header: [...this.#columns],
      roles: [...roles],
      rows: this.#total,
      bad,
      chosen,
      stopped: '',
      settled: null,
      reading: { decimal, productId, currencyId },
    };
  }
}

/** What is stored about a row. */
function compared(
  { draft, productId, note, errors, warnings, isSkipped, isUnclear, unknownCurrency }: Checked,
  { kind, ...alike }: ReturnType<ReturnType<typeof comparison>>,
): CheckedRow {
  const isOdd = kind === 'new' && (alike.similarId !== undefined || alike.sameMetadataAs !== undefined);
  return {
    kind: isSkipped ? 'skipped' : draft === null ? 'bad' : kind,
    content: draft === null || productId === null ? null : contentHash(productId, draft),
    hasRemark: (warnings.length > 0 && !isSkipped) || isOdd,
    isUnclear,
    unknownCurrency,
    findings: { draft, productId, note, errors, warnings, ...alike },
  };
}

const checkedBefore = ({ kind, isUnclear, unknownCurrency, findings }: ImportRowRecord): Checked => {
  const { draft, productId, note, errors, warnings } = findings;
  const isSkipped = kind === 'skipped' && draft === null;
  return { draft, productId, note, errors, warnings, isSkipped, isUnclear, unknownCurrency };
};

/** Looks up products by title and id in the current catalog. */
function finder({ catalog: { products } }: StoreContext): ProductFinder {
  return {
    titled: (title) => products.titled(title),
    withServerId: (serverId) => products.withServerId(serverId).find(({ deletedAt }) => deletedAt === null)?.id ?? null,
    titleOf: (id) => products.active(id)?.fields.productTitle ?? null,
  };
}
