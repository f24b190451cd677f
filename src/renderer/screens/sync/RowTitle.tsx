// The title of a change in a row: a sentence where there is room, otherwise its kind and what distinguishes it.
import { Text } from '@mantine/core';
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

function RowTitle({ row }: { readonly row: ActionRow }) {
  const { kind, title, brief } = row;
  const Icon = ICONS[kind];
  return (
    <span className={styles.rowTitle} title={title}>
      <Icon size={16} aria-hidden />
      <span className={styles.sentence}>{title}</span>
      <span className={styles.brief} aria-hidden>
        <span className={styles.kind}>{texts.sync.kinds[kind]}</span>
        <span>{brief.name}</span>
        {brief.facts !== '' && <span>{brief.facts}</span>}
      </span>
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

/** Names the change that a question is about, whole: many look alike. */
export const ChangeTitle = ({ title }: { readonly title: string }) => (
  <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
    {title}
  </Text>
);
