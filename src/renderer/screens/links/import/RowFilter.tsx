// Above the rows of an import: all of them, or those with errors.
import { SegmentedControl } from '@mantine/core';
import { texts } from '../../../../shared/texts/window.ts';

const words = texts.linkImport.row;

export type RowFilterValue = 'all' | 'problems';

interface RowFilterProps {
  readonly value: RowFilterValue;
  readonly onChange: (value: RowFilterValue) => void;
  readonly all: number;
  /** Left out where it is not told. */
  readonly problems?: number;
}

export function RowFilter({ value, onChange, all, problems }: RowFilterProps) {
  return (
    <SegmentedControl
      size="xs"
      aria-label={words.filter}
      value={value}
      onChange={onChange}
      data={[
        { value: 'all', label: words.all(all) },
        { value: 'problems', label: problems === undefined ? words.withErrors : words.withErrorsCounted(problems) },
      ]}
    />
  );
}
