// The columns of the table "Sales". Narrower tables have fewer columns.

import { IconAlertTriangle, IconCashOff, IconCheck, IconUserCheck } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { SyncState } from '../../../shared/action.ts';
import { type Currency, formatMoney } from '../../../shared/money.ts';
import type { SaleRow, SaleState } from '../../../shared/sale.ts';
import { texts } from '../../../shared/texts/window.ts';
import { CutTitle } from '../../components/CutTitle.tsx';
import { CutValue } from '../../components/CutValue.tsx';
import type { Column } from '../../components/DataTable.tsx';
import { firstValueWidth, metadataValuesWidth, metadataWidth } from '../../components/fact-widths.ts';
import { MetadataLine } from '../../components/MetadataLine.tsx';
import { RelativeTime, timesWidth } from '../../components/RelativeTime.tsx';
import { WRAPPED } from '../../components/Spare.tsx';
import { StateWord } from '../../components/SyncBadge.tsx';
import { stateColumns } from '../../components/state-columns.tsx';
import { whole } from '../../components/table-columns.ts';
import { textWidth, twoLinesWidth } from '../../components/text-width.ts';
import { useFrame } from '../../state/frame.ts';
import styles from './sales.module.css';

const { columns: t, states } = texts.sales;

const LOOKS: Readonly<Record<SaleState, { readonly Icon: typeof IconCheck; readonly tone: SyncState }>> = {
  verified: { Icon: IconCheck, tone: 'synced' },
  marked: { Icon: IconUserCheck, tone: 'synced' },
  unverified: { Icon: IconAlertTriangle, tone: 'needs-review' },
  dismissed: { Icon: IconCashOff, tone: 'waiting' },
};

export function SaleStateWord({ sale }: { readonly sale: SaleRow }) {
  const { Icon, tone } = LOOKS[sale.state];
  const { word, why } = states[sale.state];
  return (
    <StateWord tone={tone} title={why} icon={<Icon size={15} aria-hidden />}>
      {word}
    </StateWord>
  );
}

export const amountText = ({ amount }: SaleRow, currencies: readonly Currency[]): string =>
  amount === null ? '' : formatMoney(amount.cents, amount.currencyId, currencies);

/** With a mark where no amount was recognized in the event. */
const markedAmount = (row: SaleRow, currencies: readonly Currency[]): string =>
  `${amountText(row, currencies)}${row.isPriceOfLink ? '*' : ''}`;

export const productText = ({ product }: SaleRow): string => product ?? texts.sales.unknownProduct;

/** Below this table width (px), as beside the details, products need the room of the time. */
const WITH_TIME = 540;
/** Below this table width (px) the state is an icon. */
const STATE_WORD = 640;
/** From this width on there is room for links. */
const LINKS = 900;

const columnsWith = (currencies: readonly Currency[]): readonly Column<SaleRow>[] => [
  {
    key: 'time',
    header: t.time,
    sortsBy: 'created',
    from: WITH_TIME,
    width: timesWidth(({ at }) => at),
    cell: ({ at }) => <RelativeTime at={at} />,
  },
  {
    key: 'product',
    header: t.product,
    sortsBy: 'title',
    width: {
      min: 64,
      first: (room) => 0.35 * room,
      need: (row) => textWidth(productText(row)),
      wrapped: (row) => twoLinesWidth(productText(row)),
    },
    cell: (row) => (
      <CutTitle
        className={`${WRAPPED} ${row.product === null ? styles.dimmed : ''}`}
        title={productText(row)}
        dir="auto"
      >
        {productText(row)}
      </CutTitle>
    ),
  },
  {
    key: 'amount',
    header: t.amount,
    sortsBy: 'price',
    width: whole((row) => textWidth(markedAmount(row, currencies))),
    align: 'right',
    joined: true,
    cell: (row) => (
      <span
        className={row.isPriceOfLink ? styles.dimmed : undefined}
        title={row.isPriceOfLink ? texts.sales.details.priceOfLink : amountText(row, currencies)}
      >
        {markedAmount(row, currencies)}
      </span>
    ),
  },
  {
    key: 'metadata',
    header: t.metadata,
    width: {
      min: 60,
      least: ({ metadata }) => firstValueWidth(metadata),
      first: (room) => 0.35 * room,
      need: ({ metadata }) => metadataWidth(metadata),
      short: ({ metadata }) => metadataValuesWidth(metadata),
    },
    cell: ({ metadata }) => <MetadataLine metadata={metadata} />,
  },
  {
    key: 'link',
    header: t.link,
    from: LINKS,
    width: '132px',
    cell: ({ linkUuid }) => (
      <span className={linkUuid === null ? styles.dimmed : styles.code} title={linkUuid ?? undefined}>
        {linkUuid === null ? texts.sales.noLink : <CutValue>{linkUuid}</CutValue>}
      </span>
    ),
  },
  ...stateColumns<SaleRow>(
    { key: 'verified', header: t.verified, narrow: STATE_WORD },
    ({ state }) => states[state].word,
    (row) => <SaleStateWord sale={row} />,
  ),
];

export function useSaleColumns(): readonly Column<SaleRow>[] {
  const { currencies } = useFrame().settings;
  return useMemo(() => columnsWith(currencies), [currencies]);
}
