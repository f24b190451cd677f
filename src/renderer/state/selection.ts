// The selected rows of a list, by id, so that the selection survives changes and includes rows that are not loaded.
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Problem, Result } from '../../shared/problem.ts';
import { onRecords, type Pages, type Topic } from './live.ts';

type Answer = Promise<Result<{ ids: string[] }>>;

/** Queries of the main process, which has the rows that are not loaded. */
export interface SelectionSource {
  /** Identifies the list's query. When it changes, "select all" ends, and rows selected one by one stay. */
  readonly key: string;
  /** After changes to these the selection is checked again. */
  readonly topics: readonly Topic[];
  /** The rows could not be selected. */
  onFailed(problem: Problem): void;
  /** The ids of all rows, or of those from one to another. */
  ids(between: [string, string] | null): Answer;
  /** The `ids` that the list no longer shows; with `anywhere`, that no search or filter would show. */
  gone(ids: string[], anywhere: boolean): Answer;
}

type Rows = Pick<Pages<'links.list' | 'sync.list'>, 'rowAt' | 'indexOf'>;

export interface Selection {
  readonly ids: ReadonlySet<string>;
  /** How many of them the current search or filter hides. */
  readonly hidden: number;
  /** "Select all" is loading the ids. */
  readonly choosingAll: boolean;
  /** "Select all" chose these, and nothing was changed since. */
  readonly areAllChosen: boolean;
  toggle(id: string): void;
  extend(from: string, to: { readonly index: number; readonly key: string | null }): void;
  endRange(): void;
  selectAll(): void;
  /** Removes these from the selection. */
  leaveOut(ids: readonly string[]): void;
  /** Selects exactly the rows of an answer. */
  select(ask: () => Answer): Promise<void>;
  clear(): void;
}

interface Range {
  readonly anchor: string;
  /** The rows selected before the range. */
  readonly base: ReadonlySet<string>;
}

interface Chosen {
  readonly ids: ReadonlySet<string>;
  /** The ids that stay selected when the query changes. */
  readonly kept: ReadonlySet<string>;
  /** The query of which all rows were selected; null if they were chosen one by one. */
  readonly of: string | null;
  /** They are all rows of `of`. */
  readonly areAll: boolean;
}

const NONE: ReadonlySet<string> = new Set();
const NOTHING: Chosen = { ids: NONE, kept: NONE, of: null, areAll: false };
const onlyKept = ({ kept }: Chosen): Chosen => ({ ids: kept, kept, of: null, areAll: false });
/** Between two checks whether the selected rows still exist, ms; more where a check takes long. */
const CHECK_MS = 300;

