// The column of a state: icon and word, in a narrow table the icon alone with the word as its title.
import type { ReactNode } from 'react';
import styles from './SyncBadge.module.css';
import { type Column, whole } from './table-columns.ts';
import { textWidth } from './text-width.ts';

/** In tables narrower than this, px, states are icons. */
export const ICONS = 640;
/** Room for the usual words, px; a longer one may be cut. */
const WORD = 112;
/** Px of the icon and the gap after it, also where it is alone. */
const ICON = 22;

/** `word`: the text beside the icon. `from`: the least width with room for the icon, px. Only words can be sorted. */
export function stateColumns<R>(
  column: Pick<Column<R>, 'key' | 'header' | 'from' | 'sortsBy'> & { readonly narrow?: number },
  word: (row: R) => string,
  cell: (row: R) => ReactNode,
): Column<R>[] {
  const { from = 0, narrow = ICONS, sortsBy, ...rest } = column;
  return [
    {
      ...rest,
      ...(sortsBy ? { sortsBy } : {}),
      from: narrow,
      iconOnly: 'ifCut',
      width: {
        min: ICON,
        least: (row) => Math.min(ICON + textWidth(word(row)), WORD),
        need: (row) => ICON + textWidth(word(row)),
        cramped: () => ICON,
      },
      cell: (row) => <span className={styles.state}>{cell(row)}</span>,
    },
    {
      ...rest,
      from,
      below: narrow,
      iconOnly: 'ifCut',
      width: { ...whole(() => ICON, ICON), cramped: () => ICON },
      cell: (row) => <span className={styles.iconOnly}>{cell(row)}</span>,
    },
  ];
}
