// Which rows of a file are chosen. That lies in the main process, as a file can have more rows than a window holds; what
// the seller does shows at once, and stays when the answer comes.
import { useEffect, useState } from 'react';
import type { ImportDraftView, ImportRow } from '../../../../shared/link-import.ts';
import { texts } from '../../../../shared/texts/window.ts';
import { call } from '../../../bridge.ts';
import type { TableSelection } from '../../../components/table-selection.ts';
import { toast } from '../../../components/toast.tsx';
import type { Pages } from '../../../state/pages.ts';

interface Said {
  /** Rows by their key, as the seller chose them or left them out. */
  readonly rows: ReadonlyMap<string, boolean>;
  /** What was said of all of them, until the answer is there. */
  readonly all: boolean | null;
}

const NOTHING: Said = { rows: new Map(), all: null };

export function useChosenRows(draft: ImportDraftView, pages: Pages<'imports.rows'>): TableSelection<ImportRow> {
  const { id, counts } = draft;
  const [said, setSaid] = useState(NOTHING);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the answer to "all" or "none" is another count
  useEffect(() => setSaid((before) => ({ ...before, all: null })), [counts.chosen]);

  const choose = (rows: number[] | null, on: boolean) => {
    setSaid(({ rows: before }) =>
      rows === null
        ? { rows: new Map(), all: on }
        : { rows: new Map([...before, ...rows.map((at) => [String(at), on] as const)]), all: null },
    );
    void call('imports.choose', { id, rows, on }).then((answer) => {
      if (answer.ok) return;
      setSaid(NOTHING);
      toast('error', answer.problem.message);
    });
  };
  const isChosen = (key: string): boolean => {
    const at = pages.indexOf(key);
    const row = at === undefined ? undefined : pages.rowAt(at);
    if (row === undefined || row.errors.length > 0) return false;
    return said.rows.get(key) ?? said.all ?? row.chosen;
  };
  // All that can be chosen are: that is "all" to the box above the rows.
  const isAll = said.all ?? counts.chosen === counts.good;
  const all = counts.good > 0 && isAll;
  return {
    count: all ? (pages.total ?? 0) : said.all === false ? 0 : counts.chosen,
    choosingAll: false,
    allLabel: texts.linkImport.draft.chooseAllRows,
    rowLabel: (row) => texts.linkImport.draft.chooseLine(row.line),
    isFixed: (row) => row.errors.length > 0,
    has: isChosen,
    toggle: (key) => choose([Number(key)], !isChosen(key)),
    // From a row that was left out on, all are left out; from a chosen one on, all are chosen.
    extend(from, to) {
      const [first = 0, last = 0] = [Number(from), to.index].sort((a, b) => a - b);
      choose(
        Array.from({ length: last - first + 1 }, (_, index) => first + index),
        isChosen(from),
      );
    },
    endRange: () => undefined,
    selectAll: () => choose(null, true),
    clear: () => choose(null, false),
  };
}
