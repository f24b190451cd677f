// The rows of the open file, or of an import, in one table.
import { type ReactNode, useCallback, useMemo } from 'react';
import type { ImportDraftView, ImportRow } from '../../../../shared/link-import.ts';
import { DataTable } from '../../../kit/DataTable.tsx';
import type { TableSelection } from '../../../kit/table.ts';
import type { Pages } from '../../../state/live.ts';
import styles from './import.module.css';
import { openRow } from './RowDialog.tsx';
import { columnsWith } from './row-columns.tsx';

interface ImportRowsProps {
  readonly label: string;
  readonly pages: Pages<'imports.rows'>;
  /** The open file, whose rows can be corrected; null for an import. */
  readonly draft: ImportDraftView | null;
  readonly resetKey: string;
  readonly empty: ReactNode;
  readonly selection?: TableSelection<ImportRow>;
}

export function ImportRows({ label, pages, draft, resetKey, empty, selection }: ImportRowsProps) {
  const open = useCallback((row: ImportRow) => openRow(row, draft), [draft]);
  const isDraft = draft !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: all rows would be rendered again at each change of a count
  const columns = useMemo(() => columnsWith(isDraft ? open : null), [isDraft, draft?.id]);
  return (
    <div className={styles.table}>
      <DataTable
        label={label}
        columns={columns}
        total={pages.total}
        rowAt={pages.rowAt}
        indexOf={pages.indexOf}
        show={pages.show}
        rowKey={(row) => row.id}
        onOpen={open}
        resetKey={resetKey}
        empty={empty}
        {...(selection ? { selection } : {})}
      />
    </div>
  );
}
