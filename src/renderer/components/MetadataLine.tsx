// Metadata in a table cell: with keys where there is room, else the values alone, which distinguish links.
import { useEffect, useRef } from 'react';
import type { MetadataEntry } from '../../shared/payment-link.ts';
import { texts } from '../../shared/texts/main.ts';
import { CutValue, whileResized } from './CutValue.tsx';
import { ellipsisWidth, metadataText } from './fact-widths.ts';
import styles from './MetadataLine.module.css';
import { Spare } from './Spare.tsx';

/** Px in which the entries after the first can be read. */
const LEAST_REST = 24;

export function MetadataLine({ metadata }: { readonly metadata: readonly MetadataEntry[] }) {
  const line = useRef<HTMLSpanElement>(null);
  const text = metadataText(metadata);
  // Entries share the room only where there is too little: as long as they fit, they are one text.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has another width
  useEffect(() => {
    const element = line.current;
    if (!element) return;
    return whileResized(element, () => {
      element.removeAttribute('data-cut');
      if (element.scrollWidth <= element.clientWidth) return;
      element.setAttribute('data-cut', '');
      const first = element.firstElementChild as HTMLElement;
      const rest = element.clientWidth - first.offsetWidth;
      if (metadata.length === 1 || rest >= LEAST_REST) return;
      // Without a comma; the browser would cut a letter for an ellipsis that does not fit.
      const comma = (first.lastElementChild as HTMLElement).offsetWidth;
      element.setAttribute('data-cut', rest > 0 && rest + comma >= ellipsisWidth() ? 'rest' : 'first');
    });
  }, [text]);
  return (
    <span ref={line} className={styles.line} title={text}>
      {metadata.map(({ key, value }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: cells that make no link can have the same key twice
        <span key={index} className={styles.entry}>
          {key !== '' && <Spare>{`${key}: `}</Spare>}
          <CutValue>{value}</CutValue>
          {index < metadata.length - 1 && <span className={styles.comma}>{texts.values.comma}</span>}
        </span>
      ))}
    </span>
  );
}
