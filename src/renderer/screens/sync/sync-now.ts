// "Sync now": retries everything possible, and reports what waits, and for whom.

import { sentences } from '../../../shared/sentences.ts';
import type { WaitingNow } from '../../../shared/status.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { exactTime } from '../../components/RelativeTime.tsx';
import { toast } from '../../components/toast.tsx';

const t = texts.sync.now;

export function waitingNowText({ sent, toDecide, afterDecision, locked, others, hold, until }: WaitingNow): string {
  const said: string[] = [];
  if (sent > 0) said.push(t.sent({ count: sent }));
  if (toDecide > 0) said.push(t.toDecide({ count: toDecide }));
  if (afterDecision > 0) said.push(t.afterDecision({ count: afterDecision, decisions: toDecide }));
  if (locked > 0) said.push(t.locked({ count: locked, isMore: said.length > 0 }));
  if (others > 0) {
    const isMore = said.length > 0;
    if (hold === null) said.push(t.tried({ count: others, isMore }));
    else if (hold === 'named') said.push(t.named({ count: others, isMore, time: exactTime(until ?? 0) }));
    else said.push(t.held[hold]({ count: others, isMore }));
  } else if (said.length > 0) said.push(t.nothingElse);
  return said.length > 0 ? sentences(...said) : t.nothing;
}

export async function syncNow(): Promise<void> {
  const answer = await call('sync.now', undefined);
  if (answer.ok) toast('information', waitingNowText(answer.value));
  else toast('error', answer.problem.message);
}
