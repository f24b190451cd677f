// A long list, read page by page as it is scrolled: only what is near the window is held.
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Input, Output } from '../../shared/contract.ts';
import { call, type Problem } from '../bridge.ts';
import { onRecords, type Topic } from './live.ts';

const PAGE = 100;

type ListChannel = 'products.list' | 'links.list' | 'sync.list' | 'sync.history' | 'inbox.list' | 'imports.rows';
type Row<C extends ListChannel> = Output<C>['rows'][number];

export interface Pages<C extends ListChannel> {
  /** How many rows match; undefined before the first answer. */
  readonly total: number | undefined;
  /** The newest whole answer, for what stands beside the rows (counts). */
  readonly head: Output<C> | undefined;
  readonly problem: Problem | null;
  /** How far the rows on screen have moved down because others came before them, added up; fewer makes it less. */
  readonly moved: number;
  /** The row at an index, or undefined while it is on its way. */
  rowAt(index: number): Row<C> | undefined;
  /** Where a row stands, among those that are held. */
  indexOf(id: string): number | undefined;
  /** Says which rows are on screen, so that they are fetched and kept fresh, and whether they should stay where they are. */
  show(first: number, last: number, holds?: () => boolean): void;
}

const never = (): boolean => false;

interface Held<C extends ListChannel> {
  /** By number; a page whose rows have moved can have holes. */
  pages: Map<number, readonly (Row<C> | undefined)[]>;
  readonly fetching: Set<number>;
  readonly stale: Set<number>;
  /** The rows of the query before, shown until the first of this one are there. */
  readonly before: ReadonlyMap<number, readonly (Row<C> | undefined)[]>;
  head: Output<C> | undefined;
  problem: Problem | null;
  moved: number;
  /** Whether what is held is being brought up to date, and whether it has to be once more after that. */
  refreshing: boolean;
  again: boolean;
}

/** An answer that does not fit the others because of yet another change is asked for again this often. */
const TRIES = 3;

const rowIn = <C extends ListChannel>({ pages, before }: Held<C>, index: number): Row<C> | undefined =>
  (pages.size > 0 ? pages : before).get(Math.floor(index / PAGE))?.[index % PAGE];

function indexIn<C extends ListChannel>({ pages }: Held<C>, id: string): number | undefined {
  for (const [page, rows] of pages) {
    const at = rows.findIndex((row) => row?.id === id);
    if (at >= 0) return page * PAGE + at;
  }
  return undefined;
}

/** Puts every row `by` places further down. All pages are stale then: what came between is not known yet. */
function moveRows<C extends ListChannel>(held: Held<C>, by: number): void {
  const moved = new Map<number, (Row<C> | undefined)[]>();
  for (const [page, rows] of held.pages) {
    rows.forEach((row, at) => {
      const index = page * PAGE + at + by;
      if (index < 0 || row === undefined) return;
      const to = moved.get(Math.floor(index / PAGE)) ?? new Array<Row<C> | undefined>(PAGE).fill(undefined);
      to[index % PAGE] = row;
      moved.set(Math.floor(index / PAGE), to);
    });
  }
  held.pages = moved;
  held.moved += by;
  for (const page of moved.keys()) held.stale.add(page);
}

/** Rows of an answer, those that are as they were by what is held of them already, so that they are not drawn again. */
function sameWhereSame<C extends ListChannel>({ pages, before }: Held<C>, rows: readonly Row<C>[]): readonly Row<C>[] {
  const known = new Map<string, Row<C>>();
  for (const held of (pages.size > 0 ? pages : before).values())
    for (const row of held) if (row) known.set(row.id, row);
  return rows.map((row) => {
    const as = known.get(row.id);
    return as && JSON.stringify(as) === JSON.stringify(row) ? as : row;
  });
}

const locatedIn = (answer: object): { readonly id: string; readonly index: number } | null =>
  'located' in answer ? (answer.located as { id: string; index: number } | null) : null;

const pagesOf = ({ first, last }: { readonly first: number; readonly last: number }): number[] => {
  const from = Math.floor(first / PAGE);
  return Array.from({ length: Math.floor(last / PAGE) - from + 1 }, (_, index) => from + index);
};

/**
 * Reads a list channel in pages of 100. Rows on screen stay while newer ones are fetched, also those of another query, so
 * nothing jumps. `query` is
 * the channel's input without `offset` and `limit`; it is compared by its JSON.
 */