/** The selection among the rows of `pages`. A row that the list stops showing leaves it, unless a new search hides it. */
export function useSelection(source: SelectionSource, pages: Rows): Selection {
  const queryKey = source.key;
  const asking = useRef(source);
  asking.current = source;
  const [chosen, setChosen] = useState<Chosen>(NOTHING);
  const current = chosen.of === null || chosen.of === queryKey ? chosen : onlyKept(chosen);
  const { ids } = current;
  const [hidden, setHidden] = useState(0);
  /** The query has changed since the first of them was chosen. */
  const isMoved = useRef(false);
  const [choosingAll, setChoosingAll] = useState(false);
  const latest = useRef({ ...current, queryKey });
  latest.current = { ...current, queryKey };
  const range = useRef<Range | null>(null);
  /** Incremented with each action of the seller, so that late answers are ignored. */
  const turn = useRef(0);

  /** `allOf`: the query of which all rows are selected; left out when rows are added to the selection or taken from it. */
  const put = useCallback((next: ReadonlySet<string>, allOf?: string | null) => {
    const of = allOf === undefined ? latest.current.of : allOf;
    const kept = of === null ? next : new Set([...latest.current.kept].filter((id) => next.has(id)));
    const now: Chosen = next.size === 0 ? NOTHING : { ids: next, kept, of, areAll: typeof allOf === 'string' };
    Object.assign(latest.current, now);
    setChosen(now);
  }, []);

  const begin = (): number => {
    setChoosingAll(false);
    turn.current += 1;
    return turn.current;
  };

  const clear = () => {
    begin();
    range.current = null;
    put(NONE);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the query changes, and only then
  useEffect(() => {
    begin();
    range.current = null;
    isMoved.current = latest.current.kept.size > 0;
    put(latest.current.ids);
  }, [queryKey]);

  const count = useCallback(async () => {
    const { ids: all, queryKey: key } = latest.current;
    if (all.size === 0) isMoved.current = false;
    const answer = isMoved.current ? await asking.current.gone([...all], false) : null;
    if (latest.current.ids === all && latest.current.queryKey === key)
      setHidden(answer?.ok ? answer.value.ids.length : 0);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: counts again when either changes
  useEffect(() => void count(), [ids, queryKey, count]);

  const some = ids.size > 0;
  useEffect(() => {
    if (!some) return;
    return whenChanged(asking.current.topics, async () => {
      const answer = await asking.current.gone([...latest.current.ids], isMoved.current);
      if (!answer.ok || latest.current.queryKey !== queryKey) return;
      if (answer.value.ids.length === 0) return count();
      const gone = new Set(answer.value.ids);
      put(without(latest.current.ids, gone));
      const { current } = range;
      if (current) range.current = gone.has(current.anchor) ? null : { ...current, base: without(current.base, gone) };
    });
  }, [some, queryKey, put, count]);

  const toggle = (id: string) => {
    begin();
    const next = new Set(latest.current.ids);
    if (!next.delete(id)) next.add(id);
    range.current = { anchor: id, base: next };
    put(next);
  };

  const extend: Selection['extend'] = async (from, to) => {
    const mine = begin();
    range.current ??= { anchor: from, base: latest.current.ids };
    const { anchor, base } = range.current;
    const between = loadedBetween(pages, anchor, to.index) ?? (await askBetween(source, anchor, to));
    if (turn.current === mine) put(new Set([...base, ...between]));
  };

  const select = async (ask: () => Answer, all: string | null) => {
    const mine = begin();
    range.current = null;
    const answer = await ask();
    if (turn.current !== mine) return;
    setChoosingAll(false);
    if (answer.ok) put(new Set([...(all === null ? [] : latest.current.kept), ...answer.value.ids]), all);
    else source.onFailed(answer.problem);
  };

  return {
    ids,
    hidden,
    choosingAll,
    areAllChosen: current.areAll,
    toggle,
    extend,
    endRange() {
      range.current = null;
    },
    selectAll() {
      const all = select(() => source.ids(null), queryKey);
      setChoosingAll(true);
      return all;
    },
    leaveOut(some) {
      begin();
      range.current = null;
      put(without(latest.current.ids, new Set(some)));
    },
    select: (ask) => select(ask, null),
    clear,
  };
}

const without = (ids: ReadonlySet<string>, gone: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([...ids].filter((id) => !gone.has(id)));

/** The ids from a row to an index where all of them are loaded. */
function loadedBetween(pages: Rows, anchor: string, index: number): string[] | null {
  const start = pages.indexOf(anchor);
  if (start === undefined) return null;
  const ids: string[] = [];
  for (let at = Math.min(start, index); at <= Math.max(start, index); at += 1) {
    const row = pages.rowAt(at);
    if (!row) return null;
    ids.push(row.id);
  }
  return ids;
}

async function askBetween(
  source: SelectionSource,
  anchor: string,
  to: { readonly index: number; readonly key: string | null },
) {
  const between = to.key === null ? null : ([anchor, to.key] as [string, string]);
  const answer = await source.ids(between);
  const alone = to.key === null ? [] : [to.key];
  if (!answer.ok) return alone;
  const { ids } = answer.value;
  if (between) return ids.length > 0 ? ids : alone;
  const start = ids.indexOf(anchor);
  return start < 0 ? alone : ids.slice(Math.min(start, to.index), Math.max(start, to.index) + 1);
}

/** Calls `check` after changes, one at a time and throttled. Returns the function that ends it. */
function whenChanged(topics: readonly Topic[], check: () => Promise<void>): () => void {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let busy = false;
  let again = false;
  let pause = CHECK_MS;
  const run = async () => {
    timer = null;
    busy = true;
    again = false;
    const began = performance.now();
    await check();
    pause = Math.max(CHECK_MS, (performance.now() - began) * 10);
    busy = false;
    if (again) schedule();
  };
  const schedule = () => {
    if (busy) again = true;
    else timer ??= setTimeout(() => void run(), pause);
  };
  const off = onRecords(topics, schedule);
  return () => {
    off();
    if (timer) clearTimeout(timer);
    again = false;
  };
}
