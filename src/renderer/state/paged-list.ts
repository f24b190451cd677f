// A long list, read page by page as it is scrolled: only the pages near what is shown are held.
import type { Output } from '../../shared/contract.ts';
import type { Problem, Result } from '../../shared/problem.ts';

export const PAGE = 100;
/** So many pages before and after those on screen are held, to be there at once when the list is scrolled back a little. */
const NEAR = 5;
/** An answer that does not fit the others because of yet another change is asked for again this often. */
const TRIES = 3;

export type ListChannel = 'products.list' | 'links.list' | 'sync.list' | 'sync.history' | 'inbox.list' | 'imports.rows';
export type Row<C extends ListChannel> = Output<C>['rows'][number];

/** One page. When rows have moved it can have holes. */
type PageRows<C extends ListChannel> = readonly (Row<C> | undefined)[];

/** Reads the page with this number. `locate`: rows of which the first that is still listed is told in `located`. */
export type ReadPage<C extends ListChannel> = (page: number, more?: { locate: string[] }) => Promise<Result<Output<C>>>;

interface Shown {
  readonly first: number;
  readonly last: number;
  /** The row that has the keyboard: it is drawn, and followed when rows move, wherever it stands. */
  readonly keyboard: number;
  /** Whether the rows on screen should stay where they are while others come before them. */
  readonly holds: () => boolean;
}

/**
 * Rows on screen stay while newer ones are fetched, also those of the list before, so nothing jumps. Indexes count from
 * the first row of the whole list.
 */
export class PagedList<C extends ListChannel> {
  /** The newest whole answer, for what stands beside the rows (counts). Undefined before the first. */
  head: Output<C> | undefined;
  problem: Problem | null = null;
  /** Whether `head` and the rows belong to this list, and not to the one before. */
  isCurrent = false;
  /** How far the rows on screen have moved down because others came before them, added up; fewer makes it less. */
  moved: number;

  readonly #read: ReadPage<C>;
  readonly #onChange: () => void;
  #pages = new Map<number, PageRows<C>>();
  /** The rows of the list before, shown until the first of this one are there. */
  #before: ReadonlyMap<number, PageRows<C>>;
  readonly #fetching = new Set<number>();
  readonly #stale = new Set<number>();
  #shown: Shown = { first: 0, last: PAGE - 1, keyboard: 0, holds: () => false };
  /** Whether what is held is being brought up to date, and whether it has to be once more after that. */
  #isRefreshing = false;
  #again = false;
  #isEnded = false;

  /** `onChange` is called when there is something new to draw. */
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

  /** The row at an index, or undefined while it is on its way. */
  rowAt(index: number): Row<C> | undefined {
    return this.#rows.get(pageOf(index))?.[index % PAGE];
  }

  /** Where a row stands, among those that are held. */
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

  /** Answers that are still on their way are left aside. */
  end(): void {
    this.#isEnded = true;
  }

  /** Says what is on screen, so that it is fetched and kept fresh, and what is far from it let go. */
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

  /** Brings the rows on screen up to date; one round at a time, and one more for what changes meanwhile. */
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

  /** Fetches the pages on screen that are missing, and with `alsoStale` those that are not fresh; true once it is done. */
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
        // One page that could be read does not make up for another that could not.
        if (failed || !pagesIn(this.#shown).some((shown) => this.#stale.has(shown))) this.problem = failed;
        this.#onChange();
        // The page is stale again if its records changed during the request.
        if (isOutdated) void this.#refresh();
      }),
    );
    return true;
  }

  /**
   * Brings the rows on screen up to date while they should stay where they are: finds out where they stand now, fetches
   * the pages around that place, and then moves everything at once. False when the answers do not fit each other.
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
      // What changed since it was asked for is not in it.
      if (by !== 0 && given.ok && around.includes(number) && !this.#again) this.#stale.delete(number);
      this.#take(number, given);
    }
    this.problem = others.map(({ answer: other }) => (other.ok ? null : other.problem)).find(Boolean) ?? null;
    this.#onChange();
    return this.#fetchShown(false);
  }

  #take(page: number, answer: Result<Output<C>>): void {
    if (!answer.ok) {
      // What is held of it stays, and is not fresh.
      if (this.#pages.has(page)) this.#stale.add(page);
      return;
    }
    this.#pages.set(page, this.#sameWhereSame(answer.value.rows as readonly Row<C>[]));
    this.#before = new Map();
    this.isCurrent = true;
    this.head = answer.value;
    this.#letGo();
  }

  /** Lets go of the pages that are far from what is shown: they are read again when the list is scrolled back. */
  #letGo(): void {
    const { first, last, keyboard } = this.#shown;
    for (const page of this.#pages.keys()) {
      const isNear = page >= pageOf(first) - NEAR && page <= pageOf(last) + NEAR;
      if (isNear || page === pageOf(keyboard)) continue;
      this.#pages.delete(page);
      // One that is on its way again is marked for a change since it was asked for.
      if (!this.#fetching.has(page)) this.#stale.delete(page);
    }
  }

  /** Puts every row `by` places further down. All pages are stale then: what came between is not known yet. */
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

  /** Rows of an answer, those that are as they were by what is held of them already, so that they are not drawn again. */
  #sameWhereSame(rows: readonly Row<C>[]): readonly Row<C>[] {
    const known = new Map<string, Row<C>>();
    for (const held of this.#rows.values()) for (const row of held) if (row) known.set(row.id, row);
    return rows.map((row) => {
      const as = known.get(row.id);
      return as && JSON.stringify(as) === JSON.stringify(row) ? as : row;
    });
  }
}

const pageOf = (index: number): number => Math.floor(index / PAGE);

const pagesIn = ({ first, last }: Pick<Shown, 'first' | 'last'>): number[] =>
  Array.from({ length: pageOf(last) - pageOf(first) + 1 }, (_, index) => pageOf(first) + index);
