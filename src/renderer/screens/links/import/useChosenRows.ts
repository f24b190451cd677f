// The chosen rows of the open file. The main process stores them, because a file can have more rows than the window holds. The
// window shows each choice at once, before the answer.
import { useRef, useState } from 'react';
import {
  type ImportDraftView,
  type ImportFilter,
  type ImportRow,
  leftOutSchema,
  type RowKind,
} from '../../../../shared/link-import.ts';
import { texts } from '../../../../shared/texts/window.ts';
import { call } from '../../../bridge.ts';
import { report } from '../../../kit/notify.tsx';
import type { TableSelection } from '../../../kit/table.ts';
import { type Pages, useAskAgain } from '../../../state/live.ts';

const t = texts.linkImport.draft;

/** Rows by their index, or all (null); of one kind, or of all kinds. */
interface Choice {
  readonly rows: number[] | null;
  readonly among: RowKind | undefined;
  readonly on: boolean;
}

const concerns = ({ rows, among }: Choice, { id, state }: ImportRow): boolean =>
  (rows === null || rows.includes(Number(id))) && (among === undefined || state === among);

/** `filter`: which rows the table shows. */
export function useChosenRows(
  { id, counts }: ImportDraftView,
  pages: Pages<'imports.rows'>,
  filter: ImportFilter,
): TableSelection<ImportRow> {
  const only = leftOutSchema.options.find((kind) => kind === filter);
  /** The latest choices, kept until all are answered and the rows were read again. */
  const [choices, setChoices] = useState<readonly Choice[]>([]);
  const askAgain = useAskAgain('imports.rows');
  const turn = useRef(0);
  const choose = async (choice: Choice) => {
    const { rows, among, on } = choice;
    turn.current += 1;
    const thisTurn = turn.current;
    setChoices((previous) => [...previous, choice]);
    await report(call('imports.choose', { id, rows, on, ...(among && { among }) }));
    // The answers arrive in the order of the calls.
    if (turn.current !== thisTurn) return;
    await askAgain();
    if (turn.current === thisTurn) setChoices([]);
  };
  const isChosen = (row: ImportRow) => choices.findLast((choice) => concerns(choice, row))?.on ?? row.chosen;
  const has = (key: string): boolean => {
    const row = pages.rowAt(pages.indexOf(key) ?? -1);
    return row !== undefined && row.read === null && isChosen(row);
  };
  const chooseRows = (rows: number[], on: boolean) => void choose({ rows, among: only, on });
  // The header's checkbox chooses only new rows, unless the filter shows those of another kind.
  const meant = only ?? 'new';
  const { rows, chosen } = counts.kinds[meant];
  const last = choices.at(-1);
  /** What the header's checkbox was just set to. */
  const pressed = last?.rows === null ? last.on : null;
  const isMeantChosen = pressed ?? (chosen > 0 && chosen === rows);
  const others = counts.all - counts.kinds.bad.rows - rows;
  const selectAll = () => void choose({ rows: null, among: meant, on: true });
  const clear = () => void choose({ rows: null, among: only, on: false });
  return {
    count: pressed === false ? 0 : only ? chosen : counts.chosen,
    isAll: isMeantChosen && (only !== undefined || others === counts.chosen - chosen),
    isKept: true,
    allLabel: only ? t.chooseAll.shown : t.chooseAll.new,
    rowLabel: (row) => t.chooseLine({ line: row.line }),
    isFixed: (row) => row.read !== null,
    has,
    toggle: (key) => chooseRows([Number(key)], !has(key)),
    // The whole range takes the state of its first row.
    extend(from, to) {
      // Without a filter, the index of a row is its key, even before it has loaded.
      const end = Number(to.key ?? (filter === 'all' ? to.index : from));
      const [first = 0, last = 0] = [Number(from), end].sort((a, b) => a - b);
      const range = Array.from({ length: last - first + 1 }, (_, index) => first + index);
      chooseRows(range, has(from));
    },
    endRange: () => undefined,
    selectAll,
    clear,
    toggleAll: isMeantChosen ? clear : selectAll,
  };
}
