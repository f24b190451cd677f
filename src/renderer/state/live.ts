// Queries of the main process: one answer, or a list in pages of 100 rows. They ask again when an event says that their records
// have changed, and keep the old answer until the new one arrives.

import { useDebouncedValue } from '@mantine/hooks';
import {
  keepPreviousData,
  type Query,
  QueryClient,
  useQueries,
  useQuery,
  useQueryClient as useSharedClient,
} from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Channel, EventPayload, Input, Output } from '../../shared/contract.ts';
import { call, listen, type Problem, type Result } from '../bridge.ts';
import { useFrameState } from './frame.ts';

export type Topic = EventPayload<'records.changed'>['topic'];

/** Creates the window's queries, which ask again only after an event or by `useAskAgain`. */
export function useQueryClient(): QueryClient {
  const [client] = useState(
    () =>
      new QueryClient({
        defaultOptions: {
          queries: {
            networkMode: 'always',
            retry: false,
            refetchOnWindowFocus: false,
            refetchOnReconnect: false,
            gcTime: 0,
          },
        },
      }),
  );
  useEffect(() => listen('team.changed', () => client.invalidateQueries({ predicate: asks('team.get') })), [client]);
  useEffect(
    () =>
      listen('records.changed', ({ topic }) => {
        const isConcerned = ({ meta }: Query) =>
          (meta?.topics as readonly Topic[] | undefined)?.includes(topic) === true;
        for (const query of client.getQueryCache().findAll({ predicate: isConcerned })) refresh(client, query);
      }),
    [client],
  );
  return client;
}

/** Queries that ask again once their current answer has arrived, so that a burst of events cannot delay it. */
const waiting = new WeakSet<Query>();

function refresh(client: QueryClient, query: Query): void {
  if (query.state.fetchStatus === 'idle') {
    void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
    return;
  }
  if (waiting.has(query)) return;
  waiting.add(query);
  const again = () => {
    waiting.delete(query);
    refresh(client, query);
  };
  // The query becomes idle shortly after its promise settles; until then `refresh` waits once more.
  query.promise?.then(again, again);
}

/** The options of react-query for one question. A refusal becomes the query's error. */
const asking = <T>(key: readonly unknown[], topics: readonly Topic[], ask: () => Promise<Result<T>>) => ({
  queryKey: [useFrameState.getState().frame?.currentStoreId, ...key, topics],
  meta: { topics },
  queryFn: async (): Promise<T> => {
    const answer = await ask();
    if (!answer.ok) throw answer.problem;
    return answer.value;
  },
});

export interface Live<T, I = unknown> {
  /** The newest answer. The answer to an earlier input stays while the next one loads. Undefined before the first. */
  readonly data: T | undefined;
  readonly problem: Problem | null;
  /** The input of `data`; undefined while `data` still answers an earlier one. */
  readonly asked: I | undefined;
}

/** Calls `channel` (null for none), and again when records of `topics` change or the input, compared by its JSON, does. */
export function useLive<C extends Channel>(
  channel: C | null,
  input: Input<C>,
  topics: readonly Topic[],
): Live<Output<C>, Input<C>> {
  const live = useAsked([channel, input], topics, () => call(channel as C, input), channel !== null);
  return { data: live.data, problem: live.problem, asked: live.isCurrent ? input : undefined };
}

/** Like `useLive`, for a question of several calls, identified by `key`. */
export function useAsked<T>(
  key: readonly unknown[],
  topics: readonly Topic[],
  ask: () => Promise<Result<T>>,
  enabled: boolean,
) {
  const { data, error, isPlaceholderData } = useQuery<T, Problem>({
    ...asking(key, topics, ask),
    enabled,
    placeholderData: keepPreviousData,
  });
  return { data, problem: error, isCurrent: data !== undefined && !isPlaceholderData };
}

const asks =
  (channel: Channel) =>
  ({ queryKey }: Query): boolean =>
    queryKey[1] === channel;

/** Asks a channel again. Resolves once all answers have arrived or failed. */
export function useAskAgain(channel: Channel): () => Promise<void> {
  const client = useSharedClient();
  return () => client.invalidateQueries({ predicate: asks(channel) });
}

export const useTeam = () => useLive('team.get', undefined, []);

/** The practice store; null while it does not run. After a change to it, call `useAskAgain`. */
export const usePractice = () => useLive('practice.get', undefined, ['records', 'inbox']).data;

/** Asks once, so that changes elsewhere do not replace what the seller types in a form. */
export const useAnswer = <C extends Channel>(channel: C, input: Input<C>): Live<Output<C>, Input<C>> =>
  useLive(channel, input, []);

const PAGE = 100;

export type ListChannel =
  | 'products.list'
  | 'links.list'
  | 'sales.list'
  | 'sync.list'
  | 'sync.history'
  | 'inbox.list'
  | 'imports.rows';
export type Row<C extends ListChannel> = Output<C>['rows'][number];

