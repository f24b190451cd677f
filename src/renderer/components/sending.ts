// When a change that was just accepted will be sent, in one sentence for its toast.
import { useFrameState } from '../state/frame.ts';

/** Whether changes leave as soon as they are accepted. */
export function sentAtOnce(): boolean {
  const status = useFrameState.getState().frame?.status;
  if (!status) return false;
  return status.signedIn && !status.offline && !status.workOffline;
}

/** Whether nothing waits or is under way any more. */
export function allSent(): boolean {
  const status = useFrameState.getState().frame?.status;
  return !status || status.waiting + status.sending === 0;
}

export const SENT_NOW = 'It is being sent now.';

/** How many changes need the seller. */
export const attentionCount = (): number => useFrameState.getState().frame?.status?.attention ?? 0;

/** "It is being sent now.", or what it waits for. */
export function whenSent(): string {
  const status = useFrameState.getState().frame?.status;
  if (!status) return 'It waits to be sent.';
  if (!status.signedIn) return 'It waits on this computer and is sent after you sign in.';
  if (status.workOffline) return 'It waits on this computer until you switch "Work offline" off.';
  if (status.offline) return 'It waits on this computer and is sent when the service can be reached.';
  return SENT_NOW;
}
