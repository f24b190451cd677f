// The Sync screen: waiting changes, history, and the open change beside the list (below it in a narrow window).
import { Button, Tabs, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { Status } from '../../../shared/status.ts';
import { texts as shared } from '../../../shared/texts/main.ts';
import { texts } from '../../../shared/texts/window.ts';
import { Page, SearchBox } from '../../kit/page.tsx';
import { RichText } from '../../kit/parts.tsx';
import type { TableHandle } from '../../kit/table.ts';
import { RelativeTime } from '../../kit/values.tsx';
import { useFrame } from '../../state/frame.ts';
import { go, type Route, useRoute } from '../../state/route.ts';
import { ChangePanel } from './ChangePanel.tsx';
import { HistoryList } from './HistoryList.tsx';
import styles from './sync.module.css';
import { goOnline, syncNow } from './sync-now.ts';
import { WaitingList } from './WaitingList.tsx';

type Tab = 'waiting' | 'history';

/** The tab of a route, or null if it opens a change over either. */
function tabOf(route: Route): Tab | null {
  if (route.screen === 'sync-history') return 'history';
  return route.screen === 'sync' && route.changeId === null ? 'waiting' : null;
}

const addressOf = (tab: Tab): string => (tab === 'history' ? '#/sync/history' : '#/sync');

export function SyncScreen() {
  const route = useRoute();
  const { status, currentStoreId: storeId } = useFrame();
  const openId = route.screen === 'sync' ? route.changeId : null;
  const asked = tabOf(route);
  /** The list behind an open change. */
  const [latestTab, setLatestTab] = useState<Tab>('waiting');
  if (asked !== null && asked !== latestTab) setLatestTab(asked);
  const tab = asked ?? latestTab;
  /** Each list has a search of its own. */
  const [searched, setSearched] = useState({ tab, text: '' });
  const search = searched.tab === tab ? searched.text : '';
  /** Where the lists show the number of results. */
  const [found, setFound] = useState<HTMLElement | null>(null);
  const table = useRef<TableHandle>(null);
  const list = { search, found, openId, table };

  const close = () => {
    // Returns the focus to the row whose change was open.
    if (!document.activeElement?.closest('[role="row"]')) table.current?.focus(openId);
    go(addressOf(tab));
  };

  return (
    <Tabs className={styles.screen} value={tab} onChange={(next) => go(addressOf((next ?? 'waiting') as Tab))}>
      <Page
        title={shared.names.sync}
        body="fill"
        after={<span ref={setFound} />}
        search={
          <SearchBox
            key={tab}
            label={tab === 'history' ? texts.sync.searchHistory : texts.manyChanges.search}
            onSearch={(text) => setSearched({ tab, text })}
            list={table}
            openId={openId}
          />
        }
        primary={
          <Button
            leftSection={<IconRefresh size={16} aria-hidden />}
            onClick={() => void (status?.workOffline ? goOnline(storeId) : syncNow())}
          >
            {status?.workOffline ? texts.sync.goOnline : texts.sync.syncNow}
          </Button>
        }
        toolbar={
          <>
            <Tabs.List className={styles.tabs}>
              <Tabs.Tab value="waiting">{texts.sync.waitingChanges}</Tabs.Tab>
              <Tabs.Tab value="history">{texts.sync.history}</Tabs.Tab>
            </Tabs.List>
            <StatusLine status={status} />
          </>
        }
      >
        <div className={styles.split} data-open={openId !== null || undefined}>
          <Tabs.Panel value="waiting" className={styles.list}>
            {tab === 'waiting' && <WaitingList {...list} />}
          </Tabs.Panel>
          <Tabs.Panel value="history" className={styles.list}>
            {tab === 'history' && <HistoryList {...list} />}
          </Tabs.Panel>
          {openId !== null && <ChangePanel id={openId} onClose={close} />}
        </div>
      </Page>
    </Tabs>
  );
}

/** Why nothing is being sent, and when the next attempt is. Empty when everything works. */
function StatusLine({ status }: { readonly status: Status | null }) {
  const pause = status?.pause;
  // What else holds it is said in the status of the frame, or the seller has to decide first.
  if (!pause || status.workOffline || !status.signedIn || status.nextAttemptAt === null) return null;
  const when = <RelativeTime at={pause.until} />;
  return (
    <Text size="sm" c="dimmed" className={styles.statusLine}>
      <RichText
        of={pause.isNamed ? texts.sync.status.namedWait({ when }) : texts.sync.status.paused[pause.trouble]({ when })}
      />
    </Text>
  );
}
