// Metadata in a table cell: with keys where there is room, else the values alone, which distinguish links.
import type { MetadataEntry } from '../../shared/payment-link.ts';
import { texts } from '../../shared/texts/rules.ts';
import { CutValue } from './CutValue.tsx';
import { metadataText } from './fact-widths.ts';
import styles from './MetadataLine.module.css';
import { Spare } from './Spare.tsx';

export const MetadataLine = ({ metadata }: { readonly metadata: readonly MetadataEntry[] }) => (
  <span className={styles.line} title={metadataText(metadata)}>
    {metadata.map(({ key, value }, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: cells that make no link can have the same key twice
      <span key={index} className={styles.entry}>
        {key !== '' && <Spare>{`${key}: `}</Spare>}
        <CutValue>{value}</CutValue>
        {index < metadata.length - 1 && texts.values.comma}
      </span>
    ))}
  </span>
);
