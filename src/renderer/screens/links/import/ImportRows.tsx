// The table of an import's rows: what each becomes, and what is wrong with it.
import { DataList, Stack, Text } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleNumber1,
  IconCopyCheck,
  IconTrash,
} from '@tabler/icons-react';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import type { SyncState } from '../../../../shared/action.ts';
import type { ImportRow, ImportState } from '../../../../shared/link-import.ts';
import { texts as rules } from '../../../../shared/texts/rules.ts';
import { texts } from '../../../../shared/texts/window.ts';
import { type Column, DataTable } from '../../../components/DataTable.tsx';
import { openDialog } from '../../../components/dialog.tsx';
import { PriceText } from '../../../components/Money.tsx';
import { StateWord, SyncBadge } from '../../../components/SyncBadge.tsx';
import type { TableSelection } from '../../../components/table-selection.ts';
import type { Pages } from '../../../state/pages.ts';
import styles from './import.module.css';
import { errorsOf, RowProblems } from './RowProblems.tsx';

const words = texts.linkImport.row;

type OwnState = Exclude<ImportState, SyncState>;

/** What the states of a row that is no link look like. */
const OWN: Readonly<Record<OwnState, { readonly Icon: typeof IconTrash; readonly tone: SyncState }>> = {
  ready: { Icon: IconCircleCheck, tone: 'waiting' },
  exists: { Icon: IconCopyCheck, tone: 'waiting' },
  bad: { Icon: IconAlertTriangle, tone: 'rejected' },
  'not-chosen': { Icon: IconCircleDashed, tone: 'waiting' },
  'not-made': { Icon: IconCircleDashed, tone: 'waiting' },
  deleted: { Icon: IconTrash, tone: 'waiting' },
};
const isOwn = (state: ImportState): state is OwnState => state in OWN;

function RowState({ state }: Pick<ImportRow, 'state'>) {
  if (!isOwn(state)) return <SyncBadge state={state} />;
  const { Icon, tone } = OWN[state];
  return (
    <StateWord icon={<Icon size={15} stroke={2} aria-hidden />} tone={tone}>
      {rules.states.importRow[state]}
    </StateWord>
  );
}

const facts: readonly Column<ImportRow>[] = [
  {
    key: 'product',
    header: words.product,
    width: 'minmax(104px, 4fr)',
    cell: ({ productTitle }) => <span title={productTitle}>{productTitle}</span>,
  },
  {
    key: 'price',
    header: words.price,
    width: 'minmax(104px, 2fr)',
    align: 'right',
    cell: ({ prices, useOnce, read }) =>
      read ? (
        <span title={read.price}>{read.price}</span>
      ) : (
        <span className={styles.price}>
          {useOnce && (
            <span className={styles.once} title={words.singleUse}>
              <IconCircleNumber1 size={15} stroke={1.75} aria-hidden />
              <span>{words.singleUseMark}</span>
            </span>
          )}
          <PriceText prices={prices} figures />
        </span>
      ),
  },
  {
    key: 'metadata',
    header: words.metadata,
    width: 'minmax(100px, 5fr)',
    cell: ({ metadata, read }) => {
      const text = read?.metadata ?? metadata.map(({ key, value }) => `${key}: ${value}`).join(', ');
      return <span title={text}>{text}</span>;
    },
  },
];
const line = (width: string): Column<ImportRow> => ({
  ...{ key: 'line', header: words.line, width },
  cell: (row) => row.line.toLocaleString(texts.locale),
});
const state = (width: string, cell = (row: ImportRow): ReactNode => <RowState state={row.state} />) => ({
  ...{ key: 'state', header: words.state, width },
  cell,
});

/** What is wrong with a row or odd about it; that it exists already is said by its state. */
function Wrong({ row }: { readonly row: ImportRow }) {
  const errors = errorsOf(row);
  const odd = row.state === 'exists' ? row.warnings.slice(1) : row.warnings;
  const text = (errors.length > 0 ? errors : odd).join('; ');
  return text === '' ? null : (
    <span className={styles.problem} data-wrong={errors.length > 0 || undefined} title={text}>
      {text}
    </span>
  );
}

const beforehand = [line('72px'), ...facts, state('124px')];
const withProblems = [
  ...[line('72px'), ...facts],
  state('minmax(140px, 2fr)', (row) => (
    <span className={styles.standing}>
      <RowState state={row.state} />
      <Wrong row={row} />
    </span>
  )),
];
const afterwards: readonly Column<ImportRow>[] = [
  ...[line('56px'), ...facts, state('116px')],
  {
    key: 'address',
    header: words.addressOrProblems,
    width: 'minmax(84px, 4fr)',
    cell: (row) =>
      row.checkoutUrl === null ? <Wrong row={row} /> : <span title={row.checkoutUrl}>{row.checkoutUrl}</span>,
  },
];

export interface ImportRowsProps {
  readonly label: string;
  readonly pages: Pages<'imports.rows'>;
  readonly made: boolean;
  /** Whether something is said of any row: then what is said of the one with the keyboard stands whole below. */
  readonly problems: boolean;
  readonly resetKey: string;
  readonly empty: ReactNode;
  readonly selection?: TableSelection<ImportRow>;
}

export function ImportRows({ label, pages, made, problems, resetKey, empty, selection }: ImportRowsProps) {
  const [keyboard, setKeyboard] = useState({ at: 0, resetKey, moved: false });
  const whole = useRef<HTMLDivElement>(null);
  // After what is said of the row has changed, which may need more room than before.
  useLayoutEffect(() => {
    if (keyboard.moved) whole.current?.scrollIntoView({ block: 'nearest' });
  }, [keyboard]);
  const shown = pages.rowAt(keyboard.resetKey === resetKey ? keyboard.at : 0);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only hears which of the rows in it has the keyboard
    <div
      className={styles.table}
      ref={whole}
      onFocus={({ target }) => {
        const index = target.closest<HTMLElement>('[data-index]')?.dataset.index;
        if (index === undefined) return;
        // Scrolls by the keyboard only: a page that moves under a pressed mouse would have it clicked elsewhere.
        setKeyboard({ at: Number(index), resetKey, moved: target.matches(':focus-visible') });
      }}
    >
      <DataTable
        label={label}
        columns={made ? afterwards : problems ? withProblems : beforehand}
        total={pages.total}
        rowAt={pages.rowAt}
        indexOf={pages.indexOf}
        moved={pages.moved}
        show={pages.show}
        rowKey={(row) => row.id}
        onOpen={openRow}
        resetKey={resetKey}
        empty={empty}
        {...(selection ? { selection } : {})}
      />
      {problems && shown && shown.errors.length + shown.warnings.length > 0 && <RowProblems row={shown} />}
    </div>
  );
}

function openRow(row: ImportRow): void {
  openDialog(words.lineNumber(row.line), 520, () => <Whole row={row} />);
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
        {row.productTitle !== '' && fact(words.product, row.productTitle)}
        {row.read && row.read.price !== '' && fact(words.price, row.read.price)}
        {row.read && row.read.metadata !== '' && fact(words.metadata, row.read.metadata)}
        {row.prices.length > 0 && fact(words.price, <PriceText prices={row.prices} />)}
        {row.prices.length > 0 && fact(words.singleUse, row.useOnce ? words.isSingleUse : words.isNotSingleUse)}
        {row.metadata.map(({ key, value }) => fact(words.metadataOf(key), value))}
        {row.checkoutUrl !== null && fact(words.checkoutUrl, row.checkoutUrl)}
      </DataList>
    </Stack>
  );
}
