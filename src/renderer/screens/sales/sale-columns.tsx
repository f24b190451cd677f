// The columns of the table "Sales". Narrower tables have fewer columns.
import { Text } from '@mantine/core';
import { IconAlertTriangle, IconCashOff, IconFileUnknown, IconRepeat } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { SyncState } from '../../../shared/change.ts';
import { type Currency, formatMoney } from '../../../shared/money.ts';
import type { SaleRow, SaleState } from '../../../shared/sale.ts';
import { texts as shared } from '../../../shared/texts/main.ts';
import { texts } from '../../../shared/texts/window.ts';
import { StateWord } from '../../kit/SyncBadge.tsx';
import { type Column, STATE, TIME } from '../../kit/table.ts';
import { MetadataLine, RelativeTime } from '../../kit/values.tsx';
import { useFrame } from '../../state/frame.ts';

const { states } = texts.sales;
const { columns } = shared.sales.export;
const { facts } = texts.links;

const LOOKS: Readonly<
  Record<Exclude<SaleState, 'counted'>, { readonly Icon: typeof IconRepeat; readonly tone: SyncState }>
> = {
  repeat: { Icon: IconRepeat, tone: 'needs-review' },
  unverified: { Icon: IconAlertTriangle, tone: 'needs-review' },
  unreadable: { Icon: IconFileUnknown, tone: 'needs-review' },
  ignored: { Icon: IconCashOff, tone: 'waiting' },
};

/** A counted sale needs no word. */
export function SaleStateWord({ sale: { state } }: { readonly sale: SaleRow }) {
  if (state === 'counted') return null;
  const { Icon, tone } = LOOKS[state];
  const { word, why } = states[state];
  return <StateWord Icon={Icon} tone={tone} word={word} title={why} />;
}

export const amountText = ({ amount }: SaleRow, currencies: readonly Currency[]): string =>
  amount === null ? '' : formatMoney(amount.cents, amount.currencyId, currencies);

export const saleProduct = ({ product }: SaleRow): string => product ?? texts.sales.unknownProduct;

const columnsWith = (currencies: readonly Currency[]): readonly Column<SaleRow>[] => [
  {
    key: 'time',
    header: columns.time,
    sortsBy: 'created',
    hideBelow: 640,
    track: TIME,
    cell: ({ at }) => <RelativeTime at={at} />,
  },
  {
    key: 'product',
    header: facts.product,
    track: 'minmax(5rem, 3fr)',
    cell: (row) => (
      <Text span inherit c={row.product === null ? 'dimmed' : 'inherit'} title={saleProduct(row)} dir="auto">
        {saleProduct(row)}
      </Text>
    ),
  },
  {
    key: 'amount',
    header: columns.amount,
    track: 'minmax(5.5rem, 1.2fr)',
    align: 'right',
    cell: (row) => (
      <Text
        span
        inherit
        c={row.isPriceOfLink ? 'dimmed' : 'inherit'}
        title={row.isPriceOfLink ? texts.sales.details.priceOfLink : amountText(row, currencies)}
      >
        {amountText(row, currencies)}
      </Text>
    ),
  },
  {
    key: 'metadata',
    header: facts.metadata,
    track: 'minmax(5rem, 3fr)',
    cell: ({ metadata }) => <MetadataLine metadata={metadata} />,
  },
  { key: 'state', header: facts.state, ...STATE, cell: (row) => <SaleStateWord sale={row} /> },
];

export function useSaleColumns(): readonly Column<SaleRow>[] {
  const { currencies } = useFrame().settings;
  return useMemo(() => columnsWith(currencies), [currencies]);
}