export function usePages<C extends ListChannel>(
  channel: C,
  query: Omit<Input<C>, 'offset' | 'limit' | 'locate'>,
  topics: readonly Topic[],
): Pages<C> {
  const [, redraw] = useState(0);
  const queryKey = JSON.stringify(query);
  const shown = useRef({ first: 0, last: PAGE - 1, holds: never });
  const held = useRef<Held<C>>({
    pages: new Map(),
    fetching: new Set(),
    stale: new Set(),
    before: new Map(),
    head: undefined,
    problem: null,
    moved: 0,
    refreshing: false,
    again: false,
  });

  const ask = useCallback(
    (page: number, more: object = {}) =>
      call(channel, { ...JSON.parse(queryKey), offset: page * PAGE, limit: PAGE, ...more } as Input<C>),
    [channel, queryKey],
  );

  /** Fetches the pages on screen that are missing, and with `alsoStale` those that are not fresh. */
  const fetchShown = useCallback(
    async (alsoStale: boolean) => {
      const mine = held.current;
      const wanted = pagesOf(shown.current).filter(
        (page) => (!mine.pages.has(page) || (alsoStale && mine.stale.has(page))) && !mine.fetching.has(page),
      );
      await Promise.all(
        wanted.map(async (page) => {
          mine.fetching.add(page);
          mine.stale.delete(page);
          const answer = await ask(page);
          mine.fetching.delete(page);
          if (held.current !== mine) return;
          if (answer.ok) {
            mine.pages.set(page, sameWhereSame(mine, answer.value.rows as readonly Row<C>[]));
            mine.head = answer.value;
            mine.problem = null;
          } else {
            mine.problem = answer.problem;
          }
          redraw((count) => count + 1);
          // A change that came in while this page was on its way has marked it stale again.
          if (mine.stale.has(page)) void refreshRef.current();
        }),
      );
    },
    [ask],
  );

  /**
   * Brings the rows on screen up to date while they should stay where they are: finds out where they stand now, fetches
   * the pages around that place, and then moves everything at once. False when the answers do not fit each other.
   */
  const follow = useCallback(
    async (mine: Held<C>): Promise<boolean> => {
      const { first, last, holds } = shown.current;
      const onScreen = Array.from({ length: last - first + 1 }, (_, index) => rowIn(mine, first + index)?.id);
      const locate = onScreen.filter((id) => id !== undefined).slice(0, PAGE);
      if (!holds() || locate.length === 0 || mine.pages.size === 0) {
        await fetchShown(true);
        return true;
      }
      const page = Math.floor(first / PAGE);
      mine.stale.delete(page);
      const answer = await ask(page, { locate });
      if (held.current !== mine) return true;
      if (!answer.ok) {
        mine.stale.add(page);
        await fetchShown(true);
        return true;
      }
      const located = locatedIn(answer.value);
      const by = located ? located.index - (first + onScreen.indexOf(located.id)) : 0;
      const around = pagesOf({ first: Math.max(0, first + by), last: Math.max(0, last + by) });
      const others = await Promise.all(
        around
          .filter((number) => number !== page)
          .map(async (number) => {
            mine.stale.delete(number);
            return { number, answer: await ask(number, { locate }) };
          }),
      );
      if (held.current !== mine) return true;
      const fits = others.every(({ answer: other }) => !other.ok || locatedIn(other.value)?.index === located?.index);
      if (!fits) return false;
      if (by !== 0) {
        moveRows(mine, by);
        const now = shown.current;
        shown.current = { ...now, first: Math.max(0, now.first + by), last: Math.max(0, now.last + by) };
      }
      const fresh = by === 0 ? [] : around;
      for (const { number, answer: given } of [{ number: page, answer }, ...others]) {
        if (!given.ok) continue;
        mine.pages.set(number, sameWhereSame(mine, given.value.rows as readonly Row<C>[]));
        if (fresh.includes(number)) mine.stale.delete(number);
      }
      mine.head = answer.value;
      mine.problem = null;
      redraw((count) => count + 1);
      await fetchShown(false);
      return true;
    },
    [ask, fetchShown],
  );

  /** Brings the rows on screen up to date; one round at a time, and one more for what changes meanwhile. */
  const refresh = useCallback(async () => {
    const mine = held.current;
    mine.again = true;
    if (mine.refreshing) return;
    mine.refreshing = true;
    for (let tries = 1; mine.again && held.current === mine; tries += 1) {
      mine.again = false;
      if ((await follow(mine)) || mine.again) continue;
      if (tries < TRIES) mine.again = true;
      else await fetchShown(true);
    }
    mine.refreshing = false;
  }, [follow, fetchShown]);
  const refreshRef = useRef(refresh);
  refreshRef.current = refresh;

  const topicKey = topics.join();
  useEffect(() => {
    held.current = {
      pages: new Map(),
      fetching: new Set(),
      stale: new Set(),
      before: held.current.pages.size > 0 ? held.current.pages : held.current.before,
      head: held.current.head,
      problem: null,
      moved: held.current.moved,
      refreshing: false,
      again: false,
    };
    shown.current = { first: 0, last: PAGE - 1, holds: never };
    void fetchShown(true);
    return onRecords(topicKey.split(',') as Topic[], () => {
      for (const page of held.current.pages.keys()) held.current.stale.add(page);
      for (const page of held.current.fetching) held.current.stale.add(page);
      void refresh();
    });
  }, [fetchShown, refresh, topicKey]);

  const show = useCallback(
    (first: number, last: number, holds = never) => {
      shown.current = { first, last, holds };
      const isStale = pagesOf(shown.current).some((page) => held.current.stale.has(page));
      if (isStale) void refresh();
      else void fetchShown(false);
    },
    [fetchShown, refresh],
  );

  const rowAt = useCallback((index: number) => rowIn(held.current, index), []);
  const indexOf = useCallback((id: string) => indexIn(held.current, id), []);
  const { head, problem, moved } = held.current;
  return { total: head?.total, head, problem, moved, rowAt, indexOf, show };
}
