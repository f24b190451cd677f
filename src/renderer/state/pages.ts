// Loads the rows of a list channel page by page, and refreshes the visible ones.
import { useCallback, useEffect, useReducer, useRef } from 'react';
import type { Input, Output } from '../../shared/contract.ts';
import { call, type Problem } from '../bridge.ts';
import { onRecords, type Topic } from './live.ts';
import { type ListChannel, PAGE, PagedList, type Row } from './paged-list.ts';

export interface Pages<C extends ListChannel> {
  /** How many rows match; undefined before the first answer. */
  readonly total: number | undefined;
  /** The newest whole answer, for the counts beside the rows. */
  readonly head: Output<C> | undefined;
  /** Whether `total` and `head` belong to this query, and not to the previous one. */
  readonly isCurrent: boolean;
  readonly problem: Problem | null;
  /** How many rows were inserted before the visible ones in total, less those removed. */
  readonly moved: number;
  /** The row at an index; undefined while it loads. */
  rowAt(index: number): Row<C> | undefined;
  /** The index of a loaded row: those near the visible ones, and the focused one. */
  indexOf(id: string): number | undefined;
  /**
   * Sets the visible rows, which are loaded and refreshed, the focused row, and whether visible rows keep their place.
   * Rows far from them are dropped.
   */
  show(first: number, last: number, keyboard: number, holds: () => boolean): void;
}

/** `query` is the channel's input without `offset` and `limit`; it is compared by its JSON. */
export function usePages<C extends ListChannel>(
  channel: C,
  query: Omit<Input<C>, 'offset' | 'limit' | 'locate'>,
  topics: readonly Topic[],
): Pages<C> {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const list = useRef<PagedList<C> | null>(null);
  /** The query of `list`, which follows a render later. */
  const listed = useRef('');
  const queryKey = JSON.stringify(query);
  const topicKey = topics.join();
  useEffect(() => {
    const read = (page: number, more: object = {}) =>
      call(channel, { ...JSON.parse(queryKey), offset: page * PAGE, limit: PAGE, ...more } as Input<C>);
    const mine = new PagedList<C>(read, redraw, list.current);
    list.current = mine;
    listed.current = queryKey;
    mine.start();
    const off = onRecords(topicKey.split(',') as Topic[], () => mine.recordsChanged());
    return () => {
      off();
      mine.end();
    };
  }, [channel, queryKey, topicKey]);

  const show = useCallback<Pages<C>['show']>(
    (first, last, keyboard, holds) => list.current?.show({ first, last, keyboard, holds }),
    [],
  );
  const rowAt = useCallback((index: number) => list.current?.rowAt(index), []);
  const indexOf = useCallback((id: string) => list.current?.indexOf(id), []);
  const { head, problem = null, moved = 0 } = list.current ?? {};
  const isCurrent = list.current?.isCurrent === true && listed.current === queryKey;
  return { total: head?.total, head, isCurrent, problem, moved, rowAt, indexOf, show };
}
