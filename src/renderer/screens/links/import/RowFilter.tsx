// Filters the rows of an import: all, with errors, with remarks, or left out for one reason.

import { SegmentedControl } from '@mantine/core';
import { type ImportFilter, LEFT_OUT, type LeftOut } from '../../../../shared/link-import.ts';
import { texts } from '../../../../shared/texts/window.ts';

const t = texts.linkImport.row;

interface RowFilterProps {
  readonly value: ImportFilter;
  readonly onChange: (value: ImportFilter) => void;
  readonly all: number;
  /** Omitted while unknown. */
  readonly problems?: number;
  /** Not all of the problems are errors. */
  readonly needAttention?: boolean;
  /** Without any, there is no such filter. */
  readonly remarks?: number;
  /** How many rows are left out, by reason. A reason without rows has no filter. */
  readonly leftOut?: Readonly<Record<LeftOut, number>>;
}

export function RowFilter({ value, onChange, all, problems, needAttention, remarks = 0, leftOut }: RowFilterProps) {
  return (
    <SegmentedControl
      size="xs"
      aria-label={t.filter}
      value={value}
      onChange={onChange}
      data={[
        { value: 'all', label: t.all({ rows: all }) },
        {
          value: 'problems',
          label:
            problems === undefined
              ? t.withErrors
              : (needAttention ? t.needAttention : t.withErrorsCounted)({ rows: problems }),
        },
        ...(remarks > 0 ? [{ value: 'remarks' as const, label: t.withRemarks({ rows: remarks }) }] : []),
        ...LEFT_OUT.flatMap((value) =>
          leftOut?.[value] ? [{ value, label: t.leftOut[value]({ rows: leftOut[value] }) }] : [],
        ),
      ]}
    />
  );
}
