// Above the rows of an import: all of them, or those with errors, that exist already or that repeat another one.
import { SegmentedControl } from '@mantine/core';
import { texts } from '../../../../shared/texts/window.ts';

const words = texts.linkImport.row;

export type RowFilterValue = 'all' | 'problems' | 'existing' | 'repeated';

interface RowFilterProps {
  readonly value: RowFilterValue;
  readonly onChange: (value: RowFilterValue) => void;
  readonly all: number;
  /** Left out while it is not known. */
  readonly problems?: number;
  /** Rows that exist already or repeat another one; without any there is no such filter. */
  readonly existing?: number;
  readonly repeated?: number;
}

export function RowFilter({ value, onChange, all, problems, existing = 0, repeated = 0 }: RowFilterProps) {
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
        ...(repeated > 0 ? [{ value: 'repeated' as const, label: words.repeated(repeated) }] : []),
      ]}
    />
  );
}
