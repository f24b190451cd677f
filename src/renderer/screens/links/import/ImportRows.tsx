// The table of an import's rows: what each becomes, and what is wrong with it.
import { DataList, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconCircleDashed, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { IMPORT_STATE_WORDS, type ImportRow } from '../../../../shared/link-import.ts';
import { type Column, DataTable } from '../../../components/DataTable.tsx';
import { openDialog } from '../../../components/dialog.tsx';
import { PriceText } from '../../../components/Money.tsx';
import { StateWord, SyncBadge } from '../../../components/SyncBadge.tsx';
import type { TableSelection } from '../../../components/table-selection.ts';
import type { Pages } from '../../../state/pages.ts';
import styles from './import.module.css';

const icon = (Icon: typeof IconTrash) => <Icon size={15} stroke={2} aria-hidden />;

function RowState({ state }: Pick<ImportRow, 'state'>) {
  const words = IMPORT_STATE_WORDS[state];
  switch (state) {
    case 'ready':
      return (
        <StateWord icon={icon(IconCircleCheck)} tone="waiting">
          {words}
        </StateWord>
      );
    case 'bad':
      return (
        <StateWord icon={icon(IconAlertTriangle)} tone="rejected">
          {words}
        </StateWord>
      );
    case 'not-chosen':
    case 'not-made':
      return (
        <StateWord icon={icon(IconCircleDashed)} tone="waiting">
          {words}
        </StateWord>
      );
    case 'deleted':
      return (
        <StateWord icon={icon(IconTrash)} tone="waiting">
          {words}
        </StateWord>
      );
    default:
      return <SyncBadge state={state} />;
  }
}

/** "Price: Enter a price". */
const errorsOf = ({ errors }: ImportRow): string[] =>
  errors.map(({ column, message }) => (column === '' ? message : `${column}: ${message}`));

const line: Column<ImportRow> = {
  key: 'line',
  header: 'Line',
  width: '76px',
  cell: (row) => row.line.toLocaleString(),
};
const facts: readonly Column<ImportRow>[] = [
  {
    key: 'product',
    header: 'Product',
    width: 'minmax(72px, 2fr)',
    cell: ({ productTitle }) => <span title={productTitle}>{productTitle}</span>,
  },
  {
    key: 'price',
    header: 'Price',
    width: 'minmax(72px, 2fr)',
    cell: ({ prices, useOnce }) => (
      <>
        <PriceText prices={prices} />
        {useOnce && <span className={styles.odd}> single use</span>}
      </>
    ),
  },
  {
    key: 'metadata',
    header: 'Metadata',
    width: 'minmax(56px, 2fr)',
    cell: ({ metadata }) => {
      const text = metadata.map(({ key, value }) => `${key}: ${value}`).join(', ');
      return <span title={text}>{text}</span>;
    },
  },
  { key: 'state', header: 'State', width: '108px', cell: (row) => <RowState state={row.state} /> },
];
const problems: Column<ImportRow> = {
  key: 'problems',
  header: 'What is wrong',
  width: 'minmax(148px, 4fr)',
  cell: (row) => {
    const errors = errorsOf(row);
    const text = (errors.length > 0 ? errors : row.warnings).join('; ');
    return (
      <span className={errors.length > 0 ? styles.wrong : styles.odd} title={text}>
        {text}
      </span>
    );
  },
};
const address: Column<ImportRow> = {
  key: 'address',
  header: 'Checkout URL or what is wrong',
  width: 'minmax(148px, 4fr)',
  cell: (row) =>
    row.checkoutUrl === null ? problems.cell(row, -1) : <span title={row.checkoutUrl}>{row.checkoutUrl}</span>,
};
const beforehand = [line, ...facts, problems];
const afterwards = [line, ...facts, address];

export interface ImportRowsProps {
  readonly label: string;
  readonly pages: Pages<'imports.rows'>;
  readonly made: boolean;
  readonly resetKey: string;
  readonly empty: ReactNode;
  readonly selection?: TableSelection<ImportRow>;
}

export function ImportRows({ label, pages, made, resetKey, empty, selection }: ImportRowsProps) {
  return (
    <div className={styles.table}>
      <DataTable
        label={label}
        columns={made ? afterwards : beforehand}
        total={pages.total}
        rowAt={pages.rowAt}
        indexOf={pages.indexOf}
        moved={pages.moved}
        show={pages.show}
        rowKey={(row) => row.id}
        onOpen={openRow}
        resetKey={resetKey}
        {...(made ? {} : { maxHeight: 420 })}
        empty={empty}
        {...(selection ? { selection } : {})}
      />
    </div>
  );
}

function openRow(row: ImportRow): void {
  openDialog(`Line ${row.line.toLocaleString()}`, 520, () => <Whole row={row} />);
}

/** All of a row, where the table has no room. */
function Whole({ row }: { readonly row: ImportRow }) {
  const fact = (label: string, value: ReactNode) => (
    <DataList.Item key={label}>
      <DataList.ItemLabel>{label}</DataList.ItemLabel>
      <DataList.ItemValue>{value}</DataList.ItemValue>
    </DataList.Item>
  );
  return (
    <Stack gap={12}>
      <RowState state={row.state} />
      {errorsOf(row).map((text) => (
        <Text key={text} size="sm" className={styles.wrong ?? ''}>
          {text}
        </Text>
      ))}
      {row.warnings.map((text) => (
        <Text key={text} size="sm">
          {text}
        </Text>
      ))}
      <DataList labelWidth="120px" gap={8} style={{ overflowWrap: 'anywhere' }}>
        {row.productTitle !== '' && fact('Product', row.productTitle)}
        {row.prices.length > 0 && fact('Price', <PriceText prices={row.prices} />)}
        {row.prices.length > 0 && fact('Single use', row.useOnce ? 'Yes, for one sale' : 'No')}
        {row.metadata.map(({ key, value }) => fact(`metadata: ${key}`, value))}
        {row.checkoutUrl !== null && fact('Checkout URL', row.checkoutUrl)}
      </DataList>
    </Stack>
  );
}
