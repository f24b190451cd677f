// The chosen rows of the open file. The main process stores them, because a file can have more rows than the window
// holds; what the seller does is shown at once, before the answer.

import { useEffect, useRef, useState } from 'react';
import {
  type ImportDraftView,
  type ImportRow,
  isExisting,
  LEFT_OUT,
  type RowKind,
} from '../../../../shared/link-import.ts';
import { texts } from '../../../../shared/texts/window.ts';
import { call } from '../../../bridge.ts';
import { notify } from '../../../components/notify.tsx';
import type { TableSelection } from '../../../components/table-selection.ts';
import type { Pages } from '../../../state/live.ts';
import type { RowFilterValue } from './RowFilter.tsx';

const t = texts.linkImport.draft;

interface Decided {
  /** Rows by key, as the seller chose them or left them out. */
  readonly rows: ReadonlyMap<string, boolean>;
  /** A decision about many rows, until its answer. */
  readonly many: { readonly among: Among; readonly on: boolean } | null;
}

type Among = 'all' | RowKind;

const NOTHING: Decided = { rows: new Map(), many: null };

interface ChosenRows {
  readonly selection: TableSelection<ImportRow>;
  /** Chooses all rows of a kind, or leaves them out. */
  chooseKind(kind: RowKind, on: boolean): void;
}

const kindOf = (row: ImportRow): RowKind =>
  isExisting(row) ? 'existing' : (LEFT_OUT.find((kind) => kind === row.state) ?? 'new');

/** @param filter which rows the table shows */
export function useChosenRows(
  draft: ImportDraftView,
  pages: Pages<'imports.rows'>,
  filter: RowFilterValue,
): ChosenRows {
  const { id, counts } = draft;
  const only = LEFT_OUT.find((kind) => kind === filter) ?? null;
  const [decided, setDecided] = useState(NOTHING);
  /** Calls without an answer yet. A new count that arrives meanwhile belongs to an earlier call. */
  const unanswered = useRef(0);
  const chosenNow = useRef(counts.chosen);
  chosenNow.current = counts.chosen;
  const forgetMany = () => setDecided((before) => ({ ...before, many: null }));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the answer to "all" or "none" is another count
  useEffect(() => {
    if (unanswered.current === 0) forgetMany();
  }, [counts.chosen]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another number of these rows changes which rows are chosen by default
  useEffect(() => setDecided(NOTHING), [counts.existing, counts.repeated, counts.repriced]);

  const send = (rows: number[] | null, among: Among, on: boolean) => {
    const input = { id, rows, on, ...(among === 'all' ? {} : { among }) };
    const chosenBefore = chosenNow.current;
    unanswered.current += 1;
    void call('imports.choose', input).then((answer) => {
      unanswered.current -= 1;
      if (unanswered.current === 0 && chosenNow.current !== chosenBefore) forgetMany();
      if (answer.ok) return;
      setDecided(NOTHING);
      notify('error', answer.problem.message);
    });
  };
  const chooseMany = (among: Among, on: boolean) => {
    setDecided({ rows: new Map(), many: { among, on } });
    send(null, among, on);
  };
  const choose = (rows: number[], among: Among, on: boolean) => {
    // Rows that the filter hides are not meant.
    const meant = among === 'all' ? rows : rows.filter((at) => pages.indexOf(String(at)) !== undefined);
    setDecided(({ rows: before }) => ({
      rows: new Map([...before, ...meant.map((at) => [String(at), on] as const)]),
      many: null,
    }));
    send(rows, among, on);
  };
  const isChosen = (key: string): boolean => {
    const at = pages.indexOf(key);
    const row = at === undefined ? undefined : pages.rowAt(at);
    if (row === undefined || row.read !== null) return false;
    const { many } = decided;
    const isMeant = many?.among === 'all' || many?.among === kindOf(row);
    return decided.rows.get(key) ?? (many && isMeant ? many.on : row.chosen);
  };
  // The checkbox in the header chooses no rows that are left out by their kind, unless there are only those.
  const { many } = decided;
  const chosenOf = (kind: RowKind, all: number, chosen: number) => {
    const isDecided = many?.among === 'all' || many?.among === kind;
    return { all, chosen: many && isDecided ? (many.on ? all : 0) : chosen };
  };
  const sumOf = (all: readonly number[]) => all.reduce((sum, rows) => sum + rows, 0);
  const leftOut = sumOf(LEFT_OUT.map((kind) => counts[kind]));
  const leftOutChosen = sumOf(LEFT_OUT.map((kind) => counts[`${kind}Chosen`]));
  const kinds = {
    new: chosenOf('new', counts.good - leftOut, counts.chosen - leftOutChosen),
    existing: chosenOf('existing', counts.existing, counts.existingChosen),
    repeated: chosenOf('repeated', counts.repeated, counts.repeatedChosen),
    repriced: chosenOf('repriced', counts.repriced, counts.repricedChosen),
    skipped: chosenOf('skipped', counts.skipped, counts.skippedChosen),
  };
  const firstLeftOut = LEFT_OUT.find((kind) => counts[kind] > 0);
  const meant: RowKind = only ?? (kinds.new.all === 0 ? (firstLeftOut ?? 'new') : 'new');
  const shown = only === null ? Object.values(kinds) : [kinds[only]];
  const choosable = sumOf(shown.map(({ all }) => all));
  const chosen = sumOf(shown.map(({ chosen }) => chosen));
  const areMeantChosen = chosen > 0 && kinds[meant].chosen === kinds[meant].all;
  const selectAll = () => chooseMany(meant, true);
  const clear = () => chooseMany(only ?? 'all', false);
  return {
    chooseKind: chooseMany,
    selection: {
      count: choosable > 0 && chosen === choosable ? (pages.total ?? 0) : chosen,
      choosingAll: false,
      isKept: true,
      allLabel: meant === 'new' ? t.chooseAll.new : t.chooseAll.shown,
      rowLabel: (row) => t.chooseLine({ line: row.line }),
      isFixed: (row) => row.read !== null,
      has: isChosen,
      toggle: (key) => choose([Number(key)], 'all', !isChosen(key)),
      // The range takes the state of the row where it starts.
      extend(from, to) {
        const end = only ? Number(to.key ?? from) : to.index;
        const [first = 0, last = 0] = [Number(from), end].sort((a, b) => a - b);
        const rows = Array.from({ length: last - first + 1 }, (_, index) => first + index);
        choose(rows, only ?? 'all', isChosen(from));
      },
      endRange: () => undefined,
      selectAll,
      clear,
      toggleAll: areMeantChosen ? clear : selectAll,
    },
  };
}
