// What waits to be sent, what was sent, and one change opened beside the list (below it where the window is narrow).
import { Button, Tabs } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { Page } from '../../components/Page.tsx';
import { exactTime } from '../../components/RelativeTime.tsx';
import { SearchBox } from '../../components/SearchBox.tsx';
import { toast } from '../../components/toast.tsx';
import { useFrame } from '../../state/frame.ts';
import { go, useRoute } from '../../state/route.ts';
import { ChangePanel } from './ChangePanel.tsx';
import { HistoryList } from './HistoryList.tsx';
import { StatusLine } from './StatusLine.tsx';
import styles from './sync.module.css';
import { addressOf, type Tab, useSyncTab } from './tab.ts';
import { WaitingList } from './WaitingList.tsx';

export function SyncScreen() {
  const route = useRoute();
  const { status } = useFrame();
  const openId = route.screen === 'sync' ? route.actionId : null;
  const tab = useSyncTab(route);
  const [search, setSearch] = useState('');
  const lists = useRef<HTMLDivElement>(null);

  const syncNow = async () => {
    if (status?.workOffline) return toast('information', texts.sync.nothingSentOffline);
    const result = await call('sync.now', undefined);
    if (!result.ok) return toast('error', result.problem.message);
    if (status?.pause?.isNamed && status.pause.until > Date.now()) {
      return toast('information', texts.sync.serviceNamedTime(exactTime(status.pause.until)));
    }
    const unsent = (status?.waiting ?? 0) + (status?.sending ?? 0);
    toast('information', unsent === 0 ? texts.sync.nothingWaits : texts.sync.allIsTried);
  };

  const close = () => {
    // The keyboard goes back to the row whose change was open.
    lists.current?.querySelector<HTMLElement>('[aria-current="true"]')?.focus();
    go(addressOf(tab));
  };

  return (
    <Tabs className={styles.screen} value={tab} onChange={(next) => go(addressOf((next ?? 'waiting') as Tab))}>
      <Page
        title={texts.names.sync}
        body="fill"
        search={tab === 'history' && <SearchBox label={texts.sync.searchHistory} onSearch={setSearch} />}
        primary={
          <Button leftSection={<IconRefresh size={16} aria-hidden />} onClick={() => void syncNow()}>
            {texts.sync.syncNow}
          </Button>
        }
        toolbar={
          <>
            <Tabs.List>
              <Tabs.Tab value="waiting">{texts.sync.waitingChanges}</Tabs.Tab>
              <Tabs.Tab value="history">{texts.sync.history}</Tabs.Tab>
            </Tabs.List>
            <StatusLine status={status} />
          </>
        }
      >
        <div className={styles.area}>
          <div className={styles.split} data-open={openId !== null || undefined}>
            <div className={styles.lists} ref={lists}>
              <Tabs.Panel value="waiting" className={styles.list}>
                {tab === 'waiting' && <WaitingList openId={openId} />}
              </Tabs.Panel>
              <Tabs.Panel value="history" className={styles.list}>
                {tab === 'history' && <HistoryList search={search} openId={openId} />}
              </Tabs.Panel>
            </div>
            {openId !== null && <ChangePanel key={openId} id={openId} onClose={close} />}
          </div>
        </div>
      </Page>
    </Tabs>
  );
}
