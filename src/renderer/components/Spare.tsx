// A minor part of a cell: visible where the table has room, always there for screen readers.
import styles from './DataTable.module.css';

export const Spare = ({ children }: { readonly children: string }) => <span className={styles.spare}>{children}</span>;
