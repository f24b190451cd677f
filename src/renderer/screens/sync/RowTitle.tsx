// The title of a change in a row: words where they fit, otherwise its kind and what distinguishes it.
import { Text } from '@mantine/core';
import { IconCoin, IconLinkPlus, IconPackage, IconTrash, IconWebhook } from '@tabler/icons-react';
import type { ActionKind, ActionRow } from '../../../shared/action.ts';
import { texts } from '../../../shared/texts/window.ts';
import { CutTitle } from '../../components/CutTitle.tsx';
import type { Column } from '../../components/table-columns.ts';
import { textWidth, twoLinesWidth } from '../../components/text-width.ts';
import styles from './sync.module.css';

const ICONS: Readonly<Record<ActionKind, typeof IconTrash>> = {
  'product.create': IconPackage,
  'product.update': IconCoin,
  'link.create': IconLinkPlus,
  'link.delete': IconTrash,
  'settings.update': IconWebhook,
};
const { kinds } = texts.sync;

/** Px of the icon with its gap, and between the parts of the short form. */
const ICON = 24;
const GAP = 12;

function RowTitle({ row }: { readonly row: ActionRow }) {
  const { kind, title } = row;
  const Icon = ICONS[kind];
  return (
    <span className={styles.rowTitle} title={title}>
      <Icon size={16} aria-hidden />
      <span className={styles.sentence}>{title}</span>
      <span className={styles.kind} aria-hidden>
        {kinds[kind]}
      </span>
      <span className={styles.brief} aria-hidden>
        {partsOf(row).map((part, at) => {
          const Part = at === 0 ? CutTitle : 'span';
          return (
            // Its width on two lines, for tables without room for one.
            <Part key={part} style={{ flexBasis: twoLinesWidth(part) }}>
              {part}
            </Part>
          );
        })}
      </span>
    </span>
  );
}

const partsOf = ({ brief: { name, facts } }: ActionRow): readonly string[] => (facts === '' ? [name] : [name, facts]);

/** The title column of both lists. `before`: px in front of the title. */
export function changeColumn(before: number): Column<ActionRow> {
  const short = (row: ActionRow, width: (text: string) => number) =>
    partsOf(row).reduce((sum, part) => sum + GAP + width(part), before + ICON - GAP);
  const withKind = ({ kind }: ActionRow) => textWidth(kinds[kind], 12) + GAP;
  return {
    key: 'change',
    header: texts.sync.columns.change,
    width: {
      min: 120,
      need: ({ title }) => before + ICON + textWidth(title),
      short: (row) => withKind(row) + short(row, textWidth),
      wrapped: (row) => withKind(row) + short(row, twoLinesWidth),
      cramped: (row) => short(row, twoLinesWidth),
    },
    cell: (row) => <RowTitle row={row} />,
  };
}

/** Names the change that a question is about, whole: many look alike. */
export const ChangeTitle = ({ title }: { readonly title: string }) => (
  <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
    {title}
  </Text>
);
