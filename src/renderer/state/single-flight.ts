// Runs a button's work one at a time, and reports it as slow after 300 ms.
import { useCallback, useEffect, useRef, useState } from 'react';

const SLOW_MS = 300;

export function useSingleFlight(): { readonly slow: boolean; run(work: () => Promise<unknown>): Promise<void> } {
  const [slow, setSlow] = useState(false);
  const busy = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const run = useCallback(async (work: () => Promise<unknown>) => {
    if (busy.current) return;
    busy.current = true;
    timer.current = setTimeout(() => setSlow(true), SLOW_MS);
    try {
      await work();
    } finally {
      clearTimeout(timer.current);
      busy.current = false;
      setSlow(false);
    }
  }, []);
  return { slow, run };
}
