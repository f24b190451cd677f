// Gives a screen the rows of a list channel, page by page, and keeps those on screen fresh.
import { useCallback, useEffect, useReducer, useRef } from 'react';
import type { Input, Output } from '../../shared/contract.ts';
import { call, type Problem } from '../bridge.ts';
import { onRecords, type Topic } from './live.ts';
import { type ListChannel, PAGE, PagedList, type Row } from './paged-list.ts';

export interface Pages<C extends ListChannel> {
  /** How many rows match; undefined before the first answer. */
  readonly total: number | undefined;
  /** The newest whole answer, for what stands beside the rows (counts). */
  readonly head: Output<C> | undefined;
  /** Whether `total` and `head` are what the query finds, and not the one before. */
  readonly isCurrent: boolean;
  readonly problem: Problem | null;
  /** How far the rows on screen have moved down because others came before them, added up; fewer makes it less. */
  readonly moved: number;
  /** The row at an index, or undefined while it is on its way. */
  rowAt(index: number): Row<C> | undefined;
  /** Where a row stands, among those that are held: those near the screen, and the one that has the keyboard. */
  indexOf(id: string): number | undefined;
  /**
   * Says which rows are on screen, so that they are fetched and kept fresh, which row has the keyboard, and whether the
   * rows on screen should stay where they are. What is far from them is let go.
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
  const queryKey = JSON.stringify(query);
  const topicKey = topics.join();
  useEffect(() => {
    const read = (page: number, more: object = {}) =>
      call(channel, { ...JSON.parse(queryKey), offset: page * PAGE, limit: PAGE, ...more } as Input<C>);
    const mine = new PagedList<C>(read, redraw, list.current);
    list.current = mine;
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
  const { head, isCurrent = false, problem = null, moved = 0 } = list.current ?? {};
  return { total: head?.total, head, isCurrent, problem, moved, rowAt, indexOf, show };
}
