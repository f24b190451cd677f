// The practice store inside the app as it was last seen, or as it last answered.
import { useEffect } from 'react';
import { create } from 'zustand';
import type { PracticeView } from '../../shared/practice.ts';
import { useLive } from './live.ts';

/** Undefined before it is known; null while the practice store does not run. */
const useView = create<{ readonly view: PracticeView | null | undefined }>(() => ({ view: undefined }));

/** Takes over what the practice store answered to a change of it. */
export const setPractice = (view: PracticeView): void => useView.setState({ view });

export function usePractice(): PracticeView | null | undefined {
  const { data } = useLive('practice.get', undefined, ['products', 'links', 'actions', 'inbox']);
  useEffect(() => {
    if (data !== undefined) useView.setState({ view: data });
  }, [data]);
  return useView(({ view }) => view);
}
