// The table "Deliveries", newest first, and beside it (below it where the window is narrow) the one that is open.
import { Button, Group, Text } from '@mantine/core';
import {
  IconCheck,
  IconCircleX,
  IconFileExport,
  IconInbox,
  IconKeyOff,
  IconQuestionMark,
  IconTrash,
} from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { DeliveryRow, InboxView, Verification } from '../../../../shared/inbox.ts';
import { call } from '../../../bridge.ts';
import { ask } from '../../../components/confirm.tsx';
import { type Column, DataTable, type TableHandle } from '../../../components/DataTable.tsx';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { ProblemAlert } from '../../../components/ProblemAlert.tsx';
import { RelativeTime } from '../../../components/RelativeTime.tsx';
import { SearchBox } from '../../../components/SearchBox.tsx';
import { StateWord } from '../../../components/SyncBadge.tsx';
import { toast } from '../../../components/toast.tsx';
import { usePages } from '../../../state/pages.ts';
import { DeliveryPanel } from './DeliveryPanel.tsx';
import styles from './inbox.module.css';

const WORDS: Readonly<
  Record<Verification, { readonly word: string; readonly why: string; readonly Icon: typeof IconCheck }>
> = {
  verified: { word: 'Verified', why: 'It carries the verification key of a store in this app.', Icon: IconCheck },
  wrong: { word: 'Not verified', why: 'It carries another key than the saved one.', Icon: IconCircleX },
  missing: { word: 'Not verified', why: 'It carries no Webhook-Key header.', Icon: IconKeyOff },
  unknown: {
    word: 'Not verified',
    why: 'This app knows no verification key to compare with: save one, or save it again after a restart.',
    Icon: IconQuestionMark,
  },
};

export function VerificationWord({ verification }: { readonly verification: Verification }) {
  const { word, why, Icon } = WORDS[verification];
  return (
    <StateWord
      tone={verification === 'verified' ? 'synced' : 'rejected'}
      title={why}
      icon={<Icon size={15} aria-hidden />}
    >
      {word}
    </StateWord>
  );
}

export const whyVerification = (verification: Verification): string => WORDS[verification].why;

export function sizeText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1_000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(2)} MB`;
}

const COLUMNS: readonly Column<DeliveryRow>[] = [
  { key: 'time', header: 'Time', width: '104px', cell: ({ at }) => <RelativeTime at={at} /> },
  {
    key: 'verified',
    header: 'Verified',
    width: '128px',
    cell: ({ verification }) => <VerificationWord verification={verification} />,
  },
  {
    key: 'body',
    header: 'Body',
    width: 'minmax(80px, 1fr)',
    cell: ({ isJson, path }) => (
      <span title={path}>
        {isJson ? 'JSON' : 'Not JSON'} <span className={styles.path}>{path}</span>
      </span>
    ),
  },
  {
    key: 'answered',
    header: 'Answered',
    width: '80px',
    align: 'right',
    cell: ({ answered }) => answered ?? 'nothing',
  },
  { key: 'size', header: 'Size', width: '88px', align: 'right', cell: ({ size }) => sizeText(size) },
];

export function Deliveries({ view }: { readonly view: InboxView }) {
  const [search, setSearch] = useState('');
  const [openId, setOpenId] = useState<string | null>(null);
  const table = useRef<TableHandle>(null);
  const { problem, total, rowAt, indexOf, moved, show } = usePages('inbox.list', { search }, ['inbox']);
  const close = () => {
    setOpenId(null);
    table.current?.focus();
  };
  if (view.kept === 0 && view.address === null) return null;
  return (
    <>
      <Group gap={8} justify="space-between">
        <div className={styles.search}>
          <SearchBox label="Search deliveries" onSearch={setSearch} />
        </div>
        <Group gap={8}>
          <Button
            variant="default"
            leftSection={<IconFileExport size={16} aria-hidden />}
            disabled={!total}
            onClick={() => void exportDeliveries(search, null)}
          >
            Export deliveries
          </Button>
          <Button
            variant="default"
            leftSection={<IconTrash size={16} aria-hidden />}
            disabled={view.kept === 0}
            onClick={() => askToClear(view.kept)}
          >
            Clear deliveries
          </Button>
        </Group>
      </Group>
      <ProblemAlert title="The deliveries could not be read" problem={problem} />
      <div className={styles.split} data-open={openId !== null || undefined}>
        <div className={styles.list}>
          <DataTable
            label="Deliveries"
            columns={COLUMNS}
            {...{ total, rowAt, indexOf, moved, show }}
            rowKey={(row) => row.id}
            onOpen={(row) => setOpenId(row.id)}
            currentKey={openId}
            resetKey={search}
            maxHeight={openId === null ? 436 : 276}
            handle={table}
            empty={
              search.trim() === '' ? (
                <EmptyState icon={<IconInbox size={32} aria-hidden />} title="Nothing has come in yet">
                  Press "Use this address", then "Save webhook" and "Send test event": the delivery shows up here.
                </EmptyState>
              ) : (
                <EmptyState icon={<IconInbox size={32} aria-hidden />} title="No delivery matches this search">
                  Headers, path and the first 32 kB of the body are searched.
                </EmptyState>
              )
            }
          />
        </div>
        {openId !== null && <DeliveryPanel key={openId} id={openId} onClose={close} />}
      </div>
      {view.kept > 0 && (
        <Text size="xs" c="dimmed">
          {view.kept.toLocaleString()} kept. The inbox keeps the last 1,000 deliveries on this computer; verification
          keys are masked before anything is kept.
        </Text>
      )}
    </>
  );
}

export async function exportDeliveries(search: string, id: string | null): Promise<void> {
  const result = await call('inbox.export', { search, id });
  if (!result.ok) return toast('error', result.problem.message);
  if (result.value === null) return;
  const { deliveries } = result.value;
  toast('success', deliveries === 1 ? '1 delivery exported' : `${deliveries.toLocaleString()} deliveries exported`);
}

function askToClear(count: number): void {
  ask({
    title: 'Clear deliveries',
    body: `${count === 1 ? 'The delivery' : `All ${count.toLocaleString()} deliveries`} in the inbox will be removed from this computer. Links that were marked as sold stay marked.`,
    confirm: 'Clear deliveries',
    danger: true,
    act: () => call('inbox.clear', undefined),
    failed: 'The deliveries were not cleared',
  });
}
