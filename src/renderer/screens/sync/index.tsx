// The Sync screen: waiting changes, history, and the open change beside the list.
import { Button, Tabs } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { texts as shared } from '../../../shared/texts/main.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { ListAndDetails } from '../../kit/details.tsx';
import { report } from '../../kit/notify.tsx';
import { Page, SearchBox } from '../../kit/page.tsx';
import type { TableHandle } from '../../kit/table.ts';
import { useFrame } from '../../state/frame.ts';
import { go, type Route, useRoute } from '../../state/route.ts';
import { ChangePanel } from './ChangePanel.tsx';
import { syncNow } from './commands.ts';
import { HistoryList } from './HistoryList.tsx';
import styles from './sync.module.css';
import { WaitingList } from './WaitingList.tsx';

type Tab = 'waiting' | 'history';

/** The tab of a route; null if the route opens a change, which both tabs can do. */
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
  /** The tab behind an open change. */
  const [latestTab, setLatestTab] = useState<Tab>('waiting');
  if (asked !== null && asked !== latestTab) setLatestTab(asked);
  const tab = asked ?? latestTab;
  /** Each tab has its own search. */
  const [searched, setSearched] = useState({ tab, text: '' });
  const search = searched.tab === tab ? searched.text : '';
  const table = useRef<TableHandle>(null);
  const list = { search, openId, table };
  const isOffline = status?.workOffline === true;
  const sync = () => (isOffline && storeId ? report(call('stores.workOffline', { storeId, on: false })) : syncNow());

  const close = () => {
    // Returns the focus to the row of the change that was open.
    if (!document.activeElement?.closest('[role="row"]')) table.current?.focus(openId);
    go(addressOf(tab));
  };

  return (
    <Tabs className={styles.screen} value={tab} onChange={(next) => go(addressOf((next ?? 'waiting') as Tab))}>
      <Page
        title={shared.names.sync}
        body="fill"
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
          <Button leftSection={<IconRefresh size={16} aria-hidden />} onClick={() => void sync()}>
            {isOffline ? texts.sync.goOnline : texts.sync.syncNow}
          </Button>
        }
        toolbar={
          <Tabs.List className={styles.tabs}>
            <Tabs.Tab value="waiting">{texts.sync.waitingChanges}</Tabs.Tab>
            <Tabs.Tab value="history">{texts.sync.history}</Tabs.Tab>
          </Tabs.List>
        }
      >
        <ListAndDetails details={openId !== null && <ChangePanel id={openId} close={close} />}>
          <Tabs.Panel value="waiting" className={styles.list}>
            {tab === 'waiting' && <WaitingList {...list} />}
          </Tabs.Panel>
          <Tabs.Panel value="history" className={styles.list}>
            {tab === 'history' && <HistoryList {...list} />}
          </Tabs.Panel>
        </ListAndDetails>
      </Page>
    </Tabs>
  );
}
