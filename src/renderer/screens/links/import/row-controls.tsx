// What stands above the rows of an import: their filter, the rows that are left out, and "Save rows with errors as CSV".
import { ActionIcon, Button, Group, SegmentedControl, Text } from '@mantine/core';
import { IconArrowLeft, IconDownload } from '@tabler/icons-react';
import { type ImportFilter, LEFT_OUT, type LeftOut } from '../../../../shared/link-import.ts';
import { cutInMiddle } from '../../../../shared/text.ts';
import { texts } from '../../../../shared/texts/window.ts';
import { call } from '../../../bridge.ts';
import { notify } from '../../../components/notify.tsx';
import { WorkButton } from '../../../components/parts.tsx';
import { useOneAtATime } from '../../../state/one-at-a-time.ts';
import { go } from '../../../state/route.ts';

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
  readonly all: number;
  /** Omitted while unknown. */
  readonly problems?: number;
  /** Not all of the problems are errors. */
  readonly needAttention?: boolean;
  /** Without any, there is no such filter; so are reasons without rows. */
  readonly remarks?: number;
  readonly leftOut?: Readonly<Record<LeftOut, number>>;
}

export function RowFilter({ value, onChange, all, problems, needAttention, remarks = 0, leftOut }: RowFilterProps) {
  const { row } = t;
  const ofProblems = needAttention ? row.needAttention : row.withErrorsCounted;
  return (
    <SegmentedControl
      size="xs"
      aria-label={row.filter}
      value={value}
      onChange={onChange}
      data={[
        { value: 'all', label: row.all({ rows: all }) },
        { value: 'problems', label: problems === undefined ? row.withErrors : ofProblems({ rows: problems }) },
        ...(remarks > 0 ? [{ value: 'remarks' as const, label: row.withRemarks({ rows: remarks }) }] : []),
        ...LEFT_OUT.flatMap((value) =>
          leftOut?.[value] ? [{ value, label: row.leftOut[value]({ rows: leftOut[value] }) }] : [],
        ),
      ]}
    />
  );
}

interface LeftOutRowsProps {
  readonly kind: LeftOut;
  readonly rows: number;
  /** How many of them the seller chose. */
  readonly chosen: number;
  choose(on: boolean): void;
}

/** How many rows are left out for one reason; chooses all of them or none. */
export function LeftOutRows({ kind, rows, chosen, choose }: LeftOutRowsProps) {
  const { leftOut, leftOutChosen, leaveOut, importAnyway } = t.draft;
  const areChosen = chosen === rows;
  return (
    <Group gap={12} role="group" aria-label={leftOut[kind].rows}>
      <Text size="sm" role="status">
        {leftOut[kind].count({ rows })}
        {chosen > 0 && `; ${leftOutChosen({ chosen, rows })}`}
      </Text>
      {/* Few of those can be links, so each is chosen by itself. */}
      {kind !== 'skipped' && (
        <Button size="xs" variant="default" onClick={() => choose(!areChosen)}>
          {areChosen ? leaveOut({ rows }) : importAnyway({ rows })}
        </Button>
      )}
    </Group>
  );
}

/** For correcting them in a spreadsheet, and importing that file. */
export function SaveErrors({ importId }: { readonly importId: string }) {
  const saving = useOneAtATime();
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
