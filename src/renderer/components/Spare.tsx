// A part of a cell that tells little: seen where the table has room for such parts, read out always.
import styles from './DataTable.module.css';

export const Spare = ({ children }: { readonly children: string }) => <span className={styles.spare}>{children}</span>;
