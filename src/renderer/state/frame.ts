// State shared by the whole window: stores, status, settings, the team and the practice store.

import { useEffect, useState } from 'react';
import { create } from 'zustand';
import type { Frame } from '../../shared/contract/app.ts';
import type { PracticeView } from '../../shared/practice.ts';
import type { StoreView } from '../../shared/session.ts';
import type { TeamView } from '../../shared/team.ts';
import { call, listen, type Problem } from '../bridge.ts';
import { useLive } from './live.ts';

interface FrameState {
  readonly frame: Frame | null;
  readonly problem: Problem | null;
}

export const useFrameState = create<FrameState>(() => ({ frame: null, problem: null }));

/** Subscribes to changes and loads the first snapshot. Called once, when the window starts. */
export async function startFrame(): Promise<void> {
  listen('frame.changed', (frame) => useFrameState.setState({ frame, problem: null }));
  const answer = await call('frame.get', undefined);
  // A newer one may have come meanwhile.
  if (!answer.ok) useFrameState.setState({ problem: answer.problem });
  else if (useFrameState.getState().frame === null) useFrameState.setState({ frame: answer.value, problem: null });
}

/** For components below the app's root, which renders them only once the frame is loaded. */
export function useFrame(): Frame {
  const frame = useFrameState((state) => state.frame);
  if (!frame) throw new Error('The frame is not loaded');
  return frame;
}

/** The store that is shown, or null before the first sign-in. */
export function useCurrentStore(): StoreView | null {
  const frame = useFrame();
  return frame.stores.find((store) => store.id === frame.currentStoreId) ?? null;
}

/** Undefined while loading; null while the practice store does not run. */
const useView = create<{ readonly view: PracticeView | null | undefined }>(() => ({ view: undefined }));

/** For the answer to a change of the practice store. */
export const setPractice = (view: PracticeView): void => useView.setState({ view });

export function usePractice(): PracticeView | null | undefined {
  const { data } = useLive('practice.get', undefined, ['products', 'links', 'changes', 'inbox']);
  useEffect(() => {
    if (data !== undefined) useView.setState({ view: data });
  }, [data]);
  return useView(({ view }) => view);
}

/** Null until it is loaded. */
export function useTeam(): { readonly team: TeamView | null; readonly problem: Problem | null } {
  const [team, setTeam] = useState<TeamView | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  useEffect(() => {
    let isNewer = false;
    const stop = listen('team.changed', (view) => {
      isNewer = true;
      setTeam(view);
    });
    void call('team.get', undefined).then((answer) => {
      if (!answer.ok) setProblem(answer.problem);
      else if (!isNewer) setTeam(answer.value);
    });
    return () => {
      isNewer = true;
      stop();
    };
  }, []);
  return { team, problem };
}
