// Parts of a cell that depend on how much room the table has.
import styles from './DataTable.module.css';

/** A minor part: visible where the table has room, always there for screen readers. */
export const Spare = ({ children }: { readonly children: string }) => <span className={styles.spare}>{children}</span>;

/** For a title: where the table has no room, it goes on in a second line. */
export const WRAPPED = styles.wrapped ?? '';
