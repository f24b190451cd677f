// Above the rows of an import: all of them, those with errors, or those that exist already.
import { SegmentedControl } from '@mantine/core';
import { texts } from '../../../../shared/texts/window.ts';

const words = texts.linkImport.row;

export type RowFilterValue = 'all' | 'problems' | 'existing';

interface RowFilterProps {
  readonly value: RowFilterValue;
  readonly onChange: (value: RowFilterValue) => void;
  readonly all: number;
  /** Left out while it is not known. */
  readonly problems?: number;
  /** Rows that exist already; without any there is no such filter. */
  readonly existing?: number;
}

export function RowFilter({ value, onChange, all, problems, existing = 0 }: RowFilterProps) {
  return (
    <SegmentedControl
      size="xs"
      aria-label={words.filter}
      value={value}
      onChange={onChange}
      data={[
        { value: 'all', label: words.all(all) },
        { value: 'problems', label: problems === undefined ? words.withErrors : words.withErrorsCounted(problems) },
        ...(existing > 0 ? [{ value: 'existing' as const, label: words.existing(existing) }] : []),
      ]}
    />
  );
}
