// Metadata in a table cell: with keys where there is room, else the values alone, which distinguish links.
import { Fragment } from 'react';
import type { MetadataEntry } from '../../shared/payment-link.ts';
import { metadataText } from './fact-widths.ts';
import { Spare } from './Spare.tsx';

export const MetadataLine = ({ metadata }: { readonly metadata: readonly MetadataEntry[] }) => (
  <span title={metadataText(metadata)}>
    {metadata.map(({ key, value }, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: cells that make no link can have the same key twice
      <Fragment key={index}>
        {index > 0 && ', '}
        {key !== '' && <Spare>{`${key}: `}</Spare>}
        {value}
      </Fragment>
    ))}
  </span>
);
