// A long list, read page by page as it is scrolled: only what is near the window is held.
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Input, Output } from '../../shared/contract.ts';
import { call, type Problem } from '../bridge.ts';
import { onRecords, type Topic } from './live.ts';

const PAGE = 100;

type ListChannel = 'products.list' | 'links.list' | 'sync.list' | 'sync.history';
type Row<C extends ListChannel> = Output<C>['rows'][number];

export interface Pages<C extends ListChannel> {
  /** How many rows match; undefined before the first answer. */
  readonly total: number | undefined;
  /** The newest whole answer, for what stands beside the rows (counts). */
  readonly head: Output<C> | undefined;
  readonly problem: Problem | null;
  /** The row at an index, or undefined while it is on its way. */
  rowAt(index: number): Row<C> | undefined;
  /** Says which rows are on screen, so that they are fetched and kept fresh. */
  show(first: number, last: number): void;
}

/**
 * Reads a list channel in pages of 100. Rows on screen stay while newer ones are fetched, also those of another query, so
 * nothing jumps. `query` is
 * the channel's input without `offset` and `limit`; it is compared by its JSON.
 */
export function usePages<C extends ListChannel>(
  channel: C,
  query: Omit<Input<C>, 'offset' | 'limit'>,
  topics: readonly Topic[],
): Pages<C> {
  const [, redraw] = useState(0);
  const queryKey = JSON.stringify(query);
  const shown = useRef({ first: 0, last: PAGE - 1 });
  const held = useRef<{
    pages: Map<number, readonly Row<C>[]>;
    fetching: Set<number>;
    stale: Set<number>;
    /** The rows of the query before, shown until the first of this one are there. */
    before: ReadonlyMap<number, readonly Row<C>[]>;
    head: Output<C> | undefined;
    problem: Problem | null;
  }>({ pages: new Map(), fetching: new Set(), stale: new Set(), before: new Map(), head: undefined, problem: null });

  const fetchShown = useCallback(async () => {
    const mine = held.current;
    const { first, last } = shown.current;
    const wanted: number[] = [];
    for (let page = Math.floor(first / PAGE); page <= Math.floor(last / PAGE); page += 1) {
      if ((!mine.pages.has(page) || mine.stale.has(page)) && !mine.fetching.has(page)) wanted.push(page);
    }
    await Promise.all(
      wanted.map(async (page) => {
        mine.fetching.add(page);
        mine.stale.delete(page);
        const input = { ...JSON.parse(queryKey), offset: page * PAGE, limit: PAGE } as Input<C>;
        const answer = await call(channel, input);
        mine.fetching.delete(page);
        if (held.current !== mine) return;
        if (answer.ok) {
          mine.pages.set(page, answer.value.rows as readonly Row<C>[]);
          mine.head = answer.value;
          mine.problem = null;
        } else {
          mine.problem = answer.problem;
        }
        redraw((count) => count + 1);
        // A change that came in while this page was on its way has marked it stale again.
        if (mine.stale.has(page)) void fetchShown();
      }),
    );
  }, [channel, queryKey]);

  const topicKey = topics.join();
  useEffect(() => {
    held.current = {
      pages: new Map(),
      fetching: new Set(),
      stale: new Set(),
      before: held.current.pages.size > 0 ? held.current.pages : held.current.before,
      head: held.current.head,
      problem: null,
    };
    shown.current = { first: 0, last: PAGE - 1 };
    void fetchShown();
    return onRecords(topicKey.split(',') as Topic[], () => {
      for (const page of held.current.pages.keys()) held.current.stale.add(page);
      for (const page of held.current.fetching) held.current.stale.add(page);
      void fetchShown();
    });
  }, [fetchShown, topicKey]);

  const show = useCallback(
    (first: number, last: number) => {
      shown.current = { first, last };
      void fetchShown();
    },
    [fetchShown],
  );

  const rowAt = useCallback((index: number) => {
    const { pages, before } = held.current;
    return (pages.size > 0 ? pages : before).get(Math.floor(index / PAGE))?.[index % PAGE];
  }, []);
  return { total: held.current.head?.total, head: held.current.head, problem: held.current.problem, rowAt, show };
}
