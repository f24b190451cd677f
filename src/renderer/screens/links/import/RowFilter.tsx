// Filters the rows of an import: all, with errors, or left out for one reason.
import { SegmentedControl } from '@mantine/core';
import { LEFT_OUT, type LeftOut } from '../../../../shared/link-import.ts';
import { texts } from '../../../../shared/texts/window.ts';

const words = texts.linkImport.row;

export type RowFilterValue = 'all' | 'problems' | LeftOut;

interface RowFilterProps {
  readonly value: RowFilterValue;
  readonly onChange: (value: RowFilterValue) => void;
  readonly all: number;
  /** Omitted while unknown. */
  readonly problems?: number;
  /** How many rows are left out, by reason. A reason without rows has no filter. */
  readonly leftOut?: Readonly<Record<LeftOut, number>>;
}

export function RowFilter({ value, onChange, all, problems, leftOut }: RowFilterProps) {
  return (
    <SegmentedControl
      size="xs"
      aria-label={words.filter}
      value={value}
      onChange={onChange}
      data={[
        { value: 'all', label: words.all(all) },
        { value: 'problems', label: problems === undefined ? words.withErrors : words.withErrorsCounted(problems) },
        ...LEFT_OUT.flatMap((value) =>
          leftOut?.[value] ? [{ value, label: words.leftOut[value](leftOut[value]) }] : [],
        ),
      ]}
    />
  );
}
