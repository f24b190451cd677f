// "Sync now": retries everything possible, and reports what waits, and for whom.
import type { WaitingNow } from '../../../shared/status.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { exactTime } from '../../components/RelativeTime.tsx';
import { toast } from '../../components/toast.tsx';

const words = texts.sync.now;

export function waitingNowText({ toDecide, afterDecision, locked, others, hold, until }: WaitingNow): string {
  const said: string[] = [];
  if (toDecide > 0) said.push(words.toDecide(toDecide));
  if (afterDecision > 0) said.push(words.afterDecision(afterDecision, toDecide));
  if (locked > 0) said.push(words.locked(locked, said.length > 0));
  if (others > 0) {
    const isMore = said.length > 0;
    if (hold === null) said.push(words.tried(others, isMore));
    else if (hold === 'named') said.push(words.named(others, isMore, exactTime(until ?? 0)));
    else said.push(words.held[hold](others, isMore));
  } else if (said.length > 0) said.push(words.nothingElse);
  return said.length > 0 ? said.join(' ') : words.nothing;
}

export async function syncNow(): Promise<void> {
  const answer = await call('sync.now', undefined);
  if (answer.ok) toast('information', waitingNowText(answer.value));
  else toast('error', answer.problem.message);
}
