// A drop zone for CSV files: on the list of payment links and on the start page of an import.

import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { texts } from '../../../../shared/texts/window.ts';
import { useSingleFlight } from '../../../state/single-flight.ts';
import styles from './import.module.css';
import { onlyFile, readDropped } from './read-rows.ts';

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files');

/** A place where a CSV file can be dropped. */
interface DropCsvProps {
  readonly className?: string | undefined;
  /** Handles the one dropped file; by default it is read and the import opened. */
  take?(file: File): void;
  readonly children: ReactNode;
}

export function DropCsv({ className, take, children }: DropCsvProps) {
  const [over, setOver] = useState(false);
  const reading = useSingleFlight();
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
        const file = onlyFile(event.dataTransfer.files);
        if (!file) return;
        if (take) take(file);
        else void reading.run(() => readDropped(file));
      }}
    >
      {children}
      {over && <div className={styles.dropHint}>{texts.linkImport.start.dropHere}</div>}
    </div>
  );
}
