// What the whole window knows: stores, status, settings. Filled once by a snapshot, then by `frame.changed`.
import { create } from 'zustand';
import type { Frame } from '../../shared/contract/app.ts';
import type { StoreView } from '../../shared/session.ts';
import { call, listen, type Problem } from '../bridge.ts';

interface FrameState {
  readonly frame: Frame | null;
  readonly problem: Problem | null;
}

export const useFrameState = create<FrameState>(() => ({ frame: null, problem: null }));

/** Asks for the first snapshot and keeps it fresh. Called once, when the window starts. */
export async function startFrame(): Promise<void> {
  let heard = false;
  listen('frame.changed', (frame) => {
    heard = true;
    useFrameState.setState({ frame, problem: null });
  });
  const answer = await call('frame.get', undefined);
  if (!answer.ok) useFrameState.setState({ problem: answer.problem });
  else if (!heard) useFrameState.setState({ frame: answer.value });
}

/** The frame, once there is one: for everything below the app's root. */
export function useFrame(): Frame {
  const frame = useFrameState((state) => state.frame);
  if (!frame) throw new Error('The frame is read before it is there');
  return frame;
}

/** The store that is shown, or null before the first sign-in. */
export function useCurrentStore(): StoreView | null {
  const frame = useFrame();
  return frame.stores.find((store) => store.id === frame.currentStoreId) ?? null;
}
