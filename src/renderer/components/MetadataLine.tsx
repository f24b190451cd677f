// Metadata in a table cell: with keys where there is room, else the values alone, which distinguish links.
import { useEffect, useRef } from 'react';
import type { MetadataEntry } from '../../shared/payment-link.ts';
import { texts } from '../../shared/texts/rules.ts';
import { CutValue, whileResized } from './CutValue.tsx';
import { metadataText } from './fact-widths.ts';
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
      // An ellipsis alone does not fit there: the browser would cut a letter.
      const rest = element.clientWidth - (element.firstElementChild as HTMLElement).offsetWidth;
      if (metadata.length > 1 && rest > 0 && rest < LEAST_REST) element.setAttribute('data-cut', 'rest');
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
