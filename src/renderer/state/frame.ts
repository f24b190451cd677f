// State shared by the whole window: stores, status, settings. Starts with a snapshot; `frame.changed` updates it.

import { create } from 'zustand';
import type { Frame } from '../../shared/contract/app.ts';
import type { StoreView } from '../../shared/session.ts';
import { call, listen, type Problem } from '../bridge.ts';

interface FrameState {
  readonly frame: Frame | null;
  readonly problem: Problem | null;
}

export const useFrameState = create<FrameState>(() => ({ frame: null, problem: null }));

/** Subscribes to changes and loads the first snapshot. Called once, when the window starts. */
export async function startFrame(): Promise<void> {
  listen('frame.changed', (frame) => useFrameState.setState({ frame, problem: null }));
  const answer = await call('frame.get', undefined);
  // An event may have brought a newer one meanwhile.
  if (!answer.ok) useFrameState.setState({ problem: answer.problem });
  else if (useFrameState.getState().frame === null) useFrameState.setState({ frame: answer.value, problem: null });
}

/** Only for components below the app's root, which renders them once the frame is loaded. */
export function useFrame(): Frame {
  const frame = useFrameState((state) => state.frame);
  if (!frame) throw new Error('The frame is not loaded');
  return frame;
}

/** The shown store; null before the first sign-in. */
export function useCurrentStore(): StoreView | null {
  const frame = useFrame();
  return frame.stores.find((store) => store.id === frame.currentStoreId) ?? null;
}
