// The columns of the table "Deliveries". Narrower tables have fewer columns.

import {
  IconCash,
  IconCashOff,
  IconCheck,
  IconCircleX,
  IconFlask,
  IconKeyOff,
  IconQuestionMark,
} from '@tabler/icons-react';
import { useMemo } from 'react';
import type { SyncState } from '../../../../shared/action.ts';
import type { DeliveryEvent, ListedDelivery, Verification } from '../../../../shared/inbox.ts';
import { type Currency, formatMoney } from '../../../../shared/money.ts';
import { texts } from '../../../../shared/texts/window.ts';
import { CutTitle } from '../../../components/CutTitle.tsx';
import type { Column } from '../../../components/DataTable.tsx';
import { firstValueWidth, metadataValuesWidth, metadataWidth } from '../../../components/fact-widths.ts';
import { MetadataLine } from '../../../components/MetadataLine.tsx';
import { RelativeTime, timesWidth } from '../../../components/RelativeTime.tsx';
import { WRAPPED } from '../../../components/Spare.tsx';
import { StateWord } from '../../../components/SyncBadge.tsx';
import { stateColumns } from '../../../components/state-columns.tsx';
import { whole } from '../../../components/table-columns.ts';
import { textWidth, twoLinesWidth } from '../../../components/text-width.ts';
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

const KIND_ICONS = { sale: IconCash, test: IconFlask, notSale: IconCashOff, unknown: IconQuestionMark } as const;

/** The kind of a delivery. `isJson` false: its body cannot be parsed. */
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
  if (bytes < 1_000) return size.bytes({ bytes });
  return bytes < 1_000_000
    ? size.kilobytes({ kilobytes: bytes / 1_000 })
    : size.megabytes({ megabytes: bytes / 1_000_000 });
}

export const amountText = ({ amount }: DeliveryEvent, currencies: readonly Currency[]): string =>
  amount === null ? '' : formatMoney(amount.cents, amount.currencyId, currencies);

function productText({ product, store }: DeliveryEvent): string {
  if (store === null) return product ?? '';
  return product === null ? t.onlyStore({ store }) : t.ofOtherStore({ product, store });
}

/** Below this table width (px), products need the room of the time. */
const WITH_TIME = 540;
/** Below these table widths (px), the kind and the verification are icons; beside an open delivery, titles need the room. */
const EVENT_WORD = 540;
const VERIFIED_WORD = 640;
const VERIFIED_WORD_BESIDE = 720;

const eventWord = ({ event, isJson }: ListedDelivery): string =>
  isJson ? texts.inbox.events[event?.kind ?? 'unknown'].word : texts.inbox.events.notJson.word;

const answerText = ({ answered }: ListedDelivery): string => `${answered ?? t.answeredNothing}`;

/** `isBeside`: beside the open delivery, which shows its answer and its size. */
const columnsWith = (currencies: readonly Currency[], isBeside: boolean): readonly Column<ListedDelivery>[] => {
  const amountOf = ({ event }: ListedDelivery) => (event ? amountText(event, currencies) : '');
  const productOf = ({ event }: ListedDelivery) => (event ? productText(event) : '');
  const facts: readonly Column<ListedDelivery>[] = [
    {
      key: 'time',
      header: t.columns.time,
      from: WITH_TIME,
      width: timesWidth(({ at }) => at),
      cell: ({ at }) => <RelativeTime at={at} />,
    },
    ...stateColumns<ListedDelivery>({ key: 'event', header: t.columns.event, narrow: EVENT_WORD }, eventWord, (row) => (
      <EventWord {...row} />
    )),
    ...stateColumns<ListedDelivery>(
      { key: 'verified', header: t.columns.verified, narrow: isBeside ? VERIFIED_WORD_BESIDE : VERIFIED_WORD },
      ({ verification }) => texts.inbox.verification[verification].word,
      ({ verification }) => <VerificationWord verification={verification} />,
    ),
    {
      key: 'product',
      header: t.columns.product,
      width: {
        min: 64,
        first: (room) => 0.3 * room - 130,
        need: (row) => textWidth(productOf(row)),
        wrapped: (row) => twoLinesWidth(productOf(row)),
      },
      cell: (row) => (
        <CutTitle title={productOf(row)} className={WRAPPED}>
          {productOf(row)}
        </CutTitle>
      ),
    },
    {
      key: 'amount',
      header: t.columns.amount,
      width: whole((row) => textWidth(amountOf(row))),
      align: 'right',
      joined: true,
      cell: (row) => <span title={amountOf(row)}>{amountOf(row)}</span>,
    },
    {
      key: 'metadata',
      header: t.columns.metadata,
      width: {
        min: 60,
        least: ({ event }) => firstValueWidth(event?.metadata ?? []),
        first: (room) => 0.3 * room - 40,
        need: ({ event }) => metadataWidth(event?.metadata ?? []),
        short: ({ event }) => metadataValuesWidth(event?.metadata ?? []),
      },
      cell: ({ event }) => event && <MetadataLine metadata={event.metadata} />,
    },
  ];
  if (isBeside) return facts;
  return [
    ...facts,
    {
      key: 'answered',
      header: t.columns.answered,
      width: whole((row) => textWidth(answerText(row))),
      align: 'right',
      iconOnly: 'ifCut',
      cell: answerText,
      from: 560,
    },
    {
      key: 'size',
      header: t.columns.size,
      width: whole((row) => textWidth(sizeText(row.size))),
      align: 'right',
      cell: ({ size }) => sizeText(size),
      from: 1_000,
    },
  ];
};

/** From this window width (px) on, an open delivery is beside the list, otherwise below it. */
export const BESIDE_FROM = 1_000;

export function useDeliveryColumns(isBeside: boolean): readonly Column<ListedDelivery>[] {
  const { currencies } = useFrame().settings;
  return useMemo(() => columnsWith(currencies, isBeside), [currencies, isBeside]);
}
