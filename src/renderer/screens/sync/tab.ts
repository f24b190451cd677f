// Which of the two lists is shown. An open change has its own route, so the list behind it is remembered here.
import { useEffect } from 'react';
import { create } from 'zustand';
import type { Route } from '../../state/route.ts';

export type Tab = 'waiting' | 'history';

const useTab = create<{ readonly tab: Tab }>(() => ({ tab: 'waiting' }));

/** The tab of a route, or null where it opens a change over either. */
function tabOf(route: Route): Tab | null {
  if (route.screen === 'sync-history') return 'history';
  return route.screen === 'sync' && route.actionId === null ? 'waiting' : null;
}

export function useSyncTab(route: Route): Tab {
  const asked = tabOf(route);
  const remembered = useTab(({ tab }) => tab);
  useEffect(() => {
    if (asked) useTab.setState({ tab: asked });
  }, [asked]);
  return asked ?? remembered;
}

export const addressOf = (tab: Tab): string => (tab === 'history' ? '#/sync/history' : '#/sync');
