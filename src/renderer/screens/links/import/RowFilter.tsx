// Above the rows of an import: all of them, or those with errors.
import { SegmentedControl } from '@mantine/core';

export type RowFilterValue = 'all' | 'problems';

interface RowFilterProps {
  readonly value: RowFilterValue;
  readonly onChange: (value: RowFilterValue) => void;
  readonly all: number;
  /** Left out where it is not told. */
  readonly problems?: number;
}

export function RowFilter({ value, onChange, all, problems }: RowFilterProps) {
  const count = problems === undefined ? '' : ` ${problems.toLocaleString()}`;
  return (
    <SegmentedControl
      size="xs"
      aria-label="Filter rows"
      value={value}
      onChange={onChange}
      data={[
        { value: 'all', label: `All ${all.toLocaleString()}` },
        { value: 'problems', label: `With errors${count}` },
      ]}
    />
  );
}
