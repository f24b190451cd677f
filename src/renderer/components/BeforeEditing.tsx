// Above the form of an unsent change: why the service rejected it, or that it is still waiting.
import { Alert } from '@mantine/core';
import type { ActionState, SyncState } from '../../shared/action.ts';
import { texts } from '../../shared/texts/window.ts';
import { useLive } from '../state/live.ts';
import { ServiceAnswer } from './ServiceAnswer.tsx';

export function BeforeEditing({ sync, actionId }: { readonly sync: SyncState; readonly actionId: string | null }) {
  if (sync === 'rejected' && actionId) return <ServiceAnswer actionId={actionId} />;
  if (sync !== 'waiting' || !actionId) return null;
  return <StillWaits actionId={actionId} />;
}

/** The change may be sent while its form is open. */
function StillWaits({ actionId }: { readonly actionId: string }) {
  const { data } = useLive('sync.get', { id: actionId }, ['actions']);
  if (data?.state === 'rejected') return <ServiceAnswer actionId={actionId} />;
  const isSent = data === null || (data && !WAITS.has(data.state));
  return isSent ? (
    <Alert color="orange" role="note">
      {texts.parts.unsent.alreadySent}
    </Alert>
  ) : (
    <Alert color="gray" role="note">
      {texts.parts.unsent.stillWaits}
    </Alert>
  );
}

const WAITS: ReadonlySet<ActionState> = new Set(['waiting', 'ready', 'retrying']);
