// What a change is, in a row. Many begin alike, so where there is little room the end keeps its place: price and metadata.
import styles from './sync.module.css';

/** The end is what follows the product's title, which stands in quotes. */
const ENDS = /^(.*?"(?:,| to))( .+)$/s;

export function RowTitle({ title }: { readonly title: string }) {
  const [, start = title, end] = ENDS.exec(title) ?? [];
  return (
    <span className={styles.rowTitle} title={title}>
      <span>{start}</span>
      {end !== undefined && <span>{end}</span>}
    </span>
  );
}
