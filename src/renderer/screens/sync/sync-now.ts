// "Sync now": tries everything again that can be sent. What waits, and why, stands in its row.
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { notify } from '../../kit/notify.tsx';

export async function syncNow(): Promise<void> {
  const answer = await call('sync.now', undefined);
  if (!answer.ok) notify('error', answer.problem.message);
  else if (answer.value.open === 0) notify('information', texts.sync.nothingWaits);
}

/** "Work offline" is on: switches it off, and everything that waits is sent. */
export async function goOnline(storeId: string | null): Promise<void> {
  const answer = storeId === null ? null : await call('stores.workOffline', { storeId, on: false });
  if (answer?.ok === false) notify('error', answer.problem.message);
}
