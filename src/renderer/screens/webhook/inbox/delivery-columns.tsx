// The columns of the table "Deliveries". The narrower the table, the fewer there are.
import { IconCash, IconCheck, IconCircleX, IconFlask, IconKeyOff, IconQuestionMark } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { SyncState } from '../../../../shared/action.ts';
import type { DeliveryEvent, ListedDelivery, Verification } from '../../../../shared/inbox.ts';
import { type Currency, formatMoney } from '../../../../shared/money.ts';
import { texts } from '../../../../shared/texts/window.ts';
import type { Column } from '../../../components/DataTable.tsx';
import { metadataText } from '../../../components/fact-widths.ts';
import { RelativeTime } from '../../../components/RelativeTime.tsx';
import { StateWord } from '../../../components/SyncBadge.tsx';
import { useFrame } from '../../../state/frame.ts';

const words = texts.inbox.deliveries;

const ICONS: Readonly<Record<Verification, typeof IconCheck>> = {
  verified: IconCheck,
  wrong: IconCircleX,
  missing: IconKeyOff,
  unknown: IconQuestionMark,
};

/** Without a key nothing is wrong with a delivery: it only proves nothing. */
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

/** What a delivery is. `isJson` false: its body cannot be read. */
export function EventWord({ event, isJson }: { readonly event: DeliveryEvent | null; readonly isJson: boolean }) {
  const kind = event?.kind ?? 'unknown';
  const Icon = KIND_ICONS[kind];
  const { word, why } = isJson ? texts.inbox.events[kind] : texts.inbox.events.notJson;
  return (
    <StateWord tone="waiting" title={why} icon={<Icon size={15} aria-hidden />}>
      {word}
    </StateWord>
  );
}

export function sizeText(bytes: number): string {
  const { size } = texts.inbox;
  if (bytes < 1_000) return size.bytes(bytes);
  return bytes < 1_000_000 ? size.kilobytes(bytes / 1_000) : size.megabytes(bytes / 1_000_000);
}

export const amountText = ({ amount }: DeliveryEvent, currencies: readonly Currency[]): string =>
  amount === null ? '' : formatMoney(amount.cents, amount.currencyId, currencies);

const productText = ({ product, store }: DeliveryEvent): string =>
  store === null ? (product ?? '') : words.ofOtherStore(product, store);

const columnsWith = (currencies: readonly Currency[]): readonly Column<ListedDelivery>[] => [
  {
    key: 'time',
    header: words.columns.time,
    width: '92px',
    cell: ({ at }) => <RelativeTime at={at} />,
  },
  {
    key: 'event',
    header: words.columns.event,
    width: '90px',
    cell: (row) => <EventWord {...row} />,
  },
  {
    key: 'verified',
    header: words.columns.verified,
    width: '104px',
    cell: ({ verification }) => <VerificationWord verification={verification} />,
    from: 400,
  },
  {
    key: 'product',
    header: words.columns.product,
    width: 'minmax(64px, 3fr)',
    cell: ({ event }) => {
      const text = event ? productText(event) : '';
      return <span title={text}>{text}</span>;
    },
  },
  {
    key: 'amount',
    header: words.columns.amount,
    width: '80px',
    align: 'right',
    cell: ({ event }) => {
      const text = event ? amountText(event, currencies) : '';
      return <span title={text}>{text}</span>;
    },
    from: 570,
  },
  {
    key: 'metadata',
    header: words.columns.metadata,
    width: 'minmax(72px, 4fr)',
    cell: ({ event }) => {
      const text = event ? metadataText(event.metadata) : undefined;
      return <span title={text}>{text}</span>;
    },
    from: 660,
  },
  {
    key: 'answered',
    header: words.columns.answered,
    width: '60px',
    align: 'right',
    cell: ({ answered }) => answered ?? words.answeredNothing,
    from: 470,
  },
  {
    key: 'size',
    header: words.columns.size,
    width: '72px',
    align: 'right',
    cell: ({ size }) => sizeText(size),
    from: 900,
  },
];

/** From this width of the window on (px) an open delivery stands beside the list, below it under the list. */
export const BESIDE_FROM = 1_000;

export function useDeliveryColumns(): readonly Column<ListedDelivery>[] {
  const { currencies } = useFrame().settings;
  return useMemo(() => columnsWith(currencies), [currencies]);
}
