// What a change does, in a row: its kind, and what distinguishes it from others of its kind.
import { Progress } from '@mantine/core';
import { IconCoin, IconLinkPlus, IconPackage, IconTrash, IconWebhook } from '@tabler/icons-react';
import type { ActionKind, ActionRow } from '../../../shared/action.ts';
import { texts } from '../../../shared/texts/window.ts';
import type { Column } from '../../components/table-columns.ts';
import styles from './sync.module.css';

const ICONS: Readonly<Record<ActionKind, typeof IconTrash>> = {
  'product.create': IconPackage,
  'product.update': IconCoin,
  'link.create': IconLinkPlus,
  'link.delete': IconTrash,
  'settings.update': IconWebhook,
};

function RowTitle({ row: { kind, title, brief, batch } }: { readonly row: ActionRow }) {
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
export const CHANGE_COLUMN: Column<ActionRow> = {
  key: 'change',
  header: texts.sync.columns.change,
  track: 'minmax(9rem, 1fr)',
  cell: (row) => <RowTitle row={row} />,
};