/** Lists with a separate channel for their count, so that rows need not wait for it. */
const COUNTING = { 'links.list': 'links.count', 'sales.list': 'sales.count' } as const;
type Counting = typeof COUNTING;
/** Ms without typing before rows are counted: a long count would delay the rows for the next letter. */
const REST_MS = 300;

/** The rows of a list, for a table. */
export interface Rows<R> {
  /** How many rows match; undefined before the first answer. */
  readonly total: number | undefined;
  /** False while the count is running: there are at least `total` rows. */
  readonly isExact: boolean;
  /** The row at an index; undefined while it loads. */
  rowAt(index: number): R | undefined;
  /** The index of a row that is loaded: near the visible ones, or focused. */
  indexOf(key: string): number | undefined;
  /** Says which rows are visible and which one has the focus: only their pages are loaded and refreshed. */
  show(first: number, last: number, keyboard: number): void;
}

export interface Pages<C extends ListChannel> extends Rows<Row<C>> {
  /** The last answer of the list's counting channel, even if it belongs to an earlier query. */
  readonly count: C extends keyof Counting ? Output<Counting[C]> | undefined : undefined;
  /** The newest page, with the counts beside its rows. */
  readonly head: Output<C> | undefined;
  /** Whether `total` and `head` belong to this query rather than the previous one. */
  readonly isCurrent: boolean;
  readonly problem: Problem | null;
}

type Loaded<C extends ListChannel> = {
  readonly head?: Output<C>;
  readonly pages: ReadonlyMap<number, readonly Row<C>[]>;
};

const pageOf = (index: number): number => Math.floor(index / PAGE);

/** Loads a list page by page. `query` is the channel's input without `offset` and `limit`, compared by its JSON. */
export function usePages<C extends ListChannel>(
  channel: C,
  query: Omit<Input<C>, 'offset' | 'limit'>,
  topics: readonly Topic[],
): Pages<C> {
  const key = JSON.stringify(query);
  const [visible, setVisible] = useState({ key, pages: [0] });
  const wanted = visible.key === key ? visible.pages : [0];
  const answers = useQueries({
    queries: wanted.map((page) => ({
      ...asking([channel, key, page], topics, () =>
        call(channel, { ...query, offset: page * PAGE, limit: PAGE } as Input<C>),
      ),
      // Rows that were just scrolled away appear at once when they return.
      gcTime: 60_000,
    })),
  });
  const newest = answers.toSorted((one, other) => other.dataUpdatedAt - one.dataUpdatedAt)[0]?.data;
  const own = new Map<number, readonly Row<C>[]>();
  for (const [place, page] of wanted.entries()) {
    const rows = answers[place]?.data?.rows;
    if (rows) own.set(page, rows);
  }
  /** The previous query's rows stay until the first of this query arrive, so that nothing flickers. */
  const previous = useRef<Loaded<C>>({ pages: own });
  const isCurrent = own.size > 0;
  const { head, pages }: Loaded<C> = isCurrent && newest ? { head: newest, pages: own } : previous.current;
  useEffect(() => {
    previous.current = head ? { head, pages } : { pages };
  });

  const show = useCallback<Pages<C>['show']>(
    (first, last, keyboard) => {
      const next = new Set([pageOf(keyboard)]);
      for (let page = pageOf(first); page <= pageOf(last); page += 1) next.add(page);
      const sorted = [...next].sort((a, b) => a - b);
      setVisible((current) =>
        current.key === key && current.pages.join() === sorted.join() ? current : { key, pages: sorted },
      );
    },
    [key],
  );
  const rowAt = (index: number) => pages.get(pageOf(index))?.[index % PAGE];
  const indexOf = (id: string) => {
    for (const [page, rows] of pages) {
      const place = rows.findIndex((row) => row.id === id);
      if (place >= 0) return page * PAGE + place;
    }
    return undefined;
  };

  const { total, isExact, count } = useTotal(channel, query, topics, head, pages);
  const problem = answers.find(({ error }) => error !== null)?.error as Problem | undefined;
  return { total, isExact, count, head, isCurrent, problem: problem ?? null, rowAt, indexOf, show };
}

/** The number of rows, from the list itself or its counting channel; until then, as many as the loaded rows prove. */
function useTotal<C extends ListChannel>(
  channel: C,
  query: object,
  topics: readonly Topic[],
  head: Output<C> | undefined,
  pages: Loaded<C>['pages'],
) {
  const counting = channel in COUNTING ? COUNTING[channel as keyof Counting] : null;
  const key = JSON.stringify({ ...query, order: undefined });
  const [rested] = useDebouncedValue(key, REST_MS);
  const { data, asked } = useLive(counting, JSON.parse(rested) as Input<'links.count' | 'sales.count'>, topics);
  const count = data as Pages<C>['count'];
  if (counting === null) return { total: (head as { total?: number } | undefined)?.total, isExact: true, count };
  const isExact = asked !== undefined && rested === key;
  const ends = [...pages].map(([page, { length }]) => page * PAGE + length + (length === PAGE ? 1 : 0));
  const least = ends.length === 0 ? undefined : Math.max(...ends);
  return { total: isExact ? data?.total : least, isExact, count };
}
