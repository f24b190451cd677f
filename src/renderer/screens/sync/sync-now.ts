// "Sync now": retries everything possible, and reports what waits, and for whom.

import { sentences } from '../../../shared/sentences.ts';
import type { WaitingNow } from '../../../shared/status.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { notify } from '../../components/notify.tsx';
import { exactTime } from '../../components/RelativeTime.tsx';

const t = texts.sync.now;

export function waitingNowText({ sent, toDecide, afterDecision, locked, others, hold, until }: WaitingNow): string {
  const parts: string[] = [];
  if (sent > 0) parts.push(t.sent({ count: sent }));
  if (toDecide > 0) parts.push(t.toDecide({ count: toDecide }));
  if (afterDecision > 0) parts.push(t.afterDecision({ count: afterDecision, decisions: toDecide }));
  if (locked > 0) parts.push(t.locked({ count: locked, isMore: parts.length > 0 }));
  if (others > 0) {
    const isMore = parts.length > 0;
    if (hold === null) parts.push(t.tried({ count: others, isMore }));
    else if (hold === 'named') parts.push(t.named({ count: others, isMore, time: exactTime(until ?? 0) }));
    else parts.push(t.held[hold]({ count: others, isMore }));
  } else if (parts.length > 0) parts.push(t.nothingElse);
  return parts.length > 0 ? sentences(...parts) : t.nothing;
}

export async function syncNow(): Promise<void> {
  const answer = await call('sync.now', undefined);
  if (answer.ok) notify('information', waitingNowText(answer.value));
  else notify('error', answer.problem.message);
}

/** "Work offline" is on: switches it off, and everything that waits is sent. */
export async function goOnline(storeId: string | null): Promise<void> {
  const answer = storeId === null ? null : await call('stores.workOffline', { storeId, on: false });
  if (answer?.ok === false) notify('error', answer.problem.message);
}
