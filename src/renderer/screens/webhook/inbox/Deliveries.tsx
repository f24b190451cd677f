// The table "Deliveries", newest first, with the open delivery beside it.
import { Button, Group } from '@mantine/core';
import { IconInbox, IconListDetails, IconTrash } from '@tabler/icons-react';
import { useMemo, useRef, useState } from 'react';
import type { DeliveryRow, InboxView } from '../../../../shared/inbox.ts';
import { type Currency, formatMoney } from '../../../../shared/money.ts';
import { texts as shared } from '../../../../shared/texts/main.ts';
import { texts } from '../../../../shared/texts/window.ts';
import { call } from '../../../bridge.ts';
import { menuOf } from '../../../kit/commands.tsx';
import { DataTable } from '../../../kit/DataTable.tsx';
import { ListAndDetails } from '../../../kit/details.tsx';
import { ask } from '../../../kit/dialogs.tsx';
import { EmptyState } from '../../../kit/page.tsx';
import { ProblemAlert } from '../../../kit/parts.tsx';
import { Exception } from '../../../kit/SyncBadge.tsx';
import { type Column, STATE, type TableHandle, TIME } from '../../../kit/table.ts';
import { exactTime, RelativeTime } from '../../../kit/values.tsx';
import { useFrame } from '../../../state/frame.ts';
import { usePages } from '../../../state/live.ts';
import { DeliveryPanel, EventWord, VerificationWord } from './DeliveryPanel.tsx';
import styles from './inbox.module.css';

const t = texts.inbox.deliveries;
const { columns } = shared.sales.export;
const { facts } = texts.links;

function columnsWith(currencies: readonly Currency[]): readonly Column<DeliveryRow>[] {
  const amountOf = ({ event }: DeliveryRow) =>
    event?.amount ? formatMoney(event.amount.cents, event.amount.currencyId, currencies) : '';
  return [
    { key: 'time', header: columns.time, track: TIME, cell: ({ at }) => <RelativeTime at={at} /> },
    { key: 'event', header: t.columns.event, ...STATE, cell: ({ event }) => <EventWord event={event} /> },
    {
      key: 'product',
      header: facts.product,
      track: 'minmax(4.5rem, 2fr)',
      cell: ({ event }) => <span title={event?.product ?? ''}>{event?.product}</span>,
    },
    {
      key: 'amount',
      header: columns.amount,
      hideBelow: 640,
      track: 'minmax(5rem, 1fr)',
      align: 'right',
      cell: (row) => <span title={amountOf(row)}>{amountOf(row)}</span>,
    },
    {
      key: 'verified',
      header: facts.state,
      ...STATE,
      cell: ({ verification }) => (
        <Exception>
          <VerificationWord verification={verification} />
        </Exception>
      ),
    },
  ];
}

/** In px. */
const HEIGHT = 436;

export function Deliveries({ view }: { readonly view: InboxView }) {
  const [openId, setOpenId] = useState<string | null>(null);
  const table = useRef<TableHandle>(null);
  const pages = usePages('inbox.list', {}, ['inbox']);
  const { problem, total } = pages;
  const { currencies } = useFrame().settings;
  const columns = useMemo(() => columnsWith(currencies), [currencies]);
  const close = () => {
    setOpenId(null);
    table.current?.focus(openId);
  };
  if (view.address === null && !total) return null;
  return (
    <>
      <Group justify="flex-end">
        <Button
          variant="default"
          leftSection={<IconTrash size={16} aria-hidden />}
          disabled={!total}
          onClick={() => askToClear(total ?? 0)}
        >
          {t.clear}
        </Button>
      </Group>
      <ProblemAlert problem={problem} />
      <div className={styles.framed}>
        <ListAndDetails details={openId !== null && <DeliveryPanel id={openId} close={close} />}>
          <DataTable
            label={t.label}
            columns={columns}
            {...pages}
            rowKey={(row) => row.id}
            onOpen={(row) => setOpenId(row.id)}
            onFollow={(row) => setOpenId(row.id)}
            menu={({ id, at }) =>
              menuOf(exactTime(at), [
                { label: texts.common.showDetails, Icon: IconListDetails, shortcut: 'open', run: () => setOpenId(id) },
              ])
            }
            currentKey={openId}
            maxHeight={HEIGHT}
            handle={table}
            empty={
              <EmptyState icon={<IconInbox size={32} aria-hidden />} title={t.none}>
                {t.howToGetOne}
              </EmptyState>
            }
          />
        </ListAndDetails>
      </div>
    </>
  );
}

function askToClear(count: number): void {
  ask({
    title: t.clear,
    body: t.willBeCleared({ count }),
    confirm: t.clear,
    danger: true,
    act: () => call('inbox.clear', undefined),
  });
}
