// One row of a table, memoized so that typing elsewhere on the page does not render the whole list again.
import { type KeyboardEvent, type MouseEvent, memo, type RefObject } from 'react';
import styles from './DataTable.module.css';
import { RowCells } from './table-cells.tsx';
import type { Column } from './table-columns.ts';

/** A rendered row. The list may have changed since. */
export interface DrawnRow<R> {
  readonly index: number;
  /** Undefined while the record loads. */
  readonly row: R | undefined;
}

/** What the table does when something happens on a row. */
export interface RowActions<R> {
  onKeyDown(event: KeyboardEvent, on: DrawnRow<R>): void;
  onClick(event: MouseEvent, on: DrawnRow<R>): void;
  /** A click on its checkbox, with its modifier keys. */
  onSelect(event: globalThis.MouseEvent, on: DrawnRow<R>): void;
  onContextMenu(event: MouseEvent, on: DrawnRow<R>): void;
  onFocus(on: DrawnRow<R>): void;
  onBlur(): void;
}

export interface TableRowProps<R> {
  readonly index: number;
  /** Px from the first row. */
  readonly top: number;
  readonly columns: readonly Column<R>[];
  /** Undefined while the record loads. */
  readonly row: R | undefined;
  /** 0 for the focused row. */
  readonly tabIndex: 0 | -1;
  /** Its details are open. */
  readonly current: boolean;
  readonly opens: boolean;
  /** The name of its checkbox; null in a table without selection, and while the record loads. */
  readonly selectLabel: string | null;
  readonly selects: boolean;
  /** It can never be selected. */
  readonly fixed: boolean;
  readonly selected: boolean;
  readonly actions: RefObject<RowActions<R>>;
}

function Row<R>(props: TableRowProps<R>) {
  const { index, top, columns, row, tabIndex, current, opens } = props;
  const { selectLabel, selects, fixed, selected, actions } = props;
  const drawn = { index, row };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it is a row, but while its record loads
    <div
      data-index={index}
      {...(row ? { role: 'row', 'aria-rowindex': index + 2 } : ON_ITS_WAY)}
      data-selected={selected || undefined}
      aria-current={current ? 'true' : undefined}
      tabIndex={row ? tabIndex : -1}
      className={styles.row}
      data-opens={opens ? true : undefined}
      style={{ transform: `translateY(${top}px)` }}
      onKeyDown={(event) => actions.current.onKeyDown(event, drawn)}
      onClick={(event) => actions.current.onClick(event, drawn)}
      onContextMenu={(event) => actions.current.onContextMenu(event, drawn)}
      // Shift would select the text between.
      onMouseDown={(event) => selects && event.shiftKey && event.preventDefault()}
      onFocus={() => actions.current.onFocus(drawn)}
      onBlur={() => actions.current.onBlur()}
    >
      <RowCells
        {...{ columns, row, tabIndex, selects, selectLabel, fixed, selected }}
        onSelect={(event) => actions.current.onSelect(event as globalThis.MouseEvent, drawn)}
      />
    </div>
  );
}

/** A row whose record loads is hidden from screen readers: nothing can be done with it. */
const ON_ITS_WAY = { 'aria-hidden': true } as const;

export const TableRow = memo(Row) as typeof Row;
