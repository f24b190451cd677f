// Whether an operation takes long enough to show progress; quick responses should not make the screen flicker.
import { useEffect, useState } from 'react';

const LATE_MS = 300;

/** True from 300 ms after `busy` became true until it ends. */
export function useLate(busy: boolean): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!busy) return;
    const timer = setTimeout(() => setLate(true), LATE_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [busy]);
  return busy && late;
}
