// A long list that loads page by page while it is scrolled, and keeps only the pages near the visible rows.
import type { Output } from '../../shared/contract.ts';
import type { Problem, Result } from '../../shared/problem.ts';

export const PAGE = 100;
/** This many pages before and after the visible ones are kept, so that scrolling back a little needs no loading. */
const NEAR = 5;
/** Answers that contradict each other because of a change in between are requested again this often. */
const TRIES = 3;

export type ListChannel =
  | 'products.list'
  | 'links.list'
  | 'sales.list'
  | 'sync.list'
  | 'sync.history'
  | 'inbox.list'
  | 'imports.rows';
export type Row<C extends ListChannel> = Output<C>['rows'][number];

/** One page; it can have holes after rows moved. */
type PageRows<C extends ListChannel> = readonly (Row<C> | undefined)[];

/** Reads the page with this number. `locate`: rows of which the answer's `located` is the first that is still listed. */
export type ReadPage<C extends ListChannel> = (page: number, more?: { locate: string[] }) => Promise<Result<Output<C>>>;

interface Shown {
  readonly first: number;
  readonly last: number;
  /** The focused row: it is rendered and followed wherever it moves. */
  readonly keyboard: number;
  /** Whether the rows on screen should stay where they are while others come before them. */
  readonly holds: () => boolean;
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
  /** How many rows were inserted before the visible ones in total, less those removed. */
  moved: number;

  readonly #read: ReadPage<C>;
  readonly #onChange: () => void;
  #pages = new Map<number, PageRows<C>>();
  /** The rows of the previous query, shown until the first of this one are loaded. */
  #before: ReadonlyMap<number, PageRows<C>>;
  readonly #fetching = new Set<number>();
  readonly #stale = new Set<number>();
  #shown: Shown = { first: 0, last: PAGE - 1, keyboard: 0, holds: () => false };
  /** Whether a refresh is running, and whether another has to follow it. */
  #isRefreshing = false;
  #again = false;
  #isEnded = false;

  /** `onChange` is called when there is something new to render. */
  constructor(read: ReadPage<C>, onChange: () => void, before: PagedList<C> | null) {
    this.#read = read;
    this.#onChange = onChange;
    this.#before = before ? before.#rows : new Map();
    this.head = before?.head;
    this.moved = before?.moved ?? 0;
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
      const at = rows.findIndex((row) => row?.id === id);
      if (at >= 0) return page * PAGE + at;
    }
    return undefined;
  }

  start(): void {
    void this.#fetchShown(true);
  }

  /** Ignores answers that are still to come. */
  end(): void {
    this.#isEnded = true;
  }

  /** Sets the visible range: it is loaded and refreshed, and pages far from it are dropped. */
  show(shown: Shown): void {
    this.#shown = shown;
    this.#letGo();
    if (pagesIn(shown).some((page) => this.#stale.has(page))) void this.#refresh();
    else void this.#fetchShown(false);
  }

  /** The records behind the list have changed. */
  recordsChanged(): void {
    for (const page of [...this.#pages.keys(), ...this.#fetching]) this.#stale.add(page);
    void this.#refresh();
  }

  /** Refreshes the visible rows; one round at a time, and one more for changes meanwhile. */
  async #refresh(): Promise<void> {
    this.#again = true;
    if (this.#isRefreshing) return;
    this.#isRefreshing = true;
    for (let tries = 1; this.#again && !this.#isEnded; tries += 1) {
      this.#again = false;
      if ((await this.#follow()) || this.#again) continue;
      if (tries < TRIES) this.#again = true;
      else await this.#fetchShown(true);
    }
    this.#isRefreshing = false;
  }

  /** Loads the visible pages that are missing, with `alsoStale` the stale ones too; resolves with whether all succeeded. */
  async #fetchShown(alsoStale: boolean): Promise<true> {
    const wanted = pagesIn(this.#shown).filter(
      (page) => (!this.#pages.has(page) || (alsoStale && this.#stale.has(page))) && !this.#fetching.has(page),
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
        if (isOutdated) void this.#refresh();
      }),
    );
    return true;
  }

  /**
   * Refreshes the visible rows in place: finds their new index, loads the pages around it, and then moves everything at
   * once. Resolves with false when the answers contradict each other.
   */
  async #follow(): Promise<boolean> {
    const { first, last, holds } = this.#shown;
    const onScreen = Array.from({ length: last - first + 1 }, (_, index) => this.rowAt(first + index)?.id);
    const locate = onScreen.filter((id) => id !== undefined).slice(0, PAGE);
    if (!holds() || locate.length === 0 || this.#pages.size === 0) return this.#fetchShown(true);
    const page = pageOf(first);
    this.#stale.delete(page);
    const answer = await this.#read(page, { locate });
    if (this.#isEnded) return true;
    if (!answer.ok) {
      this.#stale.add(page);
      return this.#fetchShown(true);
    }
    const { located } = answer.value;
    const by = located ? located.index - (first + onScreen.indexOf(located.id)) : 0;
    const around = pagesIn({ first: Math.max(0, first + by), last: Math.max(0, last + by) });
    const others = await Promise.all(
      around
        .filter((number) => number !== page)
        .map(async (number) => {
          this.#stale.delete(number);
          return { number, answer: await this.#read(number, { locate }) };
        }),
    );
    if (this.#isEnded) return true;
    const all = [{ number: page, answer }, ...others];
    if (others.some(({ answer: other }) => other.ok && other.value.located?.index !== located?.index)) {
      for (const { number } of all) this.#stale.add(number);
      return false;
    }
    if (by !== 0) this.#moveRows(by);
    for (const { number, answer: given } of all) {
      // It misses changes since the request.
      if (by !== 0 && given.ok && around.includes(number) && !this.#again) this.#stale.delete(number);
      this.#take(number, given);
    }
    this.problem = others.map(({ answer: other }) => (other.ok ? null : other.problem)).find(Boolean) ?? null;
    this.#onChange();
    return this.#fetchShown(false);
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

  /** Moves every row `by` places down. All pages are stale then, for the inserted rows are not known yet. */
  #moveRows(by: number): void {
    const moved = new Map<number, (Row<C> | undefined)[]>();
    for (const [page, rows] of this.#pages) {
      rows.forEach((row, at) => {
        const index = page * PAGE + at + by;
        if (index < 0 || row === undefined) return;
        const to = moved.get(pageOf(index)) ?? new Array<Row<C> | undefined>(PAGE).fill(undefined);
        to[index % PAGE] = row;
        moved.set(pageOf(index), to);
      });
    }
    this.#pages = moved;
    this.moved += by;
    for (const page of moved.keys()) this.#stale.add(page);
    const { first, last, keyboard, holds } = this.#shown;
    const at = (index: number) => Math.max(0, index + by);
    this.#shown = { first: at(first), last: at(last), keyboard: at(keyboard), holds };
  }

  /** Rows of an answer; unchanged ones keep their object, so that they are not rendered again. */
  #sameWhereSame(rows: readonly Row<C>[]): readonly Row<C>[] {
    const known = new Map<string, Row<C>>();
    for (const rows of this.#rows.values()) for (const row of rows) if (row) known.set(row.id, row);
    return rows.map((row) => {
      const as = known.get(row.id);
      return as && JSON.stringify(as) === JSON.stringify(row) ? as : row;
    });
  }
}

const pageOf = (index: number): number => Math.floor(index / PAGE);

const pagesIn = ({ first, last }: Pick<Shown, 'first' | 'last'>): number[] =>
  Array.from({ length: pageOf(last) - pageOf(first) + 1 }, (_, index) => pageOf(first) + index);
