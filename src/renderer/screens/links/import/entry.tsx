// A way into the import from the list of payment links: a file that is dropped onto the list.
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { texts } from '../../../../shared/texts/window.ts';
import styles from './import.module.css';
import { readDropped } from './read-rows.ts';

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files');

/** A place where a CSV file can be dropped. */
export function DropCsv({
  className,
  children,
}: {
  readonly className?: string | undefined;
  readonly children: ReactNode;
}) {
  const [over, setOver] = useState(false);
  /** Entering a child comes before leaving its parent. */
  const depth = useRef(0);
  const leave = () => {
    depth.current = Math.max(0, depth.current - 1);
    if (depth.current === 0) setOver(false);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a file can be chosen with a button too
    <div
      className={className}
      onDragEnter={(event) => {
        if (!hasFiles(event)) return;
        depth.current += 1;
        setOver(true);
      }}
      onDragOver={(event) => {
        if (hasFiles(event)) event.preventDefault();
      }}
      onDragLeave={leave}
      onDrop={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        depth.current = 0;
        setOver(false);
        void readDropped(event.dataTransfer.files);
      }}
    >
      {children}
      {over && <div className={styles.dropHint}>{texts.linkImport.start.dropHere}</div>}
    </div>
  );
}
