// A list, and the change that is open beside it (below it where there is little room).
import type { ReactNode } from 'react';
import styles from './sync.module.css';

export function Split({ panel, children }: { readonly panel: ReactNode; readonly children: ReactNode }) {
  return (
    <div className={styles.split} data-open={panel ? true : undefined}>
      <div className={styles.lists}>
        <div className={styles.list}>{children}</div>
      </div>
      {panel}
    </div>
  );
}
