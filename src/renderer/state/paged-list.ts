// A long list that loads page by page while it is scrolled, and keeps only the pages near the visible rows.
import type { Output } from '../../shared/contract.ts';
import type { Problem, Result } from '../../shared/problem.ts';

export const PAGE = 100;
/** This many pages before and after the visible ones are kept, so that scrolling back a little needs no loading. */
const NEAR = 5;

export type ListChannel =
  | 'products.list'
  | 'links.list'
  | 'sales.list'
  | 'sync.list'
  | 'sync.history'
  | 'inbox.list'
  | 'imports.rows';
export type Row<C extends ListChannel> = Output<C>['rows'][number];

type PageRows<C extends ListChannel> = readonly Row<C>[];

/** Reads the page with this number. */
export type ReadPage<C extends ListChannel> = (page: number) => Promise<Result<Output<C>>>;

interface Shown {
  readonly first: number;
  readonly last: number;
  /** The focused row, which is rendered wherever it is. */
  readonly keyboard: number;
}

/**
 * Visible rows stay while newer ones load, also those of the previous query, so nothing jumps. Indexes count from the
 * first row of the whole list.
 */
export class PagedList<C extends ListChannel> {
  /** The newest whole answer, for the counts beside the rows. Undefined before the first. */
  head: Output<C> | undefined;
  problem: Problem | null = null;
  /** Whether `head` and the rows belong to this query, and not to the previous one. */
  isCurrent = false;

  readonly #read: ReadPage<C>;
  readonly #onChange: () => void;
  #pages = new Map<number, PageRows<C>>();
  /** The rows of the previous query, shown until the first of this one are loaded. */
  #before: ReadonlyMap<number, PageRows<C>>;
  readonly #fetching = new Set<number>();
  readonly #stale = new Set<number>();
  #shown: Shown = { first: 0, last: PAGE - 1, keyboard: 0 };
  #isEnded = false;

  /** `onChange` is called when there is something new to render. */
  constructor(read: ReadPage<C>, onChange: () => void, before: PagedList<C> | null) {
    this.#read = read;
    this.#onChange = onChange;
    this.#before = before ? before.#rows : new Map();
    this.head = before?.head;
  }

  get #rows(): ReadonlyMap<number, PageRows<C>> {
    return this.#pages.size > 0 ? this.#pages : this.#before;
  }

  /** The row at an index; undefined while it loads. */
  rowAt(index: number): Row<C> | undefined {
    return this.#rows.get(pageOf(index))?.[index % PAGE];
  }

  /** The index of a loaded row. */
  indexOf(id: string): number | undefined {
    for (const [page, rows] of this.#pages) {
      const at = rows.findIndex((row) => row.id === id);
      if (at >= 0) return page * PAGE + at;
    }
    return undefined;
  }

  /** How many rows there are at least. Undefined before the first are loaded. */
  get least(): number | undefined {
    const ends = [...this.#rows].map(([page, rows]) => page * PAGE + rows.length + (rows.length === PAGE ? 1 : 0));
    return ends.length === 0 ? undefined : Math.max(...ends);
  }

  start(): void {
    void this.#fetchShown();
  }

  /** Ignores answers that are still to come. */
  end(): void {
    this.#isEnded = true;
  }

  /** Sets the visible range: it is loaded and refreshed, and pages far from it are dropped. */
  show(shown: Shown): void {
    this.#shown = shown;
    this.#letGo();
    void this.#fetchShown();
  }

  /** The records behind the list have changed. */
  recordsChanged(): void {
    for (const page of [...this.#pages.keys(), ...this.#fetching]) this.#stale.add(page);
    void this.#fetchShown();
  }

  /** Loads the visible pages that are missing or stale. */
  async #fetchShown(): Promise<void> {
    const wanted = pagesIn(this.#shown).filter(
      (page) => (!this.#pages.has(page) || this.#stale.has(page)) && !this.#fetching.has(page),
    );
    let failed: Problem | null = null;
    await Promise.all(
      wanted.map(async (page) => {
        this.#fetching.add(page);
        this.#stale.delete(page);
        const answer = await this.#read(page);
        this.#fetching.delete(page);
        if (this.#isEnded) return;
        const isOutdated = this.#stale.has(page);
        this.#take(page, answer);
        if (!answer.ok) failed = answer.problem;
        // A page that loaded does not make up for another that failed.
        if (failed || !pagesIn(this.#shown).some((shown) => this.#stale.has(shown))) this.problem = failed;
        this.#onChange();
        // The page is stale again if its records changed during the request.
        if (isOutdated && answer.ok) void this.#fetchShown();
      }),
    );
  }

  #take(page: number, answer: Result<Output<C>>): void {
    if (!answer.ok) {
      // The loaded rows stay, as stale ones.
      if (this.#pages.has(page)) this.#stale.add(page);
      return;
    }
    this.#pages.set(page, this.#sameWhereSame(answer.value.rows as readonly Row<C>[]));
    this.#before = new Map();
    this.isCurrent = true;
    this.head = answer.value;
    this.#letGo();
  }

  /** Drops the pages far from the visible ones. */
  #letGo(): void {
    const { first, last, keyboard } = this.#shown;
    for (const page of this.#pages.keys()) {
      const isNear = page >= pageOf(first) - NEAR && page <= pageOf(last) + NEAR;
      if (isNear || page === pageOf(keyboard)) continue;
      this.#pages.delete(page);
      // A page that is loading is marked for changes since its request.
      if (!this.#fetching.has(page)) this.#stale.delete(page);
    }
  }

  /** Rows of an answer; unchanged ones keep their object, so that they are not rendered again. */
  #sameWhereSame(rows: readonly Row<C>[]): readonly Row<C>[] {
    const known = new Map<string, Row<C>>();
    for (const rows of this.#rows.values()) for (const row of rows) known.set(row.id, row);
    return rows.map((row) => {
      const as = known.get(row.id);
      return as && JSON.stringify(as) === JSON.stringify(row) ? as : row;
    });
  }
}

const pageOf = (index: number): number => Math.floor(index / PAGE);

const pagesIn = ({ first, last }: Pick<Shown, 'first' | 'last'>): number[] =>
  Array.from({ length: pageOf(last) - pageOf(first) + 1 }, (_, index) => pageOf(first) + index);
