// Above the form of something that has not left: why the service refused it, or that it still waits.
import { Alert } from '@mantine/core';
import type { SyncState } from '../../shared/action.ts';
import { ServiceAnswer } from './ServiceAnswer.tsx';

export function BeforeEditing({ sync, actionId }: { readonly sync: SyncState; readonly actionId: string | null }) {
  if (sync === 'rejected' && actionId) return <ServiceAnswer actionId={actionId} />;
  if (sync !== 'waiting') return null;
  return (
    <Alert color="gray" role="note">
      It has not been sent yet: what you change here is what will be sent.
    </Alert>
  );
}
