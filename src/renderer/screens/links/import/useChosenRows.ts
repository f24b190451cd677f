// The chosen rows of the open file. The main process stores them, because a file can have more rows than the window holds; what
// the seller does with single rows is shown at once, before the answer.

import { useRef, useState } from 'react';
import {
  type ImportDraftView,
  type ImportFilter,
  type ImportRow,
  LEFT_OUT,
  type RowKind,
} from '../../../../shared/link-import.ts';
import { texts } from '../../../../shared/texts/window.ts';
import { call } from '../../../bridge.ts';
import { notify } from '../../../components/notify.tsx';
import type { TableSelection } from '../../../components/table-selection.ts';
import { type Pages, useAskAgain } from '../../../state/live.ts';

const t = texts.linkImport.draft;
const NONE: ReadonlyMap<string, boolean> = new Map();

interface ChosenRows {
  readonly selection: TableSelection<ImportRow>;
  /** Chooses all rows of a kind, or of each, or leaves them out. */
  chooseKind(kind: RowKind | null, on: boolean): void;
}

/** @param filter which rows the table shows */
export function useChosenRows(draft: ImportDraftView, pages: Pages<'imports.rows'>, filter: ImportFilter): ChosenRows {
  const { id, counts } = draft;
  const only = LEFT_OUT.find((kind) => kind === filter) ?? null;
  /** Rows that were chosen or left out, by key, until all of it is answered and the rows were read after that. */
  const [decided, setDecided] = useState(NONE);
  const askAgain = useAskAgain('imports.rows');
  const turn = useRef(0);
  const open = useRef(0);
  const send = async (rows: number[] | null, among: RowKind | null, on: boolean) => {
    turn.current += 1;
    open.current += 1;
    const answer = await call('imports.choose', { id, rows, on, ...(among === null ? {} : { among }) });
    open.current -= 1;
    if (!answer.ok) notify('error', answer.problem.message);
    if (open.current > 0) return;
    const mine = turn.current;
    await askAgain();
    if (turn.current === mine) setDecided(NONE);
  };
  const choose = (rows: number[], on: boolean) => {
    setDecided((before) => new Map([...before, ...rows.map((row) => [String(row), on] as const)]));
    void send(rows, only, on);
  };
  const chooseKind = (among: RowKind | null, on: boolean) => {
    setDecided(NONE);
    void send(null, among, on);
  };
  const has = (key: string): boolean => {
    const row = pages.rowAt(pages.indexOf(key) ?? -1);
    return row !== undefined && row.read === null && (decided.get(key) ?? row.chosen);
  };
  // The checkbox in the header chooses no rows that are left out by their kind, unless there are only those.
  const leftOut = LEFT_OUT.reduce((sum, kind) => sum + counts[kind], 0);
  const leftOutChosen = LEFT_OUT.reduce((sum, kind) => sum + counts[`${kind}Chosen`], 0);
  const all = { new: counts.good - leftOut, ...counts };
  const chosen = { new: counts.chosen - leftOutChosen };
  const meant = only ?? (all.new > 0 ? 'new' : (LEFT_OUT.find((kind) => counts[kind] > 0) ?? 'new'));
  const meantChosen = meant === 'new' ? chosen.new : counts[`${meant}Chosen`];
  const shownChosen = only === null ? counts.chosen : counts[`${only}Chosen`];
  const shown = only === null ? counts.good : counts[only];
  const selectAll = () => chooseKind(meant, true);
  const clear = () => chooseKind(only, false);
  return {
    chooseKind,
    selection: {
      count: shown > 0 && shownChosen === shown ? (pages.total ?? 0) : shownChosen,
      isKept: true,
      allLabel: meant === 'new' ? t.chooseAll.new : t.chooseAll.shown,
      rowLabel: (row) => t.chooseLine({ line: row.line }),
      isFixed: (row) => row.read !== null,
      has,
      toggle: (key) => choose([Number(key)], !has(key)),
      // The range takes the state of the row where it starts.
      extend(from, to) {
        // Without a filter, a row that is not loaded is known by its place.
        const end = Number(to.key ?? (filter === 'all' ? to.index : from));
        const [first = 0, last = 0] = [Number(from), end].sort((a, b) => a - b);
        choose(
          Array.from({ length: last - first + 1 }, (_, index) => first + index),
          has(from),
        );
      },
      endRange: () => undefined,
      selectAll,
      clear,
      toggleAll: meantChosen > 0 && meantChosen === all[meant] ? clear : selectAll,
    },
  };
}
