// Which rows of a list are selected: kept by id while rows change, also those that are not loaded.
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Input } from '../../shared/contract.ts';
import type { Result } from '../../shared/problem.ts';
import { texts } from '../../shared/texts/window.ts';
import { call } from '../bridge.ts';
import { toast } from '../components/toast.tsx';
import { onRecords, type Topic } from './live.ts';
import type { Pages } from './pages.ts';

/** What a list shows: the input of `links.list` without its window. */
export type LinkQuery = Omit<Input<'links.list'>, 'offset' | 'limit' | 'locate'>;

type Answer = Promise<Result<{ ids: string[] }>>;

/** What the selection in a list asks the main process, which knows the rows that are not loaded. */
export interface SelectionSource {
  /** What the list shows; the selection ends when it changes. */
  readonly key: string;
  /** After changes to these the selection is looked at again. */
  readonly topics: readonly Topic[];
  /** What is said when the rows could not be selected. */
  readonly failed: string;
  /** The ids of all rows, or of those from one to another. */
  ids(between: [string, string] | null): Answer;
  /** Those of `ids` that the list does not show any more. */
  gone(ids: string[]): Answer;
}

type Rows = Pick<Pages<'links.list' | 'sync.list'>, 'rowAt' | 'indexOf'>;

export interface Selection {
  readonly ids: ReadonlySet<string>;
  /** All are being selected; it takes a moment where not all are loaded. */
  readonly choosingAll: boolean;
  toggle(id: string): void;
  extend(from: string, to: { readonly index: number; readonly key: string | null }): void;
  endRange(): void;
  selectAll(): void;
  /** Selects the rows of an answer, and only those; resolves when that is done. */
  select(ask: () => Answer): Promise<void>;
  clear(): void;
}
export type LinkSelection = Selection;

interface Range {
  /** Where it began. */
  readonly anchor: string;
  /** What was selected besides. */
  readonly base: ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();
/** Between two looks at whether the selected links are still listed, ms; more where a look takes long. */
const LOOK_MS = 300;

export function useLinkSelection(query: LinkQuery, pages: Pages<'links.list'>): LinkSelection {
  return useSelection(
    {
      key: JSON.stringify(query),
      topics: ['links', 'actions', 'products'],
      failed: texts.parts.linksNotSelected,
      ids: (between) => call('links.ids', { ...query, between }),
      gone: (ids) => call('links.gone', { ...query, ids }),
    },
    pages,
  );
}

/** The selection among the rows of `pages`. It ends with the query; what the list does not show any more leaves it. */
export function useSelection(source: SelectionSource, pages: Rows): Selection {
  const queryKey = source.key;
  const asking = useRef(source);
  asking.current = source;
  const [chosen, setChosen] = useState({ ids: NONE, of: queryKey });
  const ids = chosen.of === queryKey ? chosen.ids : NONE;
  const [choosingAll, setChoosingAll] = useState(false);
  const latest = useRef({ ids, queryKey });
  latest.current = { ids, queryKey };
  const range = useRef<Range | null>(null);
  /** Counts what the seller does, so that an answer that comes too late is left aside. */
  const turn = useRef(0);

  const put = useCallback((next: ReadonlySet<string>) => {
    latest.current.ids = next;
    setChosen({ ids: next, of: latest.current.queryKey });
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
    clear();
  }, [queryKey]);

  const some = ids.size > 0;
  useEffect(() => {
    if (!some) return;
    return whenChanged(asking.current.topics, async () => {
      const answer = await asking.current.gone([...latest.current.ids]);
      if (!answer.ok || answer.value.ids.length === 0 || latest.current.queryKey !== queryKey) return;
      const gone = new Set(answer.value.ids);
      put(without(latest.current.ids, gone));
      const { current } = range;
      if (current) range.current = gone.has(current.anchor) ? null : { ...current, base: without(current.base, gone) };
    });
  }, [some, queryKey, put]);

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

  const select = async (ask: () => Answer) => {
    const mine = begin();
    range.current = null;
    const answer = await ask();
    if (turn.current !== mine) return;
    setChoosingAll(false);
    if (answer.ok) put(new Set(answer.value.ids));
    else toast('error', `${source.failed} ${answer.problem.message}`);
  };

  return {
    ids,
    choosingAll,
    toggle,
    extend,
    endRange() {
      range.current = null;
    },
    selectAll() {
      const all = select(() => source.ids(null));
      setChoosingAll(true);
      return all;
    },
    select,
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

/** Calls `look` after changes, one at a time and not too often. Returns the function that ends it. */
function whenChanged(topics: readonly Topic[], look: () => Promise<void>): () => void {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let busy = false;
  let again = false;
  let pause = LOOK_MS;
  const run = async () => {
    timer = null;
    busy = true;
    again = false;
    const began = performance.now();
    await look();
    pause = Math.max(LOOK_MS, (performance.now() - began) * 10);
    busy = false;
    if (again) poke();
  };
  const poke = () => {
    if (busy) again = true;
    else timer ??= setTimeout(() => void run(), pause);
  };
  const off = onRecords(topics, poke);
  return () => {
    off();
    if (timer) clearTimeout(timer);
    again = false;
  };
}
