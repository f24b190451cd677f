// Metadata in a table cell: the values, with their keys on hover and for screen readers.
import { VisuallyHidden } from '@mantine/core';
import type { MetadataEntry } from '../../shared/payment-link.ts';
import { enumerated } from '../../shared/sentences.ts';
import { texts } from '../../shared/texts/main.ts';
import styles from './MetadataLine.module.css';

interface Props {
  readonly metadata: readonly MetadataEntry[];
}

export const metadataText = (metadata: readonly MetadataEntry[]): string =>
  enumerated(metadata.map(({ key, value }) => (key === '' ? value : `${key}: ${value}`)));

/** All entries on one line. */
export const MetadataLine = ({ metadata }: Props) => (
  <span className={styles.line} title={metadataText(metadata)}>
    <FirstEntry metadata={metadata} />
    {metadata.length > 1 && (
      <span className={styles.others}>
        {texts.values.comma}
        <OtherEntries metadata={metadata} />
      </span>
    )}
  </span>
);

/** The first entry, in most stores the order number: where it is too long its beginning is cut, for orders differ in their end. */
export function FirstEntry({ metadata }: Props) {
  const [first] = metadata;
  if (!first) return null;
  return (
    <span className={styles.first} data-number={/\d/.test(first.value) || undefined} title={metadataText([first])}>
      {first.key !== '' && <VisuallyHidden>{`${first.key}: `}</VisuallyHidden>}
      <bdi>{first.value}</bdi>
    </span>
  );
}

/** The entries after the first. */
export const OtherEntries = ({ metadata }: Props) => (
  <span title={metadataText(metadata.slice(1))}>{metadataText(metadata.slice(1))}</span>
);
