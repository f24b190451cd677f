// Switches to another store, after asking about unsaved text.
import { call } from '../bridge.ts';
import { toast } from '../components/toast.tsx';
import { useFrameState } from '../state/frame.ts';
import { leaveScreen } from '../state/leave.ts';
import { go } from '../state/route.ts';

export function switchStore(storeId: string): void {
  if (storeId === useFrameState.getState().frame?.currentStoreId) return;
  leaveScreen(async () => {
    const answer = await call('stores.switch', { storeId });
    if (answer.ok) go('#/products');
    else toast('error', answer.problem.message);
    return answer.ok;
  });
}
