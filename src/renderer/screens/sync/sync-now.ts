// "Sync now": retries everything possible, and reports what waits, and for whom.

import { sentences } from '../../../shared/sentences.ts';
import type { WaitingNow } from '../../../shared/status.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { exactTime } from '../../components/RelativeTime.tsx';
import { toast } from '../../components/toast.tsx';

const words = texts.sync.now;

export function waitingNowText({ sent, toDecide, afterDecision, locked, others, hold, until }: WaitingNow): string {
  const said: string[] = [];
  if (sent > 0) said.push(words.sent({ count: sent }));
  if (toDecide > 0) said.push(words.toDecide({ count: toDecide }));
  if (afterDecision > 0) said.push(words.afterDecision({ count: afterDecision, decisions: toDecide }));
  if (locked > 0) said.push(words.locked({ count: locked, isMore: said.length > 0 }));
  if (others > 0) {
    const isMore = said.length > 0;
    if (hold === null) said.push(words.tried({ count: others, isMore }));
    else if (hold === 'named') said.push(words.named({ count: others, isMore, time: exactTime(until ?? 0) }));
    else said.push(words.held[hold]({ count: others, isMore }));
  } else if (said.length > 0) said.push(words.nothingElse);
  return said.length > 0 ? sentences(...said) : words.nothing;
}

export async function syncNow(): Promise<void> {
  const answer = await call('sync.now', undefined);
  if (answer.ok) toast('information', waitingNowText(answer.value));
  else toast('error', answer.problem.message);
}
