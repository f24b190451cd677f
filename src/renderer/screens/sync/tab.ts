// Which of the two lists is shown. An open change has its own route: the list behind it stays, or is the one with the change.
import { useEffect, useRef, useState } from 'react';
import { call } from '../../bridge.ts';
import { type Route, shownChange } from '../../state/route.ts';

export type Tab = 'waiting' | 'history';

/** The tab of a route, or null if it opens a change over either. */
function tabOf(route: Route): Tab | null {
  if (route.screen === 'sync-history') return 'history';
  return route.screen === 'sync' && route.changeId === null ? 'waiting' : null;
}

export function useSyncTab(route: Route): Tab {
  const asked = tabOf(route);
  const openId = route.screen === 'sync' ? route.changeId : null;
  const [tab, setTab] = useState<Tab>(asked ?? 'waiting');
  /** The screen was opened with a change, from elsewhere. */
  const isArrival = useRef(asked === null);
  useEffect(() => {
    if (asked) setTab(asked);
  }, [asked]);
  useEffect(() => {
    const arrives = isArrival.current;
    isArrival.current = false;
    if (openId === null) return;
    void call('sync.get', { id: openId }).then((answer) => {
      if (!answer.ok || !answer.value || shownChange() !== openId) return;
      if (answer.value.endedAt === null) setTab('waiting');
      // A change that was sent while its row was in sight is still open beside the waiting ones.
      else if (arrives) setTab('history');
    });
  }, [openId]);
  return asked ?? tab;
}

export const addressOf = (tab: Tab): string => (tab === 'history' ? '#/sync/history' : '#/sync');
