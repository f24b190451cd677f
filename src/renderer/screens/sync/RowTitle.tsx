// What a change is, in a row. Many begin alike, so where there is little room the beginning gives way: the product, the
// price and the metadata keep their places.
import type { ActionRow } from '../../../shared/action.ts';
import { texts } from '../../../shared/texts/window.ts';
import type { Column } from '../../components/table-cells.tsx';
import { textWidth } from '../../components/table-widths.ts';
import styles from './sync.module.css';

/** The beginning, the product's title in its quotes, and what follows it. */
const PARTS = /^([^"]+)(".*?"(?:,| to))( .+)$/s;

function RowTitle({ title }: { readonly title: string }) {
  const [, ...parts] = PARTS.exec(title) ?? ['', title];
  return (
    <span className={styles.rowTitle} title={title}>
      {parts.map((part) => (
        <span key={part}>{part}</span>
      ))}
    </span>
  );
}

/** The column of both lists. `before`: px of what stands before the title. */
export const changeColumn = (before: number): Column<ActionRow> => ({
  key: 'change',
  header: texts.sync.columns.change,
  width: { min: 120, need: (row) => before + textWidth(row.title) },
  cell: (row) => <RowTitle title={row.title} />,
});
