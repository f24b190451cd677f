// The rows of the open file or of an import: their figures, a filter, and one table.
import { ActionIcon, Group, SegmentedControl, Text } from '@mantine/core';
import { IconArrowLeft, IconDownload } from '@tabler/icons-react';
import { type ReactNode, useCallback, useMemo } from 'react';
import type { ImportDraftView, ImportFilter, ImportRow } from '../../../../shared/link-import.ts';
import { cutInMiddle } from '../../../../shared/text.ts';
import { texts } from '../../../../shared/texts/window.ts';
import { call } from '../../../bridge.ts';
import { DataTable } from '../../../kit/DataTable.tsx';
import { notify, orNotify } from '../../../kit/notify.tsx';
import { EmptyState } from '../../../kit/page.tsx';
import { WorkButton } from '../../../kit/parts.tsx';
import type { TableSelection } from '../../../kit/table.ts';
import type { Pages } from '../../../state/live.ts';
import { go } from '../../../state/route.ts';
import { useSingleFlight } from '../../../state/single-flight.ts';
import styles from './import.module.css';
import { openRow } from './RowDialog.tsx';
import { columnsWith } from './row-columns.tsx';

const t = texts.linkImport;
const BACK = { '#/links': t.backToLinks, '#/links/import': t.backToImports };

/** The back button before a page's title. */
export const backTo = (address: keyof typeof BACK) => (
  <ActionIcon aria-label={BACK[address]} title={BACK[address]} onClick={() => go(address)}>
    <IconArrowLeft size={16} aria-hidden />
  </ActionIcon>
);

/** The name of each filter, with its number of rows. */
const FILTERS: Readonly<Record<ImportFilter, (of: { rows: number }) => string>> = {
  all: t.row.all,
  problems: t.row.withErrorsCounted,
  ...t.row.leftOut,
};

interface ImportRowsProps {
  readonly label: string;
  readonly importId: string;
  /** The name of the file. */
  readonly name: string;
  /** Figures beside the name. */
  readonly figures: ReactNode;
  readonly pages: Pages<'imports.rows'>;
  readonly filter: ImportFilter;
  setFilter(filter: ImportFilter): void;
  /** How many rows each filter finds. Filters without rows are not offered. */
  readonly counts: Partial<Record<ImportFilter, number>>;
  /** How many rows have errors. */
  readonly bad: number;
  /** The open file, whose rows can be corrected; null for an import. */
  readonly draft: ImportDraftView | null;
  readonly selection?: TableSelection<ImportRow> | undefined;
  /** Shown if there are no rows. */
  readonly none: string;
  readonly children?: ReactNode;
}

export function ImportRows(props: ImportRowsProps) {
  const { label, importId, name, figures, pages, filter, setFilter, counts, bad, draft, selection, none } = props;
  const open = useCallback((row: ImportRow) => openRow(row, draft), [draft]);
  const isDraft = draft !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: all rows would be rendered again at each change of a count
  const columns = useMemo(() => columnsWith(isDraft ? open : null), [isDraft, draft?.id]);
  const { problems = 0 } = counts;
  // Some rows have no errors but need a decision.
  const filters = { ...FILTERS, ...(problems > bad && { problems: t.row.needAttention }) };
  const offered = (Object.keys(filters) as ImportFilter[]).filter(
    (one) => one === 'all' || one === 'problems' || counts[one],
  );
  return (
    <div className={styles.rows}>
      <div className={styles.above}>
        <Group justify="space-between" gap="8px 12px">
          {/* A long name must not cost the rows a line. */}
          <Text size="sm" fw={600} truncate title={name} flex="1 1 100px">
            {name}
          </Text>
          {figures}
        </Group>
        {props.children}
        <Group gap="8px 24px" data-brief>
          <SegmentedControl
            size="xs"
            aria-label={t.row.filter}
            value={filter}
            onChange={setFilter}
            data={offered.map((value) => ({ value, label: filters[value]({ rows: counts[value] ?? 0 }) }))}
          />
          {bad > 0 && <SaveErrors importId={importId} />}
        </Group>
      </div>
      <div className={styles.table}>
        <DataTable
          label={label}
          columns={columns}
          {...pages}
          rowKey={(row) => row.id}
          onOpen={open}
          resetKey={filter}
          empty={<EmptyState title={none} />}
          {...(selection && { selection })}
        />
      </div>
    </div>
  );
}

/** Saves the rows with errors, so that the seller can correct them in a spreadsheet and import that file. */
function SaveErrors({ importId }: { readonly importId: string }) {
  const saving = useSingleFlight();
  const save = async () => {
    const saved = await orNotify(call('imports.save', { id: importId, which: 'errors' }));
    if (saved) notify('success', t.errors.saved({ rows: saved.rows, file: cutInMiddle(saved.file) }));
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
