// The columns of the table "Deliveries". Narrower tables have fewer columns.

import { IconCash, IconCheck, IconCircleX, IconFlask, IconKeyOff, IconQuestionMark } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { SyncState } from '../../../../shared/action.ts';
import type { DeliveryEvent, DeliveryRow, Verification } from '../../../../shared/inbox.ts';
import { type Currency, formatMoney } from '../../../../shared/money.ts';
import { texts } from '../../../../shared/texts/window.ts';
import type { Column } from '../../../components/DataTable.tsx';
import { MetadataLine } from '../../../components/MetadataLine.tsx';
import { RelativeTime } from '../../../components/RelativeTime.tsx';
import { StateWord } from '../../../components/SyncBadge.tsx';
import { STATE, TIME } from '../../../components/table-columns.ts';
import { useFrame } from '../../../state/frame.ts';

const t = texts.inbox.deliveries;

const ICONS: Readonly<Record<Verification, typeof IconCheck>> = {
  verified: IconCheck,
  wrong: IconCircleX,
  missing: IconKeyOff,
  unknown: IconQuestionMark,
};

/** Without a key a delivery is not wrong, only unproven. */
const TONES: Readonly<Record<Verification, SyncState>> = {
  verified: 'synced',
  wrong: 'rejected',
  missing: 'needs-review',
  unknown: 'needs-review',
};

export function VerificationWord({ verification }: { readonly verification: Verification }) {
  const { word, why } = texts.inbox.verification[verification];
  const Icon = ICONS[verification];
  return (
    <StateWord tone={TONES[verification]} title={why} icon={<Icon size={15} aria-hidden />}>
      {word}
    </StateWord>
  );
}

const KIND_ICONS = { sale: IconCash, test: IconFlask, unknown: IconQuestionMark } as const;

/** The kind of a delivery. */
export function EventWord({ event }: Pick<DeliveryRow, 'event'>) {
  const Icon = KIND_ICONS[event?.kind ?? 'unknown'];
  const { word, why } = event ? texts.inbox.events[event.kind] : texts.inbox.events.unreadable;
  return (
    <StateWord tone="waiting" title={why} icon={<Icon size={15} aria-hidden />}>
      {word}
    </StateWord>
  );
}

export function sizeText(bytes: number): string {
  const { size } = texts.inbox;
  if (bytes < 1_000) return size.bytes({ bytes });
  return bytes < 1_000_000
    ? size.kilobytes({ kilobytes: bytes / 1_000 })
    : size.megabytes({ megabytes: bytes / 1_000_000 });
}

export const amountText = ({ amount }: DeliveryEvent, currencies: readonly Currency[]): string =>
  amount === null ? '' : formatMoney(amount.cents, amount.currencyId, currencies);

/** `isBeside`: beside the open delivery, which shows its answer and its size. */
const columnsWith = (currencies: readonly Currency[], isBeside: boolean): readonly Column<DeliveryRow>[] => {
  const amountOf = ({ event }: DeliveryRow) => (event ? amountText(event, currencies) : '');
  const productOf = ({ event }: DeliveryRow) => event?.product ?? '';
  const facts: readonly Column<DeliveryRow>[] = [
    {
      key: 'time',
      header: t.columns.time,
      hideBelow: 640,
      track: TIME,
      cell: ({ at }) => <RelativeTime at={at} />,
    },
    { key: 'event', header: t.columns.event, ...STATE, cell: ({ event }) => <EventWord event={event} /> },
    {
      key: 'verified',
      header: t.columns.verified,
      ...STATE,
      cell: ({ verification }) => <VerificationWord verification={verification} />,
    },
    {
      key: 'product',
      header: t.columns.product,
      track: 'minmax(4.5rem, 2fr)',
      cell: (row) => <span title={productOf(row)}>{productOf(row)}</span>,
    },
    {
      key: 'amount',
      header: t.columns.amount,
      track: 'minmax(5rem, 1fr)',
      align: 'right',
      cell: (row) => <span title={amountOf(row)}>{amountOf(row)}</span>,
    },
    {
      key: 'metadata',
      header: t.columns.metadata,
      track: 'minmax(4.5rem, 2fr)',
      cell: ({ event }) => event && <MetadataLine metadata={event.metadata} />,
    },
  ];
  if (isBeside) return facts;
  return [
    ...facts,
    {
      key: 'answered',
      header: t.columns.answered,
      hideBelow: 900,
      track: '6rem',
      align: 'right',
      cell: ({ answered }) => `${answered}`,
    },
    {
      key: 'size',
      header: t.columns.size,
      hideBelow: 900,
      track: '5rem',
      align: 'right',
      cell: ({ size }) => sizeText(size),
    },
  ];
};

/** From this window width (px) on, an open delivery is beside the list, otherwise below it. */
export const BESIDE_FROM = 1_000;

export function useDeliveryColumns(isBeside: boolean): readonly Column<DeliveryRow>[] {
  const { currencies } = useFrame().settings;
  return useMemo(() => columnsWith(currencies, isBeside), [currencies, isBeside]);
}
