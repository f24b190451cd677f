// What a change does, in a row: its kind, and what distinguishes it from others of its kind.
import { Progress } from '@mantine/core';
import { IconCoin, IconLinkPlus, IconPackage, IconTrash, IconWebhook } from '@tabler/icons-react';
import type { ChangeKind, ChangeRow } from '../../../shared/change.ts';
import { texts } from '../../../shared/texts/window.ts';
import type { Column } from '../../kit/table.ts';
import styles from './sync.module.css';

const ICONS: Readonly<Record<ChangeKind, typeof IconTrash>> = {
  'product.create': IconPackage,
  'product.update': IconCoin,
  'link.create': IconLinkPlus,
  'link.delete': IconTrash,
  'settings.update': IconWebhook,
};

function RowTitle({ row: { kind, title, brief, batch } }: { readonly row: ChangeRow }) {
  const Icon = ICONS[kind];
  return (
    <span className={styles.rowTitle} title={title}>
      <Icon size={16} aria-hidden />
      {batch === null && <span className={styles.kind}>{texts.sync.kinds[kind]}</span>}
      <span>{brief.name}</span>
      <span className={styles.facts}>{brief.facts}</span>
      {batch !== null && (
        <Progress w={64} size="sm" value={(100 * (batch.total - batch.waiting)) / batch.total} aria-hidden />
      )}
    </span>
  );
}

/** The title column of both lists. */
export const CHANGE_COLUMN: Column<ChangeRow> = {
  key: 'change',
  header: texts.sync.columns.change,
  track: 'minmax(9rem, 1fr)',
  cell: (row) => <RowTitle row={row} />,
};
