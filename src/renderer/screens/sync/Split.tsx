// A list with the open change beside it, or below it in a narrow window.
import type { ReactNode } from 'react';
import styles from './sync.module.css';

interface SplitProps {
  readonly panel: ReactNode;
  readonly children: ReactNode;
}

export function Split({ panel, children }: SplitProps) {
  return (
    <div className={styles.split} data-open={panel ? true : undefined}>
      <div className={styles.lists}>
        <div className={styles.list}>{children}</div>
      </div>
      {panel}
    </div>
  );
}
