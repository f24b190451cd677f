// When a change that was just accepted will be sent, for its toast.
import type { texts } from '../../shared/texts/window.ts';
import { useFrameState } from '../state/frame.ts';

/** Whether changes are sent as soon as they are accepted. */
export function sentAtOnce(): boolean {
  const status = useFrameState.getState().frame?.status;
  if (!status) return false;
  return status.signedIn && !status.pause && !status.workOffline;
}

/** Whether nothing is waiting or being sent. */
export function allSent(): boolean {
  const status = useFrameState.getState().frame?.status;
  return !status || status.waiting + status.sending === 0;
}

/** How many changes need attention. */
export const attentionCount = (): number => useFrameState.getState().frame?.status?.attention ?? 0;

/** When a change accepted now is sent: now, under the named condition, or unknown. */
export type WhenSent = keyof typeof texts.parts.whenSent;

export function sendingNow(): WhenSent {
  const status = useFrameState.getState().frame?.status;
  if (!status) return 'unknown';
  if (!status.signedIn) return 'signedIn';
  if (status.workOffline) return 'online';
  if (status.pause) return status.pause.trouble === 'unreachable' ? 'reachable' : 'paused';
  return 'now';
}
