// The selected rows of a list: some, by their ids, or all rows of its query except some. Another query ends the selection.
import { useEffect, useRef, useState } from 'react';
import type { Result } from '../../shared/problem.ts';
import { orNotify } from '../kit/notify.tsx';
import { type Rows, type Topic, useAsked } from './live.ts';

/** Queries of the main process, which knows the rows that are not loaded. */
export interface SelectionSource {
  /** Identifies the list's query. */
  readonly key: string;
  /** The selection is checked again after changes to these. */
  readonly topics: readonly Topic[];
  /** The ids of all rows, in order. */
  ids(): Promise<Result<{ ids: string[] }>>;
  /** Which of `ids` the list no longer shows. */
  gone(ids: string[]): Promise<Result<{ ids: string[] }>>;
}

export interface Selection {
  readonly count: number;
  readonly isAll: boolean;
  /** The ids of selected rows; empty if all are selected. */
  readonly listed: readonly string[];
  has(id: string): boolean;
  /** All selected ids, for a command; null after a toast if they could not be read. */
  ids(): Promise<readonly string[] | null>;
  toggle(id: string): void;
  /** Selects from the start of the range to another row, whose key is null while it loads. Without a range, starts one at `from`. */
  extend(from: string, to: { readonly index: number; readonly key: string | null }): void;
  endRange(): void;
  selectAll(): void;
  /** Selects exactly these rows. */
  replace(ids: readonly string[]): void;
  clear(): void;
}

interface Chosen {
  readonly key: string;
  /** If true, all rows of the query except `ids` are selected, otherwise only `ids`. */
  readonly isAll: boolean;
  readonly ids: ReadonlySet<string>;
}

interface Row {
  readonly id: string;
}

const NONE: ReadonlySet<string> = new Set();

export function useSelection(source: SelectionSource, pages: Rows<Row>): Selection {
  const { key } = source;
  const [chosen, setChosen] = useState<Chosen>({ key, isAll: false, ids: NONE });
  const current = chosen.key === key ? chosen : { key, isAll: false, ids: NONE };
  const { isAll } = current;
  const asksWhatIsGone = !isAll && current.ids.size > 0;
  const gone = useAsked(
    ['gone', key, [...current.ids]],
    source.topics,
    () => source.gone([...current.ids]),
    asksWhatIsGone,
  );
  const goneIds = gone.isCurrent ? gone.data?.ids : undefined;
  useEffect(() => {
    // Permanent: a row that returns to the list is not selected again.
    if (goneIds?.length) setChosen((previous) => ({ ...previous, ids: without(previous.ids, goneIds) }));
  }, [goneIds]);
  const ids = goneIds?.length ? without(current.ids, goneIds) : current.ids;
  const range = useRef<{ readonly anchor: string; readonly base: ReadonlySet<string> } | null>(null);
  /** Counts the seller's actions, so that a late answer to an earlier one is ignored. */
  const turn = useRef(0);
  const put = (next: ReadonlySet<string>, all = isAll) => {
    turn.current += 1;
    setChosen({ key, isAll: all, ids: next });
  };
  const replace = (next: readonly string[]) => {
    range.current = null;
    put(new Set(next), false);
  };

  return {
    count: isAll ? Math.max(0, (pages.total ?? 0) - ids.size) : ids.size,
    isAll: isAll && ids.size === 0,
    listed: isAll ? [] : [...ids],
    has: (id) => ids.has(id) !== isAll,
    async ids() {
      if (!isAll) return [...ids];
      const all = await orNotify(source.ids());
      return all?.ids.filter((id) => !ids.has(id)) ?? null;
    },
    toggle(id) {
      const next = new Set(ids);
      if (!next.delete(id)) next.add(id);
      range.current = { anchor: id, base: next };
      put(next);
    },
    async extend(from, to) {
      if (isAll) return;
      range.current ??= { anchor: from, base: ids };
      const { anchor, base } = range.current;
      turn.current += 1;
      const thisTurn = turn.current;
      const between = loadedBetween(pages, anchor, to.index) ?? (await askBetween(source, anchor, to));
      if (turn.current === thisTurn) put(new Set([...base, ...between]));
    },
    endRange() {
      range.current = null;
    },
    selectAll() {
      range.current = null;
      put(NONE, true);
    },
    replace,
    clear: () => replace([]),
  };
}

function without(ids: ReadonlySet<string>, some: readonly string[]): ReadonlySet<string> {
  const gone = new Set(some);
  return new Set([...ids].filter((id) => !gone.has(id)));
}

/** The ids from a row to an index; null unless all of them are loaded. */
function loadedBetween(pages: Rows<Row>, anchor: string, index: number): string[] | null {
  const start = pages.indexOf(anchor);
  if (start === undefined) return null;
  const ids: string[] = [];
  for (let position = Math.min(start, index); position <= Math.max(start, index); position += 1) {
    const row = pages.rowAt(position);
    if (!row) return null;
    ids.push(row.id);
  }
  return ids;
}

/** The ids from a row to another one, which is found by its index while it loads. */
async function askBetween(
  source: SelectionSource,
  anchor: string,
  { index, key }: { readonly index: number; readonly key: string | null },
): Promise<readonly string[]> {
  const answer = await source.ids();
  if (!answer.ok) return [anchor];
  const { ids } = answer.value;
  const [first = -1, last = -1] = [ids.indexOf(anchor), key === null ? index : ids.indexOf(key)].sort((a, b) => a - b);
  return first < 0 ? [] : ids.slice(first, last + 1);
}
