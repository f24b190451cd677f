// The practice store inside the app, as last loaded.
import { useEffect } from 'react';
import { create } from 'zustand';
import type { PracticeView } from '../../shared/practice.ts';
import { useLive } from './live.ts';

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
