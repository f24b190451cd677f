// Queries of the main process that reload when the records behind them change: one answer, or a list page by page.
import { useDebouncedValue } from '@mantine/hooks';
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

/**
 * Calls `channel` (null for none), again whenever records of `topics` or the input change. The input is compared by its JSON. Only
 * one call is under way: while a seller types, the newest input waits for it and replaces those before.
 */
export function useLive<C extends Channel>(
  channel: C | null,
  input: Input<C>,
  topics: readonly Topic[],
): Live<Output<C>, Input<C>> {
  const [live, setLive] = useState<Live<Output<C>, Input<C>>>({ data: undefined, problem: null, asked: undefined });
  const inputKey = JSON.stringify(input) ?? '';
  const topicKey = topics.join();
  const latest = useRef(input);
  latest.current = input;
  const calls = useRef({ isAsking: false, askAgain: false, isWatched: false });
  // biome-ignore lint/correctness/useExhaustiveDependencies: input and topics are compared by their JSON
  useEffect(() => {
    if (channel === null) return;
    const state = calls.current;
    state.isWatched = true;
    const ask = async () => {
      state.askAgain = true;
      if (state.isAsking) return;
      state.isAsking = true;
      while (state.askAgain && state.isWatched) {
        state.askAgain = false;
        const asked = latest.current;
        const answer = await call(channel, asked);
        if (!state.isWatched) break;
        setLive((before) =>
          answer.ok ? { data: answer.value, problem: null, asked } : { ...before, problem: answer.problem },
        );
      }
      state.isAsking = false;
    };
    void ask();
    const off = onRecords(topicKey.split(',') as Topic[], () => void ask());
    return () => {
      state.isWatched = false;
      off();
    };
  }, [channel, inputKey, topicKey]);
  return live;
}

/** Lists that are counted by a channel of their own, so that their rows do not wait for it. */
const COUNTING = { 'links.list': 'links.count', 'sales.list': 'sales.count' } as const;
type Counting = typeof COUNTING;
/** Ms without typing before rows are counted: the rows of the next letter would wait for a long count. */
const REST_MS = 300;
const countingOf = (channel: ListChannel) => (channel in COUNTING ? COUNTING[channel as keyof Counting] : null);

export interface Pages<C extends ListChannel> {
  /** How many rows match; undefined before the first answer. */
  readonly total: number | undefined;
  /** False while the rows are still being counted: there are at least `total`. */
  readonly isExact: boolean;
  /** Of a list that is counted by a channel of its own: its last answer, also that to an earlier query. */
  readonly count: C extends keyof Counting ? Output<Counting[C]> | undefined : undefined;
  /** The newest whole answer, for the counts beside the rows. */
  readonly head: Output<C> | undefined;
  /** Whether `total` and `head` belong to this query, and not to the previous one. */
  readonly isCurrent: boolean;
  readonly problem: Problem | null;
  /** The row at an index; undefined while it loads. */
  rowAt(index: number): Row<C> | undefined;
  /** The index of a loaded row: those near the visible ones, and the focused one. */
  indexOf(id: string): number | undefined;
  /** Sets the visible rows, which are loaded and refreshed, and the focused row. Rows far from them are dropped. */
  show(first: number, last: number, keyboard: number): void;
}

/**
 * Loads the rows of a list page by page, and refreshes the visible ones. `query` is the channel's input without `offset` and
 * `limit`; it is compared by its JSON.
 */
export function usePages<C extends ListChannel>(
  channel: C,
  query: Omit<Input<C>, 'offset' | 'limit'>,
  topics: readonly Topic[],
): Pages<C> {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const countChannel = countingOf(channel);
  const countKey = JSON.stringify({ ...query, order: undefined });
  const [rested] = useDebouncedValue(countKey, REST_MS);
  const count = useLive(countChannel, JSON.parse(rested) as Input<'links.count' | 'sales.count'>, topics);
  const list = useRef<PagedList<C> | null>(null);
  /** The query of `list`, which follows a render later. */
  const listed = useRef('');
  const queryKey = JSON.stringify(query);
  const topicKey = topics.join();
  useEffect(() => {
    const read = (page: number) =>
      call(channel, { ...JSON.parse(queryKey), offset: page * PAGE, limit: PAGE } as Input<C>);
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
    (first, last, keyboard) => list.current?.show({ first, last, keyboard }),
    [],
  );
  const rowAt = useCallback((index: number) => list.current?.rowAt(index), []);
  const indexOf = useCallback((id: string) => list.current?.indexOf(id), []);
  const { head, least, problem = null } = list.current ?? {};
  const isCurrent = list.current?.isCurrent === true && listed.current === queryKey;
  const isCounted = count.data !== undefined && JSON.stringify(count.asked) === countKey;
  const total =
    countChannel === null ? (head as { total?: number } | undefined)?.total : isCounted ? count.data?.total : least;
  const isExact = countChannel === null || isCounted;
  return { total, isExact, count: count.data as Pages<C>['count'], head, isCurrent, problem, rowAt, indexOf, show };
}
