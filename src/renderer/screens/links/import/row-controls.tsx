// What stands above the rows of an import: the way back, the filter, and "Save rows with errors as CSV".
import { ActionIcon, SegmentedControl } from '@mantine/core';
import { IconArrowLeft, IconDownload } from '@tabler/icons-react';
import type { ImportFilter } from '../../../../shared/link-import.ts';
import { cutInMiddle } from '../../../../shared/text.ts';
import { texts } from '../../../../shared/texts/window.ts';
import { call } from '../../../bridge.ts';
import { notify } from '../../../kit/notify.tsx';
import { WorkButton } from '../../../kit/parts.tsx';
import { go } from '../../../state/route.ts';
import { useSingleFlight } from '../../../state/single-flight.ts';

const t = texts.linkImport;
const LABELS = { '#/links': t.backToLinks, '#/links/import': t.backToImports };

/** The back button before a page's title. */
export const backTo = (address: keyof typeof LABELS) => (
  <ActionIcon aria-label={LABELS[address]} title={LABELS[address]} onClick={() => go(address)}>
    <IconArrowLeft size={16} aria-hidden />
  </ActionIcon>
);

interface RowFilterProps {
  readonly value: ImportFilter;
  readonly onChange: (value: ImportFilter) => void;
  /** How many rows there are of each; one without rows is not offered. */
  readonly rows: Partial<Record<ImportFilter, number>>;
  /** Not all of the problems are errors. */
  readonly needAttention?: boolean;
}

export function RowFilter({ value, onChange, rows, needAttention = false }: RowFilterProps) {
  const { row } = t;
  const labels: readonly [ImportFilter, (of: { rows: number }) => string][] = [
    ['all', row.all],
    ['problems', needAttention ? row.needAttention : row.withErrorsCounted],
    ['remarks', row.withRemarks],
    ['existing', row.leftOut.existing],
    ['repeated', row.leftOut.repeated],
    ['repriced', row.leftOut.repriced],
    ['skipped', row.leftOut.skipped],
  ];
  return (
    <SegmentedControl
      size="xs"
      aria-label={row.filter}
      value={value}
      onChange={onChange}
      data={labels
        .map(([value, label]) => ({ value, label: label({ rows: rows[value] ?? 0 }) }))
        .filter(({ value }) => value === 'all' || value === 'problems' || rows[value])}
    />
  );
}

/** For correcting them in a spreadsheet, and importing that file. */
export function SaveErrors({ importId }: { readonly importId: string }) {
  const saving = useSingleFlight();
  const save = async () => {
    const answer = await call('imports.saveErrors', { importId });
    if (!answer.ok) notify('error', answer.problem.message);
    else if (answer.value)
      notify('success', t.errors.saved({ rows: answer.value.rows, file: cutInMiddle(answer.value.file) }));
  };
  return (
    <WorkButton
      size="xs"
      variant="default"
      title={t.errors.save}
      leftSection={<IconDownload size={14} aria-hidden />}
      busy={saving.slow}
      onClick={() => saving.run(save)}
    >
      {t.errors.save}
    </WorkButton>
  );
}
