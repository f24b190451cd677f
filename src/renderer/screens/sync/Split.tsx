// A list with the open change beside it, or below it in a narrow window.
import type { ReactNode, RefObject } from 'react';
import styles from './sync.module.css';

interface SplitProps {
  readonly panel: ReactNode;
  /** The element around the list. */
  readonly list?: RefObject<HTMLDivElement | null>;
  readonly children: ReactNode;
}

export function Split({ panel, list, children }: SplitProps) {
  return (
    <div className={styles.split} data-open={panel ? true : undefined}>
      <div className={styles.lists}>
        <div ref={list} className={styles.list}>
          {children}
        </div>
      </div>
      {panel}
    </div>
  );
}
