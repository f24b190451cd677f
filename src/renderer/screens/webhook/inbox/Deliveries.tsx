// The table "Deliveries", newest first, with the open delivery beside it (below it in a narrow window).
import { Button, Group } from '@mantine/core';
import { useViewportSize } from '@mantine/hooks';
import { IconInbox, IconListDetails, IconTerminal, IconTrash } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { DeliveryRow, InboxView } from '../../../../shared/inbox.ts';
import { texts } from '../../../../shared/texts/window.ts';
import { call } from '../../../bridge.ts';
import { DataTable, type TableHandle } from '../../../components/DataTable.tsx';
import { MatchCount } from '../../../components/MatchCount.tsx';
import { ProblemAlert } from '../../../components/ProblemAlert.tsx';
import { EmptyState } from '../../../components/parts.tsx';
import { exactTime } from '../../../components/RelativeTime.tsx';
import type { RowMenuSource } from '../../../components/row-commands.tsx';
import { SearchBox } from '../../../components/SearchBox.tsx';
import { ask } from '../../../state/dialogs.ts';
import { usePages } from '../../../state/live.ts';
import { copyCurl, DeliveryPanel } from './DeliveryPanel.tsx';
import { BESIDE_FROM, useDeliveryColumns } from './delivery-columns.tsx';
import styles from './inbox.module.css';

const t = texts.inbox.deliveries;

export function Deliveries({ view }: { readonly view: InboxView }) {
  const [search, setSearch] = useState('');
  const [openId, setOpenId] = useState<string | null>(null);
  const table = useRef<TableHandle>(null);
  const { problem, total, rowAt, indexOf, isCurrent, show } = usePages('inbox.list', { search }, ['inbox']);
  // The hook returns 0 on the first render.
  const width = useViewportSize().width || window.innerWidth;
  const columns = useDeliveryColumns(openId !== null && width >= BESIDE_FROM);
  const close = () => {
    setOpenId(null);
    table.current?.focus(openId);
  };
  const menu: RowMenuSource<DeliveryRow> = {
    label: ({ at }) => texts.links.table.moreActions({ product: exactTime(at) }),
    commands: ({ id }) => [
      { label: t.open, Icon: IconListDetails, shortcut: 'open', run: () => setOpenId(id) },
      { label: texts.inbox.delivery.copyCurl, Icon: IconTerminal, run: () => void copyCurl(id) },
    ],
  };
  if (view.address === null && !total && search === '') return null;
  return (
    <>
      <Group gap={8} justify="space-between">
        <Group gap={12} flex="1 1 200px">
          <div className={styles.search}>
            <SearchBox label={t.search} onSearch={setSearch} list={table} openId={openId} />
          </div>
          <MatchCount {...{ search, total, isCurrent }} />
        </Group>
        <Button
          variant="default"
          leftSection={<IconTrash size={16} aria-hidden />}
          disabled={!total || search !== ''}
          onClick={() => askToClear(total ?? 0)}
        >
          {t.clear}
        </Button>
      </Group>
      <ProblemAlert title={t.notRead} problem={problem} />
      <div className={styles.split} data-open={openId !== null || undefined}>
        <div className={styles.list}>
          <DataTable
            label={t.label}
            columns={columns}
            {...{ total, rowAt, indexOf, show }}
            rowKey={(row) => row.id}
            onOpen={(row) => setOpenId(row.id)}
            onFollow={(row) => setOpenId(row.id)}
            menu={menu}
            currentKey={openId}
            resetKey={search}
            maxHeight={openId === null ? 436 : width >= BESIDE_FROM ? 640 : 276}
            handle={table}
            empty={
              search.trim() === '' ? (
                <EmptyState icon={<IconInbox size={32} aria-hidden />} title={t.none}>
                  {t.howToGetOne}
                </EmptyState>
              ) : (
                <EmptyState icon={<IconInbox size={32} aria-hidden />} title={t.noneMatches}>
                  {t.whatIsSearched}
                </EmptyState>
              )
            }
          />
        </div>
        {openId !== null && <DeliveryPanel id={openId} onClose={close} />}
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
    failed: t.notCleared,
  });
}
