// What a change is, in a row. Many begin alike, so where there is little room the beginning gives way: the product, the
// price and the metadata keep their places.
import styles from './sync.module.css';

/** The beginning, the product's title in its quotes, and what follows it. */
const PARTS = /^([^"]+)(".*?"(?:,| to))( .+)$/s;

export function RowTitle({ title }: { readonly title: string }) {
  const [, ...parts] = PARTS.exec(title) ?? ['', title];
  return (
    <span className={styles.rowTitle} title={title}>
      {parts.map((part) => (
        <span key={part}>{part}</span>
      ))}
    </span>
  );
}
