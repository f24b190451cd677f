// When a change that was just accepted will be sent, for its toast.
import type { texts } from '../../shared/texts/window.ts';
import { useFrameState } from '../state/frame.ts';

/** Whether changes leave as soon as they are accepted. */
export function sentAtOnce(): boolean {
  const status = useFrameState.getState().frame?.status;
  if (!status) return false;
  return status.signedIn && !status.pause && !status.workOffline;
}

/** Whether nothing waits or is under way any more. */
export function allSent(): boolean {
  const status = useFrameState.getState().frame?.status;
  return !status || status.waiting + status.sending === 0;
}

/** How many changes need the seller. */
export const attentionCount = (): number => useFrameState.getState().frame?.status?.attention ?? 0;

/** When a change is sent that is accepted at this moment: now, once what is named holds, or it is not known. */
export type WhenSent = keyof typeof texts.parts.whenSent;

export function sendingNow(): WhenSent {
  const status = useFrameState.getState().frame?.status;
  if (!status) return 'unknown';
  if (!status.signedIn) return 'signedIn';
  if (status.workOffline) return 'online';
  if (status.pause) return status.pause.trouble === 'unreachable' ? 'reachable' : 'paused';
  return 'now';
}
