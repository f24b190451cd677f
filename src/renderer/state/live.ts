// Queries of the main process that reload when the records behind them change: one answer, or a list page by page.
import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import type { Channel, EventPayload, Input, Output } from '../../shared/contract.ts';
import { call, listen, type Problem } from '../bridge.ts';
import { type ListChannel, PAGE, PagedList, type Row } from './paged-list.ts';

export type Topic = Exclude<keyof EventPayload<'records.changed'>, 'storeId'>;

/** Calls `changed` when records of one of the topics change. */
export function onRecords(topics: readonly Topic[], changed: () => void): () => void {
  return listen('records.changed', (event) => {
    if (topics.some((topic) => event[topic])) changed();
  });
}

export interface Live<T, I = unknown> {
  /** The newest answer; it stays while the next one loads. Undefined before the first. */
  readonly data: T | undefined;
  readonly problem: Problem | null;
  /** The input that `data` answers: an older one while the next answer loads. */
  readonly asked: I | undefined;
}

/** Calls `channel`, again whenever records of `topics` or the input change. The input is compared by its JSON. */
export function useLive<C extends Channel>(
  channel: C,
  input: Input<C>,
  topics: readonly Topic[],
): Live<Output<C>, Input<C>> {
  const [live, setLive] = useState<Live<Output<C>, Input<C>>>({ data: undefined, problem: null, asked: undefined });
  const inputKey = JSON.stringify(input) ?? '';
  const topicKey = topics.join();
  const latest = useRef(input);
  latest.current = input;
  // biome-ignore lint/correctness/useExhaustiveDependencies: input and topics are compared by their JSON
  useEffect(() => {
    let ended = false;
    let asking = false;
    let askAgain = false;
    const ask = async () => {
      if (asking) {
        askAgain = true;
        return;
      }
      asking = true;
      do {
        askAgain = false;
        const asked = latest.current;
        const answer = await call(channel, asked);
        if (ended) return;
        setLive((before) =>
          answer.ok ? { data: answer.value, problem: null, asked } : { ...before, problem: answer.problem },
        );
      } while (askAgain);
      asking = false;
    };
    void ask();
    const off = onRecords(topicKey.split(',') as Topic[], () => void ask());
    return () => {
      ended = true;
      off();
    };
  }, [channel, inputKey, topicKey]);
  return live;
}

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

/**
 * Loads the rows of a list page by page, and refreshes the visible ones. `query` is the channel's input without `offset` and
 * `limit`; it is compared by its JSON.
 */
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
